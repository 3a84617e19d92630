package compare

import (
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/engine/must"
)

var formNames = []string{"", "/flip", "/mirror", "/turn"}

// formRun makes a run of positions P.01 … in four forms under nodes=20000. Solves returns the nodes after which
// a form is solved, 0 for an unsolved one.
func formRun(positions int, solves func(position, form int) uint64) *bench.Run {
	run := &bench.Run{Schema: bench.Schema, Suite: bench.SuiteRef{Name: "wac", Digest: "d", Count: 4 * positions, Forms: 4}, Limits: "nodes=20000", Complete: true}
	for i := range positions {
		for form, name := range formNames {
			run.Outcomes = append(run.Outcomes, searched(fmt.Sprintf("P.%02d%s", i+1, name), form, solves(i, form)))
		}
	}
	return run
}

// searched returns a form under nodes=20000 that is solved after some nodes, 0 for one that is missed.
func searched(id string, form int, nodes uint64) bench.Outcome {
	o := bench.Outcome{ID: id, Verdict: bench.Missed, Want: "Qg6", Best: "Rb7", Nodes: 20_000, SelDepth: form}
	if nodes > 0 {
		o.Verdict, o.Best, o.Stable = bench.Solved, "Qg6", &bench.Point{Depth: 5, Nodes: nodes}
		o.Found = o.Stable
	}
	return o
}

// crashed returns a run with a fault in some forms.
func crashed(run *bench.Run, forms ...int) *bench.Run {
	for _, i := range forms {
		run.Outcomes[i] = bench.Outcome{ID: run.Outcomes[i].ID, Want: "Qg6", Verdict: bench.Faulted, Fault: bench.FaultSignal}
	}
	return run
}

// under returns a run under other limits.
func under(limits string, run *bench.Run) *bench.Run {
	run.Limits = limits
	return run
}

// withEach changes each outcome of a run.
func withEach(run *bench.Run, change func(o *bench.Outcome)) *bench.Run {
	for i := range run.Outcomes {
		change(&run.Outcomes[i])
	}
	return run
}

// chaotic solves with nodes that are drawn anew for each seed, and by a factor more.
func chaotic(seed uint64, factor float64) func(int, int) uint64 {
	random := rand.New(rand.NewPCG(15, seed))
	return func(position, _ int) uint64 {
		nodes := factor * 500 * math.Exp(float64(position%7)/2+0.3*random.NormFloat64())
		if nodes >= 20_000 {
			return 0
		}
		return uint64(nodes)
	}
}

// judgeForms compares two runs and gives the only gate.
func judgeForms(t *testing.T, base, head *bench.Run, gate Gate) (*Comparison, Result) {
	t.Helper()
	c := must.Get(Compare(base, head, gate, Evidence{}))(t)
	return c, c.Gates[0]
}

func formGate(axis Axis) Gate { return Gate{Axis: axis, Total: Unlimited, Position: Unlimited} }

// TestFormsTactics: a neutral change passes although single forms are lost, and one that costs more than is
// allowed fails. One in between is undecided, with the number of forms that would decide.
func TestFormsTactics(t *testing.T) {
	solution := Growth(300)
	wide := formGate(Tactics)
	wide.Solution = &solution
	tight, least := wide, Growth(1)
	tight.LostForms = &least
	for _, test := range []struct {
		name   string
		factor float64
		gate   Gate
		want   Verdict
		reason string
	}{
		{"re-rolled", 1, wide, Pass, "over 70 positions in 280 forms (allowed: +30%)"},
		{"re-rolled, and nothing may be lost", 1, tight, Undecided, "(allowed: 0.1%)"},
		{"a little slower", 1.1, wide, Pass, "nodes to the solution +"},
		{"much slower", 2, wide, Fail, " positions and more in 0"},
		{"near what is allowed", 1.3, wide, Undecided, "would"},
		{"sooner", 0.5, formGate(Tactics), Pass, "(allowed: +3%)"},
		{"slower than the default allows", 1.4, formGate(Tactics), Fail, "(allowed: +3%)"},
	} {
		_, r := judgeForms(t, formRun(70, chaotic(1, 1)), formRun(70, chaotic(2, test.factor)), test.gate)
		if text := strings.Join(r.Reasons, "; "); r.Axis != Tactics || r.Verdict != test.want || !strings.Contains(text, test.reason) {
			t.Errorf("%s: %s %s: %s", test.name, r.Axis, r.Verdict, text)
		}
	}
}

// lostForms solves all but some forms of the first positions, with nodes that differ between
// the forms as much as those of draws.
func lostForms(lost ...int) func(int, int) uint64 {
	return func(position, form int) uint64 {
		if position < len(lost) && form < lost[position] {
			return 0
		}
		return [...]uint64{1000, 400, 2500, 6000}[form%4]
	}
}

func TestFormsZugzwang(t *testing.T) {
	base := formRun(26, lostForms())
	for _, test := range []struct {
		name  string
		lost  []int
		want  Verdict
		named string
	}{
		{"nothing", nil, Pass, ""},
		{"one form", []int{1}, Pass, ""},
		{"one form of each of two", []int{1, 1}, Undecided, ""},
		{"one form of each of five", []int{1, 1, 1, 1, 1}, Undecided, ""},
		{"three forms and one and one", []int{3, 1, 1}, Undecided, ""},
		{"one position", []int{4}, Undecided, "P.01"},
		{"two positions", []int{4, 1, 4}, Fail, "P.01 P.03"},
	} {
		c, r := judgeForms(t, base, formRun(26, lostForms(test.lost...)), formGate(Zugzwang))
		named := strings.Join(r.Positions, " ")
		if r.Axis != Zugzwang || r.Verdict != test.want || named != test.named {
			t.Errorf("%s: %s %s, positions %q: %q", test.name, r.Axis, r.Verdict, named, r.Reasons)
		}
		if len(c.Lost)+len(c.Gained) > 0 || len(c.Forms.SolvedFormsChanged) != len(test.lost) {
			t.Errorf("%s: %d lost, %d gained, moved %+v", test.name, len(c.Lost), len(c.Gained), c.Forms.SolvedFormsChanged)
		}
		if _, r := judgeForms(t, formRun(26, lostForms(test.lost...)), base, formGate(Zugzwang)); r.Verdict != Pass {
			t.Errorf("%s, gained: %s %q", test.name, r.Verdict, r.Reasons)
		}
	}
}

// TestFormsRoles: controls are judged by themselves, and in suites of tactics with the others. Positions
// expected to fail or in quarantine are not judged, whatever the form.
func TestFormsRoles(t *testing.T) {
	base, head := formRun(26, lostForms()), formRun(26, lostForms(4, 4))
	gate := formGate(Zugzwang)
	gate.Control = []string{"P.01", "P.02"}
	c, r := judgeForms(t, base, head, gate)
	if r.Verdict != Pass || c.Forms.Positions != 24 || len(c.Gates) != 2 || c.Gates[1].Axis != Tactics || c.Gates[1].Verdict != Fail {
		t.Errorf("controls: %+v", c.Gates)
	}
	if lost, gained := c.CountFlips(); lost != 2 || gained != 0 || len(c.MovedForms()) != 2 {
		t.Errorf("controls: %d lost, %d gained, moved %+v", lost, gained, c.MovedForms())
	}
	if c, _ := judgeForms(t, base, formRun(26, lostForms(0, 1)), gate); c.Gates[1].Verdict != Undecided {
		t.Errorf("a form of a control: %+v", c.Gates)
	}
	if c, _ := judgeForms(t, formRun(26, lostForms(0, 3, 3)), formRun(26, lostForms(4)), gate); c.Gates[1].Verdict == Pass {
		t.Errorf("a control that is lost, and others gained: %+v", c.Gates)
	}
	if c, _ := judgeForms(t, formRun(26, lostForms(0, 1)), base, gate); c.Gates[1].Verdict != Pass {
		t.Errorf("a form of a control more: %+v", c.Gates)
	}
	gate.Control, head = []string{"P.01"}, formRun(26, func(position, form int) uint64 { return lostForms()(position, form) + 10 })
	c = must.Get(Compare(base, head, gate, Evidence{Tests: 20, Looks: 2}))(t)
	if len(c.Gates) != 2 || c.Gates[1].Verdict != Pass || c.Forms.Changed == 0 {
		t.Errorf("one control that is kept: %+v", c.Gates)
	}
	head = formRun(26, lostForms(4, 4))
	if c := must.Get(Compare(base, head, gate, Evidence{Tests: 20, Looks: 2}))(t); c.Gates[1].Verdict != Inconclusive {
		t.Errorf("one control that is lost: %+v", c.Gates)
	}
	gate = formGate(Tactics)
	gate.Control = []string{"P.01", "P.02"}
	if c, _ := judgeForms(t, base, head, gate); c.Forms.Positions != 26 || len(c.Gates) != 1 {
		t.Errorf("controls of tactics: %+v", c.Gates)
	}
	gate = formGate(Zugzwang)
	gate.ExpectedFail = []string{"P.01"}
	gate.Quarantine, gate.Today = []Quarantine{{ID: "P.02", Reason: "later", Until: "2026-12-31"}}, "2026-11-22"
	c, r = judgeForms(t, base, head, gate)
	if r.Verdict != Pass || c.Forms.Positions != 24 || len(c.Quarantined) != 4 || !c.InQuarantine("P.02/flip") {
		t.Errorf("expected to fail and in quarantine: %+v", r)
	}
	if len(c.UnexpectedPasses)+len(c.UnsolvedByBoth) > 0 {
		t.Errorf("notes: %+v, %+v", c.UnexpectedPasses, c.UnsolvedByBoth)
	}
	c, _ = judgeForms(t, formRun(26, lostForms(4, 4, 4, 3)), formRun(26, lostForms(0, 4, 4, 4)), gate)
	if notes := strings.Join(c.Gates[0].Notes, "; "); !strings.HasPrefix(notes, "P.01: expected to fail and solved now") || !strings.Contains(notes, "P.03: must pass and solved by neither run") || strings.Contains(notes, "/") {
		t.Errorf("notes: %s", notes)
	}
}

// TestFormsNothing: what says nothing is not green, unless nothing changed.
func TestFormsNothing(t *testing.T) {
	unsolved := formRun(3, func(int, int) uint64 { return 0 })
	faulted := crashed(formRun(3, lostForms()), 0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11)
	gate := formGate(Tactics)
	gate.MaxFaults = 12
	other := formRun(3, func(int, int) uint64 { return 0 })
	other.Outcomes[2].Best, other.Outcomes[3].Nodes = "Ra1", 19_999
	mute := withEach(formRun(3, lostForms(1)), func(o *bench.Outcome) { o.Nodes = 0 })
	for _, test := range []struct {
		reason     string
		base, head *bench.Run
	}{
		{"neither run solves a form", unsolved, other},
		{"without a fault", faulted, faulted},
		{"nodes are not reported by both runs", formRun(3, lostForms()), mute},
		{"nodes are not reported by both runs", mute, mute},
	} {
		if _, r := judgeForms(t, test.base, test.head, gate); r.Verdict != Inconclusive || !strings.Contains(r.Reasons[0], test.reason) {
			t.Errorf("%s: %s %q", test.reason, r.Verdict, r.Reasons)
		}
	}
	if _, r := judgeForms(t, unsolved, unsolved, gate); r.Verdict != Pass || !slices.Equal(r.Notes, []string{"neither run solves a form, so nothing can be lost"}) {
		t.Errorf("unsolved and unchanged: %s %q, notes %q", r.Verdict, r.Reasons, r.Notes)
	}
}

// TestFormsLate: forms that were solved late and are lost cost hardly a node, and are
// lost all the same.
func TestFormsLate(t *testing.T) {
	late := func(lost int) *bench.Run {
		return formRun(100, func(position, form int) uint64 {
			if position < lost {
				return 0
			}
			return 19_900
		})
	}
	for lost, want := range map[int]Verdict{0: Pass, 1: Pass, 3: Undecided, 9: Fail, 12: Fail} {
		if _, r := judgeForms(t, late(0), late(lost), formGate(Tactics)); r.Verdict != want {
			t.Errorf("%d positions lost: %s %q", lost, r.Verdict, r.Reasons)
		}
	}
}

// TestFormsSmallerTree: a miss in a smaller tree is no sooner solution.
func TestFormsSmallerTree(t *testing.T) {
	base, head := formRun(40, lostForms()), formRun(40, func(int, int) uint64 { return 0 })
	withEach(head, func(o *bench.Outcome) { o.Nodes = 500 })
	if c, r := judgeForms(t, under("depth=9", base), under("depth=9", head), formGate(Tactics)); r.Verdict != Fail || c.Forms.Solution.Mean <= 0 {
		t.Errorf("%s %q", r.Verdict, r.Reasons)
	}
}

// TestFormsFewPositions: of few positions a loss, however large, is neither green nor
// undecided, and a gate that is off does not hide it.
func TestFormsFewPositions(t *testing.T) {
	gate := formGate(Tactics)
	off := gate
	off.Solution = new(Unlimited)
	tree := func(factor uint64) *bench.Run {
		return withEach(under("depth=9", formRun(2, lostForms())), func(o *bench.Outcome) { o.Nodes *= factor })
	}
	for name, test := range map[string]struct {
		base, head *bench.Run
		gate       Gate
	}{
		"tactics":       {formRun(5, lostForms()), formRun(5, lostForms(4, 4, 4, 4)), gate},
		"nothing asked": {formRun(1, lostForms()), formRun(1, lostForms(4)), off},
		"tree":          {tree(1), tree(10), Gate{Axis: Nodes, Total: 50, Position: Unlimited}},
	} {
		if _, r := judgeForms(t, test.base, test.head, test.gate); r.Verdict != Inconclusive || !strings.Contains(strings.Join(r.Reasons, "; "), "no interval") {
			t.Errorf("%s: %s %q", name, r.Verdict, r.Reasons)
		}
	}
	if _, r := judgeForms(t, formRun(40, lostForms()), formRun(40, lostForms(4, 4, 4, 4, 4, 4, 4, 4, 4, 4)), off); r.Verdict != Fail {
		t.Errorf("nodes to the solution off, and a quarter lost: %s %q", r.Verdict, r.Reasons)
	}
}

// TestFormsUnlike: forms of one number are not compared with those of another.
func TestFormsUnlike(t *testing.T) {
	base, head := formRun(3, lostForms()), formRun(3, lostForms())
	base.Suite.Forms = 0
	if _, err := Compare(base, head, formGate(Tactics), Evidence{}); failure.Of(err) != failure.Baseline || !strings.Contains(err.Error(), "forms is") {
		t.Errorf("%v", err)
	}
}

// TestFormsLimits: runs under limits that nothing reads say nothing.
func TestFormsLimits(t *testing.T) {
	run := under("until tea", formRun(3, lostForms()))
	for _, axis := range []Axis{Tactics, Zugzwang, Nodes} {
		if _, r := judgeForms(t, run, run, Gate{Axis: axis, Total: 50, Position: Unlimited}); r.Verdict != Inconclusive {
			t.Errorf("%s: %s %q", axis, r.Verdict, r.Reasons)
		}
	}
}

// TestFormsByName: ids like those of forms are positions where a suite has no forms.
func TestFormsByName(t *testing.T) {
	base, head := formRun(5, lostForms()), formRun(5, lostForms(0, 3))
	base.Suite.Forms, head.Suite.Forms = 0, 0
	c, r := judgeForms(t, base, head, formGate(Tactics))
	if c.Forms != nil || r.Verdict != Fail || len(c.Lost) != 3 || c.Positions != 20 {
		t.Errorf("%s %q, %d lost of %d positions", r.Verdict, r.Reasons, len(c.Lost), c.Positions)
	}
}

// TestPassesEffect: 5 % are allowed.
func TestPassesEffect(t *testing.T) {
	for _, test := range []struct {
		name                string
		mean, high          float64
		beforeLast, lastOne bool
	}{
		{"half of it, and twice is refuted", 0.025, 0.1, true, true},
		{"half of it, and twice is not refuted", 0.025, 0.101, false, false},
		{"more than half, and all of the interval within", 0.04, 0.05, true, true},
		{"more than half", 0.04, 0.051, false, true},
		{"all of it", 0.05, 0.1, false, true},
		{"more than is allowed", 0.051, 0.06, false, false},
	} {
		for more, want := range map[bool]bool{true: test.beforeLast, false: test.lastOne} {
			c := Comparison{evidence: Evidence{More: more}}
			if got := c.passesEffect(test.mean, test.high, 0.05); got != want {
				t.Errorf("%s, more looks %t: %t", test.name, more, got)
			}
		}
	}
}

// TestFormsTree judges the nodes under a limit by depth.
func TestFormsTree(t *testing.T) {
	tree := func(seed uint64, factor float64) *bench.Run {
		random := rand.New(rand.NewPCG(15, seed))
		return withEach(under("depth=8", formRun(40, lostForms())), func(o *bench.Outcome) {
			o.Nodes = uint64(factor * 10_000 * math.Exp(0.1*random.NormFloat64()))
		})
	}
	gate := Gate{Axis: Nodes, Total: 50, Position: Unlimited}
	lost := tree(2, 2)
	lost.Outcomes = append(formRun(1, lostForms(4)).Outcomes, lost.Outcomes[4:]...)
	if c, r := judgeForms(t, tree(1, 1), lost, gate); r.Verdict != Fail || len(r.Positions) > 0 || c.Forms.SolvedFormsChanged[0].ID != "P.01" {
		t.Errorf("a position is named for its nodes: %+v", r)
	}
	for factor, want := range map[float64]Verdict{0.8: Pass, 1: Pass, 1.05: Pass, 1.07: Undecided, 1.2: Fail} {
		if _, r := judgeForms(t, tree(1, 1), tree(2, factor), gate); r.Axis != Nodes || r.Verdict != want {
			t.Errorf("%v times the nodes: %s %q", factor, r.Verdict, r.Reasons)
		}
	}
	for factor, want := range map[float64]Verdict{1.02: Pass, 1.05: Undecided} {
		if c, err := Compare(tree(1, 1), tree(2, factor), gate, Evidence{More: true, Looks: 2}); err != nil || c.Verdict != want {
			t.Errorf("%v times the nodes in the first of two looks: %v, %+v", factor, err, c.Gates)
		}
	}
	clock := under("movetime=10ms", tree(2, 1))
	off := Gate{Axis: Nodes, Total: Unlimited, Position: Unlimited}
	for reason, test := range map[string]struct {
		run  *bench.Run
		gate Gate
	}{"read a clock": {clock, gate}, "no limit is set": {tree(2, 1), off}} {
		base := *test.run
		if _, r := judgeForms(t, &base, test.run, test.gate); r.Verdict != Inconclusive || !strings.Contains(r.Reasons[0], reason) {
			t.Errorf("%s: %s %q", reason, r.Verdict, r.Reasons)
		}
	}
	off.Speed = new(Growth(30))
	if _, r := judgeForms(t, tree(1, 1), tree(2, 1.2), off); r.Verdict != Pass || !strings.Contains(r.Reasons[0], "not judged: only speed is") {
		t.Errorf("for the race: %s %q", r.Verdict, r.Reasons)
	}
	gate.Axis = Zugzwang
	c, r := judgeForms(t, tree(1, 1), tree(2, 1.2), gate)
	if r.Axis != Zugzwang || r.Verdict != Pass || len(c.Gates) != 2 || c.Gates[1].Verdict != Fail {
		t.Errorf("nodes beside zugzwang: %+v", c.Gates)
	}
	if _, r := judgeForms(t, formRun(40, lostForms()), formRun(40, lostForms()), Gate{Axis: Nodes, Total: 50, Position: Unlimited}); r.Verdict != Inconclusive {
		t.Errorf("nodes that the limit fixes: %s %q", r.Verdict, r.Reasons)
	}
}

// TestFormsRisk: the tests of a whole verdict share its false alarms.
func TestFormsRisk(t *testing.T) {
	base, head := formRun(26, lostForms()), formRun(26, lostForms(4, 2, 1))
	for tests, want := range map[int]Verdict{1: Fail, 100: Undecided} {
		c := must.Get(Compare(base, head, formGate(Zugzwang), Evidence{Tests: tests}))(t)
		if c.Verdict != want {
			t.Errorf("%d tests: %s %q", tests, c.Verdict, c.Gates[0].Reasons)
		}
	}
}

// TestCheckForms: what counts single searches cannot be asked.
func TestCheckForms(t *testing.T) {
	solution := Growth(10)
	for want, gate := range map[string]Gate{
		"":                         {Position: Unlimited, Solution: &solution},
		"lost 2 counts single":     {MaxLost: 2, Position: Unlimited},
		"nodes-position 5% judges": {Position: 50},
		"points 3 count single":    {MinPoints: 3, Position: Unlimited},
		"nodes-floor 7 is for":     {Floor: 7, Position: Unlimited},
		`control names "A/turn", a form (expected the position, "A")`: {Control: []string{"A/turn"}, Position: Unlimited},
		`must-solve names "A/2", a form (expected the position, "A")`: {MustSolve: []string{"A/2"}, Position: Unlimited},
		"lost-forms is of tactics":                                    {Axis: Nodes, Position: Unlimited, LostForms: &solution},
		"nodes-solution judges":                                       {Axis: Zugzwang, Position: Unlimited, Solution: &solution},
	} {
		err := gate.CheckForms()
		if (err == nil) != (want == "") || err != nil && (!strings.Contains(err.Error(), want) || failure.Of(err) != failure.Input) {
			t.Errorf("%+v: %v, want %q", gate, err, want)
		}
	}
	run := formRun(2, lostForms())
	if _, err := Compare(run, run, Gate{MaxLost: 1, Position: Unlimited}, Evidence{}); failure.Of(err) != failure.Input {
		t.Errorf("compared by a gate that counts single searches: %v", err)
	}
}

// TestFormsUnasked: if other forms could not be searched, the results so far count. Positions that look lost and
// were not searched again keep a suite from passing.
func TestFormsUnasked(t *testing.T) {
	for _, test := range []struct {
		name       string
		base, head *bench.Run
		axis       Axis
		want       Verdict
		told       bool
	}{
		{"one form lost", formRun(26, lostForms(0, 1)), formRun(26, lostForms(1)), Zugzwang, Pass, false},
		{"two of a position lost, and more gained", formRun(26, lostForms(0, 2, 2)), formRun(26, lostForms(2)), Zugzwang, Undecided, true},
		{"the same of mates", formRun(80, lostForms(0, 2, 2)), formRun(80, lostForms(2)), Mating, Pass, false},
		{"too many lost", formRun(26, lostForms()), formRun(26, lostForms(4, 4, 4, 4)), Zugzwang, Fail, true},
		{"too few solved", formRun(1, lostForms()), formRun(1, lostForms(1)), Zugzwang, Inconclusive, true},
	} {
		for _, why := range []string{"", "no time is left"} {
			c := must.Get(Compare(test.base, test.head, formGate(test.axis), Evidence{Looks: 2, SkippedReason: why}))(t)
			r, want := c.Gates[0], test.want
			if want == Undecided && why == "" {
				want = Pass
			}
			if r.Verdict != want || slices.Contains(r.Reasons, "no time is left") != (test.told && why != "") {
				t.Errorf("%s, %q: %s %q", test.name, why, r.Verdict, r.Reasons)
			}
		}
	}
}

// TestFreshFaults: a head that fails alone where candidates are searched again has failed. The base excuses faults that a
// second attempt answers by as many of its own, unless the gate is strict.
func TestFreshFaults(t *testing.T) {
	base, head := formRun(26, lostForms()), formRun(26, lostForms(2, 2))
	strict := formGate(Zugzwang)
	strict.Strict = true
	for _, test := range []struct {
		name     string
		gate     Gate
		evidence Evidence
		failed   bool
	}{
		{"head", formGate(Zugzwang), Evidence{FreshFaults: Faults{Repeated: 1}}, true},
		{"head, now and then", formGate(Zugzwang), Evidence{FreshFaults: Faults{Retried: 1}}, true},
		{"base", formGate(Zugzwang), Evidence{FreshBaseFaults: Faults{Repeated: 1, Retried: 1}}, false},
		{"base, strict", strict, Evidence{FreshBaseFaults: Faults{Repeated: 1}}, true},
		{"both, now and then", formGate(Zugzwang), Evidence{FreshFaults: Faults{Retried: 2}, FreshBaseFaults: Faults{Retried: 1}}, false},
		{"both, the head beyond chance", formGate(Zugzwang), Evidence{FreshFaults: Faults{Retried: 11}, FreshBaseFaults: Faults{Retried: 1}}, true},
		{"both, the head each time", formGate(Zugzwang), Evidence{FreshFaults: Faults{Repeated: 1}, FreshBaseFaults: Faults{Retried: 1}}, true},
	} {
		test.evidence.Fresh = []Position{}
		c, err := Compare(base, head, test.gate, test.evidence)
		if err != nil || (c.Verdict == Inconclusive) != test.failed || c.IsUnacceptable() != test.failed {
			t.Errorf("%s: %v, %+v", test.name, err, c.Gates)
		}
	}
}

// TestMustSolveFaults: a position that must be solved and has faults alone is not.
func TestMustSolveFaults(t *testing.T) {
	base, head := formRun(26, lostForms()), crashed(formRun(26, lostForms()), 0, 1, 2, 3)
	gate := formGate(Zugzwang)
	gate.MaxFaults, gate.MustSolve = 4, []string{"P.01"}
	c, err := Compare(base, head, gate, Evidence{})
	if err != nil || c.Verdict != Fail || !strings.Contains(strings.Join(c.Gates[0].Reasons, " "), "P.01 in 0 of 0 forms") {
		t.Errorf("%v, %+v", err, c.Gates)
	}
}

// TestToSolutionSteps: a miss in steps counts as a solution in one more step, whatever was searched in all.
func TestToSolutionSteps(t *testing.T) {
	solved := &bench.Outcome{Verdict: bench.Solved, Nodes: 300, Stable: &bench.Point{Nodes: 200}}
	missed := &bench.Outcome{Verdict: bench.Missed, Nodes: 1550}
	for text, want := range map[string]uint64{"nodes=800": 1550, "nodes=800,steps=4": 1600, "nodes=800,steps=4,stop-when-solved=2": 1600} {
		limits := must.Get(bench.ParseLimits(text))(t)
		if before, now := nodesToSolution(solved, missed, limits); before != 200 || now != want {
			t.Errorf("%s: %d and %d nodes, want 200 and %d", text, before, now, want)
		}
	}
}
