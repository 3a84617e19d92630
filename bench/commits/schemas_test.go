package commits

import (
	"reflect"
	"testing"

	formal "github.com/zugwatch/zugwatch/bench/schema"
)

// TestSchemas holds the published schema of the lines of a file against their types.
func TestSchemas(t *testing.T) {
	s := formal.Schema{
		Name: "range-line", Title: "Zugwatch: a line of the file of ab --range -o",
		Of:    []reflect.Type{reflect.TypeFor[Head](), reflect.TypeFor[Pair]()},
		Fixed: map[string][]any{"commits.Head.format": {format}, "commits.Head.schema": {schema}},
	}
	s.Check(t, "../..")
}
