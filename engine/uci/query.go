package uci

import (
	"context"
	"strings"
	"time"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
)

// query is one search: from the go command to the answer.
type query struct {
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
	begun   bool // the engine has printed an info line about the search

	cpuStart time.Duration
	cpuKnown bool
	cpuLast  time.Duration // the clock at the last look
	idleFrom time.Time     // when the engine was seen to do nothing
	idle     int           // so many looks in a row
	pollAt   time.Time
}

// run sends the question and waits for the answer.
func (q *query) run(ctx context.Context, commands ...string) error {
	q.phase = phaseSearch
	q.start = time.Now()
	longest := q.session.allowance.Search(q.limits)
	if longest > 0 {
		q.deadline = q.start.Add(longest)
	}
	q.cpuStart, q.cpuKnown = q.body.CPU()
	q.cpuLast, q.pollAt = q.cpuStart, q.start
	if q.limits.CPUTime == 0 {
		q.pollAt = q.start.Add(silence)
	}
	if q.limits.CPUTime > 0 && !q.cpuKnown {
		return q.fail(ClassInternal, "limit cputime cannot be kept: the CPU time of a process is not known on this system")
	}
	if fault := q.checkEarlyAnswer(); fault != nil {
		return fault
	}
	write := q.session.allowance.Write
	if longest > 0 {
		write = min(write, longest)
	}
	if fault := q.sendWithin(write, ignore, commands...); fault != nil {
		return fault
	}
	for q.line == "" {
		switch e := q.listen(ctx, q.nextDeadline(), q.addLine); e {
		case gotLine, late:
			if q.line != "" {
				break
			}
			if fault := q.check(time.Now()); fault != nil {
				return fault
			}
		case cancelled:
			ctx = context.Background() // heard once
			if fault := q.stopEngine(engine.StopContext); fault != nil {
				return fault
			}
		default:
			return q.broken(e)
		}
	}
	q.answer = q.line
	if q.expired {
		return q.timeout("only when it was told to stop")
	}
	if q.open && q.stopped.IsZero() {
		q.irregularities.Unasked++
	}
	return nil
}

// nodeSlack is the number of nodes beyond twice the node limit after which stop is sent. Some engines count in steps.
const nodeSlack = 20_000

// isBeyond reports whether the engine knows no node limit.
func (q *query) isBeyond() bool {
	return q.limits.Nodes > 0 && q.tally.nodes > 2*q.limits.Nodes+nodeSlack
}

// addLine reads one line and reports whether it is the answer, or a reason to stop the engine.
func (q *query) addLine(line string) bool {
	if q.line != "" {
		return true
	}
	switch word, rest := cutWord(line); {
	case word == "info":
		q.begun = q.begun || !strings.HasPrefix(rest, "string")
		q.tally.addInfo(line)
		return q.stopped.IsZero() && q.isBeyond()
	case q.command.Protocol.isAnswer(word):
		q.line = line
		return true
	}
	return false
}

// nextDeadline returns the time of the next event that the engine does not cause.
func (q *query) nextDeadline() time.Time {
	may := &q.session.allowance
	if !q.stopped.IsZero() {
		return q.stopped.Add(may.Stop)
	}
	at := q.start.Add(1 << 62)
	if !q.deadline.IsZero() {
		at = q.deadline
	}
	if own := q.ownTime(); own > 0 {
		at = earlier(at, q.start.Add(own+may.Overrun))
	}
	if q.isPolled() {
		at = earlier(at, q.pollAt)
	}
	return at
}

// isPolled reports whether the CPU clock of the engine has to be looked at. That is so under a limit of CPU time, and
// while an engine that searches on this machine may have ignored go.
func (q *query) isPolled() bool {
	return q.limits.CPUTime > 0 || !q.begun && !q.open && q.ownTime() == 0 && q.searchesHere()
}

// ownTime returns the wall time after which the engine ends its search by itself, at
// most; 0: it has none.
func (q *query) ownTime() time.Duration {
	own := q.limits.MoveTime
	if q.limits.Clock != nil {
		left := q.limits.Clock.Left[q.tally.root.Side()] + q.limits.Clock.Byoyomi
		if own == 0 || left < own {
			own = max(left, time.Millisecond)
		}
	}
	return own
}

// check runs the checks that are due at now.
func (q *query) check(now time.Time) *Fault {
	may := &q.session.allowance
	if !q.stopped.IsZero() {
		if now.Sub(q.stopped) < may.Stop {
			return nil
		}
		if q.expired {
			return q.timeout("nor when it was told to stop")
		}
		return q.fail(ClassStop, "engine did not answer within %v of being told to stop (limit stop=%v)", may.Stop, may.Stop)
	}
	if !q.deadline.IsZero() && !now.Before(q.deadline) {
		q.expired = true
		return q.stopEngine(engine.StopTime)
	}
	if q.isBeyond() {
		q.irregularities.Overruns++
		return q.stopEngine(engine.StopLate)
	}
	if own := q.ownTime(); own > 0 && now.Sub(q.start) >= own+may.Overrun {
		q.irregularities.Overruns++
		return q.stopEngine(engine.StopLate)
	}
	if q.isPolled() && !now.Before(q.pollAt) {
		return q.poll(now)
	}
	return nil
}

func (q *query) timeout(afterwards string) *Fault {
	longest := q.session.allowance.Search(q.limits)
	return q.fail(ClassTimeout, "engine did not answer within %v, %s (limit position=%v)", longest, afterwards, q.session.allowance.Position)
}

// The times between two looks at the CPU clock of an engine.
const (
	minPoll = time.Millisecond
	maxPoll = 20 * time.Millisecond
)

// silence is the time after go without an info line from which an idle engine counts as having ignored go.
const silence = time.Second

// poll checks the CPU time of the engine: it has reached its limit, or it is idle although no stop was sent.
func (q *query) poll(now time.Time) *Fault {
	used, ok := q.body.CPU()
	if !ok { // it has just ended: the next wait says so
		q.pollAt = now.Add(minPoll)
		return nil
	}
	if q.limits.CPUTime == 0 {
		q.pollAt = now.Add(maxPoll)
		if q.isStalled(used, now) {
			q.irregularities.Ignored++
			return q.fail(ClassIgnored, "engine did not begin to search within %v of %s, and did nothing for %v (limit stall=%v)", silence, q.ask, q.session.allowance.Stall, q.session.allowance.Stall)
		}
		return nil
	}
	left := q.limits.CPUTime - (used - q.cpuStart)
	if left <= 0 {
		return q.stopEngine(engine.StopTime)
	}
	if q.isStalled(used, now) {
		q.irregularities.Stalls++
		return q.stopEngine(engine.StopDepth)
	}
	// The clock cannot run faster than all threads together.
	wait := left / time.Duration(max(1, q.body.Processors()))
	q.pollAt = now.Add(min(max(wait, minPoll), maxPoll))
	return nil
}

// stallLooks is the number of consecutive polls that must find an engine idle. At a single one, its answer may be on
// the way.
const stallLooks = 5

// isStalled reports whether the engine did nothing for as long as the limit says.
func (q *query) isStalled(used time.Duration, now time.Time) bool {
	if used != q.cpuLast || !q.body.IsAsleep() {
		q.cpuLast, q.idle = used, 0
		return false
	}
	if q.idle == 0 {
		q.idleFrom = now
	}
	q.idle++
	return q.idle >= stallLooks && now.Sub(q.idleFrom) >= q.session.allowance.Stall
}

// stopEngine tells the engine to stop.
func (q *query) stopEngine(reason engine.StopReason) *Fault {
	if !q.stopped.IsZero() {
		return nil
	}
	q.reason = reason
	q.stopped = time.Now()
	fault := q.sendWithin(min(q.session.allowance.Write, q.session.allowance.Stop), q.addLine, "stop")
	if q.line != "" {
		return nil // it answered before it ended
	}
	return fault
}

// ended says why the search ended.
func (q *query) ended(r *engine.Result) engine.StopReason {
	moves, mate := r.Score.Mate()
	l := &q.limits
	switch {
	case !q.stopped.IsZero():
		return q.reason
	case mate && moves > 0 && l.Mate > 0 && moves <= l.Mate:
		return engine.StopMate
	case l.Depth > 0 && (r.Depth >= l.Depth || r.Depth == 0 && r.Nodes > 0 || q.tally.hasIterations(l.Depth, r.Depth)): // it may tell nodes alone
		return engine.StopDepth
	case l.Nodes > 0 && r.Nodes >= l.Nodes:
		return engine.StopNodes
	case l.MoveTime > 0 || l.Clock != nil:
		return engine.StopTime
	case r.Score >= decidedScore || r.Score <= -decidedScore || r.Best == game.DeclareWin: // a mate, or a win that is proven
		return engine.StopMate
	case r.Depth >= ownDepth: // it goes no deeper
		return engine.StopDepth
	case q.tally.root.CountLegal() == 1:
		return engine.StopForced
	case l.Mate > 0 && l.Depth == 0: // it has looked for the mate as deep as it may be
		return engine.StopDepth
	case l.Nodes > 0 && r.Nodes >= l.Nodes/earlyNodes:
		return engine.StopNodes
	case l.Depth > 0 || l.Nodes > 0:
		q.irregularities.Early++
		return engine.StopEarly
	}
	return engine.StopDepth
}

// ownDepth is a depth in plies that an engine may have for its greatest. Engines set it to 64, 100, 127 or
// more; no search of the suites comes near it by its nodes.
const ownDepth = 60

// decidedScore is the score, in centipawns, from which an engine reports a proven win: a mate or a tablebase win.
// Evaluations stay below it.
const decidedScore = 10_000

// earlyNodes divides the node limit; an engine has to tell of at least the quotient. Many tell of their nodes when an
// iteration is complete, and the next one takes several times as many.
const earlyNodes = 8
