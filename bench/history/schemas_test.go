package history

import (
	"reflect"
	"testing"

	"github.com/zugwatch/zugwatch/bench/schema"
)

// TestSchemas holds the published schema of a line of a history against its type.
func TestSchemas(t *testing.T) {
	s := schema.Schema{
		Name: "history-line", Title: "Zugwatch: a line of a history",
		Of:    []reflect.Type{reflect.TypeFor[line]()},
		Fixed: map[string][]any{"history.line.format": {formatName}, "history.line.schema": {schemaVersion}},
	}
	s.Check(t, "../..")
}
