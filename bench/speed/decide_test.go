package speed

import (
	"math"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/bench/compare"
)

// pairs makes pairs whose cost grows by a factor, with a little noise.
func pairs(n int, factor, noise float64) []Pair {
	random := rand.New(rand.NewPCG(uint64(n), 3))
	list := make([]Pair, n)
	for i := range list {
		t := func(f float64) Sample {
			d := time.Duration(1e8 * f * math.Exp(noise*random.NormFloat64()))
			return Sample{Wall: d, CPU: d, Nodes: 1000}
		}
		list[i] = Pair{Session: i, Base: t(1), Head: t(factor)}
	}
	return list
}

func TestDecide(t *testing.T) {
	slow, fast := &Measurement{pairs(50, 1.05, 0.01), pairs(20, 1, 0.01)}, &Measurement{pairs(50, 1, 0.01), pairs(20, 1, 0.01)}
	tests := []struct {
		name          string
		first, second *Measurement
		allowed       compare.Growth
		want          compare.Verdict
		reason        string
	}{
		{"equal", fast, nil, 20, compare.Pass, "(allowed: +2%)"},
		{"slower, seen once", slow, nil, 20, compare.Inconclusive, "a second measurement was not made"},
		{"slower, seen twice", slow, slow, 20, compare.Fail, "CPU time for each node +5.0%"},
		{"slower, and then not", slow, fast, 20, compare.Inconclusive, "the interval holds the limit"},
		{"slower, and then not sure", &Measurement{pairs(200, 1.05, 0.01), pairs(50, 1, 0.01)}, &Measurement{pairs(20, 1.04, 0.1), pairs(20, 1, 0.01)}, 20, compare.Inconclusive, "only one of two measurements says so"},
		{"as the machine is", &Measurement{pairs(50, 1.05, 0.01), pairs(20, 1.08, 0.01)}, &Measurement{pairs(50, 1.05, 0.01), pairs(20, 1, 0.01)}, 20, compare.Inconclusive, "equal engines seem as far apart on this machine"},
		{"around the limit", &Measurement{pairs(50, 1.02, 0.05), pairs(20, 1, 0.01)}, nil, 20, compare.Inconclusive, "a second measurement was not made"},
		{"around the limit twice", &Measurement{pairs(50, 1.02, 0.05), pairs(20, 1, 0.01)}, &Measurement{pairs(51, 1.02, 0.05), pairs(20, 1, 0.01)}, 20, compare.Inconclusive, "the interval holds the limit"},
		{"sure with the second", &Measurement{pairs(12, 1, 0.1), pairs(20, 1, 0.01)}, &Measurement{pairs(400, 1, 0.01), pairs(20, 1, 0.01)}, 20, compare.Pass, "over 412 pairs in 412 sessions (allowed: +2%)"},
		{"few pairs", &Measurement{pairs(9, 1.5, 0.01), pairs(20, 1, 0.01)}, &Measurement{}, 20, compare.Inconclusive, "too few sessions (expected at least 10"},
		{"few A/A pairs", &Measurement{pairs(50, 1.5, 0.01), pairs(4, 1, 0.01)}, &Measurement{pairs(50, 1.5, 0.01), pairs(5, 1, 0.01)}, 20, compare.Inconclusive, "too few sessions"},
		{"nothing", &Measurement{}, nil, 20, compare.Inconclusive, "too few sessions"},
		{"not limited", slow, nil, compare.Unlimited, compare.Pass, "(allowed: any)"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			f := Assess(test.first, test.second, test.allowed)
			r := f.Result()
			if text := strings.Join(r.Reasons, "; "); f.Verdict != test.want || r.Verdict != test.want || r.Axis != compare.Speed || !strings.Contains(text, test.reason) {
				t.Errorf("got %s %q, want %s %q", f.Verdict, text, test.want, test.reason)
			}
		})
	}
}

// TestEffects: the interval of a race is that of its result, with the same verdict.
func TestEffects(t *testing.T) {
	slow := &Measurement{pairs(50, 1.05, 0.01), pairs(20, 1, 0.01)}
	f := Assess(slow, nil, 20)
	for _, test := range []struct {
		of   compare.Result
		want compare.Verdict
	}{{f.Result(), compare.Inconclusive}, {f.ResultBesideSuites(), compare.Undecided}} {
		if e := test.of.Effects; len(e) != 1 || e[0].Verdict != test.want || e[0].Allowed != 0.02 || e[0].Mean < 0.04 || e[0].Low > e[0].Mean || e[0].High < e[0].Mean {
			t.Errorf("%s: effects %+v", test.want, e)
		}
	}
	for name, f := range map[string]Assessment{"not limited": Assess(slow, nil, compare.Unlimited), "few": Assess(&Measurement{pairs(5, 1, 0.01), nil}, nil, 20)} {
		if e := f.Result().Effects; e != nil {
			t.Errorf("%s: effects %+v", name, e)
		}
	}
}

// TestEstimate holds the estimate against cases done by hand.
func TestEstimate(t *testing.T) {
	logs := []float64{0, 0, 1, 1, 2, 2, 3, 3, 100, -100}
	e := estimate(logs)
	// The middle six are 0, 1, 1, 2, 2, 3. Winsorized: 0 0 0 1 1 2 2 3 3 3. Their mean is 1.5
	// and the sum of squares about it 14.5.
	half := 2.570581835636314 * math.Sqrt(14.5/(6*5)) // the quantile of Student's t with 5 degrees of freedom
	if math.Abs(math.Log(e.Ratio)-1.5) > 1e-9 || math.Abs(math.Log(e.High)-1.5-half) > 1e-9 || math.Abs(math.Log(e.Low)-1.5+half) > 1e-9 {
		t.Errorf("got %+v, want %v ± %v", e, 1.5, half)
	}
	if e := estimate(logs[:9]); e.Low != 0 || e.High != unbounded || e.Sessions != 9 {
		t.Errorf("few pairs: got %+v", e)
	}
}

// TestEstimateCoverage: the interval holds the true ratio about as often as it
// says, with long tails too.
func TestEstimateCoverage(t *testing.T) {
	random := rand.New(rand.NewPCG(11, 11))
	const trials = 2000
	held := 0
	for range trials {
		logs := make([]float64, 60)
		for i := range logs {
			logs[i] = 0.03 + 0.02*random.NormFloat64()
			if random.IntN(10) == 0 {
				logs[i] += 0.5 * random.NormFloat64()
			}
		}
		if e := estimate(logs); e.Low <= math.Exp(0.03) && math.Exp(0.03) <= e.High {
			held++
		}
	}
	if share := float64(held) / trials; share < 0.93 || share > 0.98 {
		t.Errorf("%.3f of the intervals hold the ratio, want about 0.95", share)
	}
}

// FuzzEstimate: turning base and head around turns every estimate around.
func FuzzEstimate(f *testing.F) {
	f.Add(uint64(1), 50)
	f.Add(uint64(2), 10)
	f.Fuzz(func(t *testing.T, seed uint64, n int) {
		if n < 1 || n > 500 {
			return
		}
		random := rand.New(rand.NewPCG(seed, 0))
		there, back := make([]float64, n), make([]float64, n)
		for i := range there {
			there[i] = random.NormFloat64() * random.ExpFloat64()
			back[i] = -there[i]
		}
		a, b := estimate(there), estimate(back)
		turned := math.Abs(a.Ratio*b.Ratio-1) < 1e-9
		if n >= MinSessions {
			turned = turned && math.Abs(a.Low*b.High-1) < 1e-9 && math.Abs(a.High*b.Low-1) < 1e-9
		}
		if !turned {
			t.Errorf("%+v and %+v", a, b)
		}
	})
}

// TestBySession: a session counts once, with the median of its pairs.
func TestBySession(t *testing.T) {
	costs := map[Pair]float64{}
	var list []Pair
	for session := range 10 {
		for i, cost := range []float64{9, float64(session), -9, float64(session)}[:3+session%2] {
			p := Pair{Session: session, Base: Sample{Nodes: uint64(i)}}
			costs[p] = cost
			list = append(list, p)
		}
	}
	got := bySession(list, func(p Pair) float64 { return costs[p] })
	want := estimate([]float64{0, 1, 2, 3, 4, 5, 6, 7, 8, 9})
	if want.Pairs = len(list); got != want {
		t.Errorf("got %+v, want %+v", got, want)
	}
}

// TestDecideByBothClocks: an engine that waits is slower, though it uses no more CPU time.
func TestDecideByBothClocks(t *testing.T) {
	waiting := func(n int, factor, noise float64, same float64) *Measurement {
		random := rand.New(rand.NewPCG(16, 4))
		m := &Measurement{pairs(n, 1, 0.01), pairs(n, 1, 0.01)}
		for i := range m.Pairs {
			p := &m.Pairs[i]
			p.Head.Wall = time.Duration(float64(p.Head.Wall) * factor * math.Exp(noise*random.NormFloat64()))
			m.Same[i].Head.Wall = time.Duration(float64(m.Same[i].Head.Wall) * same)
		}
		return m
	}
	for _, test := range []struct {
		name          string
		first, second *Measurement
		want          compare.Verdict
		reason        string
	}{
		{"equal", waiting(50, 1, 0.02, 1), nil, compare.Pass, ""},
		{"waits, seen once", waiting(50, 10.7, 0.02, 1), nil, compare.Inconclusive, "a second measurement was not made"},
		{"waits, seen twice", waiting(50, 10.7, 0.02, 1), waiting(40, 10.7, 0.02, 1), compare.Fail, "wall time for each node +9"},
		{"waits a little, seen once", waiting(50, 1.05, 0.02, 1), nil, compare.Inconclusive, "a second measurement was not made"},
		{"waits a little", waiting(50, 1.05, 0.02, 1), waiting(40, 1.05, 0.02, 1), compare.Fail, "wall time for each node +4.9%"},
		{"as the machine is", waiting(50, 1.05, 0.02, 1.08), waiting(40, 1.05, 0.02, 1.08), compare.Pass, ""},
		{"nobody knows", waiting(20, 1.3, 1, 1), waiting(20, 1.3, 1, 1), compare.Inconclusive, "the CPU time passes and the wall time may not"},
	} {
		f := Assess(test.first, test.second, 20)
		if text := strings.Join(f.Result().Reasons, "; "); f.Verdict != test.want || !strings.Contains(text, test.reason) {
			t.Errorf("%s: %s %q", test.name, f.Verdict, text)
		}
	}
}
