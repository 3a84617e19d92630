package tune

import (
	"context"
	"fmt"
	"math"

	"github.com/zugwatch/zugwatch/engine/eval"
	"github.com/zugwatch/zugwatch/engine/random"
)

// FitOptions holds the options of Fit.
type FitOptions struct {
	Epochs int     // passes over the set
	Batch  int     // positions for each step
	Rate   float64 // first step length in centipawns; it falls to a hundredth
	Blend  float64 // share of the search's score in the target, from 0 to 1; the rest is the result
	Decay  float64 // pull toward the first weights, against noise in rare terms
	Held   float64 // share held back for validation, from the end of the set
	Seed   uint64  // of the order of the positions
}

// Loss holds the mean squared errors of the predicted score, in points squared.
type Loss struct{ Learnt, Held float64 }

// FitResult holds the fitted weights and the loss before and after.
type FitResult struct {
	Weights       eval.Weights
	Steepness     float64 // of the logistic curve from centipawns to points
	Before, After Loss
}

// Adam's constants (Kingma and Ba, 2015).
const (
	momentum = 0.9
	memory   = 0.999
	tiny     = 1e-12
)

// Fit fits the weights to the set, beginning at start, and calls each, if not
// nil, after every epoch. A done context ends it without a result. The result
// depends on the arguments alone, but builds for different processors may round
// differently.
func Fit(ctx context.Context, s *Set, start *eval.Weights, o FitOptions, each func(epoch int, l Loss)) (FitResult, error) {
	learnt := s.Len() - int(float64(s.Len())*o.Held)
	switch {
	case o.Held < 0 || o.Blend < 0 || o.Blend > 1:
		return FitResult{}, fmt.Errorf("share of %g held back, %g blended (expected 0 to 1)", o.Held, o.Blend)
	case learnt < 1:
		return FitResult{}, fmt.Errorf("set of %d positions, %g held back (expected some to learn from)", s.Len(), o.Held)
	case o.Epochs < 1 || o.Batch < 1 || o.Rate <= 0:
		return FitResult{}, fmt.Errorf("fit of %d epochs by %d at %g (expected positive numbers)", o.Epochs, o.Batch, o.Rate)
	}
	first := paramsOf(start)
	d := &gradientDescent{set: s, options: o, first: first, learnt: learnt, order: make([]int32, learnt)}
	d.params = *first
	d.steepness = fitSteepness(s)
	for i := range d.order {
		d.order[i] = int32(i)
	}
	fitted := FitResult{Steepness: d.steepness, Before: d.loss(start)}
	r := random.New(o.Seed, 0)
	for epoch := 1; epoch <= o.Epochs; epoch++ {
		if err := ctx.Err(); err != nil {
			return FitResult{}, err
		}
		random.Shuffle(r, d.order)
		d.epoch(o.Rate * math.Pow(0.01, float64(epoch-1)/float64(o.Epochs)))
		if each != nil {
			w := d.params.weights()
			each(epoch, d.loss(&w))
		}
	}
	fitted.Weights = d.params.weights()
	fitted.After = d.loss(&fitted.Weights)
	return fitted, nil
}

// gradientDescent is the state of a fit by gradient descent.
type gradientDescent struct {
	set       *Set
	options   FitOptions
	first     *params
	params    params
	mean      params // of the gradients
	square    params // of the gradients' squares
	steps     int
	steepness float64
	learnt    int
	order     []int32
}

// target returns the score, in points, that row i is to predict.
func (d *gradientDescent) target(i int) float64 {
	r := &d.set.rows[i]
	return d.options.Blend*expectedScore(float64(r.score), d.steepness) + (1-d.options.Blend)*float64(r.result)
}

// loss returns the losses of integer weights.
func (d *gradientDescent) loss(w *eval.Weights) Loss {
	p := paramsOf(w)
	var sum [2]float64
	for i := range d.set.rows {
		f := d.set.value(i, p)
		miss := expectedScore(f.value, d.steepness) - d.target(i)
		if i < d.learnt {
			sum[0] += miss * miss
		} else {
			sum[1] += miss * miss
		}
	}
	l := Loss{Learnt: sum[0] / float64(d.learnt)}
	if held := d.set.Len() - d.learnt; held > 0 {
		l.Held = sum[1] / float64(held)
	}
	return l
}

// epoch makes one pass over the training positions.
func (d *gradientDescent) epoch(rate float64) {
	for rest := d.order; len(rest) > 0; {
		n := min(d.options.Batch, len(rest))
		d.step(rest[:n], rate)
		rest = rest[n:]
	}
}

// step moves the parameters against the gradient of a batch, by Adam.
func (d *gradientDescent) step(batch []int32, rate float64) {
	gradient := new(params)
	for _, n := range batch {
		i := int(n)
		f := d.set.value(i, &d.params)
		e := expectedScore(f.value, d.steepness)
		d.set.slope(i, &f, 2*(e-d.target(i))*e*(1-e)*d.steepness, gradient)
	}
	d.steps++
	meanScale := 1 - math.Pow(momentum, float64(d.steps))
	squareScale := 1 - math.Pow(memory, float64(d.steps))
	for i, g := range gradient {
		g = g/float64(len(batch)) + 2*d.options.Decay*(d.params[i]-d.first[i])
		d.mean[i] = momentum*d.mean[i] + (1-momentum)*g
		d.square[i] = memory*d.square[i] + (1-memory)*g*g
		d.params[i] -= rate * d.mean[i] / meanScale / (math.Sqrt(d.square[i]/squareScale) + tiny)
	}
}

// fitSteepness returns the steepness with which the search's scores predict the results
// best.
func fitSteepness(s *Set) float64 {
	miss := func(steepness float64) (sum float64) {
		for i := range s.rows {
			r := &s.rows[i]
			d := expectedScore(float64(r.score), steepness) - float64(r.result)
			sum += d * d
		}
		return sum
	}
	low, high := 0.0005, 0.02
	for range 30 {
		third := (high - low) / 3
		if miss(low+third) < miss(high-third) {
			high -= third
		} else {
			low += third
		}
	}
	return (low + high) / 2
}
