package effect

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"
)

// TestLocation holds the estimate against values computed by hand.
func TestLocation(t *testing.T) {
	none := make([]int, 9)
	for _, test := range []struct {
		name        string
		differences [][]float64
		silent      []int
		mean, err   float64
	}{
		// All within the clip: the mean, and the error of the mean.
		{"close", [][]float64{{0.1, 0.3}, {0, 0}}, none, 0.1, 0.05},
		// 0.1 and 0.2 lie within the clip, 5 counts 0.5: 0.3 - 2m + 0.5 = 0 gives m = 0.4. Psi is -0.3, -0.2 and 0.5
		// with a variance of 0.19, and two of three forms have a slope.
		{"one far away", [][]float64{{0.1, 0.2, 5}}, none, 0.4, math.Sqrt(0.19/3) * 3 / 2},
		// A form weighs half in the first position and a quarter in the second.
		{"weights", [][]float64{{0, 0}, {0.4, 0.4, 0.4, 0.4}}, none, 0.2, 0},
		// The silent form halves the weight of the other, and has a psi of 0 beside 2/15 of it.
		{"silent", [][]float64{{0.2}, {0, 0}}, []int{1, 0}, 0.2 / 3, math.Sqrt(2*math.Pow(0.2-0.2/3, 2)/4/2) / 1.5},
		// With 0.5 no form lies within the clip of the shift, nor with 1: with 2 both do.
		{"far apart", [][]float64{{-2, 2}, {-2, 2}}, none, 0, math.Sqrt(2*8/2.) / 2},
		{"nothing solved", [][]float64{{}, {}}, []int{4, 4}, 0, 0},
	} {
		e := HuberLocation(test.differences, test.silent)
		if math.Abs(e.Mean-test.mean) > 1e-12 || math.Abs(e.Error-test.err) > 1e-12 {
			t.Errorf("%s: %v with an error of %v, want %v and %v", test.name, e.Mean, e.Error, test.mean, test.err)
		}
	}
	if e := HuberLocation([][]float64{{1, 2}, {3}, {}}, []int{0, 2, 4}); e.Positions != 3 || e.Forms != 9 {
		t.Errorf("silent forms are left out of the counts: %+v", e)
	}
}

// TestLocationShift: with any draws, 3 % more nodes everywhere raise the estimate by 3 %, with the same error.
// Swapping the sides changes its sign.
func TestLocationShift(t *testing.T) {
	random := rand.New(rand.NewPCG(15, 16))
	for range 200 {
		differences, _ := drawn(random, 30, 4)
		silent := make([]int, len(differences))
		more, other := make([][]float64, len(differences)), make([][]float64, len(differences))
		for i := range differences {
			silent[i] = random.IntN(3)
			for _, d := range differences[i] {
				more[i], other[i] = append(more[i], d+math.Log(1.03)), append(other[i], -d)
			}
		}
		e, m, o := HuberLocation(differences, silent), HuberLocation(more, silent), HuberLocation(other, silent)
		if math.Abs(m.Mean-e.Mean-math.Log(1.03)) > 1e-9 || math.Abs(m.Error-e.Error) > 1e-9 || math.Abs(o.Mean+e.Mean) > 1e-9 {
			t.Fatalf("%+v, 3 %% more: %+v, sides changed: %+v", e, m, o)
		}
	}
}

// TestLocationCoverage draws forms of positions that a change does not cost the same: some are easy and
// never differ, half of the others scatter far, and some are solved by neither side. The true shift is
// known from many forms, to 0.0002 where tests may be slow and else to 0.001. It lies beyond a bound no more often than the risk says, up to chance
// and a small excess where few positions differ. ZUGWATCH_SLOW draws 10,000 times.
func TestLocationCoverage(t *testing.T) {
	for _, test := range []struct {
		positions, forms int
		excess           float64 // of the risk that is allowed
	}{{300, 4, 1.25}, {300, 8, 1.25}, {26, 4, 2}} {
		random := rand.New(rand.NewPCG(16, uint64(test.positions*test.forms)))
		costs, scatters, misses := make([]float64, test.positions), make([]float64, test.positions), make([]float64, test.positions)
		for i := range costs {
			costs[i] = 0.03
			if random.Float64() < 0.7 {
				costs[i] += 0.2 * random.NormFloat64()
				scatters[i] = 0.1 + random.ExpFloat64()
				misses[i] = max(0, random.Float64()-0.5)
			}
		}
		draw := func(forms int) (differences [][]float64, silent []int) {
			differences, silent = make([][]float64, test.positions), make([]int, test.positions)
			for i := range differences {
				for range forms {
					if random.Float64() < misses[i] {
						silent[i]++
						continue
					}
					differences[i] = append(differences[i], costs[i]+float64(scatters[i]*random.NormFloat64()))
				}
			}
			return differences, silent
		}
		truth := HuberLocation(draw(100 * coverageDraws() / test.positions)).Mean
		checkCoverage(t, fmt.Sprintf("%d positions in %d forms, shift %.4f", test.positions, test.forms, truth), test.excess, func() (Estimate, float64) {
			return HuberLocation(draw(test.forms)), truth
		})
	}
}

// TestMeanOverPositions: the mean is that of Mean, and the error that of a simple sample of the means of the positions,
// silent forms included.
func TestMeanOverPositions(t *testing.T) {
	differences, silent := [][]float64{{1, 3}, {0, 0}, {4}, nil}, []int{0, 0, 1, 4}
	got := MeanOverPositions(differences, silent)
	// Means 2, 0 and 2 of three positions: variance 4/3.
	if want := Mean([][]float64{{1, 3}, {0, 0}, {4, 0}}, []int{0, 0, 0}).Mean; math.Abs(got.Mean-want) > 1e-12 || math.Abs(got.Error-2./3) > 1e-12 || got.Positions != 3 {
		t.Errorf("got %+v, want a mean of %v with an error of 2/3", got, want)
	}
}
