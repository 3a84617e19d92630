package effect

import (
	"fmt"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/zugwatch/zugwatch/engine/must"
)

func TestOf(t *testing.T) {
	// Variances of the means 1 and 1/4 of two positions, with 1 and 3 degrees of freedom.
	e := EstimateMean([][]float64{{1, 3}, {}, {0, 0, 2, 2}})
	variance := 1. + 1./3
	if want := (1 + 1./3) * (1 + 1./3) / (1 + 1./27); e.Mean != 1.5 || e.Positions != 2 || e.Forms != 6 || math.Abs(e.Error-math.Sqrt(variance)/2) > 1e-15 || math.Abs(e.DegreesOfFreedom-want) > 1e-12 {
		t.Errorf("%+v", e)
	}
	// Student's point of 97.5 % with two degrees of freedom is 4.3027 (W. S. Gosset's
	// table in R. A. Fisher, Statistical Methods for Research Workers, table IV).
	e = EstimateMean([][]float64{{1, 2, 3}, {7, 7, 7}})
	if reach := 4.3027 * math.Sqrt(1./3) / 2; math.Abs(e.Low(0.025)-(4.5-reach)) > 1e-4 || math.Abs(e.High(0.025)-(4.5+reach)) > 1e-4 {
		t.Errorf("from %v to %v", e.Low(0.025), e.High(0.025))
	}
	for _, few := range [][][]float64{nil, {{}}, {{}, {1}}} {
		if e := EstimateMean(few); !math.IsInf(e.Low(0.1), -1) || !math.IsInf(e.High(0.1), 1) {
			t.Errorf("%v: from %v to %v", few, e.Low(0.1), e.High(0.1))
		}
	}
	if e := EstimateMean([][]float64{{0, 0}, {1, 1}}); e.Low(0.01) != 0.5 || e.High(0.01) != 0.5 {
		t.Errorf("the same in every form: %+v", e)
	}
	// Positions of one form each are a sample: the variance of 1, 2 and 6 is 7, and Student's point
	// of 97.5 % with two degrees of freedom is as above. A second form of one changes nothing.
	for _, single := range [][][]float64{{{1}, {2}, {}, {6}}, {{1}, {2, 2}, {6}}} {
		if e, reach := EstimateMean(single), 4.3027*math.Sqrt(7./3); math.Abs(e.Low(0.025)-(3-reach)) > 1e-4 || math.Abs(e.High(0.025)-(3+reach)) > 1e-4 {
			t.Errorf("%v: from %v to %v", single, e.Low(0.025), e.High(0.025))
		}
	}
	// A position with one form varies as the others do.
	whole, part := EstimateMean([][]float64{{1, 3}, {1, 3}}), EstimateMean([][]float64{{1, 3}, {2}})
	if part.Error <= whole.Error || part.Mean != whole.Mean {
		t.Errorf("%+v, with one form less %+v", whole, part)
	}
}

// TestOver: four times as many forms halve the error, and the same number changes nothing.
func TestOver(t *testing.T) {
	e := EstimateMean([][]float64{{1, 3}, {2, 7}, {0, 1}})
	if same := e.InForms(2); same != e {
		t.Errorf("the same forms: %+v, want %+v", same, e)
	}
	more := e.InForms(8)
	if math.Abs(more.Error-e.Error/2) > 1e-15 || math.Abs(more.DegreesOfFreedom-7*e.DegreesOfFreedom) > 1e-12 || more.Forms != 24 || more.Positions != 3 || more.Mean != e.Mean {
		t.Errorf("four times as many: %+v of %+v", more, e)
	}
	if single := EstimateMean([][]float64{{1}, {2}}); single.InForms(8) != single {
		t.Errorf("one form tells nothing of more: %+v", single.InForms(8))
	}
}

// TestCoverage draws differences like those of searches, in positions that a change does
// not cost the same. Most forms have none. Others have a factor of several in the nodes,
// or a solution on one side only. The true mean is beyond each bound no more often than
// the risk says. Excepted are chance and the small error of Student's distribution where
// few positions differ. The rate for both bounds is logged.
func TestCoverage(t *testing.T) {
	for _, test := range []struct {
		positions, forms int
		excess           float64 // of the risk that is allowed
	}{{300, 4, 1.25}, {300, 8, 1.25}, {26, 4, 2}, {300, 2, 1.5}, {300, 1, 1.25}} {
		random := rand.New(rand.NewPCG(15, uint64(test.positions*test.forms)))
		checkCoverage(t, fmt.Sprintf("%d positions in %d forms", test.positions, test.forms), test.excess, func() (Estimate, float64) {
			differences, truth := drawn(random, test.positions, test.forms)
			return EstimateMean(differences), truth
		})
	}
}

// checkCoverage draws estimates with the truth. It lies beyond each bound no more often than the risk says, up to an
// excess and chance.
func checkCoverage(t *testing.T, what string, excess float64, draw func() (e Estimate, truth float64)) {
	t.Helper()
	draws := coverageDraws()
	risks := [...]float64{0.05, 0.01, 0.001}
	var below, above [len(risks)]int
	for range draws {
		e, truth := draw()
		for i, risk := range risks {
			if e.Low(risk) > truth {
				below[i]++
			}
			if e.High(risk) < truth {
				above[i]++
			}
		}
	}
	for i, risk := range risks {
		most := risk*float64(draws)*excess + 4*math.Sqrt(risk*float64(draws))
		if float64(below[i]) > most || float64(above[i]) > most {
			t.Errorf("%s: beyond the bounds at a risk of %v in %d and %d of %d draws, want at most %.0f", what, risk, below[i], above[i], draws, most)
		}
	}
	t.Logf("%s, risks %v: low bound above the truth %v, high bound below it %v of %d", what, risks, below, above, draws)
}

// coverageDraws returns how often coverage is drawn: 10,000 times where tests may be slow.
func coverageDraws() int {
	if must.Slow() {
		return 10_000
	}
	return 300
}

// drawn returns differences of the logarithms of the nodes to a solution, and their true
// mean.
func drawn(random *rand.Rand, positions, forms int) (differences [][]float64, truth float64) {
	differences = make([][]float64, positions)
	for i := range differences {
		cost := 0.03
		quiet := random.Float64() < 0.4 // easy, or never solved
		if !quiet {
			cost += 0.3 * random.NormFloat64()
		}
		truth += cost / float64(positions)
		for range forms {
			d := cost
			switch {
			case quiet:
			case random.Float64() < 0.05:
				d += 3 * float64(1-2*random.IntN(2)) * random.ExpFloat64()
			default:
				d += 0.5 * random.NormFloat64()
			}
			differences[i] = append(differences[i], d)
		}
	}
	return differences, truth
}
