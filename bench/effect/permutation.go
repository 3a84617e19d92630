package effect

import (
	"math"
)

// Solved counts in how many of its forms a position is solved.
type Solved struct {
	Base  int `json:"base"`
	Head  int `json:"head"`
	Forms int `json:"forms"` // of the base, and as many of the head
	// Flipped counts the forms that one of the two solves and the other does not, from
	// |Base-Head| on. Only EstimateLoss reads it.
	Flipped int `json:"flipped"`
}

// EstimateLoss estimates the share of lost forms, in the mean over positions, as EstimateMean does for
// differences. The variance of a position is that of as many forms that may flip either way (Q. McNemar,
// Note on the sampling error of the difference between correlated proportions, 1947). It is exact if
// nothing changed, and too large if forms were lost. So a position solved in all forms before and in none
// now is not taken for certain.
func EstimateLoss(positions []Solved) Estimate {
	var e Estimate
	var sum, variance float64
	for _, p := range positions {
		if p.Forms == 0 {
			continue
		}
		e.Positions++
		e.Forms += p.Forms
		forms := float64(p.Forms)
		sum += float64(p.Base-p.Head) / forms
		variance += float64(p.Flipped) / (forms * forms)
	}
	if e.Positions > 0 {
		e.Mean, e.Error = sum/float64(e.Positions), math.Sqrt(variance)/float64(e.Positions)
	}
	return e
}

// AtLeast returns the estimate with the standard error of a share that is lost without gains, if that is
// more. That no form flipped here does not show that none ever does.
func (e Estimate) AtLeast(share float64) Estimate {
	if e.Positions > 0 {
		each := float64(e.Forms) / float64(e.Positions)
		e.Error = max(e.Error, math.Sqrt(share/(each*float64(e.Positions))))
	}
	return e
}

// PermutationPValue returns the probability that the head solves fewer forms than the base by at least this many, if
// both are draws of the same. It uses the exact permutation test within positions (R. A. Fisher, The Design of
// Experiments, 1935, section 21). Under that hypothesis every choice of the head's searches among those of both sides
// is equally likely. The head's share of the solved ones is then hypergeometric in each position; the sum over
// positions is convolved. Beyond manyMixed positions the normal distribution is as good.
//
// Forms that are hard for both sides make the test conservative. Forms that are solved and missed
// together on one side make it liberal: TestChanceLevel measures by how much.
func PermutationPValue(positions []Solved) float64 {
	// distribution[i] is the probability that the loss over the positions so far is
	// i - offset.
	if countMixed(positions) > manyMixed {
		return normalChance(positions)
	}
	distribution, offset, loss := []float64{1}, 0, 0
	for _, p := range positions {
		loss += p.Base - p.Head
		shares := p.shares()
		if len(shares) < 2 {
			// There is no choice: the loss is fixed at 0.
			continue
		}
		least, most := p.fewestHead(), p.fewestHead()+len(shares)-1
		both := p.Base + p.Head
		next := make([]float64, len(distribution)+2*(most-least))
		for i, chance := range distribution {
			for j, share := range shares {
				// With head = least+j the loss is both - 2*head, at most both - 2*least.
				next[i+2*(most-least-j)] += chance * share
			}
		}
		distribution, offset = next, offset+2*most-both
	}
	var sum float64
	for i := len(distribution) - 1; i >= max(0, loss+offset); i-- {
		sum += distribution[i]
	}
	return min(1, sum)
}

// manyMixed is the largest number of positions with solved and missed forms that are convolved. The work
// grows with the square of their number.
const manyMixed = 2000

// countMixed returns the number of positions that some searches solved and some did not.
func countMixed(positions []Solved) (n int) {
	for _, p := range positions {
		if both := p.Base + p.Head; both > 0 && both < 2*p.Forms {
			n++
		}
	}
	return n
}

// normalChance is PermutationPValue by the normal distribution. Each form is a draw.
func normalChance(positions []Solved) float64 {
	families := make([]Family, len(positions))
	for i, p := range positions {
		families[i] = Family{Base: p.Base, Head: p.Head, Forms: p.Forms, Draws: float64(p.Forms)}
	}
	return normalOf(families)
}

// fewestHead returns the fewest forms that the head can have solved of those that both did.
func (p Solved) fewestHead() int { return max(0, p.Base+p.Head-p.Forms) }

// shares returns the probabilities that the head has solved least, least+1 … of the forms
// that both sides solved together.
func (p Solved) shares() []float64 {
	both := p.Base + p.Head
	shares := make([]float64, min(both, p.Forms)-p.fewestHead()+1)
	var sum float64
	for j := range shares {
		head := p.fewestHead() + j
		shares[j] = binomial(p.Forms, head) * binomial(p.Forms, both-head)
		sum += shares[j]
	}
	for j := range shares {
		shares[j] /= sum
	}
	return shares
}

// binomial returns the number of ways to take k of n.
func binomial(n, k int) float64 {
	ways := 1.0
	for i := range min(k, n-k) {
		ways = float64(ways*float64(n-i)) / float64(i+1)
	}
	return ways
}
