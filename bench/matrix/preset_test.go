package matrix

import (
	"os"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/engine/nullmove"
	"github.com/zugwatch/zugwatch/engine/search"
	"github.com/zugwatch/zugwatch/suites"
)

// TestPresets: all that presets name exists, and each name is used once.
func TestPresets(t *testing.T) {
	seen := make(map[string]bool)
	for _, p := range Presets() {
		if seen[p.Name] || p.What == "" || len(p.Policies)+len(p.Engines) == 0 {
			t.Errorf("preset %+v", p)
		}
		seen[p.Name] = true
		for _, f := range p.Policies {
			if _, err := nullmove.Parse(f.Text); err != nil {
				t.Errorf("%s: %v", p.Name, err)
			}
		}
		for _, name := range p.Searches {
			if _, err := search.ParseParams(name); err != nil {
				t.Errorf("%s: %v", p.Name, err)
			}
		}
		for _, text := range append(p.Suites, p.Limits...) {
			name, limit, found := strings.Cut(text, "@")
			if !found && strings.Contains(text, "=") {
				name, limit = "", text
			}
			if _, err := bench.ParseLimits(limit); limit != "" && err != nil {
				t.Errorf("%s: %v", p.Name, err)
			}
			if _, err := suites.Resolve(name); name != "" && err != nil {
				t.Errorf("%s: %v", p.Name, err)
			}
		}
	}
}

// TestPaper: the page of the papers' tables has a place for every preset, and none
// for others.
func TestPaper(t *testing.T) {
	text, err := os.ReadFile("../../docs/paper.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range Presets() {
		if strings.Count(string(text), "<!-- matrix "+p.Name+" -->\n") != 1 {
			t.Errorf("docs/paper.md has no place for %s", p.Name)
		}
	}
	if got := strings.Count(string(text), "<!-- matrix "); got != len(Presets()) {
		t.Errorf("docs/paper.md has %d places, want %d", got, len(Presets()))
	}
}
