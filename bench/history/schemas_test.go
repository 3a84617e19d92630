package history

import (
	"flag"
	"reflect"
	"testing"

	"github.com/zugwatch/zugwatch/bench/schema"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestSchemas holds the published schema of a line of a history against its type.
func TestSchemas(t *testing.T) {
	s := schema.Schema{
		Name: "history-line", Title: "Zugwatch: a line of a history",
		Of:    []reflect.Type{reflect.TypeFor[line]()},
		Fixed: map[string][]any{"history.line.format": {formatName}, "history.line.schema": {Schema}},
	}
	if err := s.CheckFile("../..", *update); err != nil {
		t.Error(err)
	}
}
