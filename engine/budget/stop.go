package budget

import (
	"context"
	"math"
	"sync/atomic"
	"time"

	"github.com/zugwatch/zugwatch/engine"
)

// PollEvery is the number of nodes between two looks at clocks and context.
const PollEvery = 1024

// Stopper knows when a search must end.
type Stopper struct {
	Quota   *Quota       // the node limit
	Over    *atomic.Bool // set when another thread ends the search
	Context context.Context
	Wall    func() time.Duration // since the start; nil: no limit; the first iteration may run past it
	Most    time.Duration
	CPU     func() time.Duration
	MostCPU time.Duration
	Reason  engine.StopReason // why the search ended
	next    uint64            // the node count at which to look again
}

// NeverStop returns a Stopper that is never due.
func NeverStop() Stopper { return Stopper{next: math.MaxUint64} }

// Due reports whether Poll must be called; it is all that a node pays.
func (s *Stopper) Due(nodes uint64) bool { return nodes >= s.next }

// Poll checks the limits and the context, and reports whether the search ends; otherwise it schedules the next check.
// Nodes is the number visited, timed whether limits of wall time hold already.
func (s *Stopper) Poll(nodes uint64, timed bool) bool {
	step := s.Quota.take()
	switch {
	case step == 0:
		s.Reason = engine.StopNodes
	case s.Over.Load() || s.Context.Err() != nil:
		s.Reason = engine.StopContext
	case s.Wall != nil && timed && s.Wall() >= s.Most, s.CPU != nil && s.CPU() >= s.MostCPU:
		s.Reason = engine.StopTime
	default:
		s.next = nodes + step
		return false
	}
	return true
}
