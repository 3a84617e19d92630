package compare

import (
	"fmt"
	"math"
	"reflect"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/must"
)

// outcome reads "id verdict move nodes", with a fault as the verdict for a
// faulted one.
func outcome(t testing.TB, text string) bench.Outcome {
	t.Helper()
	var o bench.Outcome
	var verdict string
	if _, err := fmt.Sscan(text, &o.ID, &verdict, &o.Best, &o.Nodes); err != nil {
		t.Fatalf("outcome %q: %v", text, err)
	}
	o.Want = "Qg6"
	if fault, err := bench.ParseFault(verdict); err == nil {
		return bench.Outcome{ID: o.ID, Want: o.Want, Verdict: bench.Faulted, Fault: fault}
	}
	must.Do(t, o.Verdict.UnmarshalText([]byte(verdict)))
	if o.Verdict == bench.Measured {
		o.Want = ""
	}
	return o
}

// runOf makes a run under a depth limit of lines as outcome reads them.
func runOf(t testing.TB, lines ...string) *bench.Run {
	t.Helper()
	run := &bench.Run{
		Schema: bench.Schema, Engine: engine.ID{Name: "Zug", Version: "1"},
		Suite: bench.SuiteRef{Name: "wac", Digest: "d", Count: len(lines)}, Limits: "depth=9", Complete: true,
	}
	for _, line := range lines {
		run.Outcomes = append(run.Outcomes, outcome(t, line))
	}
	return run
}

func ids(changes []Change) string { return strings.Join(changeNames(changes), " ") }

func TestLists(t *testing.T) {
	base := runOf(t,
		"lost solved Qg6 100", "kept solved Qg6 100", "gained missed Rb7 100", "still missed Rb7 100",
		"other missed Rb7 100", "broken solved Qg6 100", "mended crash-exit - 0", "bad crash-exit - 0",
		"measured measured e4 100", "played measured e4 100")
	head := runOf(t,
		"lost missed Rb7 300", "kept solved Qg6 100", "gained solved Qg6 50", "still missed Rb7 100",
		"other missed Ra1 400", "broken internal - 0", "mended solved Qg6 100", "bad internal - 0",
		"measured measured e4 25", "played measured d4 100")
	c := must.Get(Compare(base, head, Gate{}, Evidence{}))(t)
	got := map[string]string{
		"lost": ids(c.Lost), "gained": ids(c.Gained), "replayed": ids(c.OtherMove),
		"broken": ids(c.Broken), "mended": ids(c.Fixed), "moved": ids(c.NodesChanged),
	}
	want := map[string]string{
		"lost": "lost", "gained": "gained", "replayed": "other played",
		"broken": "broken", "mended": "mended", "moved": "other lost gained measured",
	}
	if !reflect.DeepEqual(got, want) {
		t.Errorf("lists:\n got %v\nwant %v", got, want)
	}
	if c.Lost[0].Index != 0 || c.Lost[0].Base.Best != "Qg6" || c.Lost[0].Head.Best != "Rb7" {
		t.Errorf("lost: got %+v", c.Lost[0])
	}
	work := c.Work
	if work.Positions != 7 || work.Base != 700 || work.Head != 1075 || work.Same != 3 {
		t.Errorf("work: got %+v", work)
	}
	if want := math.Pow(3*0.5*4*0.25, 1.0/7); math.Abs(work.GeoMean-want) > 1e-12 {
		t.Errorf("geometric mean: got %v, want %v", work.GeoMean, want)
	}
	if c.Base.Totals.Nodes != 800 || c.Head.Totals.Nodes != 1175 {
		t.Errorf("signature: got %+v, %+v", c.Base.Totals, c.Head.Totals)
	}
}

func TestEqualRuns(t *testing.T) {
	run := runOf(t, "a solved Qg6 100", "b missed Rb7 7", "c measured e4 0")
	c := must.Get(Compare(run, run, Gate{}, Evidence{}))(t)
	if c.Verdict != Pass || len(c.NodesChanged)+len(c.OtherMove)+len(c.Differences) != 0 || c.Work.Same != 3 || c.Work.GeoMean != 1 {
		t.Errorf("got %+v", c)
	}
	for name, list := range map[string][]Change{"lost": c.Lost, "gained": c.Gained, "replayed": c.OtherMove, "broken": c.Broken, "mended": c.Fixed, "moved": c.NodesChanged} {
		if list == nil {
			t.Errorf("%s is nil", name)
		}
	}
}

func TestOrderOfMovers(t *testing.T) {
	base := runOf(t, "a solved x 10", "b solved x 0", "c solved x 1000", "d solved x 9223372036854775807", "e solved x 20", "f solved x 5")
	head := runOf(t, "a solved x 20", "b solved x 1", "c solved x 0", "d solved x 9223372036854775806", "e solved x 40", "f solved x 500")
	c := must.Get(Compare(base, head, Gate{}, Evidence{}))(t)
	if got, want := ids(c.NodesChanged), "b f a e d c"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
}

// TestMovers: nodes beyond a limit that ended both searches say nothing.
func TestMovers(t *testing.T) {
	base := runOf(t, "both solved x 1000", "before solved x 1003", "after solved x 400", "neither solved x 500")
	head := runOf(t, "both solved x 1003", "before solved x 400", "after solved x 1000", "neither solved x 400")
	for limits, want := range map[string]string{"nodes=1000": "after neither before", "depth=9": "after both neither before"} {
		base.Limits, head.Limits = limits, limits
		c := must.Get(Compare(base, head, Gate{}, Evidence{}))(t)
		if got := ids(c.ChangedNodes()); got != want || len(c.NodesChanged) != 4 {
			t.Errorf("%s: got %q of %d, want %q", limits, got, len(c.NodesChanged), want)
		}
	}
}

// off returns a gate that judges the solved positions alone, with a change to it.
func off(change func(*Gate)) Gate {
	g := Gate{Total: Unlimited, Position: Unlimited}
	change(&g)
	return g
}

// solved is the run that most tests begin with.
const solved = "a solved x 100, b solved x 1000, c missed x 100"

// gateTest is a pair of runs and what a gate says to it.
type gateTest struct {
	name       string
	base, head string // lines with commas between
	gate       Gate
	limits     string
	verdict    Verdict
	want       string // what the gates say
}

func runGates(t *testing.T, tests []gateTest) {
	t.Helper()
	for _, test := range tests {
		base, head := runOf(t, strings.Split(test.base, ", ")...), runOf(t, strings.Split(test.head, ", ")...)
		base.Limits, head.Limits = test.limits, test.limits
		c := must.Get(Compare(base, head, test.gate, Evidence{}))(t)
		var got []string
		for _, r := range c.Gates {
			got = append(got, fmt.Sprintf("%s %s %v %v", r.Axis, r.Verdict, r.Reasons, r.Positions))
		}
		if told := strings.Join(got, "; "); c.Verdict != test.verdict || told != test.want {
			t.Errorf("%s: verdict %s, want %s:\n got %q\nwant %q", test.name, c.Verdict, test.verdict, told, test.want)
		}
	}
}

func TestGateOnSolved(t *testing.T) {
	plain := off(func(*Gate) {})
	runGates(t, []gateTest{
		{"nothing lost", solved, solved, plain, "depth=9", Pass, "tactics pass [lost 0 of 2 solved (allowed: 0)] []"},
		{"one lost", solved, "a missed x 100, b solved x 1000, c solved x 100", plain, "depth=9", Fail, "tactics fail [lost 1 of 2 solved (allowed: 0)] [a]"},
		{"one lost is allowed", solved, "a missed x 100, b solved x 1000, c missed x 100", off(func(g *Gate) { g.MaxLost = 1 }), "depth=9", Pass, "tactics pass [lost 1 of 2 solved (allowed: 1)] []"},
		{"lost in zugzwang", solved, "a missed x 100, b missed x 1000, c missed x 100", off(func(g *Gate) { g.Axis, g.MaxLost = Zugzwang, 1 }), "depth=9", Fail, "zugzwang fail [lost 2 of 2 solved (allowed: 1)] [a b]"},
		{"lost under a clock", solved, "a missed x 100, b solved x 1000, c missed x 100", plain, "movetime=1s", Inconclusive, "tactics inconclusive [lost 1 of 2 solved (allowed: 0) 1 lost and 0 gained at first: McNemar's test gives p = 0.5000 (threshold 0.0100) limits movetime=1s read a clock or several threads searched: one run cannot tell a loss from chance] [a]"},
		{"nothing lost under a clock", solved, solved, plain, "movetime=1s", Pass, "tactics pass [lost 0 of 2 solved (allowed: 0)] []"},
	})
}

func TestGateOnDoubt(t *testing.T) {
	plain := off(func(*Gate) {})
	runGates(t, []gateTest{
		{"a fault is no loss and no pass", solved, "a crash-exit - 0, b solved x 1000, c missed x 100", plain, "depth=9", Inconclusive, "tactics inconclusive [lost 0 of 2 solved (allowed: 0) 1 with a fault (allowed: 0)] []"},
		{"a fault is allowed", solved, "a crash-exit - 0, b solved x 1000, c missed x 100", off(func(g *Gate) { g.MaxFaults = 1 }), "depth=9", Fail, "tactics fail [lost 1 of 2 solved (allowed: 0)] [a]"},
		{"a fault is allowed where the base has no answer either", solved, "a solved x 100, b solved x 1000, c crash-exit - 0", off(func(g *Gate) { g.MaxFaults = 1 }), "depth=9", Pass, "tactics pass [lost 0 of 2 solved (allowed: 0)] []"},
		{"a fault does not hide a loss", solved, "a crash-exit - 0, b missed x 1000, c missed x 100", plain, "depth=9", Fail, "tactics fail [lost 1 of 2 solved (allowed: 0) 1 with a fault (allowed: 0)] [b]"},
		{"a fault of the base", "a crash-exit - 0, b solved x 1000", "a missed x 5, b solved x 1000", plain, "depth=9", Inconclusive, "tactics inconclusive [lost 0 of 1 solved (allowed: 0) 1 of the base with a fault] []"},
		{"nothing to lose", "a missed x 5, b measured x 5", "a missed x 5, b measured x 5", plain, "depth=9", Inconclusive, "tactics inconclusive [lost 0 of 0 solved (allowed: 0) neither run solves a position, so nothing can be lost] []"},
		{"only gained", "a missed x 5", "a solved x 5", plain, "depth=9", Pass, "tactics pass [lost 0 of 0 solved (allowed: 0)] []"},
		{"the zero gate allows no node more", solved, "a solved x 101, b solved x 999, c missed x 101", Gate{}, "depth=9", Fail, "tactics pass [lost 0 of 2 solved (allowed: 0)] []; nodes fail [total 1200 to 1201, +0.1% (allowed: +0%) 2 of 3 positions grew by more than 0%] [a c]"},
	})
}

func TestGateOnNodes(t *testing.T) {
	runGates(t, []gateTest{
		{"total at the limit", solved, "a solved x 220, b solved x 1000, c missed x 100", off(func(g *Gate) { g.Axis, g.Total = Nodes, 100 }), "depth=9", Pass, "nodes pass [total 1200 to 1320, +10.0% (allowed: +10%)] []"},
		{"total beyond the limit", solved, "a solved x 221, b solved x 1000, c missed x 100", off(func(g *Gate) { g.Axis, g.Total = Nodes, 100 }), "depth=9", Fail, "nodes fail [total 1200 to 1321, +10.1% (allowed: +10%)] []"},
		{"position beyond the limit", solved, "a solved x 151, b solved x 400, c missed x 150", off(func(g *Gate) { g.Axis, g.Position = Nodes, 500 }), "depth=9", Fail, "nodes fail [1 of 3 positions grew by more than 50%] [a]"},
		{"small positions have a floor", solved, "a solved x 300, b solved x 1500, c missed x 301", off(func(g *Gate) { g.Axis, g.Position, g.Floor = Nodes, 500, 200 }), "depth=9", Fail, "nodes fail [1 of 3 positions grew by more than 50%] [c]"},
		{"losses are not judged on the axis of nodes", solved, "a missed x 100, b missed x 1000, c missed x 100", off(func(g *Gate) { g.Axis, g.Total = Nodes, 0 }), "depth=9", Pass, "nodes pass [total 1200 to 1200, +0.0% (allowed: +0%)] []"},
		{"nodes under a clock", solved, "a solved x 999, b solved x 1000, c missed x 100", off(func(g *Gate) { g.Axis, g.Total = Nodes, 0 }), "depth=9,cputime=1s", Inconclusive, "nodes inconclusive [total 1200 to 2099, +74.9% (allowed: +0%) limits depth=9,cputime=1s read a clock or several threads searched: one run cannot tell a loss from chance] []"},
		{"a fault leaves the nodes open", solved, "a crash-exit - 0, b solved x 1000, c missed x 100", off(func(g *Gate) { g.Axis, g.Total = Nodes, 0 }), "depth=9", Inconclusive, "nodes inconclusive [total 1100 to 1100, +0.0% (allowed: +0%) 1 with a fault (allowed: 0)] []"},
	})
}

func TestGateOnNothing(t *testing.T) {
	runGates(t, []gateTest{
		{"no limit on nodes", solved, solved, off(func(g *Gate) { g.Axis = Nodes }), "depth=9", Inconclusive, "nodes inconclusive [no limit is set, so nothing can fail] []"},
		{"the suite is for the race", solved, solved, off(func(g *Gate) { g.Axis, g.Speed = Nodes, new(Growth(30)) }), "depth=9", Pass, "nodes pass [total 1200 to 1200, +0.0% (not judged: only speed is)] []"},
		{"no race either", solved, solved, off(func(g *Gate) { g.Axis, g.Speed = Nodes, new(Unlimited) }), "depth=9", Inconclusive, "nodes inconclusive [no limit is set, so nothing can fail] []"},
		{"nodes fixed by the limit", solved, solved, off(func(g *Gate) { g.Axis, g.Total = Nodes, 0 }), "nodes=1000", Inconclusive, "nodes inconclusive [total 1200 to 1200, +0.0% (allowed: +0%) limits nodes=1000 fix the nodes, so no growth can show] []"},
		{"ended once solved", solved, solved, off(func(g *Gate) { g.Axis, g.Total, g.Position = Nodes, 0, 0 }), "depth=9,stop-when-solved=3", Inconclusive, "nodes inconclusive [limits depth=9,stop-when-solved=3 end a search once it is solved, so nodes say nothing] []"},
		{"no nodes reported", "a solved x 0", "a solved x 0", off(func(g *Gate) { g.Axis, g.Total = Nodes, 0 }), "sd", Inconclusive, "nodes inconclusive [total 0 to 0, no base (allowed: +0%) nodes are not reported by both runs] []"},
	})
}
