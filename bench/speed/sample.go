package speed

import (
	"math"
	"time"
)

// Sample is what one pass over the workload cost one engine.
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

// Measurement is what was measured in some sessions. The A/A pairs stand in Same:
// both sides of them are the base.
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

// String is the clock in a word.
func (c Clock) String() string { return [...]string{"wall", "CPU"}[c] }

// clock is the CPU clock when all samples have it.
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

// time is that of a sample by a clock.
func (s Sample) time(c Clock) time.Duration {
	if c == CPU {
		return s.CPU
	}
	return s.Wall
}

// logTime is the logarithm of the ratio of times, head to base.
func (p Pair) logTime(c Clock) float64 {
	return math.Log(float64(p.Head.time(c)) / float64(p.Base.time(c)))
}

// logNodes is the logarithm of the ratio of nodes, 0 when they are not known.
func (p Pair) logNodes() float64 {
	if p.Base.Nodes == 0 || p.Head.Nodes == 0 || p.Base.Nodes == p.Head.Nodes {
		return 0
	}
	return math.Log(float64(p.Head.Nodes) / float64(p.Base.Nodes))
}

// logCost is the logarithm of the ratio of times for each node.
func (p Pair) logCost(c Clock) float64 { return p.logTime(c) - p.logNodes() }
