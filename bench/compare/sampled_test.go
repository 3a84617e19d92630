package compare

import (
	"fmt"
	"math"
	"math/rand/v2"
	"reflect"
	"slices"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/must"
)

func option16(value string) engine.Option { return engine.Option{Name: "Hash", Value: value} }

// flips makes two runs under a clock with positions lost, gained and kept.
func flips(t *testing.T, lost, gained int) (base, head *bench.Run) {
	t.Helper()
	b, h := []string{"kept solved x 5"}, []string{"kept solved x 5"}
	for i := range lost {
		b, h = append(b, fmt.Sprintf("l%d solved x 5", i)), append(h, fmt.Sprintf("l%d missed x 5", i))
	}
	for i := range gained {
		b, h = append(b, fmt.Sprintf("g%d missed x 5", i)), append(h, fmt.Sprintf("g%d solved x 5", i))
	}
	base, head = runOf(t, b...), runOf(t, h...)
	base.Limits, head.Limits = "movetime=1s", "movetime=1s"
	return base, head
}

func TestSampledLosses(t *testing.T) {
	tests := []struct {
		name         string
		lost, gained int
		allowed      int
		acquitted    int // of the lost, by further searches
		want         Verdict
		reason       string
	}{
		{"none", 0, 3, 0, 0, Pass, "0 lost and 3 gained at first: McNemar's test gives p = 1.0000 (threshold 0.0100)"},
		{"as allowed", 9, 0, 9, 0, Pass, "9 lost and 0 gained at first: McNemar's test gives p = 0.0020 (threshold 0.0100)"},
		{"may be chance", 6, 0, 0, 0, Inconclusive, "6 lost and 0 gained at first: McNemar's test gives p = 0.0156 (threshold 0.0100)"},
		{"no chance", 7, 0, 0, 0, Fail, "7 lost and 0 gained at first: McNemar's test gives p = 0.0078 (threshold 0.0100)"},
		{"as many gained", 8, 8, 0, 0, Inconclusive, "8 lost and 8 gained at first: McNemar's test gives p = 0.5982 (threshold 0.0100)"},
		{"more gained", 1, 20, 0, 0, Inconclusive, "1 lost and 20 gained at first: McNemar's test gives p = 1.0000 (threshold 0.0100)"},
		{"all acquitted", 3, 0, 0, 3, Pass, "3 more missed once and solved when searched again"},
		{"some acquitted", 8, 0, 0, 7, Fail, "7 more missed once and solved when searched again"},
		{"one left", 3, 0, 0, 2, Inconclusive, "2 more missed once and solved when searched again"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			base, head := flips(t, test.lost, test.gained)
			again := make(map[string]Again)
			for i := range test.lost {
				again[fmt.Sprintf("l%d", i)] = Again{Solved: 2, Of: 4} // not more than half
				if i < test.acquitted {
					again[fmt.Sprintf("l%d", i)] = Again{Solved: 3, Of: 4}
				}
			}
			c := must.Get(Compare(base, head, off(func(g *Gate) { g.MaxLost = test.allowed }), Evidence{Again: again}))(t)
			if r := c.Gates[0]; c.Verdict != test.want || len(r.Reasons) < 2 || r.Reasons[1] != test.reason {
				t.Errorf("got %s %q, want %s %q", c.Verdict, r.Reasons, test.want, test.reason)
			}
			if len(c.Flaky) != test.acquitted || len(c.Lost) != test.lost || len(c.LostUnderClock()) != test.lost-test.acquitted {
				t.Errorf("lost %d, flaky %d, to search again %v", len(c.Lost), len(c.Flaky), c.LostUnderClock())
			}
		})
	}
}

// TestLuckyBase: what the base solves no more often than the head is acquitted, and
// nothing else is. It never condemns.
func TestLuckyBase(t *testing.T) {
	none := Again{}
	tests := []struct {
		name       string
		base, head Again
		want       Verdict
	}{
		{"neither", Again{0, 5}, Again{0, 5}, Pass},
		{"as often", Again{2, 5}, Again{2, 5}, Pass},
		{"as often in fewer", Again{1, 2}, Again{2, 4}, Pass},
		{"more often", Again{2, 5}, Again{1, 5}, Fail},
		{"by the head, whatever the base does", Again{5, 5}, Again{3, 5}, Pass},
		{"base not searched", none, Again{2, 5}, Fail},
		{"head not searched", Again{0, 5}, none, Fail},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			base, head := flips(t, 8, 0)
			evidence := Evidence{Again: make(map[string]Again), BaseAgain: make(map[string]Again)}
			for i := range 8 {
				evidence.Again[fmt.Sprintf("l%d", i)], evidence.BaseAgain[fmt.Sprintf("l%d", i)] = test.head, test.base
			}
			c, err := Compare(base, head, off(func(*Gate) {}), evidence)
			if err != nil || c.Verdict != test.want || (len(c.Flaky) == 8) != (test.want == Pass) {
				t.Errorf("got %v, %v, flaky %d, want %s", told(c), err, len(c.Flaky), test.want)
			}
		})
	}
	base, head := flips(t, 3, 0)
	c, err := Compare(base, head, off(func(*Gate) {}), Evidence{
		Again:     map[string]Again{"l0": {4, 5}, "l1": {0, 5}, "l2": {1, 5}},
		BaseAgain: map[string]Again{"l0": {5, 5}, "l1": {0, 5}, "l2": {5, 5}},
	})
	want := []string{"tactics inconclusive [lost 1 of 4 solved (allowed: 0) 1 more missed once and solved when searched again " +
		"1 more missed once, which the base solves no more often when both search again " +
		"3 lost and 0 gained at first: McNemar's test gives p = 0.1250 (threshold 0.0100) " +
		"limits movetime=1s read a clock or several threads searched: one run cannot tell a loss from chance] [l2] []"}
	if err != nil || !reflect.DeepEqual(told(c), want) {
		t.Errorf("got %q, %v, want %q", told(c), err, want)
	}
}

// TestExactIsNotAcquitted: under exact limits further searches are not read.
func TestExactIsNotAcquitted(t *testing.T) {
	base, head := flips(t, 1, 0)
	base.Limits, head.Limits = "depth=9", "depth=9"
	c, err := Compare(base, head, off(func(*Gate) {}), Evidence{Again: map[string]Again{"l0": {Solved: 4, Of: 4}}})
	if err != nil || c.Verdict != Fail || len(c.Flaky) != 0 || len(c.LostUnderClock()) != 0 {
		t.Errorf("got %v, %v, flaky %v, to search again %v", told(c), err, c.Flaky, c.LostUnderClock())
	}
}

// stable gives the positions of a run solutions that stand since some nodes.
func stable(run *bench.Run, nodes func(i int) uint64) *bench.Run {
	for i := range run.Outcomes {
		run.Outcomes[i].Stable = &bench.Point{Depth: 3, Nodes: nodes(i)}
	}
	return run
}

func solvedLines(n int) (lines []string) {
	for i := range n {
		lines = append(lines, fmt.Sprintf("p%d solved x 1000", i))
	}
	return lines
}

func TestNodesToSolution(t *testing.T) {
	const noise = "nodes to the solution +20.0%%, %s to %s over 20 positions that a side solves (allowed: +%s)"
	tests := []struct {
		name    string
		count   int
		limits  string
		head    func(i int) uint64
		allowed *Growth
		want    Verdict
		reason  string
	}{
		{"at the limit", 20, "nodes=1000", func(int) uint64 { return 1200 }, new(Growth(200)), Pass, "nodes to the solution +20.0% over 20 positions that a side solves (allowed: +20%)"},
		{"beyond", 20, "nodes=1000", func(int) uint64 { return 1201 }, new(Growth(200)), Fail, "nodes to the solution +20.1% over 20 positions that a side solves (allowed: +20%)"},
		{"one up one down", 2, "depth=9", func(i int) uint64 { return []uint64{4000, 250}[i] }, new(Growth(0)), Pass, "nodes to the solution +0.0% over 2 positions that a side solves (allowed: +0%)"},
		{"ended once solved", 2, "depth=9,stop-when-solved=2", func(int) uint64 { return 2000 }, new(Growth(0)), Fail, "nodes to the solution +100.0% over 2 positions that a side solves (allowed: +0%)"},
		{"sure under a clock", 20, "movetime=1s", func(int) uint64 { return 1200 }, new(Growth(100)), Fail, "nodes to the solution +20.0%, +20.0% to +20.0% over 20 positions that a side solves (allowed: +10%)"},
		{"too few under a clock", 7, "movetime=1s", func(int) uint64 { return 1200 }, new(Growth(100)), Inconclusive, "nodes to the solution +20.0%, too few for an interval over 7 positions that a side solves (allowed: +10%)"},
		{"around the limit under a clock", 20, "movetime=1s", func(i int) uint64 { return []uint64{600, 2400}[i%2] }, new(Growth(100)), Inconclusive, fmt.Sprintf(noise, "-23.9%", "+58.0%", "10%")},
		{"below the limit under a clock", 20, "movetime=1s", func(i int) uint64 { return []uint64{600, 2400}[i%2] }, new(Growth(900)), Pass, fmt.Sprintf(noise, "-23.9%", "+58.0%", "90%")},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			base := stable(runOf(t, solvedLines(test.count)...), func(int) uint64 { return 1000 })
			head := stable(runOf(t, solvedLines(test.count)...), test.head)
			base.Limits, head.Limits = test.limits, test.limits
			c := must.Get(Compare(base, head, off(func(g *Gate) { g.Solution = test.allowed }), Evidence{}))(t)
			if r := c.Gates[1]; r.Axis != Nodes || r.Verdict != test.want || r.Reasons[0] != test.reason {
				t.Errorf("got %s %q, want %s %q", r.Verdict, r.Reasons, test.want, test.reason)
			}
		})
	}
}

// TestLostSolutions: a side that does not solve a position counts with the nodes or time
// searched for it, under exact limits and under a clock. So a loss is no gain, and a gain no
// loss. Without that, eight of twenty lost, those found last, would halve the nodes to the
// solution.
func TestLostSolutions(t *testing.T) {
	hard := func(i int) uint64 { return []uint64{100, 900}[i%2] }
	all := solvedLines(20)
	some := make([]string, len(all))
	for i := range some {
		some[i] = all[i]
		if i%2 == 1 && i < 16 {
			some[i] = fmt.Sprintf("p%d missed x 1000", i)
		}
	}
	for _, limits := range []string{"nodes=1000", "nodes=20000", "depth=9", "movetime=1s"} {
		for name, want := range map[string]Verdict{"lost": Fail, "gained": Pass} {
			t.Run(limits+" "+name, func(t *testing.T) {
				base, head := stable(runOf(t, all...), hard), stable(runOf(t, some...), hard)
				for i := range head.Outcomes {
					if head.Outcomes[i].Verdict == bench.Missed {
						head.Outcomes[i].Stable = nil
					} else if i%2 == 1 {
						head.Outcomes[i].Stable.Nodes = 800 // those that are left come sooner
					}
				}
				if name == "gained" {
					base, head = head, base
				}
				base.Limits, head.Limits = limits, limits
				none := Growth(20)
				c := must.Get(Compare(base, head, off(func(g *Gate) { g.MaxLost, g.Solution = 20, &none }), Evidence{}))(t)
				most := math.Log(1000./900) * 8 / 20
				if limits == "nodes=20000" {
					most = math.Log(20000./900) * 8 / 20
				}
				shift := math.Log(c.Solution.Mean) + 2./20*math.Log(900./800)
				if name == "gained" {
					shift = -math.Log(c.Solution.Mean) + 2./20*math.Log(900./800)
				}
				if r := c.Gates[1]; c.Solution.Positions != 20 || math.Abs(shift-most) > 1e-9 || r.Verdict != want && limits != "movetime=1s" || r.Verdict == Pass && want == Fail {
					t.Errorf("%s %q, shift %.4f, want %s, shift %.4f", r.Verdict, r.Reasons, shift, want, most)
				}
			})
		}
	}
}

// TestSampledLevel compares equal engines in reports of three suites under a clock, each judged
// by lost positions and by the nodes to the solution. At most one report in a hundred may fail,
// by all six tests together. 150 reports, 20,000 with ZUGWATCH_SLOW=1.
func TestSampledLevel(t *testing.T) {
	reports := 150
	if must.Slow() {
		reports = 20_000
	}
	var allowed Growth
	gate := off(func(g *Gate) { g.Solution = &allowed })
	evidence := Evidence{Tests: 3 * gate.Tests(false)}
	if evidence.Tests != 6 {
		t.Fatalf("%d tests of three suites, want 6", evidence.Tests)
	}
	random := rand.New(rand.NewPCG(23, 1))
	plain := under("movetime=1s", runOf(t, solvedLines(60)...))
	draw := func(harder float64) *bench.Run {
		run := *plain
		run.Outcomes = slices.Clone(plain.Outcomes)
		for i := range run.Outcomes {
			o := &run.Outcomes[i]
			at := 1000 * math.Exp(2*(float64(i)/30-1)+0.8*random.NormFloat64()) * harder
			if o.Stable = nil; at < float64(o.Nodes) {
				o.Stable = &bench.Point{Depth: 3, Nodes: uint64(at)}
			} else {
				o.Verdict = bench.Missed
			}
		}
		return &run
	}
	fails := func(harder float64) (rate float64) {
		for range reports {
			failed := 0
			for range 3 {
				c := must.Get(Compare(draw(1), draw(harder), gate, evidence))(t)
				failed |= boolToInt(c.Verdict == Fail)
			}
			rate += float64(failed) / float64(reports)
		}
		return rate
	}
	equal, worse := fails(1), fails(2)
	t.Logf("equal engines fail in %.2f %% of %d reports, one that needs twice the nodes in %.1f %%", 100*equal, reports, 100*worse)
	if equal > 0.01+3*math.Sqrt(0.01/float64(reports)) {
		t.Errorf("equal engines fail in %.2f %% of the reports", 100*equal)
	}
	if worse < 0.8 {
		t.Errorf("one that needs twice the nodes fails in %.1f %% of the reports", 100*worse)
	}
}

func TestNoSolutions(t *testing.T) {
	var none Growth
	run := runOf(t, "a missed x 1")
	c, err := Compare(run, run, off(func(g *Gate) { g.Axis, g.Solution = Nodes, &none }), Evidence{})
	want := []string{"nodes inconclusive [no position is solved, so no nodes to a solution can be compared] [] []"}
	if err != nil || !reflect.DeepEqual(told(c), want) {
		t.Errorf("got %q, %v, want %q", told(c), err, want)
	}
}

func TestTimeToSolution(t *testing.T) {
	run := under("movetime=2s", runOf(t, solvedLines(10)...))
	times := func(d time.Duration) *bench.Timing {
		timing := &bench.Timing{Positions: make([]bench.PositionTime, 10)}
		for i := range 9 {
			timing.Positions[i].Stable = d
		}
		return timing
	}
	c, err := Compare(run, run, Gate{}, Evidence{Base: times(time.Second), Head: times(1500 * time.Millisecond)})
	if r := c.SolutionTime; err != nil || r == nil || r.Positions != 9 || math.Abs(r.Mean-1.5) > 1e-9 || math.Abs(r.Low-1.5) > 1e-9 {
		t.Errorf("got %+v, %v", r, err)
	}
	if c, _ := Compare(run, run, Gate{}, Evidence{Base: times(time.Second)}); c.SolutionTime != nil {
		t.Errorf("with one time: got %+v", c.SolutionTime)
	}
}

// TestSolutionAtItsLimit: no rounding fails a growth that is allowed, or lets one
// pass that is not.
func TestSolutionAtItsLimit(t *testing.T) {
	base := stable(runOf(t, solvedLines(3)...), func(int) uint64 { return 1000 })
	for g := Growth(0); g < 500; g += 3 {
		for more, want := range []Verdict{Pass, Fail} {
			head := stable(runOf(t, solvedLines(3)...), func(int) uint64 { return 1000 + uint64(g) + uint64(more) })
			c, err := Compare(base, head, off(func(gate *Gate) { gate.Solution = &g }), Evidence{})
			if err != nil || c.Verdict != want {
				t.Errorf("%d of %s: got %v, %v, want %s", more, g, told(c), err, want)
			}
		}
	}
}
