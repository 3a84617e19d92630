package audit

import (
	"flag"
	"reflect"
	"testing"

	"github.com/zugwatch/zugwatch/bench/schema"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestSchemas holds the published schema of the file of an audit against its type.
func TestSchemas(t *testing.T) {
	s := schema.Schema{
		Name: "audit", Title: "Zugwatch: the file of an audit of null-move pruning",
		Of:    []reflect.Type{reflect.TypeFor[document]()},
		Fixed: map[string][]any{"audit.document.format": {formatName}, "audit.Report.schema": {Schema}},
	}
	if err := s.CheckFile("../..", *update); err != nil {
		t.Error(err)
	}
}
