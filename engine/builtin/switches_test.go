package builtin

import (
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine/heuristic"
	"github.com/zugwatch/zugwatch/engine/must"
)

// TestSwitches checks that removing a rule changes the settings, that the rule is then gone from the list, and that
// an engine opens without all of them.
func TestSwitches(t *testing.T) {
	s := Defaults()
	rules := s.Switches(s)
	for _, rule := range rules {
		without := s.Without(rule)
		if without == s {
			t.Errorf("without %s nothing differs", rule.Name)
		}
		for _, left := range without.Switches(without) {
			if left.Name == rule.Name {
				t.Errorf("%s is there still", rule.Name)
			}
		}
	}
	if len(rules) < 5 || rules[0].Name != "nullmove" {
		t.Errorf("rules %+v", rules)
	}
	bare := s.Without(rules...)
	if len(bare.Switches(bare)) > 0 || s.Without() != s {
		t.Errorf("without all: %v", bare.Switches(bare))
	}
	e := must.Get(bare.Open())(t)
	e.Close()
}

// TestSwitchesDifferences checks that each difference to other settings is one switch, and that removing them all
// restores the other settings.
func TestSwitchesDifferences(t *testing.T) {
	base := Defaults()
	other := base
	other.Params.LateMoves, other.Params.Razor, other.Policy.Guard = 3, heuristic.Margins{100, 200}, 0
	var names []string
	var changes []Switch
	for _, change := range other.Switches(base) {
		if strings.Contains(change.Name, "=") {
			names, changes = append(names, change.Name), append(changes, change)
		}
	}
	if got := strings.Join(names, "; "); got != "nullmove guard=none; search lmp=3; search razor=100/200" {
		t.Errorf("differences %s", got)
	}
	if other.Without(changes...) != base || other.Without(changes[1]).Params.LateMoves != base.Params.LateMoves {
		t.Errorf("without the differences %+v", other.Without(changes...))
	}
}
