package search

import (
	"context"
	"sync/atomic"
	"time"

	"github.com/zugwatch/zugwatch/engine"
)

// pollEvery is the number of nodes between two looks at clocks and context.
const pollEvery = 1024

// stopper knows when a search must end.
type stopper struct {
	next   uint64       // the node count at which to look again
	quota  *quota       // the node limit
	over   *atomic.Bool // set when another thread ends the search
	ctx    context.Context
	wall   func() time.Duration // since the start; nil: no limit; the first iteration takes what it needs
	most   time.Duration
	cpu    func() time.Duration
	mostC  time.Duration
	reason engine.StopReason
}

// due tells whether poll must be called; it is all that a node pays.
func (s *stopper) due(nodes uint64) bool { return nodes >= s.next }

// poll looks at the limits and the context and arms the next look.
func (t *thread) poll() {
	s := &t.stop
	t.told.nodes.Store(t.nodes)
	step := s.quota.take()
	switch {
	case step == 0:
		s.reason = engine.StopNodes
	case s.over.Load() || s.ctx.Err() != nil:
		s.reason = engine.StopContext
	case s.wall != nil && t.root.depth > 1 && s.wall() >= s.most, s.cpu != nil && s.cpu() >= s.mostC:
		s.reason = engine.StopTime
	default:
		s.next = t.nodes + step
		return
	}
	t.stopped = true
}

// quota is a node limit that threads take their share from, poll by poll, so
// that all of them together never visit more.
type quota struct {
	limited bool
	left    atomic.Uint64
	parts   uint64 // what is left is taken in so many parts at least
}

// newQuota makes a quota of so many nodes for some threads; 0: no limit.
func newQuota(nodes uint64, threads int) *quota {
	q := &quota{limited: nodes > 0, parts: uint64(2*threads - 1)}
	q.left.Store(nodes)
	return q
}

// take gives the nodes that a thread may visit before it looks again: 0 when
// all are given out.
func (q *quota) take() uint64 {
	if !q.limited {
		return pollEvery
	}
	for {
		left := q.left.Load()
		n := min((left+q.parts-1)/q.parts, pollEvery)
		if q.left.CompareAndSwap(left, left-n) {
			return n
		}
	}
}
