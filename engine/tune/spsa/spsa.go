// Package spsa tunes numbers by simultaneous perturbation stochastic approximation. Each iteration perturbs every
// number by a step up or down at random. It compares the result with the opposite steps and moves all numbers by that
// comparison.
//
// The method is that of J. C. Spall, Multivariate stochastic approximation using a simultaneous perturbation gradient
// approximation, IEEE Transactions on Automatic Control 37, 1992. The gain sequences are those of J. C. Spall,
// Implementation of the simultaneous perturbation algorithm for stochastic optimization, IEEE Transactions on
// Aerospace and Electronic Systems 34, 1998. Their constants follow from steps at the end, as in fishtest and OpenBench.
//
// Everything is a function of its input and a seed.
package spsa

import (
	"errors"
	"fmt"
	"math"

	"github.com/zugwatch/zugwatch/engine/random"
)

// Constants of the gain sequences, as Spall (1998) recommends them.
const (
	alpha     = 0.602
	gamma     = 0.101
	stability = 0.1 // his A, as a share of the iterations
)

// Parameter is a number to tune.
type Parameter struct {
	Key   string  `json:"key"`
	Start float64 `json:"start"`
	Min   int     `json:"min"`
	Max   int     `json:"max"`
	Step  float64 `json:"step"` // perturbation at the end of the tuning
}

// String returns the text form "lmrbase=45:0:150:10".
func (p Parameter) String() string {
	return fmt.Sprintf("%s=%g:%d:%d:%g", p.Key, p.Start, p.Min, p.Max, p.Step)
}

// Tuning holds the settings of a tuning. Iterations are numbered from 0.
type Tuning struct {
	Parameters []Parameter
	Iterations int
	// Rate is the move of a number for the result 1 in the last iteration, in steps, before clamping.
	Rate float64
	Seed uint64
}

// Check returns an error for invalid settings.
func (t *Tuning) Check() error {
	if t.Iterations < 1 || !(t.Rate > 0 && t.Rate <= 100) {
		return fmt.Errorf("%d iterations with rate %g (expected at least one, and a rate above 0 up to 100)", t.Iterations, t.Rate)
	}
	if len(t.Parameters) == 0 {
		return errors.New("no parameter (expected at least one)")
	}
	seen := make(map[string]bool)
	for _, p := range t.Parameters {
		switch {
		case seen[p.Key]:
			return fmt.Errorf("parameter %s is listed twice (expected each once)", p.Key)
		case p.Min >= p.Max:
			return fmt.Errorf("parameter %s: range from %d to %d (expected a minimum below the maximum)", p, p.Min, p.Max)
		case !(p.Start >= float64(p.Min) && p.Start <= float64(p.Max)):
			return fmt.Errorf("parameter %s: start %g (expected %d to %d)", p, p.Start, p.Min, p.Max)
		case !(p.Step > 0 && p.Step <= float64(p.Max-p.Min)):
			return fmt.Errorf("parameter %s: step %g (expected more than 0, up to %d)", p, p.Step, p.Max-p.Min)
		}
		seen[p.Key] = true
	}
	return nil
}

// Start returns the numbers before the first iteration.
func (t *Tuning) Start() []float64 {
	theta := make([]float64, len(t.Parameters))
	for i, p := range t.Parameters {
		theta[i] = p.Start
	}
	return theta
}

// gains returns the gains a and c of a parameter in an iteration, Spall's a/(A+k+1)^alpha and c/(k+1)^gamma. In the
// last iteration c is the step of the parameter, and a/c is Rate times the step.
func (t *Tuning) gains(iteration int, p *Parameter) (a, c float64) {
	k, n := float64(iteration+1), float64(t.Iterations)
	a = t.Rate * p.Step * p.Step * math.Pow((stability+1)*n/(stability*n+k), alpha)
	return a, p.Step * math.Pow(n/k, gamma)
}

// draw returns the sign of each perturbation of an iteration, 1 or -1, and a fraction from 0 to below 1 to round with.
func (t *Tuning) draw(iteration int) (signs, fractions []float64) {
	r := random.New(t.Seed, 2*uint64(iteration))
	for range t.Parameters {
		signs = append(signs, float64(2*r.Below(2)-1))
		fractions = append(fractions, float64(r.Next()>>11)/(1<<53))
	}
	return signs, fractions
}

// GameSeed returns the seed of the games of an iteration.
func (t *Tuning) GameSeed(iteration int) uint64 {
	return random.New(t.Seed, 2*uint64(iteration)+1).Next()
}

// Perturb returns the integers to compare in an iteration from the numbers before it. A number is rounded up with the
// probability of its fraction, so that the mean is the number itself. Rounding to the nearest would hide steps
// that cross no half. Both sides share a draw: their order is always that of the exact numbers.
func (t *Tuning) Perturb(iteration int, theta []float64) (plus, minus []int) {
	signs, fractions := t.draw(iteration)
	for i := range t.Parameters {
		p := &t.Parameters[i]
		_, c := t.gains(iteration, p)
		round := func(x float64) int { return int(math.Floor(p.clamp(x) + fractions[i])) }
		plus, minus = append(plus, round(theta[i]+c*signs[i])), append(minus, round(theta[i]-c*signs[i]))
	}
	return plus, minus
}

// Update returns the numbers after an iteration. Result is the points of plus less those of minus for each game, from -1 to 1.
// The factor 1/2 of Spall's gradient is part of the rate.
func (t *Tuning) Update(iteration int, theta []float64, result float64) []float64 {
	signs, _ := t.draw(iteration)
	next := make([]float64, len(theta))
	for i := range t.Parameters {
		p := &t.Parameters[i]
		a, c := t.gains(iteration, p)
		next[i] = p.clamp(theta[i] + a/c*result*signs[i])
	}
	return next
}

// clamp returns x within the range of the parameter.
func (p *Parameter) clamp(x float64) float64 { return min(max(x, float64(p.Min)), float64(p.Max)) }
