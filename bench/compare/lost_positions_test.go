package compare

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/effect"
	"github.com/zugwatch/zugwatch/engine/must"
)

// fresh counts forms of positions P.01 … as "4-0/4 1-1/4".
func fresh(t *testing.T, text string) []Position {
	t.Helper()
	all := []Position{}
	for i, word := range strings.Fields(text) {
		p := Position{ID: fmt.Sprintf("P.%02d", i+1)}
		must.Get(fmt.Sscanf(word, "%d-%d/%d", &p.Base, &p.Head, &p.Forms))(t)
		all = append(all, p)
	}
	return all
}

// TestNamed: of the positions that lost forms, those are named that lose fresh ones too, but
// not those solved in fresh forms.
func TestNamed(t *testing.T) {
	base, head := formRun(26, lostForms()), formRun(26, lostForms(4, 4, 2, 1))
	for _, test := range []struct {
		fresh string
		want  string
	}{
		{"", ""},
		{"4-0/4 4-0/4 4-4/4", "P.01 P.02"},
		{"4-4/4 8-0/8", "P.02"},
		{"4-1/4", ""},
		{"4-0/4 4-4/4 4-4/4 4-4/4 4-4/4", ""}, // one of five by chance
		{"4-4/4 4-4/4 4-4/4 4-4/4 8-0/8", "P.05"},
	} {
		c := must.Get(Compare(base, head, formGate(Zugzwang), Evidence{Fresh: fresh(t, test.fresh)}))(t)
		var named []string
		for _, p := range c.Forms.Named {
			named = append(named, p.ID)
		}
		if got := strings.Join(named, " "); got != test.want {
			t.Errorf("fresh %s: named %q, want %q", test.fresh, got, test.want)
		}
		if c.Gates[0].Verdict == Pass {
			t.Errorf("fresh %s: %+v", test.fresh, c.Gates[0])
		}
		for _, id := range c.Gates[0].Positions {
			if !strings.Contains(test.want, id) {
				t.Errorf("fresh %s: the gate names %s", test.fresh, id)
			}
		}
	}
}

// TestFreshLate: forms solved only in a longer search are reported apart from the others.
func TestFreshLate(t *testing.T) {
	base, head := formRun(26, lostForms()), formRun(26, lostForms(2))
	for late, want := range map[int]string{0: "8 of 8 fresh forms solved before, 6 now; p = 0.", 2: "8 of 8 fresh forms solved before, 6 now, 2 of them in a longer search; p = 0."} {
		evidence := Evidence{Fresh: fresh(t, "8-6/8")}
		evidence.Fresh[0].Late = late
		c := must.Get(Compare(base, head, formGate(Zugzwang), evidence))(t)
		if reasons := strings.Join(c.Gates[0].Reasons, "; "); !strings.Contains(reasons, want) {
			t.Errorf("%q, want %q", reasons, want)
		}
	}
}

// TestFresh: among many random losses and gains, two positions lost in all forms are within
// chance. The fresh forms decide.
func TestFresh(t *testing.T) {
	mixed := func(lost ...int) func(int, int) uint64 {
		return func(position, form int) uint64 {
			switch {
			case position < len(lost):
				return lostForms(lost...)(position, form)
			case position%2 == 0 && (position+form)%3 == len(lost)%2:
				return 0
			}
			return 1000
		}
	}
	base, head := formRun(40, mixed(0, 0)), formRun(40, mixed(4, 4, 0))
	c, err := Compare(base, head, formGate(Zugzwang), Evidence{})
	if err != nil || c.Gates[0].Verdict != Undecided {
		t.Fatalf("%v, %+v", err, c.Gates)
	}
	for text, want := range map[string]Verdict{"4-0/4 4-0/4": Fail, "4-3/4 4-4/4": Undecided, "4-0/4 0-4/4": Undecided} {
		c, err := Compare(base, head, formGate(Zugzwang), Evidence{Fresh: fresh(t, text)})
		if err != nil || c.Gates[0].Verdict != want {
			t.Errorf("fresh %s: %v, %+v", text, err, c.Gates)
		}
	}
}

// TestFalseNames draws positions, some of them lost, and takes those that look lost in
// four forms as candidates. Among the candidates that other forms confirm, the false ones
// stay within falseDiscoveryRate.
func TestFalseNames(t *testing.T) {
	random := rand.New(rand.NewPCG(15, 6))
	draw := func(ease float64, forms int) (n int) {
		for range forms {
			if random.Float64() < ease {
				n++
			}
		}
		return n
	}
	for _, lost := range []int{0, 3, 10} {
		var rate float64
		const draws = 2000
		for range draws {
			c := Comparison{Forms: new(Forms), evidence: Evidence{Fresh: []Position{}}}
			for i := range 60 {
				before := random.Float64()
				now := before
				if i < lost {
					before, now = 1, 0
				}
				first := effect.Solved{Base: draw(before, 4), Head: draw(now, 4), Forms: 4}
				if first.Head < first.Base && effect.PermutationPValue([]effect.Solved{first}) <= candidateChance {
					c.evidence.Fresh = append(c.evidence.Fresh, Position{ID: fmt.Sprint(i), first: i, Solved: effect.Solved{Base: draw(before, 8), Head: draw(now, 8), Forms: 8}})
				}
			}
			c.nameLost()
			wrong := 0
			for _, p := range c.Forms.Named {
				wrong += boolToInt(p.first >= lost)
			}
			rate += float64(wrong) / float64(max(1, len(c.Forms.Named))) / draws
		}
		if rate > falseDiscoveryRate {
			t.Errorf("%d lost: %.3f of the names are false, want at most %v", lost, rate, falseDiscoveryRate)
		}
		t.Logf("%d lost: %.4f of the names are false", lost, rate)
	}
}

// TestFreshAmongGains: positions that are gained in the first look excuse none that is lost.
func TestFreshAmongGains(t *testing.T) {
	base, head := formRun(26, lostForms(0, 4, 4, 4)), formRun(26, lostForms(4))
	for text, want := range map[string]Verdict{"": Pass, "8-8/8": Pass, "8-0/8": Fail} {
		c, err := Compare(base, head, formGate(Zugzwang), Evidence{Fresh: fresh(t, text)})
		if err != nil || c.Verdict != want {
			t.Errorf("fresh %q: %v, %+v", text, err, c.Gates)
		}
	}
}

// TestFreshGained: lost positions that fail alone are undecided if others are gained in fresh forms, and all of them together
// do not fail.
func TestFreshGained(t *testing.T) {
	base, head := formRun(26, lostForms(0, 4, 4, 4)), formRun(26, lostForms(4))
	const alone = "8 of 8 fresh forms solved before, 0 now; p = 0.0038 (threshold 0.0050), from 1 family worth 5.1 independent forms"
	for _, test := range []struct {
		name, gained string // "": none looked gained
		late         int    // forms of the gained position that the base solves late
		skipped      string
		want         Verdict
		rests        bool
		reason       string
	}{
		{"not searched", "none", 0, "", Fail, true, alone},
		{"not searched as time ran out", "none", 0, "the budget ended", Undecided, false, alone},
		{"nothing looked gained", "", 0, "", Fail, false, alone},
		{"not gained in fresh forms", "8-8/8", 0, "", Fail, false, "; 1 position that gained most: 8 of 8 fresh forms solved before, 8 now; p = 0.0038 for both together"},
		{"lost in fresh forms", "8-5/8", 0, "", Fail, false, "; 1 position that gained most: 8 of 8 fresh forms solved before, 5 now; p = 0."},
		{"as much gained", "0-8/8", 0, "", Undecided, false, "; 1 position that gained most: 0 of 8 fresh forms solved before, 8 now; p = 0."},
		{"less gained than lost", "6-8/8", 2, "", Undecided, false, "; 1 position that gained most: 6 of 8 fresh forms solved before, 2 of them in a longer search, 8 now; p = 0.0450 for both together"},
	} {
		evidence := Evidence{Fresh: fresh(t, "8-0/8"), SkippedReason: test.skipped}
		if test.gained != "none" {
			evidence.FreshGained = fresh(t, strings.TrimSpace("0-0/8 "+test.gained))[1:]
			for i := range evidence.FreshGained {
				evidence.FreshGained[i].Late = test.late
			}
		}
		c := must.Get(Compare(base, head, formGate(Zugzwang), evidence))(t)
		if c.Verdict != test.want || c.RestsOnLost() != test.rests || !slices.Equal(c.Gates[0].Positions, []string{"P.01"}) {
			t.Errorf("%s: %s, rests on lost %t, %+v", test.name, c.Verdict, c.RestsOnLost(), c.Gates[0])
		}
		if reasons := strings.Join(c.Gates[0].Reasons, "\n"); !strings.Contains(reasons, test.reason) || strings.Contains(reasons, "would decide") {
			t.Errorf("%s: %q, want %q", test.name, reasons, test.reason)
		}
	}
	evidence := Evidence{Fresh: fresh(t, "16-0/16"), FreshGained: fresh(t, "0-0/8 7-8/8")[1:]}
	if c := must.Get(Compare(base, head, formGate(Zugzwang), evidence))(t); c.Verdict != Fail {
		t.Errorf("hardly gained: %s, %+v", c.Verdict, c.Gates[0])
	}
	failing := must.Get(Compare(formRun(26, lostForms()), formRun(26, lostForms(4, 4, 4)), formGate(Zugzwang), Evidence{Fresh: fresh(t, "8-0/8")}))(t)
	if failing.Verdict != Fail || failing.RestsOnLost() {
		t.Errorf("all positions fail: %s, rests on lost %t", failing.Verdict, failing.RestsOnLost())
	}
	gate := formGate(Zugzwang)
	gate.Control = []string{"P.02"}
	if c := must.Get(Compare(base, head, gate, Evidence{Fresh: fresh(t, "16-0/16"), FreshGained: fresh(t, "0-0/8 0-16/16")[1:]}))(t); c.Gates[0].Verdict != Fail {
		t.Errorf("a control is gained: %s", c.Gates[0].Verdict)
	}
	base = formRun(26, lostForms(0, 2, 4, 3))
	lost, gained := must.Get(Compare(base, head, formGate(Zugzwang), Evidence{}))(t), []string{"P.03", "P.04", "P.02"}
	if !slices.Equal(lost.Candidates(), []string{"P.01"}) || !slices.Equal(lost.GainedCandidates(), gained) {
		t.Errorf("candidates %q, gained %q", lost.Candidates(), lost.GainedCandidates())
	}
}

// TestMatesAmongGains: a change that finds some mates later in all their forms and others
// sooner is no loss; one that finds too few is.
func TestMatesAmongGains(t *testing.T) {
	for _, test := range []struct {
		name       string
		base, head *bench.Run
		want       Verdict
	}{
		{"lost and gained", formRun(60, lostForms(0, 0, 0, 4, 4, 4)), formRun(60, lostForms(4, 4, 4)), Pass},
		{"lost", formRun(60, lostForms()), formRun(60, lostForms(4, 4, 4, 4, 4)), Fail},
		{"lost beyond chance, and perhaps as much as is allowed", formRun(60, lostForms()), formRun(60, lostForms(4, 4, 4)), Undecided},
		{"lost beyond chance, and little", formRun(60, lostForms()), formRun(60, lostForms(4)), Pass},
		{"little among many", formRun(400, lostForms()), formRun(400, lostForms(4, 4, 4)), Pass},
	} {
		c, err := Compare(test.base, test.head, formGate(Mating), Evidence{Fresh: fresh(t, "8-0/8 8-0/8 8-0/8")})
		if err != nil || c.Verdict != test.want {
			t.Errorf("%s: %v, %+v", test.name, err, c.Gates)
		}
	}
}

// TestControlAmongGains: controls that are gained excuse none that is lost either, in fresh forms too.
func TestControlAmongGains(t *testing.T) {
	gate := formGate(Zugzwang)
	for i := range 10 {
		gate.Control = append(gate.Control, fmt.Sprintf("P.%02d", i+1))
	}
	c, err := Compare(formRun(26, lostForms(0, 4, 4, 4, 4)), formRun(26, lostForms(4)), gate, Evidence{})
	if err != nil || len(c.Gates) != 2 || c.Gates[1].Verdict != Undecided {
		t.Errorf("%v, %+v", err, c.Gates)
	}
	evidence := Evidence{Fresh: fresh(t, "16-0/16"), FreshGained: fresh(t, "0-0/8 0-16/16")[1:]}
	c, err = Compare(formRun(26, lostForms(0, 4, 4, 4, 4)), formRun(26, lostForms(4)), gate, evidence)
	if err != nil || len(c.Gates) != 2 || c.Gates[1].Verdict != Fail {
		t.Errorf("in fresh forms: %v, %+v", err, c.Gates)
	}
}
