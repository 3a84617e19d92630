package compare

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/must"
)

// mateRun returns a run that finds every mate of positions with a proven mate in three.
func mateRun(positions int, change func(id string, o *bench.Outcome)) *bench.Run {
	run := formRun(positions, lostForms())
	for i := range run.Outcomes {
		o := &run.Outcomes[i]
		o.Want, o.Score = "Qg6, #3", engine.MateIn(3)
		if change != nil {
			change(o.ID, o)
		}
	}
	return run
}

// claims makes some outcomes wrong.
func claims(flaw bench.Flaw, moves int, ids ...string) func(string, *bench.Outcome) {
	return func(id string, o *bench.Outcome) {
		if slices.Contains(ids, id) {
			o.Mate = bench.MateClaim{Flaw: flaw, Claim: engine.MateIn(moves), Depth: 7}
		}
	}
}

// TestMateClaims: one wrong claim fails where the base has none, whatever the suite speaks for. A line that is
// cut short does not.
func TestMateClaims(t *testing.T) {
	sooner := claims(bench.Sooner, 2, "P.03/flip")
	for _, test := range []struct {
		name       string
		axis       Axis
		base, head func(string, *bench.Outcome)
		want       Verdict
		reason     string
		named      string
	}{
		{"right", Mating, nil, nil, Pass, "every form of 20 positions is searched as before", ""},
		{"sooner", Mating, nil, sooner, Fail, "1 wrong claim of a mate (allowed: 0): P.03/flip claims #2 at depth 7 where #3 is proven", "P.03"},
		{"sooner in the base alone", Mating, sooner, nil, Pass, "every form", ""},
		{"sooner, of tactics", Tactics, nil, sooner, Fail, "1 wrong claim of a mate (allowed: 0): P.03/flip claims", "P.03"},
		{"sooner, of zugzwang", Zugzwang, nil, sooner, Fail, "1 wrong claim", "P.03"},
		{"sooner, of nodes", Nodes, nil, sooner, Fail, "1 wrong claim", "P.03"},
		{"cut short", Mating, nil, claims(bench.CutShort, 3, "P.01"), Pass, "every form", ""},
		{"cut short, of tactics", Tactics, nil, claims(bench.CutShort, 3, "P.01"), Pass, "", ""},
		{"not kept", Mating, nil, claims(bench.LineUnmade, 3, "P.02", "P.02/turn", "P.01"), Fail, "3 wrong claims of a mate (allowed: 0): P.01 claims #3 at depth 7 by a line that does not mate (#3 is proven), P.02 claims", "P.01 P.02"},
		{"other move", Mating, nil, claims(bench.OtherMove, 3, "P.01"), Pass, "every form", ""},
		{"illegal", Mating, nil, claims(bench.LineBroken, 3, "P.01"), Fail, "by a line that is not legal", "P.01"},
		{"line sooner", Mating, nil, claims(bench.LineSooner, 3, "P.01"), Fail, "by a line that mates sooner", "P.01"},
		{"line longer", Mating, nil, claims(bench.LineLonger, 3, "P.01"), Fail, "by a line that is longer", "P.01"},
		{"other side", Mating, nil, claims(bench.OtherSide, -3, "P.01"), Fail, "P.01 claims #-3 at depth 7 where #3 is proven", "P.01"},
		{"many", Mating, nil, claims(bench.Sooner, 1, "P.01", "P.02", "P.03", "P.04", "P.05", "P.06"), Fail, "P.03 claims #1 at depth 7 where #3 is proven and 3 more", "P.01 P.02 P.03 P.04 P.05 P.06"},
	} {
		gate := formGate(test.axis)
		if test.axis == Nodes {
			gate.Total = 50
		}
		c := must.Get(Compare(mateRun(20, test.base), mateRun(20, test.head), gate, Evidence{}))(t)
		verdict, text, named := Pass, "", ""
		for _, r := range c.Gates {
			if r.Axis == Mating {
				verdict, text, named = r.Verdict, strings.Join(r.Reasons, "; "), strings.Join(r.Positions, " ")
			}
		}
		if verdict != test.want || !strings.Contains(text, test.reason) || named != test.named {
			t.Errorf("%s: %s, %q, positions %q", test.name, verdict, text, named)
		}
		if fails := c.Failure() == failure.Regression; fails != (test.want == Fail) {
			t.Errorf("%s: failure %v", test.name, c.Failure())
		}
		if (c.Mates != nil) != (test.axis == Mating || test.want == Fail) {
			t.Errorf("%s: mates %+v", test.name, c.Mates)
		}
	}
}

// TestOldClaims: if the base makes as many wrong claims, also in other forms, they are a flaw of the base, and
// a note reports them. More of them fail, and all of them under a strict gate.
func TestOldClaims(t *testing.T) {
	one := claims(bench.Sooner, 2, "P.03/flip")
	other := claims(bench.Sooner, 1, "P.04", "P.05")
	var many []string
	for i := range 18 {
		many = append(many, fmt.Sprintf("P.%02d", i+1))
	}
	for _, test := range []struct {
		name       string
		base, head func(string, *bench.Outcome)
		strict     bool
		want       Verdict
		text       string
		others     string // wrong claims of the base elsewhere
		rare       bool   // it is looked for such claims
	}{
		{"none of the base", nil, other, false, Fail, "2 wrong claims of a mate (allowed: 0): P.04 claims #1", "", true},
		{"many, none of the base", nil, claims(bench.Sooner, 1, many...), false, Fail, "18 wrong claims of a mate (allowed: 0)", "", false},
		{"none of the base in this suite", nil, other, false, Pass, "2 wrong claims of a mate, 0 of them in forms in which the base claims wrongly too; the base has 0 here, 3 under nodes=14000: P.04 claims #1", "3 under nodes=14000", false},
		{"many, none of the base in this suite", nil, claims(bench.Sooner, 1, many...), false, Fail, "18 wrong claims of a mate (allowed: 0)", "2 in mates", false},
		{"strict, none of the base in this suite", nil, other, true, Fail, "2 wrong claims of a mate (allowed: 0)", "2 in mates", false},
		{"the same", one, one, false, Pass, "1 wrong claim of a mate, 1 of them in forms in which the base claims wrongly too; the base has 1: P.03/flip claims #2 at depth 7 where #3 is proven (strict: true fails them)", "", false},
		{"in other forms", one, other, false, Pass, "2 wrong claims of a mate, 0 of them in forms in which the base claims wrongly too; the base has 1: P.04 claims #1", "", false},
		{"in many more", one, claims(bench.Sooner, 1, many...), false, Fail, "18 wrong claims of a mate (allowed: 0): P.01 claims #1 at depth 7 where #3 is proven, P.02 claims", "", false},
		{"strict", one, one, true, Fail, "1 of them in the base too", "", false},
		{"other move", nil, claims(bench.OtherMove, 3, "P.01"), false, Pass, "1 wrong claim of a mate, 0 of them in forms in which the base claims wrongly too; the base has 0: P.01 claims #3 at depth 7 by another move", "", false},
		{"other move in many", nil, claims(bench.OtherMove, 3, many...), false, Fail, "18 wrong claims of a mate (allowed: 0)", "", false},
		{"other move of the base, another claim of the head", claims(bench.OtherMove, 3, "P.03"), other, false, Fail, "2 wrong claims of a mate (allowed: 0)", "", true},
		{"other move of the base in the same forms", claims(bench.OtherMove, 3, "P.04", "P.05"), other, false, Fail, "2 wrong claims of a mate (allowed: 0)", "", true},
		{"other move of both in other forms", claims(bench.OtherMove, 3, "P.03"), claims(bench.OtherMove, 3, "P.01", "P.02"), false, Pass, "the base has 1: P.01 claims #3", "", false},
		{"other move, strict", nil, claims(bench.OtherMove, 3, "P.01"), true, Fail, "by another move than it plays", "", false},
	} {
		for _, axis := range []Axis{Mating, Zugzwang} {
			gate := formGate(axis)
			gate.Strict = test.strict
			c := must.Get(Compare(mateRun(20, test.base), mateRun(20, test.head), gate, Evidence{OtherClaims: test.others}))(t)
			if rare := c.RareClaims(gate); rare != test.rare {
				t.Errorf("%s, %s: rare claims of the head: %v", test.name, axis, rare)
			}
			var said []string
			for _, r := range c.Gates {
				said = append(append(said, r.Reasons...), r.Notes...)
			}
			if text := strings.Join(said, "; "); c.Verdict != test.want || !strings.Contains(text, test.text) {
				t.Errorf("%s, %s: %s, %q", test.name, axis, c.Verdict, text)
			}
		}
	}
}

// TestMateClaimsSingle: the same where each position is searched as it stands, also
// under a clock, which excuses nothing.
func TestMateClaimsSingle(t *testing.T) {
	single := func(limits string, change func(string, *bench.Outcome)) *bench.Run {
		run := mateRun(5, change)
		run.Suite.Forms, run.Limits = 0, limits
		return run
	}
	for _, limits := range []string{"nodes=20000", "movetime=100ms"} {
		gate := Gate{Axis: Mating, Total: Unlimited, Position: Unlimited}
		c, r := judgeForms(t, single(limits, nil), single(limits, claims(bench.Sooner, 2, "P.03/flip")), gate)
		if r.Axis != Mating || r.Verdict != Fail || strings.Join(r.Positions, " ") != "P.03/flip" || len(c.Gates) != 1 {
			t.Errorf("%s: %+v", limits, c.Gates)
		}
		if _, r := judgeForms(t, single(limits, nil), single(limits, nil), gate); r.Verdict != Pass {
			t.Errorf("%s: %+v", limits, r)
		}
	}
}

// TestMateClaimsQuarantine: wrong claims in quarantine are reported and not judged. On positions expected to
// fail they are judged, since a wrong claim is not what is expected there.
func TestMateClaimsQuarantine(t *testing.T) {
	head := mateRun(20, claims(bench.Sooner, 2, "P.03/flip"))
	gate := formGate(Mating)
	gate.Quarantine, gate.Today = []Quarantine{{ID: "P.03", Reason: "later", Until: "2026-12-31"}}, "2026-11-22"
	c, r := judgeForms(t, mateRun(20, nil), head, gate)
	if r.Verdict != Pass || !slices.Contains(r.Notes, "1 wrong claim of a mate in quarantine; not judged") || c.ClaimText("P.03") != "" {
		t.Errorf("quarantine: %+v", r)
	}
	gate = formGate(Mating)
	gate.ExpectedFail = []string{"P.03"}
	c, r = judgeForms(t, mateRun(20, nil), head, gate)
	const words = "claims #2 at depth 7 where #3 is proven"
	if r.Verdict != Fail || c.ClaimText("P.03") != "P.03/flip "+words || c.ClaimText("P.03/flip") != words {
		t.Errorf("expected failure: %+v, %q", r, c.ClaimText("P.03"))
	}
}

// TestMateShare: found and best mates are counted, and the share of best ones is judged
// by chance; that of found ones is told.
func TestMateShare(t *testing.T) {
	lose := func(positions int, score engine.Score) *bench.Run {
		return mateRun(40, func(id string, o *bench.Outcome) {
			if id[2:4] <= []string{"00", "01", "02", "03", "04"}[positions] {
				o.Verdict, o.Score, o.Stable = bench.Missed, score, nil
			}
		})
	}
	base := mateRun(40, nil)
	for _, test := range []struct {
		positions int
		want      Verdict
	}{{0, Pass}, {1, Undecided}, {2, Undecided}, {4, Fail}} {
		c, r := judgeForms(t, base, lose(test.positions, engine.MateIn(5)), formGate(Mating))
		if r.Verdict != test.want || c.Mates.Head.Found != 160 || c.Mates.Head.Best != 160-4*test.positions || c.Mates.Base.Best != 160 {
			t.Errorf("%d positions lost: %s %q, %+v", test.positions, r.Verdict, r.Reasons, c.Mates)
		}
	}
	if c, _ := judgeForms(t, base, lose(4, 300), formGate(Mating)); c.Mates.Head.Found != 144 || c.Mates.Head.Best != 144 {
		t.Errorf("not found: %+v", c.Mates)
	}
}

// TestMateScores: if the score is a mate on one side, and another score or mate on the other, the answer is
// listed: in every suite, in forms as well, and with any move.
func TestMateScores(t *testing.T) {
	scored := func(forms int, scores ...engine.Score) *bench.Run {
		run := formRun(len(scores), func(int, int) uint64 { return 1000 })
		run.Suite.Forms = forms
		for i := range run.Outcomes {
			run.Outcomes[i].Score = scores[i/4]
		}
		return run
	}
	base := func(forms int) *bench.Run {
		return scored(forms, engine.MateIn(3), engine.MateIn(6), 40, engine.MateIn(-2), 10, engine.MateIn(4))
	}
	for _, forms := range []int{0, 4} {
		head := scored(forms, engine.MateIn(2), 2936, engine.MateIn(-1), engine.MateIn(-2), 20, engine.MateIn(4))
		head.Outcomes[4*1+2] = bench.Outcome{ID: head.Outcomes[4*1+2].ID, Want: "Qg6", Verdict: bench.Faulted, Fault: bench.FaultTimeout}
		c := must.Get(Compare(base(forms), head, Gate{Axis: Tactics, Total: Unlimited, Position: Unlimited, MaxFaults: 1}, Evidence{}))(t)
		want := "P.01 P.01/flip P.01/mirror P.01/turn P.02 P.02/flip P.02/turn P.03 P.03/flip P.03/mirror P.03/turn"
		if got := ids(c.MateScores); got != want {
			t.Errorf("%d forms: got %s, want %s", forms, got, want)
		}
		if c, err := Compare(base(forms), base(forms), Gate{Axis: Tactics, Total: Unlimited, Position: Unlimited}, Evidence{}); err != nil || c.MateScores == nil || len(c.MateScores) > 0 {
			t.Errorf("%d forms, the same: %+v, %v", forms, c, err)
		}
	}
}
