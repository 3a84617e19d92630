package train

import "math"

// Adam's constants (Kingma and Ba, 2015).
const (
	momentum = 0.9
	memory   = 0.999
	tiny     = 1e-8
)

// step holds the factors common to all weights in one step of Adam.
type step struct {
	share  float32 // what makes a sum of gradients their mean
	rate   float32 // length, with the corrections of the means
	square float32 // what corrects the mean of the squares
	keep   float32 // share of a weight that the decay keeps
}

// stepOf returns the step with a number, from 1 on, for a batch of so many positions.
func stepOf(number, batch int, rate, decay float64) step {
	return step{
		share:  float32(1 / float64(batch)),
		rate:   float32(rate / (1 - math.Pow(momentum, float64(number)))),
		square: float32(1 / (1 - math.Pow(memory, float64(number)))),
		keep:   float32(1 - rate*decay),
	}
}

// take moves weights against the sums of their gradients.
func (s *step) take(weights, mean, square, gradient []float32) {
	mean, square, gradient = mean[:len(weights)], square[:len(weights)], gradient[:len(weights)]
	for i, w := range weights {
		g := gradient[i] * s.share
		m := float32(momentum*mean[i]) + float32((1-momentum)*g)
		q := float32(memory*square[i]) + float32((1-memory)*float32(g*g))
		mean[i], square[i] = m, q
		move := s.rate * m / (float32(math.Sqrt(float64(q*s.square))) + tiny)
		weights[i] = min(max(float32(w*s.keep)-move, -maxWeight), maxWeight)
	}
}

// rateAt returns the length of a step after a share of the training. It falls along half a wave of a cosine from the
// first rate to a hundredth of it.
func rateAt(first, done float64) float64 {
	return first * (0.01 + 0.99*(1+math.Cos(math.Pi*done))/2)
}
