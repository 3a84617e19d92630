package builtin

import "testing"

// TestSwitches holds that each rule changes the settings when it goes, that it is gone then, and that the settings
// without all of them open.
func TestSwitches(t *testing.T) {
	s := Defaults()
	var names []string
	for _, rule := range s.Switches() {
		without := s.Without(rule.Name)
		if without == s {
			t.Errorf("without %s nothing differs", rule.Name)
		}
		for _, left := range without.Switches() {
			if left.Name == rule.Name {
				t.Errorf("%s is there still", rule.Name)
			}
		}
		names = append(names, rule.Name)
	}
	if len(names) < 5 || names[0] != "nullmove" {
		t.Errorf("rules %v", names)
	}
	bare := s.Without(names...)
	if len(bare.Switches()) > 0 || s.Without() != s {
		t.Errorf("without all: %v", bare.Switches())
	}
	e, err := bare.Open()
	if err != nil {
		t.Fatal(err)
	}
	e.Close()
}
