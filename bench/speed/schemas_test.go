package speed

import (
	"reflect"
	"testing"

	"github.com/zugwatch/zugwatch/bench/schema"
)

// TestSchemas holds the published schema of the file of a race against its type.
func TestSchemas(t *testing.T) {
	s := schema.Schema{
		Name: "speed", Title: "Zugwatch: the file of a race for speed",
		Of:    []reflect.Type{reflect.TypeFor[document]()},
		Fixed: map[string][]any{"speed.document.format": {fileFormat}, "speed.document.schema": {fileSchema}},
	}
	s.Check(t, "../..")
}
