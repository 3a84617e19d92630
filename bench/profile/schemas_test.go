package profile

import (
	"reflect"
	"testing"

	"github.com/zugwatch/zugwatch/bench/schema"
)

// TestSchemas holds the published schema of the file of a baseline against its type.
func TestSchemas(t *testing.T) {
	s := schema.Schema{
		Name: "profile-baseline", Title: "Zugwatch: the file of an accepted profile",
		Of:    []reflect.Type{reflect.TypeFor[baselineDocument]()},
		Fixed: map[string][]any{"profile.Baseline.schema": {1, 2, baselineSchema}},
	}
	s.Check(t, "../..")
}
