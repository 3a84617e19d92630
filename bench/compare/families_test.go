package compare

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/suites"
)

// related describes drawn families: how many, of how many positions, and the standard
// deviations of the logarithms of nodes to the solution that a family, a
// symmetry and a form have.
type related struct {
	families, positions    int
	family, symmetry, form float64
	near                   float64 // of the limit: the logarithm of the nodes of most families
}

// runs draws a base and a head that differ by chance alone, with families that the head has lost
// whole.
func (r related) runs(random *rand.Rand, lost int) (base, head *bench.Run, families map[string]string, late map[string]bool) {
	families, late = make(map[string]string), make(map[string]bool)
	logs := make(map[string]float64)
	runs := [2]*bench.Run{}
	for i := range runs {
		runs[i] = &bench.Run{Schema: bench.Schema, Limits: "nodes=20000", Complete: true, Suite: bench.SuiteRef{Forms: usedForms}}
	}
	limit := math.Log(20_000)
	for f := range r.families {
		center := limit + r.near + 0.5*random.NormFloat64()
		positions := 1 + random.IntN(r.positions)
		for side, run := range runs {
			shift := r.family * random.NormFloat64()
			for p := range positions {
				var symmetries [suites.Symmetries]float64
				for i := range symmetries {
					symmetries[i] = r.symmetry * random.NormFloat64()
				}
				for form, name := range roundNames[:usedForms] {
					id := fmt.Sprintf("F.%02d.%d", f, p)
					families[id] = fmt.Sprintf("F.%02d", f)
					log := center + shift + symmetries[form%suites.Symmetries] + r.form*random.NormFloat64()
					if side == 0 {
						logs[id+name] = log
					}
					late[id+name] = side == 1 && f >= lost && logs[id+name] < limit && log >= limit && log < min(limit, logs[id+name])+math.Log(4)
					nodes := uint64(0)
					if log < limit && (side == 0 || f >= lost) {
						nodes = uint64(math.Exp(log))
					}
					run.Outcomes = append(run.Outcomes, searched(id+name, form, nodes))
				}
			}
		}
	}
	return runs[0], runs[1], families, late
}

// usedForms is the number of forms that familyVerdict looks at: four in the first look, and eight fresh ones.
const usedForms = 12

// familyVerdict judges the axis zugzwang as a gate does: in looks, then by fresh forms. Late
// holds the forms that the head solves late; nil: not searched.
func familyVerdict(t *testing.T, base, head *bench.Run, late map[string]bool, evidence Evidence) Verdict {
	t.Helper()
	looks := []int{4, 8}
	evidence.Looks = len(looks)
	var c *Comparison
	var candidates []string
	judged := 0
	for i, forms := range looks {
		evidence.More, judged = i < len(looks)-1, forms
		c = must.Get(Compare(looked(base, forms), looked(head, forms), formGate(Zugzwang), evidence))(t)
		if i == 0 {
			candidates = c.Candidates()
		}
		if c.Verdict != Undecided {
			break
		}
	}
	if c.Verdict == Fail || len(candidates) == 0 {
		return c.Verdict
	}
	evidence.More, evidence.Fresh = false, []Position{}
	if late == nil {
		evidence.First = looks[0]
	}
	for _, id := range candidates {
		p := Position{ID: id}
		for i := range base.Outcomes {
			position, _ := suites.FormOf(base.Outcomes[i].ID)
			if position == id && i%usedForms >= looks[0] {
				p.Forms++
				p.Base += boolToInt(base.Outcomes[i].Verdict == bench.Solved)
				p.Head += boolToInt(head.Outcomes[i].Verdict == bench.Solved || late[head.Outcomes[i].ID])
			}
		}
		evidence.Fresh = append(evidence.Fresh, p)
	}
	c = must.Get(Compare(looked(base, judged), looked(head, judged), formGate(Zugzwang), evidence))(t)
	return c.Verdict
}

// TestFamilyLevel draws families whose forms are copies of each other or draws. A neutral change
// moves all forms of a family together and fails in at most FalseAlarms of the cases; one that
// loses whole families fails. ZUGWATCH_SLOW draws 10,000 times.
func TestFamilyLevel(t *testing.T) {
	draws := 5 // too few for a red one of a neutral change
	if must.Slow() {
		draws = 10_000
	}
	for _, test := range []struct {
		name  string
		drawn related
		lost  int
		red   bool
	}{
		{"copies near the limit", related{40, 6, 0.25, 0, 0.01, -0.3}, 0, false},
		{"copies before the limit", related{40, 6, 0.25, 0, 0.01, -1.5}, 0, false},
		{"rounds are copies", related{40, 6, 0.1, 0.5, 0.01, -0.5}, 0, false},
		{"draws", related{40, 6, 0.1, 0.3, 0.6, -0.5}, 0, false},
		{"draws, 12 families lost", related{40, 6, 0.1, 0.3, 0.6, -1.5}, 12, true},
		{"single positions, 5 lost", related{26, 1, 0.1, 0.3, 0.3, -2.5}, 5, true},
		{"copies, 24 families lost", related{40, 6, 0.1, 0, 0.01, -2.5}, 24, true},
	} {
		red, strict := 0, 0
		for seed := range uint64(draws) {
			random := rand.New(rand.NewPCG(seed, 16))
			base, head, families, late := test.drawn.runs(random, test.lost)
			red += boolToInt(familyVerdict(t, base, head, late, Evidence{Tests: 2, Families: families}) == Fail)
			if !test.red {
				strict += boolToInt(familyVerdict(t, base, head, nil, Evidence{Tests: 2, Families: families}) == Fail)
			}
		}
		share := float64(max(red, strict)) / float64(draws)
		t.Logf("%s: %.2f %% red, %.2f %% without longer searches", test.name, 100*float64(red)/float64(draws), 100*float64(strict)/float64(draws))
		if most := FalseAlarms + 3*math.Sqrt(FalseAlarms*(1-FalseAlarms)/float64(draws)); !test.red && share > most || test.red && share < 0.95 {
			t.Errorf("%s: %.2f %% red", test.name, 100*share)
		}
	}
}
