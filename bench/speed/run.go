package speed

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"

	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
)

// The pairs of a session: so many of base and head, half of them with each copy of
// the base, and so many A/A pairs.
const (
	sessionPairs = 6
	sessionSame  = 3
)

// Config says what to measure. All of it but Progress has to be set.
type Config struct {
	// Base and Head make an engine each. They are called again for every session,
	// Base twice, and in any order.
	Base, Head func() (engine.Engine, error)
	// Positions are searched under Limits, which have to be exact: a time limit
	// would be a search for the time spent. Of positions that take too long
	// together some are taken, evenly spread.
	Positions []game.Position
	Limits    engine.Limits
	// Budget is about how long the whole may take, beside starting engines. The
	// first half is for one measurement and the second for another. A session
	// that has begun is measured to its end.
	Budget time.Duration
	// Allowed is the allowed loss of speed of the head.
	Allowed compare.Growth
	// Seed makes the order of the pairs.
	Seed uint64
	// Now is the wall clock.
	Now func() time.Time
	// Progress is called after every pair with the share of the budget that is
	// spent. Nil: no call.
	Progress func(share float64)
}

// MinBudget is the shortest budget: less holds too few pairs for any verdict.
const MinBudget = time.Second

// DefaultNodes is the limit of each search where nothing is said.
const DefaultNodes = 5000

// check finds what cannot be measured.
func (c *Config) check() error {
	switch {
	case len(c.Positions) == 0:
		return failure.Inputf("speed needs positions (expected at least one)")
	case !c.Limits.Exact():
		return failure.Inputf("limits %s read a clock (expected depth or nodes, so that time is what is measured)", c.Limits)
	case c.Budget < MinBudget:
		return failure.Inputf("budget %v (expected at least %v)", c.Budget, MinBudget)
	}
	return nil
}

// Report compares the speed of base and head, as measured on the same positions by turns.
type Report struct {
	Base       engine.ID      `json:"base"`
	Head       engine.ID      `json:"head"`
	Limits     string         `json:"limits"`
	Positions  int            `json:"positions"` // searched in each pass
	Of         int            `json:"of"`        // positions that were given
	Spent      time.Duration  `json:"spent_ns"`
	Machine    string         `json:"machine,omitempty"` // where it was measured; empty: on this one
	Assessment Assessment     `json:"finding"`
	Measured   []*Measurement `json:"-"`
}

// Run measures two engines and judges the head. It ends after half of the budget if that
// is enough to pass, and else makes a second measurement. Errors in the settings are of
// the kind failure.Input. Those of opening engines and of their searches are of the kind
// failure.Engine unless they name another. The error of a done context is its cause.
func Run(ctx context.Context, c Config) (*Report, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	state := &runState{
		Config: &c, start: c.Now(), random: rand.New(rand.NewPCG(c.Seed, 0)),
		work:   workload{positions: c.Positions, limits: c.Limits},
		report: &Report{Limits: c.Limits.String(), Of: len(c.Positions)},
	}
	report := state.report
	for half := range 2 {
		m, err := state.measure(ctx, c.Budget/2*time.Duration(half+1))
		if err != nil {
			return nil, failure.Interruption(ctx, failure.Default(failure.Engine, err))
		}
		report.Measured = append(report.Measured, m)
		report.assess(c.Allowed)
		if report.Assessment.Verdict == compare.Pass {
			break
		}
	}
	report.Spent = c.Now().Sub(state.start)
	return report, nil
}

// assess judges the measurements by an allowed loss.
func (r *Report) assess(allowed compare.Growth) {
	var second *Measurement
	if len(r.Measured) > 1 {
		second = r.Measured[1]
	}
	r.Assessment = Assess(r.Measured[0], second, allowed)
}

// The engines of a session: two copies of the base, and the head.
const (
	baseRacer = iota
	twinRacer
	headRacer
	racers
)

// racerName returns the name of an engine in errors.
func racerName(which int) string {
	if which == headRacer {
		return "head"
	}
	return "base"
}

// runState is the state of one Run.
type runState struct {
	*Config
	start  time.Time
	random *rand.Rand
	work   workload
	report *Report
	asks   [racers]time.Duration // what makes each engine tell its CPU time, once it is known
	known  bool                  // asks are known and the workload is cut to size
}

// measure measures sessions until the time since the start is up.
func (c *runState) measure(ctx context.Context, until time.Duration) (*Measurement, error) {
	m := &Measurement{}
	for session := 0; ; session++ {
		if err := c.session(ctx, m, session); err != nil {
			return nil, err
		}
		spent := c.Now().Sub(c.start)
		if c.Progress != nil {
			c.Progress(min(1, spent.Seconds()/c.Budget.Seconds()))
		}
		if spent >= until {
			return m, nil
		}
	}
}

// session opens fresh engines in random order, for where they come to lie in
// memory matters, and measures some pairs.
func (c *runState) session(ctx context.Context, m *Measurement, number int) (err error) {
	var engines [racers]racer
	for _, which := range c.random.Perm(racers) {
		open := c.Base
		if which == headRacer {
			open = c.Head
		}
		opened, failed := open()
		if failed != nil {
			return fmt.Errorf("%s: %w", racerName(which), failed)
		}
		defer func() { err = errors.Join(err, opened.Close()) }()
		engines[which] = racer{Engine: opened, name: racerName(which), asks: c.asks[which], now: c.Now}
	}
	if err := c.prepare(ctx, &engines); err != nil {
		return err
	}
	for _, pair := range c.pairs(engines[:]) {
		measured, err := race(ctx, c.work, pair.base, pair.other, c.random.IntN(2) == 0)
		if err != nil {
			return err
		}
		measured.Session = number
		if pair.other == &engines[headRacer] {
			m.Pairs = append(m.Pairs, measured)
		} else {
			m.Same = append(m.Same, measured)
		}
	}
	return nil
}

// probePositions is the number of positions from which the time of a workload is
// estimated.
const probePositions = 8

// pairing are the engines of a pair.
type pairing struct{ base, other *racer }

// pairs returns the pairs of a session in random order. The two copies of the base alternate against the head, so
// that all three engines search equally often. One that searches less finds less of its memory in the caches, and is
// slower.
func (c *runState) pairs(engines []racer) []pairing {
	var list []pairing
	for i := range sessionPairs {
		list = append(list, pairing{&engines[i%2], &engines[headRacer]})
	}
	for range sessionSame {
		list = append(list, pairing{&engines[baseRacer], &engines[twinRacer]})
	}
	c.random.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list
}

// prepare searches a little with each engine. The first time it finds out how they
// are made to tell their CPU time, and how large a workload they can pass.
func (c *runState) prepare(ctx context.Context, engines *[racers]racer) error {
	c.report.Base, c.report.Head = engines[baseRacer].ID(), engines[headRacer].ID()
	if c.known {
		for i := range engines {
			if _, err := engines[i].searchWorkload(ctx, c.work.sample(1)); err != nil {
				return err
			}
		}
		return nil
	}
	var longest time.Duration
	part := c.work.sample(min(len(c.work.positions), probePositions))
	for i := range engines {
		sample, err := engines[i].warmUp(ctx, part)
		if err != nil {
			return err
		}
		c.asks[i] = engines[i].asks
		longest = max(longest, sample.Wall)
	}
	c.work = c.work.cutToTime(longest * time.Duration(len(c.work.positions)) / time.Duration(len(part.positions)))
	c.report.Positions, c.known = len(c.work.positions), true
	return nil
}
