package config

import (
	"testing"

	"github.com/zugwatch/zugwatch/suites"
)

// TestKindsOfSuites: the kind that suite list shows is the one that stands in
// zugwatch.yaml, but for the suite of perft, which no engine is asked.
func TestKindsOfSuites(t *testing.T) {
	all, err := suites.All()
	if err != nil {
		t.Fatal(err)
	}
	for _, suite := range all {
		if _, err := ParseKind(suite.Kind); err != nil && suite.Name != "perft" {
			t.Errorf("suite %s: %v", suite.Name, err)
		}
	}
}
