// Package engines finds engines by name and builds them where necessary. They are the built-in one, those of a
// configuration, programs, and all of these at any revision of a repository.
package engines

import (
	"cmp"
	"context"
	"crypto/sha256"
	"fmt"
	"io"
	"os"
	"os/exec"
	"slices"
	"time"

	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/profile"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/builtin"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/uci"
)

// Engine is an engine that suites are run on.
type Engine struct {
	Name            string          // as reports and file names call it
	GivenName       string          // the name given by the user; empty: none
	Command         uci.Command     // what is run; without a path: the engine in this process
	Self            bool            // the command is this very program
	protocolGuessed bool            // its protocol was not given
	Restart         int             // as bench.Config has it
	Switches        []engine.Option // of a program: what takes a rule of its search away, each alone
	bench           []string        // the arguments of its bench; nil: "bench"
	own             builtin.Engine  // the engine in this process
	origin          Origin          // how another machine finds it
	profiler        []string        // default profiler command, in the form of config.Engine.Profile
	Open            func() (engine.Engine, error)
}

// Builtin returns a built-in engine: in this process, or in one of its
// own, where a crash or a hang costs one position.
func Builtin(ctx context.Context, b builtin.Engine, apart bool) (Engine, error) {
	inside := Engine{
		Name: builtin.NameOf(b.Game()), own: b, origin: ownOrigin(b), Command: uci.Command{Protocol: uci.ProtocolOf(b.Game())},
		Open: func() (engine.Engine, error) { return openBounded(b) },
	}
	if !apart {
		return inside, nil
	}
	return inside.InOwnProcess(ctx)
}

// InOwnProcess returns the engine in a process of its own: the built-in one where it is in this one,
// any other as it is.
func (e Engine) InOwnProcess(ctx context.Context) (Engine, error) {
	if e.Command.Path != "" {
		return e, nil
	}
	command, err := selfAsCommand(e.Command.Protocol)
	if err != nil {
		return Engine{}, failure.Default(failure.Machine, err)
	}
	command.Options = e.own.Options()
	return Engine{Name: e.Name, Command: command, Self: true, origin: e.origin, profiler: ownProfiler}.WithOpen(ctx), nil
}

// NewMutant returns the built-in engine for chess as a mutant of its corpus patches it, which was
// built as a program, with options.
func NewMutant(ctx context.Context, mutant, program string, options []engine.Option) Engine {
	e := Engine{Name: mutant, Command: uci.Command{Path: program, Args: []string{uci.UCI.String()}, Options: options}}
	if !ofFile(options) {
		e.origin = Origin{Name: builtin.Name, Mutant: mutant, Options: options}
	}
	return e.WithOpen(ctx)
}

// ownOrigin returns the origin of a built-in engine. That of one with a network of a file is
// on this machine alone.
func ownOrigin(b builtin.Engine) Origin {
	options := b.Options()
	if ofFile(options) {
		return Origin{}
	}
	return Origin{Name: builtin.NameOf(b.Game()), Options: options}
}

// ofFile reports whether an engine has a network of a file.
func ofFile(options []engine.Option) bool {
	return slices.ContainsFunc(options, func(o engine.Option) bool { return o.Name == builtin.EvalFileOption })
}

// ownProfiler holds the arguments that profile a process of the built-in engine.
var ownProfiler = []string{"--cpuprofile", profile.FileMark}

// BuiltinOptions returns the options of the engine in this process, none of another.
func (e *Engine) BuiltinOptions() []engine.Option {
	if e.own == nil {
		return nil
	}
	return e.own.Options()
}

// IsBuiltin reports whether the engine is the built-in one, of this build or of another.
func (e *Engine) IsBuiltin() bool { return e.Command.Path == "" || e.profiler != nil }

// Game returns what the engine plays.
func (e *Engine) Game() game.Game { return e.Command.Protocol.Game() }

// Start starts the engine in a process of its own, kept on the processors if any
// are given. The built-in one tells what its pruning does.
func (e *Engine) Start(ctx context.Context, processors ...int) (engine.Engine, error) {
	command := e.Command
	command.Affinity = processors
	if e.Self {
		command.Options = append(slices.Clip(command.Options), engine.Option{Name: uci.CountersOption, Value: "true"})
	}
	process, err := uci.Start(ctx, command)
	switch {
	case err != nil:
		return nil, err
	case e.Self:
		return newProcessEngine(process, e.Game()), nil
	}
	return process, nil
}

// DeclaredOptions returns the options that the program of the engine declares. It does not report
// how the program ends.
func (e *Engine) DeclaredOptions(ctx context.Context) ([]uci.Declared, error) {
	plain := e.Command
	plain.Options = nil
	process, err := uci.Start(ctx, plain)
	if err != nil {
		return nil, err
	}
	declared := process.Declared()
	_ = process.Close()
	return declared, nil
}

const benchTime = 10 * time.Minute

// Signature returns the number of nodes that the engine takes for positions of its own.
func (e *Engine) Signature(ctx context.Context) (uint64, error) {
	if e.Command.Path == "" {
		plain := builtin.DefaultsOf(e.Game())
		return builtin.Signature(ctx, plain, plain.BenchDepth())
	}
	command := e.Command
	switch command.Args = e.bench; {
	case e.bench != nil:
	case e.Self:
		command.Args = []string{"bench", "--engine", builtin.NameOf(e.Game())}
	default:
		command.Args = []string{"bench"}
	}
	nodes, err := uci.Bench(ctx, command, benchTime)
	if err != nil && ctx.Err() == nil {
		err = fmt.Errorf("engine %s: %w", e.Name, err)
	}
	return nodes, err
}

// DetectProtocol returns the engine with the protocol that it speaks, if none was given. It asks the
// engine, for at most the limit, or without one for the time of its start. An engine that answers to
// no protocol keeps UCI.
func (e Engine) DetectProtocol(ctx context.Context, limit time.Duration) Engine {
	if !e.protocolGuessed {
		return e
	}
	asked := e.Command
	asked.Allowance.Start = cmp.Or(limit, asked.Allowance.Start)
	protocol, err := uci.Detect(ctx, asked)
	if err != nil {
		return e
	}
	e.Command.Protocol = protocol
	return e.WithOpen(ctx)
}

// WithOpen returns the engine with an Open that starts its process.
func (e Engine) WithOpen(ctx context.Context) Engine {
	started := e
	e.Open = func() (engine.Engine, error) { return started.Start(ctx) }
	return e
}

// WithMateScore returns the engine with its scores read by that of a mate: see uci.Command.
func (e Engine) WithMateScore(ctx context.Context, mateScore int) Engine {
	e.Command.MateScore = mateScore
	return e.WithOpen(ctx)
}

// WithDir returns the engine with a working directory, from that of this process; empty: a private one.
func (e Engine) WithDir(ctx context.Context, dir string) Engine {
	e.Command.Dir = dir
	return e.WithOpen(ctx)
}

// WithCPUTime returns the engine with its CPU time measured in this process too.
func (e Engine) WithCPUTime() Engine {
	if e.Command.Path != "" {
		return e
	}
	open := e.Open
	e.Open = func() (engine.Engine, error) {
		opened, err := open()
		if err != nil {
			return nil, err
		}
		return builtin.Stopwatch{Engine: opened}, nil
	}
	return e
}

// processEngine is the built-in engine in a process of its own. It has the identity of the one in
// this process, since the answers are the same.
type processEngine struct {
	*uci.Process
	id engine.ID
}

// newProcessEngine works out the identity of the engine for a game.
func newProcessEngine(process *uci.Process, g game.Game) processEngine {
	options := slices.DeleteFunc(process.ID().Options, func(o engine.Option) bool { return o.Name == uci.CountersOption })
	plain := builtin.DefaultsOf(g)
	if set, err := plain.Set(options); err == nil {
		if id, err := set.ID(); err == nil {
			return processEngine{process, id}
		}
	}
	id, _ := plain.ID()
	id.Options = options // which the engine in this process does not have, such as MultiPV
	return processEngine{process, id}
}

// ID returns the identity of the engine in this process with the same settings.
func (e processEngine) ID() engine.ID { return e.id }

// selfAsCommand runs this program as an engine of a protocol.
func selfAsCommand(p uci.Protocol) (uci.Command, error) {
	path, err := os.Executable()
	return uci.Command{Path: path, Args: []string{p.String()}, Protocol: p}, err
}

// Digest returns the SHA-256 of the program, in hexadecimal digits: two attempts at
// one run have to be of the same.
func (e *Engine) Digest() (string, error) {
	path := e.Command.Path
	if path == "" {
		own, err := os.Executable()
		if err != nil {
			return "", err
		}
		path = own
	}
	path, err := exec.LookPath(path)
	if err != nil {
		return "", err
	}
	file, err := os.Open(path)
	if err != nil {
		return "", err
	}
	defer file.Close()
	sum := sha256.New()
	if _, err := io.Copy(sum, file); err != nil {
		return "", err
	}
	return fmt.Sprintf("%x", sum.Sum(nil)), nil
}

// MayNeverEnd reports whether a search under limits may never end by itself: where it is
// to find a mate and there is none.
func MayNeverEnd(l engine.Limits) bool { return l.Mate > 0 && l == engine.Limits{Mate: l.Mate} }

// bounded is the engine in this process, with a timeout on its searches for a mate. After
// the longest time for a position they end with a fault, as in an engine in a process of
// its own. Its other searches are bounded by their limits.
type bounded struct {
	engine.Engine
	longest time.Duration
}

// openBounded opens the built-in engine in this process.
func openBounded(b builtin.Engine) (engine.Engine, error) {
	opened, err := b.Open()
	if err != nil {
		return nil, err
	}
	return bounded{opened, uci.Allowance{}.Search(engine.Limits{Mate: 1})}, nil
}

// Perft counts the leaves of the tree of legal moves by the rules that the engine plays by.
func (b bounded) Perft(ctx context.Context, position game.Position, depth int) (uint64, error) {
	return game.Perft(ctx, position, depth)
}

// Search searches within the time.
func (b bounded) Search(ctx context.Context, task engine.Task, each func(engine.Info)) (engine.Result, error) {
	if !MayNeverEnd(task.Limits) {
		return b.Engine.Search(ctx, task, each)
	}
	timed, cancel := context.WithTimeout(ctx, b.longest)
	defer cancel()
	result, err := b.Engine.Search(timed, task, each)
	if err == nil && result.Stop == engine.StopContext && ctx.Err() == nil {
		err = &uci.Fault{Class: uci.ClassTimeout, Detail: fmt.Sprintf("no mate in %d was found within %v (expected a limit by depth or nodes beside it)", task.Limits.Mate, b.longest)}
	}
	return result, err
}
