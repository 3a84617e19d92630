package speed

import (
	"maps"
	"math"
	"slices"
	"time"

	"github.com/zugwatch/zugwatch/bench/stat"
)

const (
	// trimmedShare is the part of the sessions that is left out at each end, as disturbed by
	// the machine.
	trimmedShare = 0.2
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

// bySession returns the estimate from the medians of the sessions. The memory layout of an engine makes it faster or
// slower by some percent for a whole session. So pairs of one session are not independent.
func bySession(pairs []Pair, f func(Pair) float64) Estimate {
	e := estimate(medians(pairs, f))
	e.Pairs = len(pairs)
	return e
}

// medians returns the medians of the sessions, in their order.
func medians(pairs []Pair, f func(Pair) float64) (all []float64) {
	sessions := make(map[int][]float64)
	for _, p := range pairs {
		sessions[p.Session] = append(sessions[p.Session], f(p))
	}
	for _, session := range slices.Sorted(maps.Keys(sessions)) {
		all = append(all, stat.Median(sessions[session]))
	}
	return all
}

// Sessions returns the ratios of the time for each node, session by session. Head has those of the head to the base,
// and same those of the base to its second copy. The clock is the one that newEstimates takes.
func Sessions(measurements ...*Measurement) (head, same []float64) {
	all := joinMeasurements(measurements)
	clock := all.clock()
	ratios := func(pairs []Pair) []float64 {
		values := medians(pairs, func(p Pair) float64 { return p.logCost(clock) })
		for i, v := range values {
			values[i] = math.Exp(v)
		}
		return values
	}
	return ratios(all.Pairs), ratios(all.Same)
}

// estimate returns the trimmed mean of logarithms with the interval of Tukey and McLaughlin. The variance is that of
// the winsorized sample. The degrees of freedom are those of the values that are left. See J. W. Tukey and
// D. H. McLaughlin, Less vulnerable confidence and significance procedures for location based on a single sample,
// Sankhyā A 25, 1963. Fewer than MinSessions give no interval: it reaches from 0 to the largest number.
func estimate(logs []float64) Estimate {
	n := len(logs)
	if n == 0 {
		return Estimate{Ratio: 1, High: unbounded}
	}
	sorted := slices.Sorted(slices.Values(logs))
	cut := int(trimmedShare * float64(n))
	mean := stat.Mean(sorted[cut : n-cut])
	if n < MinSessions {
		return Estimate{Sessions: n, Ratio: math.Exp(mean), High: unbounded}
	}
	for i := range cut {
		sorted[i], sorted[n-1-i] = sorted[cut], sorted[n-1-cut]
	}
	left := float64(n - 2*cut)
	error := stat.StandardDeviation(sorted) * math.Sqrt(float64(n-1)/(left*(left-1)))
	half := error * stat.Student95(left-1)
	return Estimate{Sessions: n, Ratio: math.Exp(mean), Low: math.Exp(mean - half), High: math.Exp(mean + half)}
}

// Estimates holds the estimates of a race. Time is Nodes times Cost, except for the trimming.
type Estimates struct {
	Clock Clock    `json:"-"`
	Cost  Estimate `json:"cost"`  // time for each node, which is what is judged
	Time  Estimate `json:"time"`  // time for the workload
	Nodes float64  `json:"nodes"` // nodes for the workload, head to base; 1 where they are not known
	Same  Estimate `json:"same"`  // cost of the base against itself
	Wall  Estimate `json:"wall"`  // cost in wall time, whatever the clock
	// SameWall and WallFloor are Same and Floor in wall time.
	SameWall  Estimate `json:"same_wall"`
	WallFloor float64  `json:"wall_floor"`
	// Floor is the noise floor: the difference that equal engines may seem to have here, as a
	// ratio. It is the end of the interval of Same that is farther from 1.
	Floor float64 `json:"floor"`
}

// joinMeasurements joins measurements. The sessions of each stay its own.
func joinMeasurements(measurements []*Measurement) *Measurement {
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

// newEstimates estimates what measurements of the same engines say together.
func newEstimates(measurements ...*Measurement) Estimates {
	all := joinMeasurements(measurements)
	clock := all.clock()
	cost := func(p Pair) float64 { return p.logCost(clock) }
	wall := func(p Pair) float64 { return p.logCost(Wall) }
	e := Estimates{
		Clock: clock, Cost: bySession(all.Pairs, cost), Same: bySession(all.Same, cost),
		Time: bySession(all.Pairs, func(p Pair) float64 { return p.logTime(clock) }),
		Wall: bySession(all.Pairs, wall), SameWall: bySession(all.Same, wall),
	}
	var nodes float64
	for _, p := range all.Pairs {
		nodes += p.logNodes() / float64(len(all.Pairs))
	}
	e.Nodes = math.Exp(nodes)
	e.Floor, e.WallFloor = e.Same.floor(), e.SameWall.floor()
	return e
}

// floor returns how far apart equal engines may seem to be, of their estimate.
func (e Estimate) floor() float64 {
	if e.Low <= 0 {
		return unbounded
	}
	return max(e.High, 1/e.Low)
}

// Bounded reports whether there is an interval: there were sessions enough.
func (e Estimate) Bounded() bool { return e.Low > 0 }

// byClock returns the cost by a clock, with its noise floor.
func (e *Estimates) byClock(c Clock) (cost Estimate, floor float64) {
	if c == e.Clock {
		return e.Cost, e.Floor
	}
	return e.Wall, e.WallFloor
}

// Sample is the cost of one engine's pass over the workload.
type Sample struct {
	Wall  time.Duration
	CPU   time.Duration // 0: not known
	Nodes uint64        // 0: not known
}

// Pair is one pass of each of two engines, position by position in turns.
type Pair struct {
	Session    int  // pairs of one session were measured with the same engines
	HeadFirst  bool // which one began; the other one begins the next position, and so on
	Base, Head Sample
}

// Measurement holds the pairs of some sessions. The A/A pairs stand in Same: both sides of them
// are the base.
type Measurement struct {
	Pairs []Pair
	Same  []Pair
}

// Clock says which time a judgement rests on.
type Clock uint8

// The clocks.
const (
	Wall Clock = iota // of the machine, which other programs share
	CPU               // of the engine
)

// String returns the clock in a word.
func (c Clock) String() string { return [...]string{"wall", "CPU"}[c] }

// clock returns the CPU clock when all samples have it.
func (m *Measurement) clock() Clock {
	for _, list := range [][]Pair{m.Pairs, m.Same} {
		for _, p := range list {
			if p.Base.CPU <= 0 || p.Head.CPU <= 0 {
				return Wall
			}
		}
	}
	return CPU
}

func (s Sample) timeBy(c Clock) time.Duration {
	if c == CPU {
		return s.CPU
	}
	return s.Wall
}

// logTime returns the logarithm of the ratio of times, head to base.
func (p Pair) logTime(c Clock) float64 {
	return math.Log(float64(p.Head.timeBy(c)) / float64(p.Base.timeBy(c)))
}

// logNodes returns the logarithm of the ratio of nodes, 0 when they are not known.
func (p Pair) logNodes() float64 {
	if p.Base.Nodes == 0 || p.Head.Nodes == 0 || p.Base.Nodes == p.Head.Nodes {
		return 0
	}
	return math.Log(float64(p.Head.Nodes) / float64(p.Base.Nodes))
}

// logCost returns the logarithm of the ratio of times for each node.
func (p Pair) logCost(c Clock) float64 { return p.logTime(c) - p.logNodes() }
