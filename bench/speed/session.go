package speed

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"time"
)

// The engines of a session: two copies of the base, and the head.
const (
	baseRacer = iota
	twinRacer
	headRacer
	racers
)

// racerName is the name of an engine in errors.
func racerName(which int) string {
	if which == headRacer {
		return "head"
	}
	return "base"
}

// contest is the state of one Run.
type contest struct {
	*Config
	start  time.Time
	random *rand.Rand
	work   workload
	report *Report
	asks   [racers]time.Duration // what makes each engine tell its CPU time, once it is known
	known  bool                  // asks are known and the workload is cut to size
}

// measure measures sessions until the time since the start is up.
func (c *contest) measure(ctx context.Context, until time.Duration) (*Measurement, error) {
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
func (c *contest) session(ctx context.Context, m *Measurement, number int) (err error) {
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

// probed is how many positions it takes to estimate the time of a workload.
const probed = 8

// rivals are the engines of a pair.
type rivals struct{ base, other *racer }

// pairs are those of a session in random order. Either copy of the base stands
// for it, so that all three engines search equally often: one that searches less
// finds less of its memory in the caches, and is slower for it.
func (c *contest) pairs(engines []racer) []rivals {
	var list []rivals
	for i := range sessionPairs {
		list = append(list, rivals{&engines[i%2], &engines[headRacer]})
	}
	for range sessionSame {
		list = append(list, rivals{&engines[baseRacer], &engines[twinRacer]})
	}
	c.random.Shuffle(len(list), func(i, j int) { list[i], list[j] = list[j], list[i] })
	return list
}

// prepare searches a little with each engine. The first time it finds out how they
// are made to tell their CPU time, and how large a workload they can pass.
func (c *contest) prepare(ctx context.Context, engines *[racers]racer) error {
	c.report.Base, c.report.Head = engines[baseRacer].ID(), engines[headRacer].ID()
	if c.known {
		for i := range engines {
			if _, err := engines[i].pass(ctx, c.work.spread(1)); err != nil {
				return err
			}
		}
		return nil
	}
	var longest time.Duration
	part := c.work.spread(min(len(c.work.positions), probed))
	for i := range engines {
		sample, err := engines[i].warmUp(ctx, part)
		if err != nil {
			return err
		}
		c.asks[i] = engines[i].asks
		longest = max(longest, sample.Wall)
	}
	c.work = c.work.fitting(longest * time.Duration(len(c.work.positions)) / time.Duration(len(part.positions)))
	c.report.Positions, c.known = len(c.work.positions), true
	return nil
}
