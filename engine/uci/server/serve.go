package server

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"time"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/uci"
)

// Host describes the program behind the server.
type Host struct {
	Protocol uci.Protocol // protocol of the engine's game
	Name     string       // with its version
	Author   string
	Options  []Setting
	// Open makes an engine with the values of the options by name. It is called
	// before the first search and after options have changed; the engine before
	// is closed first.
	Open func(values map[string]string) (engine.Engine, error)
	// Eval describes the static value of a position for people, with the values of the
	// options.
	Eval func(values map[string]string, p game.Position) (string, error)
	// Bench runs the benchmark of the host with the arguments of the command bench and writes its lines.
	Bench func(ctx context.Context, values map[string]string, args []string, w io.Writer) error
	// Now is the clock for the times in info lines; nil: they hold none. The
	// engine has its own.
	Now func() time.Time
	// Patience is the longest time that an info line is held back to be written together with later ones; 0: none. A
	// search begins with dozens of lines within a millisecond, and writing each line alone costs more than making it.
	Patience time.Duration
}

// Setting is an option of a host.
type Setting struct {
	uci.Declared
	// Check returns an error about a value that the declaration allows but the engine rejects; may be nil.
	Check func(value string) error
}

// maxCommand is the longest command that is read: a game of 5949 moves, the longest there can be, fits into it.
const maxCommand = 1 << 17

// maxWaiting is the number of commands that may wait for the end of a job.
const maxWaiting = 1000

// Serve reads commands from in and answers on out until quit, the end of in, or the end of ctx. Then it ends a
// running search. Commands run in their order, by the rule of queueLine. Serve returns an error of reading or
// writing; after one of writing it starts no more searches. The goroutine that reads goes on until in gives something
// or ends.
func Serve(ctx context.Context, in io.Reader, out io.Writer, host Host) error {
	s := newServer(ctx, out, host)
	defer s.closeEngine()
	commands, failed := readCommands(ctx, in)
	var reading error
	for !s.over {
		next := commands
		if len(s.queue) >= maxWaiting {
			next = nil // those at hand come first
		}
		select {
		case line, more := <-next:
			if !more {
				commands, reading, line = nil, <-failed, "quit"
			}
			s.queueLine(line)
		case <-s.finished():
			s.runWaiting()
		case <-s.out.broken:
			s.over = true
		case <-ctx.Done():
			s.over = true
		}
	}
	s.end()
	return errors.Join(reading, s.out.failure())
}

// readCommands reads lines until in ends, then gives the error.
func readCommands(ctx context.Context, in io.Reader) (<-chan string, <-chan error) {
	lines := make(chan string)
	failed := make(chan error, 1)
	go func() {
		defer close(lines)
		scanner := bufio.NewScanner(in)
		scanner.Buffer(make([]byte, 0, 4096), maxCommand)
		for scanner.Scan() {
			select {
			case lines <- scanner.Text():
			case <-ctx.Done():
				failed <- nil
				return
			}
		}
		err := scanner.Err()
		if err != nil {
			err = fmt.Errorf("command: %w", err)
		}
		failed <- err
	}()
	return lines, failed
}

// server is the state of a conversation. It belongs to the goroutine of Serve. A job shares only the output and the
// engine, and nothing else touches the engine while there is a job.
type server struct {
	ctx      context.Context
	host     Host
	out      *output
	commands map[string]command

	values map[string]string // of the host's options
	opened map[string]string // those of the engine
	engine engine.Engine
	own    ownOptions

	start game.Position
	moves []game.Move
	root  game.Position // after the moves
	wrong error         // why there is no position

	job   *job
	queue []call // what waits for the end of the job
	debug bool
	over  bool
}

// ownOptions are the options that the server keeps itself.
type ownOptions struct {
	lines    int
	overhead time.Duration
	counters bool
}

func newServer(ctx context.Context, out io.Writer, host Host) *server {
	start := host.Protocol.Game().Start()
	s := &server{
		ctx: ctx, host: host, out: newOutput(out, host.Patience), commands: directory(host.Protocol), start: start, root: start,
		own: ownOptions{lines: 1, overhead: defaultOverhead},
	}
	s.values = s.defaults()
	return s
}

// defaults returns the values of the host's options at the start.
func (s *server) defaults() map[string]string {
	values := make(map[string]string)
	for i := range s.host.Options {
		if o := &s.host.Options[i]; o.Kind != uci.Button {
			values[o.Name] = o.Default
		}
	}
	return values
}

// closeEngine closes the engine, if there is one.
func (s *server) closeEngine() {
	if s.engine != nil {
		_ = s.engine.Close() // it goes in any case
		s.engine = nil
	}
}

// end ends the job, with its answer.
func (s *server) end() {
	if s.job != nil {
		s.job.cancel()
		<-s.job.done
		s.job = nil
	}
}

// finished is closed when there is a job and it has ended.
func (s *server) finished() <-chan struct{} {
	if s.job == nil {
		return nil
	}
	return s.job.done
}

// ready opens an engine with the values of the options, if needed. If that fails, it restores the last working
// values.
func (s *server) ready() bool {
	if s.engine != nil && maps.Equal(s.values, s.opened) {
		return true
	}
	s.closeEngine()
	e, err := s.host.Open(maps.Clone(s.values))
	if err != nil {
		before := s.opened
		if before == nil {
			before = s.defaults()
		}
		if maps.Equal(s.values, before) {
			s.out.note("options: %v", err)
			return false
		}
		s.out.note("options: %v (they stay as they were)", err)
		s.values = maps.Clone(before)
		if e, err = s.host.Open(maps.Clone(s.values)); err != nil {
			s.out.note("options: %v", err)
			return false
		}
	}
	s.engine, s.opened = engine.WithMultiPV(e), maps.Clone(s.values)
	return true
}
