package effect

import (
	"math"
	"math/rand/v2"
	"testing"
)

func TestOf(t *testing.T) {
	e := Of([][]float64{{1, 3}, {}, {2}, {0, 0, 0}})
	if e.Mean != 4./3 || e.Positions != 3 || e.Forms != 6 || math.Abs(e.Error-2./3) > 1e-15 {
		t.Errorf("%+v", e)
	}
	// Student's point of 97.5 % with two degrees of freedom is 4.3027 (W. S. Gosset's
	// table in R. A. Fisher, Statistical Methods for Research Workers, table IV).
	if low, high := e.Low(0.025), e.High(0.025); math.Abs(low-(4./3-4.3027*2/3)) > 1e-4 || math.Abs(high-(4./3+4.3027*2/3)) > 1e-4 {
		t.Errorf("from %v to %v", low, high)
	}
	for _, few := range [][][]float64{nil, {{}}, {{1, 2, 3}}} {
		if e := Of(few); !math.IsInf(e.Low(0.1), -1) || !math.IsInf(e.High(0.1), 1) {
			t.Errorf("%v: from %v to %v", few, e.Low(0.1), e.High(0.1))
		}
	}
	if e := Of([][]float64{{0}, {0}}); e.Low(0.01) != 0 || e.High(0.01) != 0 {
		t.Errorf("no difference at all: %+v", e)
	}
}

// TestCoverage draws differences like those of searches: none in most forms, else a
// factor of several nodes more or fewer, or a solution that is found on one side only,
// with forms that depend on each other. The true mean is beyond each bound no more
// often than the risk says, but for chance and the little that Student's distribution
// is off where few positions differ; what is true of both bounds is logged.
func TestCoverage(t *testing.T) {
	const draws = 10_000
	risks := []float64{0.05, 0.01, 0.002}
	for _, test := range []struct {
		positions int
		excess    float64 // of the risk that is allowed
	}{{300, 1.25}, {26, 2}} {
		random := rand.New(rand.NewPCG(15, uint64(test.positions)))
		below, above := make([]int, len(risks)), make([]int, len(risks))
		for range draws {
			e := Of(drawn(random, test.positions))
			for i, risk := range risks {
				if e.Low(risk) > trueMean {
					below[i]++
				}
				if e.High(risk) < trueMean {
					above[i]++
				}
			}
		}
		for i, risk := range risks {
			most := risk*draws*test.excess + 4*math.Sqrt(risk*draws)
			if float64(below[i]) > most || float64(above[i]) > most {
				t.Errorf("%d positions: beyond the bounds at a risk of %v in %d and %d of %d draws, want at most %.0f", test.positions, risk, below[i], above[i], draws, most)
			}
		}
		t.Logf("%d positions, risks %v: low bound above the truth %v, high bound below it %v of %d", test.positions, risks, below, above, draws)
	}
}

// trueMean is the mean that drawn draws from.
const trueMean = 0.03

// drawn are differences of the logarithms of the nodes to a solution.
func drawn(random *rand.Rand, positions int) [][]float64 {
	differences := make([][]float64, positions)
	for i := range differences {
		shared := 0.3 * random.NormFloat64()
		quiet := random.Float64() < 0.4 // easy, or never solved
		for range 4 {
			d := trueMean
			switch {
			case quiet:
			case random.Float64() < 0.05:
				d += 3 * float64(1-2*random.IntN(2)) * random.ExpFloat64()
			default:
				d += shared + 0.5*random.NormFloat64()
			}
			differences[i] = append(differences[i], d)
		}
	}
	return differences
}
