package compare

import (
	"slices"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/engine/must"
)

// TestUnkept: searches that do not keep an exact limit measure nothing, however they end. A few do no harm, nor
// do more where the gate tolerates them, nor those in which the base misses its limit too.
func TestUnkept(t *testing.T) {
	run := func(limits string, early, late int, solved bool) *bench.Run {
		r := formRun(25, lostForms())
		if !solved {
			r = formRun(25, lostForms(4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4, 4))
		}
		r.Limits = limits
		for i := range r.Outcomes {
			switch {
			case i < early:
				r.Outcomes[i].Ended = bench.Early
			case i < early+late:
				r.Outcomes[i].Ended = bench.Late
			}
		}
		return r
	}
	for _, test := range []struct {
		name       string
		base, head *bench.Run
		tolerated  int
		want       Verdict
		exact      bool
		reason     string
	}{
		{"all kept", run("nodes=20000", 0, 0, true), run("nodes=20000", 0, 0, true), 0, Pass, true, ""},
		{"a few", run("nodes=20000", 0, 0, true), run("nodes=20000", 1, 1, true), 0, Pass, true, ""},
		{"more, and as before", run("nodes=20000", 0, 30, true), run("nodes=20000", 0, 30, true), 0, Pass, true, "every form"},
		{"more, and other losses", run("nodes=20000", 0, 30, true), run("nodes=20000", 0, 30, false), 0, Fail, true, "solved forms 70 to 0"},
		{"most", run("nodes=20000", 0, 60, true), run("nodes=20000", 0, 60, false), 0, Inconclusive, true, "base and head overran limits nodes=20000 in 60 of 100 searches, so that nothing is measured"},
		{"early", run("nodes=20000", 40, 0, true), run("nodes=20000", 40, 0, false), 0, Fail, true, "solved forms"},
		{"of the head", run("nodes=20000", 0, 0, true), run("nodes=20000", 0, 3, false), 0, Inconclusive, false, "3 of 100 searches of the head did not keep limits nodes=20000, so that nothing is measured: 3 overran them (expected limits that the engine keeps, such as depth=8; zugwatch doctor tries them)"},
		{"more, and lost", run("depth=9", 0, 0, true), run("depth=9", 90, 0, false), 0, Inconclusive, false, "90 of 100 searches of the head did not keep limits depth=9"},
		{"of the base", run("nodes=20000", 0, 100, false), run("nodes=20000", 0, 0, true), 0, Inconclusive, false, "100 of 100 searches of the base did not keep"},
		{"tolerated", run("nodes=20000", 0, 0, true), run("nodes=20000", 0, 9, false), 9, Fail, false, ""},
		{"under a clock", run("movetime=1s", 0, 90, true), run("movetime=1s", 0, 90, true), 0, Pass, false, ""},
	} {
		gate := formGate(Zugzwang)
		gate.MaxMissedLimits = test.tolerated
		c, r := judgeForms(t, test.base, test.head, gate)
		if c.Verdict != test.want || c.Exact != test.exact || !strings.HasPrefix(r.Reasons[0], test.reason) {
			t.Errorf("%s: %s, exact %t, %q", test.name, c.Verdict, c.Exact, r.Reasons)
		}
		if c.Verdict == Inconclusive && len(r.Positions) > 0 {
			t.Errorf("%s: names %q", test.name, r.Positions)
		}
	}
	nodes := formGate(Nodes)
	for early, want := range map[int]bool{10: false, 11: true} {
		c, r := judgeForms(t, run("depth=9", 0, 0, true), run("depth=9", early, 0, false), nodes)
		if got := strings.Contains(strings.Join(r.Reasons, "; "), "searches more than the base long before"); got != want || want && c.Verdict != Inconclusive {
			t.Errorf("%d more early: %s, %q", early, c.Verdict, r.Reasons)
		}
	}
	gate := formGate(Zugzwang)
	gate.Exact = true
	c, _ := judgeForms(t, run("nodes=20000", 0, 0, true), run("nodes=20000", 0, 9, true), gate)
	if last := c.Gates[len(c.Gates)-1]; last.Axis != Exact || last.Verdict != Inconclusive || c.Identity.Change != Unknown {
		t.Errorf("asked whether anything changed: %+v, %s", last, c.Identity.Change)
	}
}

// TestLeftOut: a note tells of the forms that have no say. Under a strict gate they have one.
func TestLeftOut(t *testing.T) {
	late := formRun(25, lostForms())
	for i := range 30 {
		late.Outcomes[i].Ended = bench.Late
	}
	gate := formGate(Zugzwang)
	c, r := judgeForms(t, late, late, gate)
	if want := "base and head overran limits nodes=20000 in 30 searches, left out (hint: zugwatch doctor finds limits that the engine keeps; strict: true fails them)"; !slices.Contains(r.Notes, want) || c.Forms.SolvedBase != 70 {
		t.Errorf("notes %q, %d solved", r.Notes, c.Forms.SolvedBase)
	}
	gate.Strict = true
	moved := formRun(25, lostForms(1))
	for i := range 30 {
		moved.Outcomes[i].Ended = bench.Late
	}
	if c, _ := judgeForms(t, late, moved, gate); c.Verdict != Inconclusive {
		t.Errorf("strict: %s", c.Verdict)
	}
}

// TestExercised: a pass that few searches reach is inconclusive where the gate asks for more.
func TestExercised(t *testing.T) {
	base, head := formRun(25, lostForms()), formRun(25, lostForms())
	head.Outcomes[7].Nodes += 5
	gate := formGate(Zugzwang)
	for least, want := range map[Growth]Verdict{0: Pass, 10: Pass, 20: Inconclusive} {
		gate.MinExercised = least
		c, r := judgeForms(t, base, head, gate)
		if e := ExercisedBy(c); c.Verdict != want || e.String() != "1 of 100 searches (1.0 %)" || e.IsHardlyExercised() {
			t.Errorf("least %s: %s, exercised %s, %q", least, c.Verdict, e, r.Reasons)
		}
	}
	if e := (Exercised{Differ: 3, Of: 4250}); !e.IsHardlyExercised() || e.String() != "3 of 4250 searches (0.1 %)" {
		t.Errorf("%s: hardly exercised %t", e, e.IsHardlyExercised())
	}
	if (Exercised{Of: 4250}).IsHardlyExercised() {
		t.Error("identical is hardly exercised")
	}
}

// TestBrokenForms: faults that are tolerated are lost positions where the base has them.
func TestBrokenForms(t *testing.T) {
	base, head := formRun(25, lostForms(4)), formRun(25, lostForms(4))
	for i := range 40 {
		crashed(head, i)
	}
	for _, axis := range []Axis{Tactics, Zugzwang, Mating} {
		for tolerated, want := range map[int]Verdict{100: Fail, 0: Inconclusive} {
			gate := formGate(axis)
			gate.MaxFaults = tolerated
			c, r := judgeForms(t, base, head, gate)
			if c.Verdict != want || tolerated > 0 && (c.Forms.SolvedBase-c.Forms.SolvedHead != 36 || len(r.Positions) != 9) {
				t.Errorf("%s, %d tolerated: %s %q, %d to %d, names %v", axis, tolerated, c.Verdict, r.Reasons, c.Forms.SolvedBase, c.Forms.SolvedHead, r.Positions)
			}
		}
	}
}

// TestBlunt: what keeps a gate from failing is told.
func TestBlunt(t *testing.T) {
	base := runOf(t, "a solved Qg6 100", "b solved Qg6 1000", "c missed Rb7 100")
	for _, test := range []struct {
		gate Gate
		want string
	}{
		{Gate{MaxLost: 1, MaxFaults: 2, MaxMissedLimits: 2, ExpectedFail: []string{"c"}}, ""},
		{Gate{MaxLost: 2}, "lost: 2 is as many as the base solves (2), so that no loss can fail"},
		{Gate{MaxLost: 1, Control: []string{"a"}}, ""},
		{Gate{Axis: Zugzwang, MaxLost: 1, Control: []string{"a"}}, "lost: 1 is as many as the base solves (1), so that no loss can fail"},
		{Gate{MaxFaults: 3}, "faults: 3 is as many as there are searches (3), so that no fault can fail"},
		{Gate{MaxMissedLimits: 3}, "missed-limits: 3 is as many as there are searches (3), so that no limit has to be kept"},
		{Gate{ExpectedFail: []string{"b", "c"}}, "expected-fail excuses what the base solves: b"},
		{Gate{Today: "2026-11-22", Quarantine: []Quarantine{{"a", "flaky", "2027-11-23"}}}, ""},
		{Gate{Today: "2026-11-22", Quarantine: []Quarantine{{"a", "flaky", "2027-11-24"}}}, "quarantine of a lasts until 2027-11-24, more than a year"},
	} {
		test.gate.Total, test.gate.Position = Unlimited, Unlimited
		c := must.Get(Compare(base, base, test.gate, Evidence{}))(t)
		if got := strings.Join(c.Ineffective, "; "); got != test.want {
			t.Errorf("%+v: %q, want %q", test.gate, got, test.want)
		}
	}
	gate := formGate(Tactics)
	gate.ExpectedFail = []string{"P.01", "P.02"}
	run := formRun(25, lostForms(1))
	if c, _ := judgeForms(t, run, run, gate); len(c.Ineffective) != 1 || c.Ineffective[0] != "expected-fail excuses what the base solves: P.02" {
		t.Errorf("forms: %q", c.Ineffective)
	}
}

// TestSpendsUnequally: sides that look at a limit by nodes in steps of other sizes do not spend the same, which forms show that
// both miss.
func TestSpendsUnequally(t *testing.T) {
	run := func(missed int, nodes uint64, ended bench.End) *bench.Run {
		r := &bench.Run{Limits: "nodes=5000"}
		for i := range 20 {
			o := bench.Outcome{Verdict: bench.Solved, Nodes: 100}
			if i < missed {
				o = bench.Outcome{Verdict: bench.Missed, Nodes: nodes + uint64(i), Ended: ended}
			}
			r.Outcomes = append(r.Outcomes, o)
		}
		return r
	}
	for _, test := range []struct {
		name       string
		base, head *bench.Run
		want       bool
	}{
		{"equal", run(MinInterval, 5000, bench.InLimit), run(MinInterval, 5000, bench.InLimit), false},
		{"nearly equal", run(MinInterval, 5000, bench.InLimit), run(MinInterval, 5400, bench.InLimit), false},
		{"the head spends more", run(MinInterval, 5000, bench.InLimit), run(MinInterval, 6000, bench.InLimit), true},
		{"the base spends more", run(MinInterval, 6000, bench.InLimit), run(MinInterval, 5000, bench.InLimit), true},
		{"the head spends less than the limit", run(MinInterval, 5000, bench.InLimit), run(MinInterval, 3000, bench.InLimit), false},
		{"both go beyond it alike", run(MinInterval, 9000, bench.InLimit), run(MinInterval, 9000, bench.InLimit), false},
		{"too few", run(MinInterval-1, 5000, bench.InLimit), run(MinInterval, 9000, bench.InLimit), false},
		{"ended early", run(MinInterval, 5000, bench.InLimit), run(MinInterval, 900, bench.Early), false},
	} {
		if got := SpendsUnequally(test.base, test.head); got != test.want {
			t.Errorf("%s: %t", test.name, got)
		}
	}
}
