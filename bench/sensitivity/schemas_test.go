package sensitivity

import (
	"reflect"
	"testing"

	formal "github.com/zugwatch/zugwatch/bench/schema"
)

// TestSchemas holds the published schema of the lines of a report against their types.
func TestSchemas(t *testing.T) {
	s := formal.Schema{
		Name: "sensitivity-line", Title: "Zugwatch: a line of the file of sensitivity -o",
		Of:    []reflect.Type{reflect.TypeFor[Head](), reflect.TypeFor[Row]()},
		Fixed: map[string][]any{"sensitivity.Head.format": {format}, "sensitivity.Head.schema": {schema}},
	}
	s.Check(t, "../..")
}
