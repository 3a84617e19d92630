package config

import (
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench/mutant"
	"github.com/zugwatch/zugwatch/engine/must"
)

const listed = `suites: [{name: wac, kind: tactics, limit: nodes=1000}]
mutants:
  - name: no-null-move
    kind: damaging
    what: no null moves
    options: {NullMove: false, Depth Bonus: 3}
  - {name: more, kind: neutral, search: "modern,delta=181", nullmove: r3, hash: 8}
`

// TestMutants reads a list of mutants.
func TestMutants(t *testing.T) {
	c := must.Get(Parse("x.yaml", []byte(listed)))(t)
	if len(c.Mutants) != 2 {
		t.Fatalf("mutants %+v", c.Mutants)
	}
	m := c.Mutants[0]
	if m.Name != "no-null-move" || m.Kind != mutant.Damaging || m.What != "no null moves" || m.Line != 3 ||
		len(m.Options) != 2 || m.Options[0].Value != "false" || m.Options[1].Name != "Depth Bonus" {
		t.Errorf("mutant %+v", m)
	}
	m = c.Mutants[1]
	if m.Kind != mutant.Neutral || len(m.Options) != 3 || m.Options[0].Name != "Search" && m.Options[1].Name != "Search" && m.Options[2].Name != "Search" {
		t.Errorf("mutant %+v", m)
	}
}

// TestMutantsErrors checks the errors of faulty lists.
func TestMutantsErrors(t *testing.T) {
	for _, test := range []struct{ name, entry, want string }{
		{"no kind", "{name: a, hash: 8}", "x.yaml:3:6: mutant without kind (expected kind: and its value)"},
		{"kind", "{name: a, kind: bad, hash: 8}", `x.yaml:3:21: kind "bad" (expected damaging or neutral)`},
		{"name", "{name: A B, kind: neutral, hash: 8}", `x.yaml:3:12: mutant "A B" (expected small letters, digits and dashes)`},
		{"nothing", "{name: a, kind: neutral}", "x.yaml:3:6: mutant changes nothing (expected options: with UCI options, or nullmove:, search: or hash: of the built-in engine)"},
		{"key", "{name: a, kind: neutral, serch: modern}", `x.yaml:3:30: unknown key "serch" (expected hash, kind, name, nullmove, options, search or what; did you mean search?)`},
		{"search", "{name: a, kind: neutral, search: 'modern,chek=0'}", "x.yaml:3:38: unknown search key"},
	} {
		t.Run(test.name, func(t *testing.T) {
			text := "suites: [{name: wac, kind: tactics, limit: nodes=1000}]\nmutants:\n  - " + test.entry + "\n"
			if _, err := Parse("x.yaml", []byte(text)); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want %s", err, test.want)
			}
		})
	}
}
