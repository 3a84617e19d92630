package uci

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/process"
)

// Process is an engine that runs as a process of its own. It satisfies
// engine.Engine. Like every engine it is not safe for concurrent use.
type Process struct {
	session *session
	intro   *introduction
	lines   int   // MultiPV as it is set
	ready   bool  // nothing was asked since the last fence
	broken  error // what every further call returns
	died    error // after its last answer, which no call has returned yet
	closed  bool
}

// Start starts a program and makes it ready for its first search. Errors are of type *Fault, or the cause of ctx when
// that is done, or about an invalid command. On Linux the calling process becomes the parent of the orphans of its
// engines, so that it can end them.
func Start(ctx context.Context, command Command) (*Process, error) {
	s, start, err := startProgram(ctx, &command)
	if err != nil {
		return nil, err
	}
	return open(ctx, s, start)
}

// startProgram starts a program, and says when.
func startProgram(ctx context.Context, command *Command) (*session, time.Time, error) {
	if err := command.check(); err != nil {
		return nil, time.Time{}, err
	}
	if err := ctx.Err(); err != nil {
		return nil, time.Time{}, context.Cause(ctx)
	}
	box := newInbox(&transcript{})
	program := command.program()
	tree, err := command.start(program, process.Options{Output: box.drain, Flooded: box.flood, Exited: box.setExited, Ended: box.end})
	if err != nil {
		return nil, time.Time{}, err
	}
	return newSession(command, command.Allowance.withDefaults(), tree, program.Path, box), tree.Started(), nil
}

// open makes a fresh process ready.
func open(ctx context.Context, s *session, start time.Time) (*Process, error) {
	intro, err := s.introduce(ctx, start)
	if err == nil {
		s.irregularities.MalformedOptions = intro.odd
		err = s.configure(ctx, intro)
	}
	if err != nil {
		var fault *Fault
		if left := leftText(&s.endReport); errors.As(err, &fault) && left != "" {
			fault.Detail += "; " + left
		}
		return nil, err
	}
	return &Process{session: s, intro: intro, lines: 1, ready: true}, nil
}

// ID returns the printable name of the engine and the options that were set. It adds Hash if that was left at the
// engine's default, and Threads if the default is not 1.
func (p *Process) ID() engine.ID {
	return engine.ID{Name: p.intro.name, Game: p.session.command.Protocol.Game(), Options: slices.Clone(p.session.options)}
}

// Declared returns the options that the engine declares.
func (p *Process) Declared() []Declared { return slices.Clone(p.intro.options) }

// Irregularities returns the counts of harmless deviations so far.
func (p *Process) Irregularities() Irregularities {
	c := p.session.irregularities
	c.Lost = p.session.box.dropped()
	return c
}

// Reset makes the engine forget all earlier searches. An engine that died or
// answered twice after its last search is found out here.
func (p *Process) Reset(ctx context.Context) error {
	if err := p.tellBroken(); err != nil {
		return err
	}
	s := p.session
	s.body.ResetOutputCount()
	s.phase, s.position, s.ask = phaseReady, "", ""
	err := s.waitReady(ctx, false, s.command.Protocol.NewGame())
	p.ready = err == nil
	return p.keepErr(err)
}

// EndGame sends a USI engine the result of a game; halves is its score in half points. UCI has no such command. It
// fails if the engine does not read.
func (p *Process) EndGame(halves int) error {
	s := p.session
	if err := p.tellBroken(); err != nil || s.command.Protocol != USI {
		return err
	}
	if fault := s.sendWithin(s.allowance.Write, ignore, "gameover "+[...]string{"lose", "draw", "win"}[halves]); fault != nil {
		return p.keepErr(fault)
	}
	return nil
}

// tellBroken returns the error that ended the process, if one did.
func (p *Process) tellBroken() error {
	p.died = nil
	return p.broken
}

// keepErr remembers an error that ended the process.
func (p *Process) keepErr(err error) error {
	if err != nil {
		p.broken = err
	}
	return err
}

// Search asks the engine. Its error is a *Fault, after which the process is dead, or about an invalid task.
//
// Search answers a position without legal moves itself, because engines differ in their reaction to one.
func (p *Process) Search(ctx context.Context, task engine.Task, each func(engine.Info)) (engine.Result, error) {
	if err := p.tellBroken(); err != nil {
		return engine.Result{}, err
	}
	root, err := rootOf(&task)
	if err != nil {
		return engine.Result{}, err
	}
	if protocol := p.session.command.Protocol; root.Game() != protocol.Game() {
		return engine.Result{}, fmt.Errorf("position is of %s (expected one of %s, which engines play that speak %s)", root.Game(), protocol.Game(), protocol)
	}
	if root.CountLegal() == 0 {
		return noMoves(root), nil
	}
	if err := p.prepare(ctx, max(1, task.MultiPV)); err != nil {
		return engine.Result{}, err
	}
	s := p.session
	q := &query{session: s, limits: task.Limits}
	q.tally = tally{root: root, lines: task.MultiPV, exact: task.Limits.Exact(), mate: s.command.MateScore, each: each}
	s.position = positionCommand(&task)
	s.ask, q.open = s.command.Protocol.GoCommand(&task)
	if err := q.run(ctx, s.position, s.ask); err != nil {
		return engine.Result{}, p.keepErr(err)
	}
	wall := time.Since(q.start)
	used, known := s.body.CPU()
	answer, bad := parseReply(q.line, root)
	if bad == nil {
		bad = q.checkNodeCount(answer.move, wall)
	}
	if err := p.waitIdle(q, bad); err != nil {
		return engine.Result{}, p.keepErr(err)
	}
	if answer.odd {
		s.irregularities.Dropped++
	}
	result := q.tally.result(answer, &s.irregularities)
	answer.setMate(&result)
	result.Stop = q.ended(&result)
	if answer.late {
		result.Stop = engine.StopTime
	}
	result.Time = wall
	if known && q.cpuKnown {
		result.CPU = used - q.cpuStart
		s.wall, s.cpu = s.wall+wall, s.cpu+result.CPU
	}
	return result, nil
}

// noMoves returns the answer to a position without legal moves.
func noMoves(root game.Position) engine.Result {
	r := engine.Result{Stop: engine.StopForced}
	if root.InCheck() {
		r.Score = -engine.MateScore
	}
	return r
}

// prepare makes sure that nothing is left of earlier searches, and sets the
// number of lines.
func (p *Process) prepare(ctx context.Context, lines int) error {
	s := p.session
	s.body.ResetOutputCount()
	var commands []string
	if lines != p.lines {
		d, err := s.command.Protocol.Find(p.intro.options, "MultiPV")
		if err == nil {
			err = d.Check(strconv.Itoa(lines))
		}
		if err != nil {
			return fmt.Errorf("engine cannot show %d lines: %w", lines, err)
		}
		commands = append(commands, d.SetCommand(strconv.Itoa(lines)))
	}
	if p.ready && len(commands) == 0 {
		return nil
	}
	s.phase = phaseReady
	if err := s.waitReady(ctx, false, commands...); err != nil {
		return p.keepErr(err)
	}
	p.lines = lines
	return nil
}

// waitIdle waits until the engine is idle after its answer, so that nothing it
// says later can be taken for another one. The answer of an engine that ends
// right after it counts; the next call finds it dead, or Close says so.
func (p *Process) waitIdle(q *query, bad *badReply) error {
	s := p.session
	s.phase = phaseAfter
	err := s.waitReady(context.Background(), !q.stopped.IsZero())
	p.ready = err == nil
	var fault *Fault
	if bad != nil {
		if err == nil || errors.As(err, &fault) && fault.Class != ClassDuplicateMove {
			return s.fail(bad.class, "%s", bad.detail)
		}
	}
	if errors.As(err, &fault) && (fault.Class == ClassExit || fault.Class == ClassSignal) {
		p.broken, p.died = err, err
		return nil
	}
	return err
}

// quitTime is the time that an engine has to read the command quit.
const quitTime = 100 * time.Millisecond

// leftText describes the processes that an engine left behind and what became of them; empty if there were none.
func leftText(bye *process.EndReport) string {
	var parts []string
	add := func(n int, format string) {
		if n > 0 {
			parts = append(parts, fmt.Sprintf(format, n))
		}
	}
	add(bye.Left, "engine left %d processes behind")
	add(bye.Strays, "%d processes were ended that hid which engine had started them")
	add(bye.Alive, "%d processes could not be ended")
	return strings.Join(parts, "; ")
}

// Close ends the process and all its children. Its error reports that the process did not quit, failed at it, had ended
// after its last answer, or some engine had left processes behind. It counts those that could not be ended.
func (p *Process) Close() error {
	if p.closed {
		return nil
	}
	p.closed = true
	s := p.session
	if p.broken != nil {
		s.end() // it is dead already; this is for what may have started since
		if left := leftText(&s.endReport); left != "" {
			return &Fault{Class: ClassLeftover, Detail: left, Report: s.faultReport("")}
		}
		return p.died
	}
	p.broken = fmt.Errorf("engine is closed")
	s.log.add(true, "quit")
	// An engine that does not read is not worth more than a moment.
	_ = s.body.Write("quit\n", quitTime)
	bye := s.body.End(true)
	_, status := s.box.take(nil)
	exit := ""
	if status.ended != nil {
		exit = status.ended.Text
	}
	switch {
	case leftText(&bye) != "":
		return &Fault{Class: ClassLeftover, Detail: leftText(&bye), Report: s.faultReport(exit)}
	case bye.Forced || status.ended == nil:
		return &Fault{Class: ClassStop, Detail: fmt.Sprintf("engine did not quit within %v (limit quit=%v)", s.allowance.Quit, s.allowance.Quit), Report: s.faultReport(exit)}
	case status.ended.Signal:
		return &Fault{Class: ClassSignal, Detail: "engine ended with " + exit + " when it was told to quit", Report: s.faultReport(exit)}
	case status.ended.Code != 0:
		return &Fault{Class: ClassExit, Detail: "engine ended with " + exit + " when it was told to quit", Report: s.faultReport(exit)}
	}
	return nil
}
