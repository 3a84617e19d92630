package effect

import (
	"math"

	"github.com/zugwatch/zugwatch/bench/stat"
)

// Family counts the forms of positions that a change moves together: the unit of evidence.
type Family struct {
	Base, Head int     // forms that each side solves
	Forms      int     // of the base, and as many of the head
	Draws      float64 // independent draws that the forms of a side are worth, at most Forms
}

// Dependence says how much the forms of a family have in common beyond what all forms have. The fields are
// correlations of whether forms are solved, from 0 to 1.
type Dependence struct {
	Rounds  float64 // of two forms of a position under the same symmetry, in two rounds
	Within  float64 // of two other forms of a position
	Between float64 // of forms of two positions of the family
}

// FormCount is the number of forms of a position, and of their symmetries.
type FormCount struct {
	Forms, Symmetries int
}

// Draws returns how many independent draws the forms of the positions of a family are worth.
// The mean of so many draws has the same variance (L. Kish, Survey Sampling, 1965, section
// 5.4).
func (d Dependence) Draws(positions ...FormCount) float64 {
	rounds := max(d.Rounds, d.Within)
	var all, variance float64
	for _, p := range positions {
		m := float64(p.Forms)
		each := m / float64(max(1, p.Symmetries)) // forms under one symmetry
		all += m
		variance += m*(1+(max(1, each)-1)*rounds+(m-max(1, each))*d.Within) - d.Between*m*m
	}
	if all == 0 {
		return 0
	}
	return min(all, all*all/(variance+d.Between*all*all))
}

// Constants for estimating from the scatter of nodes how far forms are copies of each other. An engine that finds the
// solution of an ending after the same nodes in all forms has searched them alike. A change that means nothing may then
// move them all.
const (
	// usualScatter is taken for the scatter as far as little is known. It is two thirds of the median over the
	// families of zugzwang-proven, of the built-in engine and CounterGo, in 12 forms.
	usualScatter = 0.1
	// usualWeight is the number of forms that the usual scatter counts for.
	usualWeight = 2
	// copyScatter is the scatter above which forms are rather draws than copies. Chosen on neutral changes of CounterGo
	// and on a null move without a guard.
	copyScatter = 0.07
	// minDependence is the dependence of forms that scatter most: between 0.01 and 0.07 for neutral changes of
	// CounterGo.
	minDependence = 0.03
	// DefaultRoundDependence is the dependence of two rounds as far as little is known. Neutral changes of CounterGo
	// have 0.37 to 0.44, and its own rounds 0.43.
	DefaultRoundDependence = 0.4
	// usualPositions is the number of positions that the usual dependence of rounds counts for.
	usualPositions = 5
)

// DependenceOf estimates the dependence of the forms of a family. Logs holds the logarithms of the nodes to the
// solution, a list for each position and side. Rounds is the dependence of two rounds. Forms that are copies of each
// other do not scatter, and are worth one draw. Scatter is 1.48 times the median distance from the median of the
// position (F. R. Hampel, The influence curve and its role in robust estimation, 1974), since a form that misses its
// solution lies far out.
func DependenceOf(logs [][]float64, rounds float64) Dependence {
	var distances []float64
	for _, position := range logs {
		middle := stat.Median(position)
		for _, x := range position {
			distances = append(distances, math.Abs(x-middle))
		}
	}
	square := usualScatter * usualScatter
	if n := float64(len(distances)); n > 0 {
		scatter := 1.4826 * stat.Median(distances)
		square = (usualWeight*square + n*scatter*scatter) / (usualWeight + n)
	}
	within := minDependence + (1-minDependence)*math.Exp(-square/(copyScatter*copyScatter))
	return Dependence{Rounds: rounds, Within: within, Between: within * within}
}

// RoundDependence estimates the dependence of two rounds from the solved forms of the base. It is the intraclass
// correlation of the forms of a position under the same symmetry (R. A. Fisher, Statistical Methods for Research
// Workers, 1925, section 38). A position is a list of solved forms for each symmetry. Positions solved in all forms
// or in none say nothing. With little data the result is near usual.
func RoundDependence(positions [][][]bool, usual float64) float64 {
	var same, other, sameOf, otherOf, n float64
	for _, position := range positions {
		var all, solved float64
		repeated := false
		for _, forms := range position {
			all += float64(len(forms))
			solved += float64(count(forms))
			repeated = repeated || len(forms) > 1
		}
		if !repeated || len(position) < 2 || solved == 0 || solved == all {
			continue
		}
		n++
		mean := solved / all
		total, squares := 0.0, 0.0
		for _, forms := range position {
			m, k := float64(len(forms)), float64(count(forms))
			sum := k - m*mean
			own := k*(1-mean)*(1-mean) + (m-k)*mean*mean
			same += sum*sum - own
			sameOf += m * (m - 1) * mean * (1 - mean)
			total += sum
			squares += sum * sum
			otherOf += m * (all - m) * mean * (1 - mean)
		}
		other += total*total - squares
	}
	estimate := 0.0
	if sameOf > 0 && otherOf > 0 {
		s, o := same/sameOf, other/otherOf
		estimate = max(0, min(1, (s-o)/(1-o)))
	}
	return (n*estimate + usualPositions*usual) / (n + usualPositions)
}

// count returns how many are true.
func count(values []bool) (n int) {
	for _, yes := range values {
		if yes {
			n++
		}
	}
	return n
}

// cells is the number of parts of a draw in which the losses of families are added up.
const cells = 8

// maxDraws is the largest number of draws that a family counts for.
const maxDraws = 400

// manyFamilies is the largest number of families with solved and missed forms that are convolved, where families are
// worth less than their forms.
const manyFamilies = 150

// FamilyPValue is PermutationPValue for families: the probability of such a loss, or a larger one, when both sides are draws of
// the same. A family of n draws for m forms a side is taken for n searches a side. Each of them solves m/n forms
// or none. Between two whole numbers of draws, or of solved ones, both are taken with their weights. The losses
// are added up in draws, so that a large family of copies does not outweigh the others. Where every form is a draw
// it is PermutationPValue.
func FamilyPValue(families []Family) float64 {
	plain, whole := make([]Solved, len(families)), true
	mixed := 0
	for i, f := range families {
		plain[i] = Solved{Base: f.Base, Head: f.Head, Forms: f.Forms}
		both := f.Base + f.Head
		if both > 0 && both < 2*f.Forms {
			mixed++
			whole = whole && f.Draws >= float64(f.Forms)
		}
	}
	switch {
	case whole:
		return PermutationPValue(plain)
	case mixed > manyFamilies:
		return normalOf(families)
	}
	// distribution[i] is the probability that the loss so far is i + low, in cells.
	distribution, low, loss := []float64{1}, 0, 0
	for _, f := range families {
		loss += f.inCells(float64(f.Base-f.Head), math.Floor)
		if both := f.Base + f.Head; both == 0 || both == 2*f.Forms {
			continue
		}
		reach := f.inCells(float64(f.Forms), math.Ceil)
		next := make([]float64, len(distribution)+2*reach)
		least, most := reach, -reach
		f.eachLoss(func(lost int, share float64) {
			least, most = min(least, lost), max(most, lost)
			shifted := next[reach+lost:]
			for i, chance := range distribution {
				shifted[i] += chance * share
			}
		})
		distribution, low = next[reach+least:reach+most+len(distribution)], low+least
	}
	var sum float64
	for i := len(distribution) - 1; i >= max(0, loss-low); i-- {
		sum += distribution[i]
	}
	return min(1, sum)
}

// eachLoss calls yield with each possible loss of a family, in cells, and its probability.
func (f Family) eachLoss(yield func(lost int, share float64)) {
	worth := max(0, min(f.Draws, maxDraws))
	for _, draws := range []float64{math.Floor(worth), math.Floor(worth) + 1} {
		weight := 1 - math.Abs(worth-draws)
		if weight <= 0 {
			continue
		}
		if draws == 0 { // it adds no chance: its loss is fixed
			yield(f.inCells(float64(f.Base-f.Head), math.Floor), weight)
			continue
		}
		each := float64(f.Forms) / draws
		both := float64(f.Base+f.Head) / each
		for _, solved := range []float64{math.Floor(both), math.Floor(both) + 1} {
			part := weight * (1 - math.Abs(both-solved))
			if part <= 0 || solved > 2*draws {
				continue
			}
			p := Solved{Base: int(solved), Forms: int(draws)} // of both sides together
			for j, share := range p.shares() {
				lost := each * (solved - 2*float64(p.fewestHead()+j))
				yield(min(f.inCells(float64(f.Forms), math.Ceil), f.inCells(lost-1e-9, math.Ceil)), part*share)
			}
		}
	}
}

// inCells returns a number of forms in cells of draws, rounded to a whole number.
func (f Family) inCells(forms float64, round func(float64) float64) int {
	if f.Forms == 0 {
		return 0
	}
	return int(round(cells * forms * min(f.Draws, float64(f.Forms)) / float64(f.Forms)))
}

// normalOf is FamilyPValue by the normal distribution with the mean and variance of the sum of
// hypergeometric variables, and half a step for continuity.
func normalOf(families []Family) float64 {
	loss, variance, step := 0.0, 0.0, 1.0
	for _, f := range families {
		if both := f.Base + f.Head; both > 0 && both < 2*f.Forms && f.Draws > 0.5 {
			worth := min(f.Draws, float64(f.Forms)) / float64(f.Forms)
			loss += worth * float64(f.Base-f.Head)
			step = min(step, worth)
			share, all := float64(both)/float64(2*f.Forms), 2*max(1, f.Draws)
			variance += share * (1 - share) * all * all / (all - 1)
		}
	}
	return stat.NormalCDF(-(loss - step) / math.Sqrt(variance))
}
