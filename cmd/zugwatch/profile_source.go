package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync/atomic"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench/profile"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/uci"
	"github.com/zugwatch/zugwatch/suites"
)

// The profilers of engines that are programs of their own; any other is the
// engine itself, told by flags.
const (
	perfProfiler       = "perf"
	gperftoolsProfiler = "gperftools"
)

// profileMark stands for the file of a profile in the flags of an engine.
const profileMark = "{file}"

// closingTime is how long an engine, or its profiler, may take to write its
// profile at the end.
const closingTime = 30 * time.Second

// parseProfiler reads how an engine is profiled: perf, gperftools, or flags for
// the engine with {file} among them.
func parseProfiler(text string) ([]string, error) {
	words := strings.Fields(text)
	if len(words) == 1 && (words[0] == perfProfiler || words[0] == gperftoolsProfiler) {
		return words, nil
	}
	return words, checkProfiler(words)
}

// checkProfiler finds flags that name no file.
func checkProfiler(words []string) error {
	if slices.ContainsFunc(words, func(w string) bool { return strings.Contains(w, profileMark) }) {
		return nil
	}
	return fmt.Errorf("profiler %q (expected perf, gperftools, or flags of the engine with %s among them)", strings.Join(words, " "), profileMark)
}

// newSource finds the engine to profile and how that is done.
func newSource(c *cli.Context, m *measurement) (profileSource, error) {
	name := cmp.Or(c.String("engine"), m.settings.Engine)
	chosen, err := m.contender(c.Context, name)
	if err != nil {
		return nil, err
	}
	if chosen.name != builtinName {
		if err := checkBuiltin(c, []contender{chosen}); err != nil {
			return nil, err
		}
		return newOutside(c, m, chosen)
	}
	if c.IsSet("profiler") {
		return nil, badInput("flag --profiler is for other engines than the built-in one")
	}
	return ownSource{open: chosen.open}, nil
}

// newOutside finds out how an engine that is a program is profiled.
func newOutside(c *cli.Context, m *measurement, chosen contender) (profileSource, error) {
	for _, memory := range []string{"heap", "allocs"} {
		if c.IsSet(memory) {
			return nil, badInput("flag --%s is for the built-in engine, and %s is not that", memory, chosen.name)
		}
	}
	words := m.profilerOf(chosen)
	if c.IsSet("profiler") {
		var err error
		if words, err = parseProfiler(c.String("profiler")); err != nil {
			return nil, badInput("flag --profiler: %w", err)
		}
	}
	return sourceOutside(c.Context, m, chosen, words)
}

// profilerOf is how the configuration says that an engine is profiled.
func (m *measurement) profilerOf(chosen contender) []string {
	for _, e := range m.settings.Engines {
		if e.Name == chosen.name {
			return e.Profile
		}
	}
	return chosen.profiler
}

// sourceOf profiles an engine as the configuration says.
func (m *measurement) sourceOf(ctx context.Context, chosen contender) (profileSource, error) {
	if chosen.name != builtinName || chosen.command.Path != "" {
		return sourceOutside(ctx, m, chosen, m.profilerOf(chosen))
	}
	own, err := m.own.with(m.options)
	return ownSource{open: own.open}, err
}

// sourceOutside profiles a program in the way that the words say.
func sourceOutside(ctx context.Context, m *measurement, chosen contender, words []string) (profileSource, error) {
	s := outsideSource{engine: chosen}
	switch {
	case len(words) == 0:
		return nil, badInput("engine %s can not be profiled (expected profile: in its entry in %s, or --profiler)", chosen.name, m.settings.File)
	case len(words) == 1 && words[0] == perfProfiler:
		s.profiler = perfRecorder{}
	case len(words) == 1 && words[0] == gperftoolsProfiler:
		s.profiler = gperftoolsLibrary{}
	default:
		s.profiler = ownFlags{words: words}
	}
	return s, withCode(codeMachine, s.profiler.check(ctx))
}

// profiler profiles a program.
type profiler interface {
	// check finds out whether this machine can do it.
	check(ctx context.Context) error
	// command is the command of an engine with the profiler around it; the
	// profile goes to file.
	command(engine uci.Command, file string) (uci.Command, error)
	// read reads the file.
	read(ctx context.Context, file string) (*profile.Profile, error)
}

// outsideSource profiles an engine that is a program, in as many processes as
// the runs take.
type outsideSource struct {
	engine   contender
	profiler profiler
}

// pass searches the suites and puts the profiles of all processes together.
func (s outsideSource) pass(ctx context.Context, r *recording) (*profile.Profile, error) {
	folder, err := os.MkdirTemp("", "zugwatch-profile-")
	if err != nil {
		return nil, fmt.Errorf("profile: %w", err)
	}
	defer os.RemoveAll(folder)
	var opened atomic.Int64
	notes, err := r.search(ctx, func(*suites.Suite) func() (engine.Engine, error) {
		return func() (engine.Engine, error) {
			file := filepath.Join(folder, fmt.Sprintf("%d.prof", opened.Add(1)))
			command, err := s.profiler.command(s.engine.command, file)
			if err != nil {
				return nil, err
			}
			command.Limits.Quit = max(command.Limits.Quit, closingTime)
			command.Limits.Close = max(command.Limits.Close, closingTime)
			process, err := uci.Dial(ctx, command)
			if err != nil {
				return nil, err
			}
			return process, nil
		}
	})
	if err != nil {
		return nil, err
	}
	files, err := filepath.Glob(filepath.Join(folder, "*.prof*"))
	if err != nil {
		return nil, fmt.Errorf("profile: %w", err)
	}
	if len(files) == 0 {
		return nil, &failure{code: codeEngine, err: fmt.Errorf("engine %s wrote no profile (expected one in the file that it was told)", s.engine.name)}
	}
	var parts []*profile.Profile
	for _, file := range files {
		part, err := s.profiler.read(ctx, file)
		if err != nil {
			return nil, &failure{code: codeEngine, err: fmt.Errorf("engine %s: %w", s.engine.name, withoutFolder(err, folder))}
		}
		parts = append(parts, part)
	}
	return profile.NewPass(parts, notes)
}

// withoutFolder says an error without the folder, which is gone when it is
// read.
func withoutFolder(err error, folder string) error {
	return errors.New(strings.ReplaceAll(err.Error(), folder+string(filepath.Separator), ""))
}

// ownFlags are flags by which an engine profiles itself.
type ownFlags struct{ words []string }

func (ownFlags) check(context.Context) error { return nil }

func (p ownFlags) command(engine uci.Command, file string) (uci.Command, error) {
	engine.Args = slices.Clone(engine.Args)
	for _, word := range p.words {
		engine.Args = append(engine.Args, strings.ReplaceAll(word, profileMark, file))
	}
	return engine, nil
}

func (ownFlags) read(_ context.Context, file string) (*profile.Profile, error) {
	return profile.LoadWritten(file)
}

// output runs a program and gives what it prints, or the last line of what it
// complains of.
func output(ctx context.Context, name string, args ...string) ([]byte, error) {
	command := exec.CommandContext(ctx, name, args...)
	printed, err := command.Output()
	var exit *exec.ExitError
	if errors.As(err, &exit) {
		lines := strings.Split(strings.TrimSpace(string(exit.Stderr)), "\n")
		return nil, fmt.Errorf("%s: %w: %.200s", name, err, lines[len(lines)-1])
	}
	return printed, err
}
