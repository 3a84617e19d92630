package audit

import (
	"reflect"
	"testing"

	"github.com/zugwatch/zugwatch/bench/schema"
)

// TestSchemas holds the published schema of the file of an audit against its type.
func TestSchemas(t *testing.T) {
	s := schema.Schema{
		Name: "audit", Title: "Zugwatch: the file of an audit of null-move pruning",
		Of:    []reflect.Type{reflect.TypeFor[document]()},
		Fixed: map[string][]any{"audit.document.format": {formatName}, "audit.Report.schema": {schemaVersion}},
	}
	s.Check(t, "../..")
}
