package main

import (
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"

	"github.com/zugwatch/zugwatch/bench/revision"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/search"
	"github.com/zugwatch/zugwatch/engine/uci"
)

// contender is an engine that suites are run on.
type contender struct {
	name     string          // as reports and file names call it
	flag     string          // what --engine was for it; empty: it was not given
	command  uci.Command     // what is run; without a path: the engine in this process
	self     bool            // the command is this very program
	build    []string        // the argv of what makes the program; nil: nothing does
	dir      string          // where build runs
	set      []engine.Option // of the engine in this process
	profiler []string        // how it is profiled where no configuration says it, as engineConfig.Profile
	open     func() (engine.Engine, error)
}

// builtinContender is the built-in engine: in this process, or in one of its
// own, where a crash or a hang costs one position.
func builtinContender(ctx context.Context, b builtin, apart bool) (contender, error) {
	if !apart {
		return contender{name: builtinName, set: b.options(), open: b.open}, nil
	}
	command, err := selfAsCommand()
	if err != nil {
		return contender{}, withCode(codeMachine, err)
	}
	command.Options = b.options()
	return contender{name: builtinName, command: command, self: true}.dialing(ctx), nil
}

// dial starts the engine in a process of its own, kept on the processors if any
// are given. The built-in one tells what its pruning does.
func (k *contender) dial(ctx context.Context, processors ...int) (engine.Engine, error) {
	command := k.command
	command.Affinity = processors
	if k.self {
		command.Options = append(slices.Clip(command.Options), engine.Option{Name: uci.CountersOption, Value: "true"})
	}
	process, err := uci.Dial(ctx, command)
	switch {
	case err != nil:
		return nil, err
	case k.self:
		return isolated{process}, nil
	}
	return process, nil
}

// dialing is the contender, opened by dial.
func (k contender) dialing(ctx context.Context) contender {
	dialed := k
	k.open = func() (engine.Engine, error) { return dialed.dial(ctx) }
	return k
}

// isolated is the built-in engine in a process of its own, under the identity
// that it has in this one: the answers are the same.
type isolated struct{ *uci.Process }

// ID is that of the engine in this process with the same settings.
func (e isolated) ID() engine.ID {
	options := slices.DeleteFunc(e.Process.ID().Options, func(o engine.Option) bool { return o.Name == uci.CountersOption })
	return engine.ID{Name: builtinName, Version: search.Version, Options: options}
}

// selfAsCommand runs this program as an engine.
func selfAsCommand() (uci.Command, error) {
	path, err := os.Executable()
	return uci.Command{Path: path, Args: []string{"uci"}}, err
}

// contender finds the engine that a configuration or a command line names: the
// built-in one, one of the configuration, or a program. More options are set
// after those of the configuration.
func (m *measurement) contender(ctx context.Context, name string) (contender, error) {
	if name == builtinName {
		own, err := m.own.with(m.options)
		if err != nil {
			return contender{}, err
		}
		return builtinContender(ctx, own, m.isolate)
	}
	for _, e := range m.settings.Engines {
		if e.Name == name {
			return m.configured(ctx, e)
		}
	}
	words, err := programWords(name)
	if err != nil {
		known := engineNames(m.settings.Engines)
		return contender{}, badInput("engine %q is neither in %s nor a program (expected %s, or a path%s)", name, m.settings.File, alternatives(known), didYouMean(name, known))
	}
	command := uci.Command{Path: words[0], Args: words[1:], Options: m.options}
	return contender{name: fileStem(words[0]), command: command}.dialing(ctx), nil
}

// configured is an engine of the configuration.
func (m *measurement) configured(ctx context.Context, e engineConfig) (contender, error) {
	command, err := selfAsCommand()
	if e.Command != selfCommand {
		command.Args = e.Args
		command.Path, err = m.settings.program(e.Command)
	}
	if err != nil {
		return contender{}, withCode(codeMachine, err)
	}
	command.Env, command.Limits = e.Environment, e.Limits
	if e.Dir != "" {
		command.Dir = m.settings.path(e.Dir)
	}
	command.Options = override(e.Options, m.options)
	return contender{name: e.Name, command: command, build: e.Build, dir: m.settings.path(".")}.dialing(ctx), nil
}

// override is a list of options with others in place of those of the same name,
// or behind them.
func override(options, others []engine.Option) []engine.Option {
	var kept []engine.Option
	for _, o := range options {
		named := false
		for _, other := range others {
			named = named || strings.EqualFold(o.Name, other.Name)
		}
		if !named {
			kept = append(kept, o)
		}
	}
	return append(kept, others...)
}

// programWords is a command line of a program and its arguments, parted at
// blanks unless the whole is the path of a file. The program is there.
func programWords(text string) ([]string, error) {
	words := strings.Fields(text)
	if _, err := os.Stat(text); err == nil {
		words = []string{text}
	}
	if len(words) == 0 {
		return nil, errors.New("program is empty")
	}
	path, err := exec.LookPath(words[0])
	if err != nil {
		return nil, err
	}
	if path, err = filepath.Abs(path); err != nil {
		return nil, err
	}
	return append([]string{path}, words[1:]...), nil
}

// fileStem is the name of a program without its folder and ".exe".
func fileStem(path string) string { return strings.TrimSuffix(filepath.Base(path), ".exe") }

// make runs the build command of an engine. What it prints goes to w.
func (k *contender) make(ctx context.Context, w io.Writer) error {
	if k.build == nil {
		return nil
	}
	fmt.Fprintf(w, "building %s: %s\n", k.name, strings.Join(k.build, " "))
	build := exec.CommandContext(ctx, k.build[0], k.build[1:]...)
	build.Dir, build.Stdout, build.Stderr = k.dir, w, w
	if err := revision.RunGroup(build); err != nil {
		return interruption(ctx, &failure{code: codeEngine, err: fmt.Errorf("engine %s: build: %w", k.name, err)})
	}
	return nil
}

// digest is the SHA-256 of the program, in hexadecimal digits: two attempts at
// one run have to be of the same.
func (k *contender) digest() (string, error) {
	path := k.command.Path
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
