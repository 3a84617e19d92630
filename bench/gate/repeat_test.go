package gate

import (
	"slices"
	"testing"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/engine/must"
)

// TestRepeatable: a named position without a smallest search is reported with the search that lost it, behind
// a prelude if no other form shows it. A smallest search stays.
func TestRepeatable(t *testing.T) {
	r := quietRunner(t, nameSettings)
	suite := must.Get(must.Get(r.Config.Open(r.Config.Suites[0]))(t).Filter("ZUG.001", "ZUG.003", "ZUG.005"))(t)
	base, head := new(bench.Run), new(bench.Run)
	head.Suite.Forms = suite.InForms
	for i := range suite.Records {
		id := suite.Records[i].Key()
		b, h := bench.Outcome{ID: id, Verdict: bench.Solved}, bench.Outcome{ID: id, Verdict: bench.Solved}
		switch id {
		case "ZUG.001": // which the base does not solve either
			b.Verdict, h.Verdict = bench.Missed, bench.Missed
		case "ZUG.001/mirror", "ZUG.001/turn", "ZUG.003/flip2", "ZUG.005":
			h.Verdict = bench.Missed
		}
		base.Outcomes, head.Outcomes = append(base.Outcomes, b), append(head.Outcomes, h)
	}
	smallest := &compare.Repeat{ID: "ZUG.005/turn", Depth: 9, Go: "go depth 9"}
	for limit, want := range map[string][2]string{ // the command, and that of the prelude
		"nodes=20000": {"go nodes 20000", "go depth 5 nodes 20000"}, "nodes=20000,stop-when-solved=3": {"go nodes 20000", "go depth 5 nodes 20000"},
		"nodes=64000,steps=4": {"go nodes 64000", "go depth 5 nodes 64000"}, "depth=9,nodes=20000": {"go depth 9 nodes 20000", "go depth 5 nodes 20000"},
		"depth=3": {"go depth 3", "go depth 3"}, "cputime=100ms": {"go infinite, stop at cputime=100ms", "go depth 5"},
	} {
		command, prelude := want[0], want[1]
		j := new(job)
		j.config.Limit = must.Get(bench.ParseLimits(limit))(t)
		named := []compare.Position{{ID: "ZUG.003"}, {ID: "ZUG.001"}, {ID: "ZUG.005", Repeat: smallest}}
		j.addRepeats(&Trial{Suite: suite, Base: base, Run: head, Comparison: &compare.Comparison{Forms: &compare.Forms{Named: named}}})
		for i, want := range []string{"ZUG.003/flip2", "ZUG.001/mirror"} {
			found := named[i].Repeat
			if found == nil || found.ID != want || found.Go != command || found.Depth != 0 || (found.Prelude != "") != (i == 0) || found.Prelude != "" && found.PreludeGo != prelude {
				t.Fatalf("%s: %s: %+v, want %s by %s", limit, named[i].ID, found, want, command)
			}
			at := slices.IndexFunc(head.Outcomes, func(o bench.Outcome) bool { return o.ID == want })
			if found.FEN != suite.Records[at].Position.String() {
				t.Errorf("%s: %s", want, found.FEN)
			}
		}
		if named[2].Repeat != smallest {
			t.Errorf("%s: %+v", limit, named[2].Repeat)
		}
	}
	new(job).addRepeats(&Trial{})
	new(job).addRepeats(&Trial{Comparison: new(compare.Comparison)})
}
