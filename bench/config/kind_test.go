package config

import (
	"testing"

	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/suites"
)

// TestKindsOfSuites checks that suite list shows the kind that stands in zugwatch.yaml.
// The perft suite is the exception: no engine searches it.
func TestKindsOfSuites(t *testing.T) {
	all := must.Get(suites.All())(t)
	for _, suite := range all {
		if _, err := ParseKind(suite.Kind); err != nil && suite.Name != "perft" {
			t.Errorf("suite %s: %v", suite.Name, err)
		}
	}
}
