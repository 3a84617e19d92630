package stats

import (
	"math"
	"os"
	"testing"
)

// splitMix is a source of random numbers that are the same everywhere.
type splitMix uint64

func (r *splitMix) float() float64 {
	*r += 0x9e3779b97f4a7c15
	z := uint64(*r)
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return float64((z^z>>31)>>11) / (1 << 53)
}

// level is what pairs of equal players look like at a short time control.
var level = Pairs{40, 530, 1070, 530, 40}

// TestSimulated runs tests of [0, 5] on players that differ by 0, 2.5 and 5 Elo
// of the model, 100,000 of each with ZUGWATCH_SLOW=1, and holds that they err no
// more often than they may.
func TestSimulated(t *testing.T) {
	runs := 250
	if os.Getenv("ZUGWATCH_SLOW") != "" {
		runs = 100_000
	}
	for _, model := range []Model{LogisticSimple, NormalizedSimple} {
		test := SPRT{Elo0: 0, Elo1: 5, Alpha: 0.05, Beta: 0.05, Model: model}
		for _, elo := range []float64{0, 2.5, 5} {
			accepted, pairs := simulate(test, elo, runs)
			rate := float64(accepted[AcceptedH1]) / float64(runs)
			t.Logf("%s, true Elo %.1f: H1 in %.2f %% of %d runs, %.0f pairs each", model, elo, 100*rate, runs, pairs)
			slack := 4 * math.Sqrt(0.05*0.95/float64(runs))
			switch {
			case elo == 0 && rate > test.Alpha+slack:
				t.Errorf("H1 is accepted in %.4f of the runs although H0 holds", rate)
			case elo == 5 && 1-rate > test.Beta+slack:
				t.Errorf("H0 is accepted in %.4f of the runs although H1 holds", 1-rate)
			case elo == 2.5 && math.Abs(rate-0.5) > 0.02+4*math.Sqrt(0.25/float64(runs)):
				t.Errorf("H1 is accepted in %.4f of the runs in the middle", rate)
			}
		}
	}
}

// simulate runs tests until they are decided and gives how often each decision
// was taken and the mean number of pairs.
func simulate(test SPRT, elo float64, runs int) (accepted [3]int, pairs float64) {
	truth, _ := level.regular()
	if test.Model == Normalized || test.Model == NormalizedSimple {
		truth = truth.withSigmas(sigmasOf(elo))
	} else {
		truth = truth.withMean(ScoreOf(elo))
	}
	var upTo [4]float64
	sum := 0.0
	for i := range upTo {
		sum += truth[i].weight
		upTo[i] = sum
	}
	random := splitMix(math.Float64bits(elo))
	low, high := test.Bounds()
	total := 0
	for range runs {
		run := running{test: test}
		llr := 0.0
		for llr > low && llr < high {
			total++
			at, r := 0, random.float()
			for at < 4 && r >= upTo[at] {
				at++
			}
			run.add(at)
			llr = run.llr()
		}
		if llr >= high {
			accepted[AcceptedH1]++
		} else {
			accepted[AcceptedH0]++
		}
	}
	return accepted, float64(total) / float64(runs)
}

// running is the LLR of a simple model, pair by pair.
type running struct {
	test            SPRT
	n, sum, squares float64
}

func (r *running) add(halfPoints int) {
	v := float64(halfPoints) / 4
	r.n++
	r.sum += v
	r.squares += v * v
}

func (r *running) llr() float64 {
	mean := r.sum / r.n
	variance := r.squares/r.n - mean*mean
	if variance < 1e-9 || r.n < 20 {
		return 0 // all alike so far
	}
	if r.test.Model == LogisticSimple {
		s0, s1 := score0, score5
		return r.n * (s1 - s0) * (2*mean - s0 - s1) / (2 * variance)
	}
	is := (mean - 0.5) / math.Sqrt(variance)
	a, b := is-sigmas0, is-sigmas5
	return r.n / 2 * math.Log((1+a*a)/(1+b*b))
}

// The bounds of the simulated tests, once.
var (
	score0, score5   = ScoreOf(0), ScoreOf(5)
	sigmas0, sigmas5 = sigmasOf(0), sigmasOf(5)
)

// TestRunning holds the arithmetic of the simulation against that of the package,
// and the simple models against the exact ones where there are many pairs.
func TestRunning(t *testing.T) {
	for _, model := range []Model{LogisticSimple, NormalizedSimple} {
		test := SPRT{Elo0: 0, Elo1: 5, Alpha: 0.05, Beta: 0.05, Model: model}
		for _, shift := range []int{-200, -50, 0, 30, 120} {
			p := Pairs{400, 5300 - shift, 10700, 5300 + shift, 400}
			run := running{test: test}
			for i, c := range p {
				for range c {
					run.add(i)
				}
			}
			if got, want := run.llr(), test.LLR(p); math.Abs(got-want) > 1e-6*(1+math.Abs(want)) {
				t.Errorf("%s of %v: %v, want %v", model, p, got, want)
			}
			exact := test
			exact.Model = model - NormalizedSimple
			if got, want := test.LLR(p), exact.LLR(p); math.Abs(got-want) > 0.01*(1+math.Abs(want)) {
				t.Errorf("%s of %v: %v, exactly %v", model, p, got, want)
			}
		}
	}
}
