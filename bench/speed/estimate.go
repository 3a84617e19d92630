package speed

import (
	"maps"
	"math"
	"slices"

	"gonum.org/v1/gonum/stat/distuv"
)

const (
	// trim is the part of the sessions that is left out at each end: what the
	// machine did to them, not the engine.
	trim = 0.2
	// confidence is that of an interval, two-sided.
	confidence = 0.95
	// unbounded is the end of an interval that has none.
	unbounded = math.MaxFloat64
	// MinSessions is the fewest sessions that an interval is made of.
	MinSessions = 10
)

// Estimate is a ratio with its interval, head to base; 1: no change. The
// interval holds the true ratio with 95 %.
type Estimate struct {
	Pairs    int     `json:"pairs"`
	Sessions int     `json:"sessions"`
	Ratio    float64 `json:"ratio"`
	Low      float64 `json:"low"`
	High     float64 `json:"high"`
}

// bySession is the estimate from the medians of the sessions. Where an engine lies
// in memory makes it faster or slower by some percent for a whole session, so that
// the pairs of one do not count one by one.
func bySession(pairs []Pair, f func(Pair) float64) Estimate {
	sessions := make(map[int][]float64)
	for _, p := range pairs {
		sessions[p.Session] = append(sessions[p.Session], f(p))
	}
	var medians []float64
	for _, session := range slices.Sorted(maps.Keys(sessions)) {
		medians = append(medians, median(sessions[session]))
	}
	e := estimate(medians)
	e.Pairs = len(pairs)
	return e
}

// median is the middle of values, of an even number the mean of the middle two.
func median(values []float64) float64 {
	sorted := slices.Sorted(slices.Values(values))
	n := len(sorted)
	return (sorted[(n-1)/2] + sorted[n/2]) / 2
}

// estimate is the trimmed mean of logarithms with the interval of Tukey and
// McLaughlin: the variance is that of the winsorized sample, the degrees of
// freedom are those of the values that are left. (J. W. Tukey, D. H. McLaughlin,
// Less vulnerable confidence and significance procedures for location based on
// a single sample, Sankhyā A 25, 1963.) Fewer than MinSessions give no interval:
// it reaches from 0 to the largest number.
func estimate(logs []float64) Estimate {
	n := len(logs)
	if n == 0 {
		return Estimate{Ratio: 1, High: unbounded}
	}
	sorted := slices.Sorted(slices.Values(logs))
	cut := int(trim * float64(n))
	mean := meanOf(sorted[cut : n-cut])
	if n < MinSessions {
		return Estimate{Sessions: n, Ratio: math.Exp(mean), High: unbounded}
	}
	for i := range cut {
		sorted[i], sorted[n-1-i] = sorted[cut], sorted[n-1-cut]
	}
	left := float64(n - 2*cut)
	error := deviation(sorted) * math.Sqrt(float64(n-1)/(left*(left-1)))
	half := error * distuv.StudentsT{Sigma: 1, Nu: left - 1}.Quantile(1-(1-confidence)/2)
	return Estimate{Sessions: n, Ratio: math.Exp(mean), Low: math.Exp(mean - half), High: math.Exp(mean + half)}
}

func meanOf(values []float64) float64 {
	var sum float64
	for _, v := range values {
		sum += v
	}
	return sum / float64(len(values))
}

// deviation is the standard deviation of a sample.
func deviation(values []float64) float64 {
	mean := meanOf(values)
	var sum float64
	for _, v := range values {
		sum += (v - mean) * (v - mean)
	}
	return math.Sqrt(sum / float64(len(values)-1))
}

// Estimates is what a measurement says. Time is Nodes times Cost but for the
// trimming.
type Estimates struct {
	Clock Clock    `json:"-"`
	Cost  Estimate `json:"cost"`  // time for each node, which is what is judged
	Time  Estimate `json:"time"`  // time for the workload
	Nodes float64  `json:"nodes"` // nodes for the workload, head to base; 1 where they are not known
	Same  Estimate `json:"same"`  // cost of the base against itself
	Wall  Estimate `json:"wall"`  // cost in wall time, whatever the clock
	// Floor is how far apart equal engines may seem to be here, as a ratio: the
	// end of the interval of Same that is farther from 1.
	Floor float64 `json:"floor"`
}

// join puts measurements together; the sessions of each stay its own.
func join(measurements []*Measurement) *Measurement {
	all := &Measurement{}
	first := 0
	for _, m := range measurements {
		next := first
		add := func(to *[]Pair, pairs []Pair) {
			for _, p := range pairs {
				p.Session += first
				next = max(next, p.Session+1)
				*to = append(*to, p)
			}
		}
		add(&all.Pairs, m.Pairs)
		add(&all.Same, m.Same)
		first = next
	}
	return all
}

// Evaluate estimates what measurements of the same engines say together.
func Evaluate(measurements ...*Measurement) Estimates {
	all := join(measurements)
	clock := all.clock()
	cost := func(p Pair) float64 { return p.logCost(clock) }
	e := Estimates{
		Clock: clock, Cost: bySession(all.Pairs, cost), Same: bySession(all.Same, cost),
		Time: bySession(all.Pairs, func(p Pair) float64 { return p.logTime(clock) }),
		Wall: bySession(all.Pairs, func(p Pair) float64 { return p.logCost(Wall) }),
	}
	var nodes float64
	for _, p := range all.Pairs {
		nodes += p.logNodes() / float64(len(all.Pairs))
	}
	e.Nodes = math.Exp(nodes)
	e.Floor = unbounded
	if e.Same.Low > 0 {
		e.Floor = max(e.Same.High, 1/e.Same.Low)
	}
	return e
}
