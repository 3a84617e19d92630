package stats

import (
	"math"
	"slices"
	"testing"

	"github.com/zugwatch/zugwatch/engine/must"
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

// level holds pairs of equal players at a short time control. Each of drawish has nearly
// only drawn games, or nearly only drawn pairs and others won whole.
var (
	level   = Pairs{40, 530, 1070, 530, 40}
	drawish = []Pairs{{0, 10, 980, 10, 0}, {0, 1, 998, 1, 0}, {10, 0, 980, 0, 10}, {1, 0, 998, 0, 1}}
)

// TestSimulated runs tests of [0, 5] on players that differ by 0, 2.5 and 5 Elo
// of the model, 100,000 of each with ZUGWATCH_SLOW=1, and holds that they err no
// more often than they may.
func TestSimulated(t *testing.T) {
	runs := 250
	if must.Slow() {
		runs = 100_000
	}
	for _, model := range []Model{LogisticSimple, NormalizedSimple} {
		test := SPRT{Elo0: 0, Elo1: 5, Alpha: 0.05, Beta: 0.05, Model: model}
		for _, elo := range []float64{0, 2.5, 5} {
			test.hold(t, level, elo, runs)
		}
	}
}

// TestDrawish is TestSimulated with pairs that mostly end alike, 20,000 with
// ZUGWATCH_SLOW=1 and 5,000 by the exact model. A test that takes those for certain errs
// too often. With a hundred drawn pairs for one that is won whole, the exact test errs a
// little too often, and the simple one may do so too.
func TestDrawish(t *testing.T) {
	models := map[Model]int{LogisticSimple: 1000}
	if must.Slow() {
		models = map[Model]int{LogisticSimple: 20_000, Logistic: 5000}
	}
	for model, runs := range models {
		test := SPRT{Elo0: 0, Elo1: 5, Alpha: 0.05, Beta: 0.05, Model: model}
		for _, pairs := range drawish {
			for _, elo := range []float64{0, 5} {
				test.hold(t, pairs, elo, runs)
			}
		}
	}
}

// hold simulates the test between players with the given pairs, shifted by elo, and checks
// its error rates.
func (t SPRT) hold(tt *testing.T, pairs Pairs, elo float64, runs int) {
	tt.Helper()
	accepted, length := simulate(t, pairs, elo, runs)
	rate := float64(accepted[AcceptedH1]) / float64(runs)
	tt.Logf("%s, %s at %.1f Elo: H1 in %.2f %% of %d runs, %.0f pairs each", t.Model, pairs, elo, 100*rate, runs, length)
	slack := 4 * math.Sqrt(0.05*0.95/float64(runs))
	beta := t.Beta
	if pairs != level {
		beta = 0.06
	}
	switch {
	case elo == t.Elo0 && rate > t.Alpha+slack:
		tt.Errorf("%s, %s: H1 is accepted in %.4f of the runs although H0 holds", t.Model, pairs, rate)
	case elo == t.Elo1 && 1-rate > beta+slack:
		tt.Errorf("%s, %s: H0 is accepted in %.4f of the runs although H1 holds", t.Model, pairs, 1-rate)
	case elo == (t.Elo0+t.Elo1)/2 && math.Abs(rate-0.5) > 0.02+4*math.Sqrt(0.25/float64(runs)):
		tt.Errorf("%s, %s: H1 is accepted in %.4f of the runs in the middle", t.Model, pairs, rate)
	}
}

// simulate runs tests until they are decided and gives how often each decision
// was taken and the mean number of pairs.
func simulate(test SPRT, pairs Pairs, elo float64, runs int) (accepted [3]int, length float64) {
	truth := pairs.distribution()
	if test.Model == Normalized || test.Model == NormalizedSimple {
		truth, _ = pairs.regularize()
		truth = truth.withSigmas(sigmasOf(elo))
	} else {
		truth = truth.only().withMean(ScoreOf(elo))
	}
	var upTo [5]float64
	sum := 0.0
	for _, o := range truth {
		sum += o.weight
	}
	part := 0.0
	for _, o := range truth {
		part += o.weight / sum
		for i := int(4 * o.value); i < len(upTo); i++ {
			upTo[i] = part
		}
	}
	random := splitMix(math.Float64bits(elo))
	total := 0
	for range runs {
		run := running{test: test}
		decision := Undecided
		for decision == Undecided {
			total++
			at, r := 0, random.float()
			for at < 4 && r >= upTo[at] {
				at++
			}
			run.add(at)
			decision = run.decide()
		}
		accepted[decision]++
	}
	return accepted, float64(total) / float64(runs)
}

// only returns the sample without the outcomes that never came.
func (s sample) only() sample {
	return slices.DeleteFunc(s, func(o outcome) bool { return o.weight == 0 })
}

// running is the LLR of a simple model, pair by pair.
type running struct {
	test            SPRT
	pairs           Pairs
	n, sum, squares float64
}

func (r *running) add(halfPoints int) {
	v := float64(halfPoints) / 4
	r.pairs.Add(halfPoints)
	r.n++
	r.sum += v
	r.squares += v * v
}

// decide is Decide.
func (r *running) decide() Decision {
	switch {
	case r.n < minPairs:
		return Undecided
	case r.test.Model == Logistic || r.test.Model == Normalized:
		decision, _ := r.test.Decide(r.pairs)
		return decision
	}
	return r.test.decideRatio(r.llr())
}

// llr has a pair of each outcome beside those that were seen in the variance.
func (r *running) llr() float64 {
	mean := r.sum / r.n
	n := r.n + 5*priorPairs
	middle := (r.sum + 2.5*priorPairs) / n
	variance := (r.squares+(0.0625+0.25+0.5625+1)*priorPairs)/n - middle*middle
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
			if got, want := run.llr(), test.llr(p); math.Abs(got-want) > 1e-6*(1+math.Abs(want)) {
				t.Errorf("%s of %v: %v, want %v", model, p, got, want)
			}
			exact := test
			exact.Model = model - NormalizedSimple
			if got, want := test.llr(p), exact.llr(p); math.Abs(got-want) > 0.01*(1+math.Abs(want)) {
				t.Errorf("%s of %v: %v, exactly %v", model, p, got, want)
			}
		}
	}
}
