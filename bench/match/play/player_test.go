package play

import (
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/engine/builtin"
)

// TestPlayers: who plays, by what the options say.
func TestPlayers(t *testing.T) {
	tests := []struct {
		name string
		o    Options
		want string // the players, or how the error begins
	}{
		{"nobody is named", Options{}, "a nodes=20000 Hash=1; b nodes=20000 Hash=1"},
		{"one alone", Options{Engines: []string{"zugwatch"}}, "match: one player alone (expected none, two or more; see zugwatch match --help)"},
		{"named", Options{Engines: []string{"x=zugwatch", "y=zugwatch"}}, "x nodes=20000 Hash=1; y nodes=20000 Hash=1"},
		{"one name twice", Options{Engines: []string{"x=zugwatch", "x=zugwatch"}}, `match: two players have the name "x" (expected another for one of them, such as second=zugwatch)`},
		{"three alike", Options{Engines: []string{"zugwatch", "x=zugwatch", "zugwatch"}}, `match: two players have the name "zugwatch" (expected another for one of them, such as second=zugwatch)`},
		{"colon", Options{Engines: []string{"x:y=zugwatch", "zugwatch"}}, `match: player "x:y=zugwatch" (expected ENGINE, or NAME=ENGINE with a name without colons and quotes)`},
		{"unknown", Options{Engines: []string{"zugwatch", "zugwacht"}}, `player zugwacht: engine "zugwacht" is neither in zugwatch.yaml nor a program (expected zugwatch or zugwatch-shogi, or a path; did you mean zugwatch?)`},
		{
			"changed",
			Options{A: []string{"hash=2", "nullmove=off"}, B: []string{"option.Hash=3", "depth=4"}, Changes: []string{"b:nodes=7", "a:hash=4"}},
			"a nodes=20000 Hash=4 NullMove=off; b depth=4,nodes=7 Hash=3",
		},
		{"shared limit", Options{Limits: map[string]string{"depth": "3", "nodes": ""}}, "a depth=3 Hash=1; b depth=3 Hash=1"},
		{"no change", Options{A: []string{"nodes"}}, `flag --a: change "nodes" (expected KEY=VALUE with nullmove, search, eval, eval-file, hash, threads, tc, nodes, depth or movetime or option.NAME; did you mean nodes?)`},
		{"mistyped", Options{B: []string{"node=1"}}, `flag --b: change "node=1" (expected KEY=VALUE with nullmove, search, eval, eval-file, hash, threads, tc, nodes, depth or movetime or option.NAME; did you mean nodes?)`},
		{"of nobody", Options{Changes: []string{"c:nodes=1"}}, "flag --player=c:nodes=1 (expected NAME:KEY=VALUE with the name of a player: a or b; did you mean a?)"},
		{"without a name", Options{Changes: []string{"nodes=1"}}, "flag --player=nodes=1 (expected NAME:KEY=VALUE with the name of a player: a or b)"},
		{"odd limit", Options{A: []string{"depth=0"}}, "player a: "},
		{"odd option", Options{A: []string{"nullmove=r9"}}, "player a: "},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			players, err := findPlayers(t.Context(), newRunner(t), &test.o)
			if err != nil {
				if !strings.HasPrefix(err.Error(), test.want) || failure.Of(err) != failure.Input {
					t.Errorf("error is %v of kind %v", err, failure.Of(err))
				}
				return
			}
			var got []string
			for _, p := range players {
				text := p.Name + " " + p.Control.String()
				for _, option := range p.engine.BuiltinOptions() {
					if option.Name == builtin.HashOption || option.Value == "off" {
						text += " " + option.Name + "=" + option.Value
					}
				}
				got = append(got, text)
			}
			if text := strings.Join(got, "; "); text != test.want {
				t.Errorf("players are %s, want %s", text, test.want)
			}
		})
	}
}
