package uci

import (
	"context"
	"time"

	"github.com/zugwatch/zugwatch/engine"
)

// hunt is one search: from the go command to the answer.
type hunt struct {
	*session
	tally    tally
	limits   engine.Limits
	open     bool // the engine has no limit of its own
	start    time.Time
	deadline time.Time // absolute; zero: none
	line     string    // the bestmove line

	stopped time.Time // when stop was sent; zero: it was not
	reason  engine.StopReason
	expired bool // the deadline has passed

	cpuStart time.Duration
	cpuKnown bool
	cpuLast  time.Duration // the clock at the last look
	idleFrom time.Time     // when the engine was seen to do nothing
	idle     int           // so many looks in a row
	pollAt   time.Time
}

// run sends the question and waits for the answer.
func (h *hunt) run(ctx context.Context, commands ...string) error {
	h.phase = phaseSearch
	h.start = time.Now()
	longest := h.session.limits.Search(h.limits)
	if longest > 0 {
		h.deadline = h.start.Add(longest)
	}
	h.cpuStart, h.cpuKnown = h.body.cpu()
	h.cpuLast, h.pollAt = h.cpuStart, h.start
	if h.limits.CPUTime > 0 && !h.cpuKnown {
		return h.fail(ClassInternal, "limit cputime can not be kept: the CPU time of a process is not known on this system")
	}
	if fault := h.cleared(); fault != nil {
		return fault
	}
	write := h.session.limits.Write
	if longest > 0 {
		write = min(write, longest)
	}
	if fault := h.sendWithin(write, ignore, commands...); fault != nil {
		return fault
	}
	for h.line == "" {
		switch e := h.listen(ctx, h.wake(), h.hear); e {
		case heard, late:
			if h.line != "" {
				break
			}
			if fault := h.check(time.Now()); fault != nil {
				return fault
			}
		case cancelled:
			ctx = context.Background() // heard once
			if fault := h.halt(engine.StopContext); fault != nil {
				return fault
			}
		default:
			return h.broken(e)
		}
	}
	return h.judge()
}

// nodeSlack is how far an engine may go beyond its node limit before it is told
// to stop, beside as much as the limit itself. Some count in steps.
const nodeSlack = 20_000

// isBeyond tells whether the engine knows no node limit.
func (h *hunt) isBeyond() bool {
	return h.limits.Nodes > 0 && h.tally.nodes > 2*h.limits.Nodes+nodeSlack
}

// hear takes in one line and tells whether it is the answer, or a reason to stop
// the engine.
func (h *hunt) hear(line string) bool {
	if h.line != "" {
		return true
	}
	switch word, _ := cutWord(line); word {
	case "info":
		h.tally.hear(line)
		return h.stopped.IsZero() && h.isBeyond()
	case "bestmove":
		h.line = line
		return true
	}
	return false
}

// wake is when something is to be done that the engine does not cause.
func (h *hunt) wake() time.Time {
	limits := &h.session.limits
	if !h.stopped.IsZero() {
		return h.stopped.Add(limits.Stop)
	}
	at := h.start.Add(1 << 62)
	if !h.deadline.IsZero() {
		at = h.deadline
	}
	if own := h.ownTime(); own > 0 {
		at = earlier(at, h.start.Add(own+limits.Overrun))
	}
	if h.limits.CPUTime > 0 {
		at = earlier(at, h.pollAt)
	}
	return at
}

// ownTime is the wall time after which the engine ends its search by itself, at
// most; 0: it has none.
func (h *hunt) ownTime() time.Duration {
	own := h.limits.MoveTime
	if h.limits.Clock != nil {
		left := h.limits.Clock.Left[h.tally.root.Side()]
		if own == 0 || left < own {
			own = max(left, time.Millisecond)
		}
	}
	return own
}

// check does what is due at now.
func (h *hunt) check(now time.Time) *Fault {
	limits := &h.session.limits
	if !h.stopped.IsZero() {
		if now.Sub(h.stopped) < limits.Stop {
			return nil
		}
		if h.expired {
			return h.timeout("nor when it was told to stop")
		}
		return h.fail(ClassStop, "engine did not answer within %v of being told to stop (limit stop=%v)", limits.Stop, limits.Stop)
	}
	if !h.deadline.IsZero() && !now.Before(h.deadline) {
		h.expired = true
		return h.halt(engine.StopTime)
	}
	if h.isBeyond() {
		h.conduct.Overruns++
		return h.halt(engine.StopNodes)
	}
	if own := h.ownTime(); own > 0 && now.Sub(h.start) >= own+limits.Overrun {
		h.conduct.Overruns++
		return h.halt(engine.StopTime)
	}
	if h.limits.CPUTime > 0 && !now.Before(h.pollAt) {
		return h.poll(now)
	}
	return nil
}

func (h *hunt) timeout(afterwards string) *Fault {
	longest := h.session.limits.Search(h.limits)
	return h.fail(ClassTimeout, "engine did not answer within %v, %s (limit position=%v)", longest, afterwards, h.session.limits.Position)
}

// The times between two looks at the CPU clock of an engine.
const (
	pollLeast = time.Millisecond
	pollMost  = 20 * time.Millisecond
)

// poll looks at the CPU clock of the engine: it has used its time, or it does
// nothing any more although nobody has told it to stop.
func (h *hunt) poll(now time.Time) *Fault {
	used, ok := h.body.cpu()
	if !ok { // it has just ended: the next wait says so
		h.pollAt = now.Add(pollLeast)
		return nil
	}
	left := h.limits.CPUTime - (used - h.cpuStart)
	if left <= 0 {
		return h.halt(engine.StopTime)
	}
	if h.isStalled(used, now) {
		h.conduct.Stalls++
		return h.halt(engine.StopDepth)
	}
	// The clock can not run faster than all threads together.
	wait := left / time.Duration(max(1, h.body.threads()))
	h.pollAt = now.Add(min(max(wait, pollLeast), pollMost))
	return nil
}

// stallLooks is how many looks in a row must find an engine idle: one alone may
// come when its answer is on the way.
const stallLooks = 5

// isStalled tells whether the engine did nothing for as long as the limit says.
func (h *hunt) isStalled(used time.Duration, now time.Time) bool {
	if used != h.cpuLast || !h.body.asleep() {
		h.cpuLast, h.idle = used, 0
		return false
	}
	if h.idle == 0 {
		h.idleFrom = now
	}
	h.idle++
	return h.idle >= stallLooks && now.Sub(h.idleFrom) >= h.session.limits.Stall
}

// halt tells the engine to stop.
func (h *hunt) halt(reason engine.StopReason) *Fault {
	if !h.stopped.IsZero() {
		return nil
	}
	h.reason = reason
	h.stopped = time.Now()
	fault := h.sendWithin(min(h.session.limits.Write, h.session.limits.Stop), h.hear, "stop")
	if h.line != "" {
		return nil // it answered before it ended
	}
	return fault
}

// judge looks at the answer.
func (h *hunt) judge() error {
	h.answer = h.line
	if h.expired {
		return h.timeout("only when it was told to stop")
	}
	if h.open && h.stopped.IsZero() {
		h.conduct.Unasked++
	}
	return nil
}

// ended says why the search ended.
func (h *hunt) ended(r *engine.Result) engine.StopReason {
	moves, mate := r.Score.Mate()
	l := &h.limits
	switch {
	case !h.stopped.IsZero():
		return h.reason
	case mate && moves > 0 && l.Mate > 0 && moves <= l.Mate:
		return engine.StopMate
	case l.Depth > 0 && r.Depth >= l.Depth:
		return engine.StopDepth
	case l.Nodes > 0 && r.Nodes >= l.Nodes:
		return engine.StopNodes
	case l.MoveTime > 0 || l.Clock != nil:
		return engine.StopTime
	case mate:
		return engine.StopMate
	case l.Depth > 0 || l.Nodes > 0:
		h.conduct.Early++
	}
	if l.Nodes > 0 && l.Depth == 0 {
		return engine.StopNodes
	}
	return engine.StopDepth
}
