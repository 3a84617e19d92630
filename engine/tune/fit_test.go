package tune

import (
	"context"
	"math"
	"testing"

	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/eval"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/random"
)

// madeSet returns a set of made-up traces; their results follow hidden weights.
func madeSet(n int, hidden *eval.Weights) *Set {
	s := &Set{shipped: eval.Shipped()}
	r := random.New(11, 0)
	for range n {
		t := &s.trace
		*t = eval.Trace{Phase: int32(r.Below(eval.FullPhase + 1)), Scale: [2]int32{64, int32(32 + r.Below(33))}, Bonus: int32(r.Below(21) - 10)}
		for range 12 {
			t.Terms[r.Below(40)] += int16(r.Below(5) - 2)
		}
		for c := range t.Danger {
			t.Danger[c][eval.DangerCount-1] = 1
			for range 6 {
				t.Danger[c][r.Below(eval.DangerCount)] += int16(r.Below(3))
			}
		}
		value := float64(t.Value(hidden))
		sample := Sample{Position: chess.Start(), Score: int(value), Result: Draw}
		if promise := expectedScore(value, 0.006); promise > 0.6 {
			sample.Result = WhiteWins
		} else if promise < 0.4 {
			sample.Result = BlackWins
		}
		s.addTrace(&sample)
	}
	return s
}

// moved returns the weights with small changes.
func moved(w eval.Weights) eval.Weights {
	r := random.New(12, 0)
	for i := range w.Middle {
		w.Middle[i] += int32(r.Below(41) - 20)
		w.End[i] += int32(r.Below(41) - 20)
	}
	for i := range w.Danger {
		w.Danger[i] += int32(r.Below(11))
	}
	return w
}

// TestValueIsTheTrace checks that the smooth value of the fit differs from the evaluation
// only by the rounding of its divisions.
func TestValueIsTheTrace(t *testing.T) {
	shipped := eval.Shipped()
	s := &Set{shipped: shipped}
	r := random.New(5, 0)
	for n := range 200 {
		s.trace = eval.Trace{Phase: int32(r.Below(eval.FullPhase + 1)), Scale: [2]int32{64, int32(r.Below(20))}, Bonus: int32(r.Below(9))}
		for range 20 {
			s.trace.Terms[r.Below(eval.TermCount)] += int16(r.Below(5) - 2)
		}
		for range 10 {
			s.trace.Danger[r.Below(2)][r.Below(eval.DangerCount)] += int16(r.Below(4))
		}
		s.addTrace(&Sample{Position: chess.Start()})
		want := float64(s.trace.Value(&shipped))
		if got := s.value(n, paramsOf(&shipped)).value; math.Abs(got-want) > 4 {
			t.Errorf("value %d = %.2f, want %.0f", n, got, want)
		}
	}
}

// TestSlope compares the gradient with finite differences.
func TestSlope(t *testing.T) {
	shipped := eval.Shipped()
	s := madeSet(40, &shipped)
	p := paramsOf(&shipped)
	p[dangerAt+eval.DangerCount-1] += 0.25 // off the edges of the penalty
	for row := range s.Len() {
		var gradient params
		f := s.value(row, p)
		s.slope(row, &f, 1, &gradient)
		counts, dangers := s.rowCounts(row)
		check := func(i int) {
			q := *p
			const step = 1e-4
			q[i] += step
			up := s.value(row, &q).value
			q[i] -= 2 * step
			slope := (up - s.value(row, &q).value) / (2 * step)
			if math.Abs(slope-gradient[i]) > 1e-5 {
				t.Errorf("row %d: parameter %d has slope %g, differences say %g", row, i, gradient[i], slope)
			}
		}
		for _, c := range counts {
			check(int(c.term))
			check(endAt + int(c.term))
		}
		for _, d := range dangers {
			check(dangerAt + int(d.term))
		}
	}
}

// TestFitFindsWeights checks that a fit approaches the weights that made the
// results, and that it is reproducible.
func TestFitFindsWeights(t *testing.T) {
	shipped := eval.Shipped()
	hidden := moved(shipped)
	s := madeSet(4000, &hidden)
	o := FitOptions{Epochs: 8, Batch: 256, Rate: 1, Blend: 0.7, Held: 0.2, Seed: 1}
	fit := func() FitResult {
		epochs := 0
		f := must.Get(Fit(context.Background(), s, &shipped, o, func(epoch int, l Loss) {
			if epochs++; epoch != epochs || l.Learnt <= 0 || l.Held <= 0 {
				t.Errorf("epoch %d: %+v", epoch, l)
			}
		}))(t)
		return f
	}
	f := fit()
	if f.After.Learnt > f.Before.Learnt/2 || f.After.Held > f.Before.Held/2 {
		t.Errorf("loss before %+v, after %+v", f.Before, f.After)
	}
	if again := fit(); again != f {
		t.Error("a second fit gives other weights")
	}
}

// TestDecayHolds checks that decay keeps weights near the first ones.
func TestDecayHolds(t *testing.T) {
	shipped := eval.Shipped()
	hidden := moved(shipped)
	s := madeSet(1000, &hidden)
	distance := func(decay float64) (sum float64) {
		f := must.Get(Fit(context.Background(), s, &shipped, FitOptions{Epochs: 4, Batch: 100, Rate: 1, Decay: decay, Seed: 1}, nil))(t)
		for i := range shipped.Middle {
			sum += math.Abs(float64(f.Weights.Middle[i] - shipped.Middle[i]))
		}
		return sum
	}
	if free, held := distance(0), distance(1e-4); held > free/2 {
		t.Errorf("weights move by %.0f freely and by %.0f when held", free, held)
	}
}

func TestFitErrors(t *testing.T) {
	shipped := eval.Shipped()
	s := madeSet(10, &shipped)
	good := FitOptions{Epochs: 1, Batch: 1, Rate: 1}
	done, cancel := context.WithCancel(context.Background())
	cancel()
	tests := []struct {
		name   string
		ctx    context.Context
		change func(*FitOptions)
		want   string
	}{
		{"all held back", context.Background(), func(o *FitOptions) { o.Held = 1 }, "set of 10 positions, 1 held back (expected some to learn from)"},
		{"share above one", context.Background(), func(o *FitOptions) { o.Held = -0.1 }, "share of -0.1 held back, 0 blended (expected 0 to 1)"},
		{"no epoch", context.Background(), func(o *FitOptions) { o.Epochs = 0 }, "fit of 0 epochs by 1 at 1 (expected positive numbers)"},
		{"no rate", context.Background(), func(o *FitOptions) { o.Rate = 0 }, "fit of 1 epochs by 1 at 0 (expected positive numbers)"},
		{"no batch", context.Background(), func(o *FitOptions) { o.Batch = 0 }, "fit of 1 epochs by 0 at 1 (expected positive numbers)"},
		{"done", done, func(*FitOptions) {}, "context canceled"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			o := good
			test.change(&o)
			if _, err := Fit(test.ctx, s, &shipped, o, nil); err == nil || err.Error() != test.want {
				t.Errorf("error = %v, want %s", err, test.want)
			}
		})
	}
}
