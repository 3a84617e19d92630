package stats

import (
	"fmt"
	"math"
	"strconv"
	"strings"

	"github.com/zugwatch/zugwatch/engine/text"
)

// Model says what the bounds of a test are and how the likelihood is found.
type Model uint8

// The models. The first two find the likeliest distributions of the pairs under both hypotheses exactly (a
// generalised sequential probability ratio test). The others take a normal distribution of the mean, with the
// variance of the sample and a little more: see sample.variance.
const (
	Normalized       Model = iota // bounds are normalised Elo
	Logistic                      // bounds are Elo
	NormalizedSimple              // bounds are normalised Elo
	LogisticSimple                // bounds are Elo
	modelEnd
)

var modelNames = [modelEnd]string{"normalized", "logistic", "normalized-simple", "logistic-simple"}

// String returns the model as one word.
func (m Model) String() string { return modelNames[m] }

// SPRT is a sequential probability ratio test: is the first player stronger by
// Elo0 (H0) or by Elo1 (H1)? Alpha is how often H1 may be accepted though H0
// holds, Beta the reverse.
type SPRT struct {
	Elo0, Elo1  float64
	Alpha, Beta float64
	Model       Model
}

// ParseSPRT reads the text form "elo0=0,elo1=5,alpha=0.05,beta=0.1,model=logistic".
// Elo0 and Elo1 are asked for; alpha and beta are 0.05 and the model is
// normalized where they are left out.
func ParseSPRT(text string) (SPRT, error) {
	t := SPRT{Alpha: 0.05, Beta: 0.05}
	seen := make(map[string]bool)
	for part := range strings.SplitSeq(text, ",") {
		key, value, found := strings.Cut(part, "=")
		if !found {
			return SPRT{}, fmt.Errorf("part %.40q of the test (expected elo0=, elo1=, alpha=, beta= or model=)", part)
		}
		if seen[key] {
			return SPRT{}, fmt.Errorf("part %q of the test is given twice (expected each once)", key)
		}
		seen[key] = true
		if err := t.set(key, value); err != nil {
			return SPRT{}, err
		}
	}
	switch {
	case !seen["elo0"] || !seen["elo1"]:
		return SPRT{}, fmt.Errorf("test %.60q names not both bounds (expected elo0= and elo1=, such as elo0=0,elo1=5)", text)
	case t.Elo0 >= t.Elo1:
		return SPRT{}, fmt.Errorf("bounds elo0=%v and elo1=%v (expected the first below the second)", t.Elo0, t.Elo1)
	}
	return t, nil
}

// maxBound is the largest bound of a test, in Elo.
const maxBound = 200

func (t *SPRT) set(key, value string) error {
	bounds := map[string]*float64{"elo0": &t.Elo0, "elo1": &t.Elo1}
	rates := map[string]*float64{"alpha": &t.Alpha, "beta": &t.Beta}
	number, err := strconv.ParseFloat(value, 64)
	switch {
	case key == "model":
		t.Model, err = text.FindWord[Model](value, modelNames[:], "model")
		return err
	case bounds[key] != nil:
		if err != nil || !(math.Abs(number) <= maxBound) {
			return fmt.Errorf("bound %.40q (expected Elo from -%d to %d)", key+"="+value, maxBound, maxBound)
		}
		*bounds[key] = number
	case rates[key] != nil:
		if err != nil || !(number >= 1e-6 && number < 0.5) {
			return fmt.Errorf("error rate %.40q (expected a number from 0.000001 to less than 0.5)", key+"="+value)
		}
		*rates[key] = number
	default:
		return fmt.Errorf("part %.40q of the test (expected elo0=, elo1=, alpha=, beta= or model=)", key)
	}
	return nil
}

// String returns the text form that ParseSPRT reads, with every part.
func (t SPRT) String() string {
	number := func(v float64) string { return strconv.FormatFloat(v, 'g', -1, 64) }
	return fmt.Sprintf("elo0=%s,elo1=%s,alpha=%s,beta=%s,model=%s", number(t.Elo0), number(t.Elo1), number(t.Alpha), number(t.Beta), t.Model)
}

// Bounds returns where the test ends: it accepts H0 when the log-likelihood ratio is
// not above low, H1 when it is not below high.
func (t SPRT) Bounds() (low, high float64) {
	return math.Log(t.Beta / (1 - t.Alpha)), math.Log((1 - t.Beta) / t.Alpha)
}

// Decision is the state of a test.
type Decision uint8

// The decisions. The zero value is that there is none.
const (
	Undecided  Decision = iota
	AcceptedH0          // the change is worth no more than elo0
	AcceptedH1          // the change is worth at least elo1
)

// String returns "undecided", "H0" or "H1".
func (d Decision) String() string { return [...]string{"undecided", "H0", "H1"}[d] }

// minPairs is the smallest number of pairs on which a test decides. Fewer do not give the distribution of the pairs, which
// the test estimates. Waiting makes neither error more likely.
const minPairs = 30

// Decide judges the pairs by their log-likelihood ratio, which it gives too.
func (t SPRT) Decide(p Pairs) (decision Decision, llr float64) {
	llr = t.llr(p)
	if p.Count() < minPairs {
		return Undecided, llr
	}
	return t.decideRatio(llr), llr
}

// decideRatio compares a log-likelihood ratio with the bounds.
func (t SPRT) decideRatio(llr float64) Decision {
	low, high := t.Bounds()
	switch {
	case llr <= low:
		return AcceptedH0
	case llr >= high:
		return AcceptedH1
	}
	return Undecided
}

// llr returns the logarithm of how much likelier the pairs are under H1 than under H0,
// 0 without pairs.
func (t SPRT) llr(p Pairs) float64 {
	if p.Count() == 0 {
		return 0
	}
	s, n := p.regularize()
	switch t.Model {
	case Normalized:
		return s.logRatio(n, s.withSigmas(sigmasOf(t.Elo1)), s.withSigmas(sigmasOf(t.Elo0)))
	case NormalizedSimple:
		return s.normalizedRatio(n, sigmasOf(t.Elo0), sigmasOf(t.Elo1))
	case LogisticSimple:
		return s.logisticRatio(n, ScoreOf(t.Elo0), ScoreOf(t.Elo1))
	}
	return s.logRatio(n, s.withMean(ScoreOf(t.Elo1)), s.withMean(ScoreOf(t.Elo0)))
}

// sigmasOf is normalised Elo in standard deviations of a pair: those of two games
// add up, and the mean does not change.
func sigmasOf(nElo float64) float64 { return nElo / nEloPerSigma * math.Sqrt2 }

// logisticRatio takes the mean for normal, with the variance that s has for n pairs.
func (s sample) logisticRatio(n, score0, score1 float64) float64 {
	mean, _ := s.moments()
	return n * (score1 - score0) * (2*mean - score0 - score1) / (2 * s.variance(n))
}

// priorPairs is the number of pairs of each outcome added to the sample where a variance is estimated for a simple
// model. This is the rule of succession of P. S. Laplace.
const priorPairs = 1

// variance returns the variance of n observations of the sample with priorPairs of each outcome
// beside them. Pairs that all ended alike have no variance of their own, and would make
// any bound certain at once; a hundred pairs hardly feel it.
func (s sample) variance(n float64) float64 {
	more := make(sample, len(s))
	for i, o := range s {
		more[i] = outcome{value: o.value, weight: o.weight*n + priorPairs}
	}
	_, variance := more.moments()
	return variance
}

// normalizedRatio takes each outcome for normal and finds the likeliest variance
// under both hypotheses.
func (s sample) normalizedRatio(n, sigmas0, sigmas1 float64) float64 {
	mean, _ := s.moments()
	is := (mean - 0.5) / math.Sqrt(s.variance(n))
	return n / 2 * math.Log((1+(is-sigmas0)*(is-sigmas0))/(1+(is-sigmas1)*(is-sigmas1)))
}

// minWeight replaces a count of 0, which would make every distribution with that outcome impossible.
const minWeight = 1e-3

// regularize returns the sample as probabilities, none of them 0, and the number of
// observations that they rest on.
func (p Pairs) regularize() (s sample, n float64) {
	s = p.distribution()
	for i := range s {
		if s[i].weight == 0 {
			s[i].weight = minWeight
		}
		n += s[i].weight
	}
	for i := range s {
		s[i].weight /= n
	}
	return s, n
}

// likeliest returns the most likely distribution on the outcomes of the sample under which zero, a value for each
// outcome, has mean 0. Its weights are p/(1 + theta·zero) for a theta that is unique. Zero has values on both sides of
// 0.
func (s sample) likeliest(zero []float64) sample {
	theta := s.multiplier(zero)
	found := make(sample, len(s))
	for i, o := range s {
		found[i] = outcome{value: o.value, weight: o.weight / (1 + theta*zero[i])}
	}
	return found
}

// multiplier finds theta by bisection: the sum falls all the way between the two
// poles around 0.
func (s sample) multiplier(zero []float64) float64 {
	least, most := math.Inf(1), math.Inf(-1)
	for _, z := range zero {
		least, most = min(least, z), max(most, z)
	}
	low, high := -1/most, -1/least
	for range 200 {
		theta := (low + high) / 2
		sum := 0.0
		for i, o := range s {
			sum += o.weight * zero[i] / (1 + theta*zero[i])
		}
		if sum > 0 {
			low = theta
		} else {
			high = theta
		}
		if theta == low && theta == high || high-low <= 1e-15*(1+math.Abs(theta)) {
			break
		}
	}
	return (low + high) / 2
}

// withMean returns the likeliest distribution that has the mean.
func (s sample) withMean(mean float64) sample {
	zero := make([]float64, len(s))
	for i, o := range s {
		zero[i] = o.value - mean
	}
	return s.likeliest(zero)
}

// withSigmas returns the likeliest distribution whose mean is the given number of its own standard deviations above one
// half. The standard deviation is not linear in the probabilities, so each step uses its slope at the last
// distribution, until the steps converge.
func (s sample) withSigmas(sigmas float64) sample {
	found := make(sample, len(s))
	for i, o := range s {
		found[i] = outcome{value: o.value, weight: 1 / float64(len(s))}
	}
	zero := make([]float64, len(s))
	for range 100 {
		mean, variance := found.moments()
		deviation := math.Sqrt(variance)
		for i, o := range s {
			away := (o.value - mean) / deviation
			zero[i] = o.value - 0.5 - sigmas*deviation*(1+away*away)/2
		}
		next := s.likeliest(zero)
		moved := 0.0
		for i := range next {
			moved = max(moved, math.Abs(next[i].weight-found[i].weight))
		}
		found = next
		if moved < 1e-12 {
			break
		}
	}
	return found
}

// logRatio returns the log-likelihood ratio of one distribution to another for n
// observations of the sample.
func (s sample) logRatio(n float64, one, other sample) float64 {
	sum := 0.0
	for i, o := range s {
		sum += o.weight * math.Log(one[i].weight/other[i].weight)
	}
	return n * sum
}
