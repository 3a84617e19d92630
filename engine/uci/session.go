package uci

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"time"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/process"
	"github.com/zugwatch/zugwatch/engine/text"
)

// engineProcess is the process behind a conversation: a *process.Tree, except in tests.
type engineProcess interface {
	Write(text string, limit time.Duration) error
	ResetOutputCount() // begins to count its output anew
	CPU() (time.Duration, bool)
	IsAsleep() bool
	IsOverMemory() bool
	Processors() int
	Stderr() string
	End(patient bool) process.EndReport
}

// session is the conversation with one process. It belongs to one goroutine.
type session struct {
	command   *Command
	program   string // the path of what runs
	allowance Allowance
	body      engineProcess
	box       *inbox
	log       *transcript
	timer     *time.Timer

	queue          []string // lines taken from the box
	next           int      // the first of them not read yet
	closed         time.Time
	watched        time.Time // when the memory was looked at last
	phase          string    // the present step, for the texts of faults
	settings       []string  // setoption commands sent
	options        []engine.Option
	position       string
	ask            string
	answer         string // the last bestmove line that was taken as an answer
	irregularities Irregularities
	wall, cpu      time.Duration     // of all searches that were answered
	counts         bool              // a search told of nodes
	silent         int               // searches under a limit by nodes that told of none
	hear           func(line string) // gets what the engine says until readyok; nil: nobody does
	endReport      process.EndReport // of ends by force
}

func newSession(command *Command, allowance Allowance, body engineProcess, program string, box *inbox) *session {
	timer := time.NewTimer(time.Hour)
	timer.Stop()
	return &session{command: command, program: program, allowance: allowance, body: body, box: box, log: box.log, timer: timer}
}

// searchesHere reports whether the searches so far used at least a tenth of their wall time as CPU time. A program that
// passes them on to another machine uses hardly any. An engine on a busy machine gets only a part.
func (s *session) searchesHere() bool { return s.wall > 0 && 10*s.cpu >= s.wall }

// event is the reason for the end of a wait.
type event uint8

const (
	gotLine    event = iota // what was waited for
	late                    // nothing until the time given
	cancelled               // the context is done
	dead                    // the process ended
	closed                  // it lives, but its output is at its end
	flooded                 // it printed too much
	overMemory              // it took too much memory
)

// memoryEvery is the time between two looks at the memory of an engine.
const memoryEvery = 100 * time.Millisecond

// heartbeat is the longest wait between two looks at the clock.
const heartbeat = time.Second

// extendDeadline returns the deadline of a wait that was to end by until and was resumed at now. A wait that lasted a
// heartbeat longer shows that this process, and so perhaps the engine, was held up. That time does not count.
func extendDeadline(at, until, now time.Time) time.Time {
	if late := now.Sub(until); late > heartbeat {
		return at.Add(late)
	}
	return at
}

// listen passes lines to handle until it returns true, time at has come, or another event ends the wait.
func (s *session) listen(ctx context.Context, at time.Time, handle func(line string) bool) event {
	done := ctx.Done()
	for {
		state, found := s.read(handle)
		if found {
			return gotLine
		}
		if ctx.Err() != nil && !state.gone {
			return cancelled
		}
		e, until := s.nextEvent(state, at, time.Now())
		if e != gotLine {
			return e
		}
		until = earlier(until, time.Now().Add(heartbeat))
		s.timer.Reset(time.Until(until))
		select {
		case <-s.box.changed:
		case <-s.timer.C:
		case <-done:
			if state.gone {
				done = nil // how it ended comes soon
			}
		}
		s.timer.Stop()
		at = extendDeadline(at, until, time.Now())
	}
}

// nextEvent returns the event that ends a wait now, or gotLine and the time of the next check.
func (s *session) nextEvent(state state, at, now time.Time) (event, time.Time) {
	until := at
	switch {
	case state.flooded:
		return flooded, now
	case state.ended != nil:
		return dead, now
	case state.gone:
		return gotLine, now.Add(time.Second) // a change comes before
	case !now.Before(at):
		return late, now
	case state.closed:
		if s.closed.IsZero() {
			s.closed = now
		}
		until = earlier(until, s.closed.Add(s.allowance.Close))
		if !now.Before(until) {
			return closed, now
		}
	}
	if s.allowance.Memory > 0 {
		if now.Sub(s.watched) >= memoryEvery {
			s.watched = now
			if s.body.IsOverMemory() {
				return overMemory, now
			}
		}
		until = earlier(until, s.watched.Add(memoryEvery))
	}
	return gotLine, until
}

func earlier(a, b time.Time) time.Time {
	if b.Before(a) {
		return b
	}
	return a
}

// read gives the lines that are there to handle. The state is that behind the
// last of them.
func (s *session) read(handle func(string) bool) (state, bool) {
	for {
		for s.next < len(s.queue) {
			s.next++
			if handle(s.queue[s.next-1]) {
				return state{}, true
			}
		}
		var status state
		s.queue, status = s.box.take(s.queue)
		s.next = 0
		if len(s.queue) == 0 || status.flooded {
			return status, false
		}
	}
}

// ignore takes in a line that does not matter.
func ignore(string) bool { return false }

// sendWithin writes commands, each on its own line, within a time. If the process turns out to be ending, its
// remaining output goes to hear.
func (s *session) sendWithin(limit time.Duration, hear func(string) bool, lines ...string) *Fault {
	s.log.add(true, lines...)
	err := s.body.Write(strings.Join(lines, "\n")+"\n", limit)
	switch {
	case err == nil:
		return nil
	case errors.Is(err, os.ErrDeadlineExceeded):
		return s.fail(ClassInputBlocked, "engine did not read its input for %v %s (limit write=%v)", limit, s.phase, s.allowance.Write)
	}
	// The process is ending, or has closed its input for good.
	switch e := s.listen(context.Background(), time.Now().Add(s.allowance.Close), func(line string) bool { hear(line); return false }); e {
	case late, closed:
		return s.fail(ClassInputBlocked, "engine closed its input %s", s.phase)
	default:
		return s.broken(e)
	}
}

// broken returns the fault behind an event that no engine may cause.
func (s *session) broken(e event) *Fault {
	switch e {
	case dead:
		return s.crashed()
	case closed:
		return s.fail(ClassOutputClosed, "engine closed its output %s and went on for %v (limit close=%v)", s.phase, s.allowance.Close, s.allowance.Close)
	case flooded:
		return s.fail(ClassFlood, "engine printed too much %s (limit output=%d bytes)", s.phase, s.allowance.Output)
	case overMemory:
		return s.fail(ClassMemory, "engine took too much memory %s (limit memory=%d bytes)", s.phase, s.allowance.Memory)
	}
	return s.fail(ClassInternal, "event %d %s", e, s.phase)
}

// crashed returns the fault of a process that has ended.
func (s *session) crashed() *Fault {
	_, status := s.box.take(nil)
	e := status.ended
	said := ""
	if line := lastLine(s.body.Stderr()); line != "" {
		said = "; it said: " + text.Escaped(Clip(line, 200))
	}
	class := ClassExit
	switch {
	case e.Signal && s.allowance.Memory > 0 && s.body.IsOverMemory():
		return s.broken(overMemory)
	case e.Signal:
		class = ClassSignal
	case s.phase == phaseStart && (e.Code == 126 || e.Code == 127):
		class = ClassStart // a shell or the loader found nothing to run
	}
	return s.fail(class, "engine ended with %s %s%s", e.Text, s.phase, said)
}

// lastLine returns the last line that is not blank.
func lastLine(text string) string {
	text = strings.TrimSpace(text)
	return strings.TrimSpace(text[strings.LastIndexAny(text, "\r\n")+1:])
}

// fail ends the process and describes what went wrong.
func (s *session) fail(class Class, format string, args ...any) *Fault {
	exit := ""
	if _, status := s.box.take(nil); status.ended != nil {
		exit = status.ended.Text
	}
	s.end()
	return &Fault{Class: class, Detail: fmt.Sprintf(format, args...), Report: s.faultReport(exit)}
}

// end kills the process. Processes then still in its group do not count as left behind.
func (s *session) end() {
	bye := s.body.End(false)
	s.endReport.Left += bye.Escaped
	s.endReport.Strays += bye.Strays
	s.endReport.Alive = bye.Alive
}
