package effect

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// drawnFamilies draws families whose forms each side solves as often, in copies of so many.
func drawnFamilies(random *rand.Rand, n, forms, copies int) []Family {
	families := make([]Family, n)
	for i := range families {
		ease := random.Float64()
		f := &families[i]
		f.Forms = forms
		for range forms / copies {
			if random.Float64() < ease {
				f.Base += copies
			}
			if random.Float64() < ease {
				f.Head += copies
			}
		}
	}
	return families
}

// TestChanceOfForms: if every form is a draw, FamilyPValue equals PermutationPValue.
func TestChanceOfForms(t *testing.T) {
	random := rand.New(rand.NewPCG(16, 1))
	for range 200 {
		families := drawnFamilies(random, 1+random.IntN(20), 1+random.IntN(12), 1)
		var plain []Solved
		for i := range families {
			f := &families[i]
			f.Draws = Dependence{}.Draws(FormCount{f.Forms, 1})
			plain = append(plain, Solved{Base: f.Base, Head: f.Head, Forms: f.Forms})
		}
		want := PermutationPValue(plain)
		if got := FamilyPValue(families); got != want {
			t.Errorf("%+v: %v, want %v", families, got, want)
		}
		// The same by convolution of cells, with a family that is worth less and has lost none.
		other := append(families, Family{Base: 1, Head: 1, Forms: 2, Draws: 0})
		if got := FamilyPValue(other); math.Abs(got-want) > 1e-9 {
			t.Errorf("beside a family that says nothing: %v, want %v", got, want)
		}
	}
}

// TestChanceOfCopies: families whose forms are all copies are one draw, and their test is the
// sign test.
func TestChanceOfCopies(t *testing.T) {
	for lost := range 8 {
		families := []Family{{Base: 12, Head: 12, Forms: 12, Draws: 1}}
		for range lost {
			families = append(families, Family{Base: 16, Forms: 16, Draws: 1})
		}
		if got, want := FamilyPValue(families), math.Exp2(-float64(lost)); math.Abs(got-want) > 1e-12 {
			t.Errorf("%d lost: %v, want %v", lost, got, want)
		}
	}
}

func TestDraws(t *testing.T) {
	for _, test := range []struct {
		name      string
		d         Dependence
		positions []FormCount
		want      float64
	}{
		{"independent", Dependence{}, []FormCount{{8, 4}, {4, 4}}, 12},
		{"copies", Dependence{1, 1, 1}, []FormCount{{8, 4}, {8, 4}}, 1},
		{"rounds are copies", Dependence{1, 0, 0}, []FormCount{{16, 4}}, 4},
		{"forms are copies", Dependence{1, 1, 0}, []FormCount{{16, 4}, {16, 4}}, 2},
		{"half", Dependence{0.5, 0.5, 0}, []FormCount{{3, 1}}, 1.5},
		{"none", Dependence{}, nil, 0},
	} {
		if got := test.d.Draws(test.positions...); math.Abs(got-test.want) > 1e-12 {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}

// TestDependenceOf: forms that take the same nodes are copies, others are draws, and a form
// that misses its solution makes no draws of copies.
func TestDependenceOf(t *testing.T) {
	copies := []float64{7.3, 7.31, 7.29, 7.3, 7.32, 7.3, 7.3, 10.6}
	draws := []float64{7.3, 8.1, 6.9, 7.7, 9.3, 7, 8, 10.6}
	if d := DependenceOf([][]float64{copies}, 0.4); d.Within < 0.5 || d.Rounds != 0.4 {
		t.Errorf("copies: %+v", d)
	}
	if d := DependenceOf([][]float64{draws, draws}, 0.4); d.Within > minDependence+0.01 || d.Between > 0.01 {
		t.Errorf("draws: %+v", d)
	}
	if d := DependenceOf(nil, 0.4); d.Within < 0.1 || d.Within > 0.3 {
		t.Errorf("nothing known: %+v", d)
	}
}

// TestRounds: RoundDependence distinguishes rounds that are copies from rounds that are draws.
func TestRounds(t *testing.T) {
	random := rand.New(rand.NewPCG(16, 2))
	for _, copied := range []float64{0, 0.5, 1} {
		var positions [][][]bool
		for range 400 {
			position := make([][]bool, 4)
			for i := range position {
				first := random.IntN(2) == 1
				for range 3 {
					if random.Float64() >= math.Sqrt(copied) {
						position[i] = append(position[i], random.IntN(2) == 1)
					} else {
						position[i] = append(position[i], first)
					}
				}
			}
			positions = append(positions, position)
		}
		if got := RoundDependence(positions, DefaultRoundDependence); math.Abs(got-copied) > 0.05 {
			t.Errorf("dependence %v, want %v", got, copied)
		}
	}
	if got := RoundDependence(nil, 1); got != 1 {
		t.Errorf("nothing known: %v", got)
	}
}

// TestChanceOfLevel: below each level lie no more of the draws of families of copies than the
// level says, where the draws that they are worth are known.
func TestChanceOfLevel(t *testing.T) {
	random := rand.New(rand.NewPCG(16, 3))
	draws := coverageDraws()
	for _, copies := range []int{2, 4, 8} {
		checkLevels(t, fmt.Sprintf("%d copies", copies), draws, 1, func() float64 {
			families := drawnFamilies(random, 26, 8, copies)
			for i := range families {
				families[i].Draws = 8 / float64(copies)
			}
			return FamilyPValue(families)
		})
	}
}
