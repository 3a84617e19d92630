package search

import (
	"context"
	"time"

	"github.com/zugwatch/zugwatch/engine"
)

// pollEvery is the number of nodes between two looks at clocks and context.
const pollEvery = 1024

// stopper knows when a search must end.
type stopper struct {
	next   uint64 // the node count at which to look again
	nodes  uint64 // limit; 0: none
	ctx    context.Context
	wall   func() time.Duration // since the start; nil: no limit
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
	switch {
	case s.nodes > 0 && t.nodes >= s.nodes:
		s.reason = engine.StopNodes
	case s.ctx.Err() != nil:
		s.reason = engine.StopContext
	case s.wall != nil && s.wall() >= s.most, s.cpu != nil && s.cpu() >= s.mostC:
		s.reason = engine.StopTime
	default:
		s.next = t.nodes + pollEvery
		if s.nodes > 0 {
			s.next = min(s.next, s.nodes)
		}
		return
	}
	t.stopped = true
}
