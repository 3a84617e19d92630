package speed

import (
	"math"
	"math/rand/v2"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/engine/must"
)

// machine is a model of a machine that other programs share. All its noise is
// in logarithms of a time.
type machine struct {
	random *rand.Rand
	jitter float64 // of every pass
	burst  float64 // probability that a pass is hit by something
	hit    float64 // how much longer it then takes, on average
	drift  float64 // step of the slow wander of the whole machine, from pass to pass
	bias   float64 // spread of what the layout of its memory costs an engine for a session
	at     float64 // the wander so far
}

// pass returns the time of a pass that takes 50 ms on a quiet machine.
func (m *machine) pass(cost float64) Sample {
	m.at += m.drift * m.random.NormFloat64()
	m.at *= 0.995
	x := cost + m.at + m.jitter*m.random.NormFloat64()
	if m.random.Float64() < m.burst {
		x += m.hit * m.random.ExpFloat64()
	}
	t := time.Duration(5e7 * math.Exp(x))
	return Sample{Wall: t, CPU: t, Nodes: 100_000}
}

// measure returns what Run measures in a time with an engine that is slower by a
// factor: sessions of fresh engines with all pairs in random order.
func (m *machine) measure(slower float64, budget time.Duration) *Measurement {
	measured := &Measurement{}
	c := &runState{random: m.random}
	for spent, session := time.Duration(0), 0; spent < budget; session++ {
		engines := make([]racer, racers)
		cost := make(map[*racer]float64)
		for i := range engines {
			cost[&engines[i]] = m.bias * m.random.NormFloat64()
			spent += m.pass(0).Wall // warming up and opening
		}
		cost[&engines[headRacer]] += math.Log(slower)
		for _, r := range c.pairs(engines) {
			p := Pair{Session: session, HeadFirst: m.random.IntN(2) == 0}
			if p.HeadFirst {
				p.Head = m.pass(cost[r.other])
				p.Base = m.pass(cost[r.base])
			} else {
				p.Base = m.pass(cost[r.base])
				p.Head = m.pass(cost[r.other])
			}
			spent += p.Base.Wall + p.Head.Wall
			if r.other == &engines[headRacer] {
				measured.Pairs = append(measured.Pairs, p)
			} else {
				measured.Same = append(measured.Same, p)
			}
		}
	}
	return measured
}

// trial is Run on the machine.
func (m *machine) trial(slower float64, budget time.Duration, allowed compare.Growth) compare.Verdict {
	first := m.measure(slower, budget/2)
	assessment := Assess(first, nil, allowed)
	if assessment.Verdict == compare.Pass {
		return compare.Pass
	}
	return Assess(first, m.measure(slower, budget/2), allowed).Verdict
}

// machines returns models from a quiet one to one that is worse than the busiest on
// which docs/measured/statistics.md gives figures.
func machines(seed uint64) map[string]*machine {
	random := rand.New(rand.NewPCG(seed, seed))
	return map[string]*machine{
		"quiet":  {random: random, jitter: 0.005, burst: 0.01, hit: 0.1, drift: 0.001, bias: 0.005},
		"shared": {random: random, jitter: 0.02, burst: 0.1, hit: 0.3, drift: 0.005, bias: 0.01},
		"busy":   {random: random, jitter: 0.06, burst: 0.25, hit: 0.6, drift: 0.02, bias: 0.02},
	}
}

// TestChance compares an engine with itself, and with one that is 5 % slower,
// on models of machines: at most one of a hundred comparisons of equal engines
// may fail, and at least 95 of a hundred slow ones have to be found within 60 s of
// theirs. With ZUGWATCH_SLOW=1 there are four times as many of each.
func TestChance(t *testing.T) {
	const (
		budget  = 60 * time.Second
		allowed = compare.Growth(20) // 2 %
	)
	trials := 100
	if must.Slow() {
		trials = 400
	}
	for name, m := range machines(1) {
		t.Run(name, func(t *testing.T) {
			count := make(map[float64]map[compare.Verdict]int)
			for _, slower := range []float64{1, 1.05} {
				count[slower] = make(map[compare.Verdict]int)
				for range trials {
					count[slower][m.trial(slower, budget, allowed)]++
				}
			}
			t.Logf("equal: %v, 5 %% slower: %v", count[1], count[1.05])
			if fails := count[1][compare.Fail]; fails > trials/100 {
				t.Errorf("equal engines fail %d times of %d", fails, trials)
			}
			if found := count[1.05][compare.Fail]; found < trials*95/100 && name != "busy" {
				t.Errorf("5 %% is found %d times of %d", found, trials)
			}
		})
	}
}
