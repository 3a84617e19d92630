package compare

import (
	"fmt"
	"math/rand/v2"
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
	for late, want := range map[int]string{0: "8 of 8 other forms solved before, 6 now; p = 0.", 2: "8 of 8 other forms solved before, 6 now, 2 of them in a longer search; p = 0."} {
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
// stay within FalseDiscoveryRate.
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
		if rate > FalseDiscoveryRate {
			t.Errorf("%d lost: %.3f of the names are false, want at most %v", lost, rate, FalseDiscoveryRate)
		}
		t.Logf("%d lost: %.4f of the names are false", lost, rate)
	}
}

// TestFreshAmongGains: positions that are gained excuse none that is lost.
func TestFreshAmongGains(t *testing.T) {
	base, head := formRun(26, lostForms(0, 4, 4, 4)), formRun(26, lostForms(4))
	for text, want := range map[string]Verdict{"": Pass, "8-8/8": Pass, "8-0/8": Fail} {
		c, err := Compare(base, head, formGate(Zugzwang), Evidence{Fresh: fresh(t, text)})
		if err != nil || c.Verdict != want {
			t.Errorf("fresh %q: %v, %+v", text, err, c.Gates)
		}
	}
}

// TestFreshRounds: fresh forms that flip under the same symmetry in both rounds are worth fewer draws than others.
func TestFreshRounds(t *testing.T) {
	base, head := formRun(26, lostForms()), formRun(26, lostForms(2, 2, 2, 2, 2, 2))
	all := [][]bool{{true, true}, {true, true}, {true, true}, {true, true}}
	chance := make(map[string]float64)
	for name, solved := range map[string][][]bool{
		"unknown": nil,
		"copies":  {{true, true}, {true, true}, {false, false}, {false, false}},
		"draws":   {{true, false}, {false, true}, {true, false}, {false, true}},
	} {
		evidence := Evidence{Fresh: fresh(t, "8-4/8 8-4/8 8-4/8 8-4/8 8-4/8 8-4/8")}
		for i := range evidence.Fresh {
			if solved != nil {
				evidence.Fresh[i].Rounds = [][][]bool{all, solved}
			}
		}
		c := must.Get(Compare(base, head, formGate(Zugzwang), evidence))(t)
		chance[name] = effect.FamilyPValue(c.freshFamilies(evidence.Fresh))
		if all := effect.FamilyPValue(c.families(evidence.Fresh)); (all == chance[name]) != (solved == nil) {
			t.Errorf("%s: p = %v, and %v by the base alone", name, chance[name], all)
		}
	}
	if !(chance["draws"] < chance["unknown"] && chance["unknown"] < chance["copies"]) {
		t.Errorf("p = %v", chance)
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

// TestControlAmongGains: controls that are gained excuse none that is lost either.
func TestControlAmongGains(t *testing.T) {
	gate := formGate(Zugzwang)
	for i := range 10 {
		gate.Control = append(gate.Control, fmt.Sprintf("P.%02d", i+1))
	}
	c, err := Compare(formRun(26, lostForms(0, 4, 4, 4, 4)), formRun(26, lostForms(4)), gate, Evidence{})
	if err != nil || len(c.Gates) != 2 || c.Gates[1].Verdict != Undecided {
		t.Errorf("%v, %+v", err, c.Gates)
	}
}
