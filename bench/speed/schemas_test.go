package speed

import (
	"flag"
	"reflect"
	"testing"

	"github.com/zugwatch/zugwatch/bench/schema"
)

var update = flag.Bool("update", false, "write the golden files anew")

// TestSchemas holds the published schema of the file of a race against its type.
func TestSchemas(t *testing.T) {
	s := schema.Schema{
		Name: "speed", Title: "Zugwatch: the file of a race for speed",
		Of:    []reflect.Type{reflect.TypeFor[document]()},
		Fixed: map[string][]any{"speed.document.format": {fileFormat}, "speed.document.schema": {fileSchema}},
	}
	if err := s.CheckFile("../..", *update); err != nil {
		t.Error(err)
	}
}
