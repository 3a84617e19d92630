package record

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

	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/profile"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/builtin"
	"github.com/zugwatch/zugwatch/engine/uci"
	"github.com/zugwatch/zugwatch/suites"
)

// closingTime is the timeout for an engine, or its profiler, to write its profile at the end.
const closingTime = 30 * time.Second

// NewSource returns the source that profiles an engine. The built-in engine in this process profiles itself. A
// program is profiled in the way of the words, or without words in that of the configuration. See
// profile.ParseProfiler.
func NewSource(ctx context.Context, f *engines.Finder, chosen engines.Engine, words []string) (Source, error) {
	if chosen.Command.Path == "" {
		return builtinSource{open: chosen.Open, name: profile.ProcessName()}, nil
	}
	if words == nil {
		words = f.Profiler(chosen)
	}
	s := programSource{engine: chosen}
	if chosen.IsBuiltin() {
		s.rules = profile.BuiltinRules()
	}
	switch {
	case len(words) == 0:
		return nil, failure.Inputf("engine %s cannot be profiled (expected profile: in its entry in %s, or --profiler)", chosen.Name, f.Config.File)
	case len(words) == 1 && words[0] == profile.Perf:
		s.profiler = perf{}
	case len(words) == 1 && words[0] == profile.Gperftools:
		s.profiler = gperftools{}
	default:
		s.profiler = profilerFlags{words: words}
	}
	return s, failure.Default(failure.Machine, s.profiler.check(ctx))
}

// ChooseSource finds the engine to profile and sets how to profile it. Name is the name of the engine, empty
// for that of the configuration. Way is the text of the profiler, nil without one; the built-in engine takes
// none. Any other engine takes no files for profiles of the memory.
func (r *Recording) ChooseSource(ctx context.Context, name string, way *string, form Form) error {
	finder := &r.Runner.Finder
	chosen, err := finder.Find(ctx, builtin.ResolveName(cmp.Or(name, finder.Config.Engine), r.Suites[0].Game()))
	if err != nil {
		return err
	}
	var words []string
	_, own := builtin.GameOf(chosen.Name)
	switch {
	case own && way != nil:
		return failure.Inputf("flag --profiler is for other engines than the built-in one")
	case !own:
		if err := finder.Check([]engines.Engine{chosen}); err != nil {
			return err
		}
		for _, kind := range memoryKinds() {
			if form.Memory[kind] != "" {
				return failure.Inputf("flag --%s is for the built-in engine, and %s is not that", kind, chosen.Name)
			}
		}
		if way != nil {
			if words, err = profile.ParseProfiler(*way); err != nil {
				return failure.Inputf("flag --profiler: %w", err)
			}
		}
	}
	r.Source, err = NewSource(ctx, finder, chosen, words)
	return err
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

// programSource profiles an engine that is a program, each pass in as many fresh processes as
// the runs take.
type programSource struct {
	engine   engines.Engine
	profiler profiler
	rules    profile.Rules // that give samples their phases; the zero value gives none
}

// pass searches the suites and puts the profiles of all processes together.
func (s programSource) pass(ctx context.Context, r *Recording) (*profile.Profile, error) {
	folder, err := os.MkdirTemp("", "zugwatch-profile-")
	if err != nil {
		return nil, fmt.Errorf("profile: %w", err)
	}
	defer os.RemoveAll(folder)
	var opened atomic.Int64
	notes, err := r.search(ctx, profile.ProcessName(), func(*suites.Suite) func() (engine.Engine, error) {
		return func() (engine.Engine, error) {
			file := filepath.Join(folder, fmt.Sprintf("%d.prof", opened.Add(1)))
			command, err := s.profiler.command(s.engine.Command, file)
			if err != nil {
				return nil, err
			}
			command.Allowance.Quit = max(command.Allowance.Quit, closingTime)
			command.Allowance.Close = max(command.Allowance.Close, closingTime)
			process, err := uci.Start(ctx, command)
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
		return nil, failure.With(failure.Engine, fmt.Errorf("engine %s wrote no profile (expected one in the file that it was told)", s.engine.Name))
	}
	var parts []*profile.Profile
	for _, file := range files {
		part, err := s.profiler.read(ctx, file)
		if errors.Is(err, profile.ErrNoSamples) {
			continue
		}
		if err != nil {
			text := strings.ReplaceAll(err.Error(), folder+string(filepath.Separator), "") // which is gone when it is read
			return nil, failure.With(failure.Engine, fmt.Errorf("engine %s: %s", s.engine.Name, text))
		}
		parts = append(parts, part)
	}
	if len(parts) == 0 {
		return nil, failure.With(failure.Engine, fmt.Errorf("engine %s: %w (the program ran too short, or was not profiled)", s.engine.Name, profile.ErrNoSamples))
	}
	return profile.NewPass(parts, notes, s.rules)
}

// profilerFlags is the profiler of an engine that profiles itself by flags.
type profilerFlags struct{ words []string }

func (profilerFlags) check(context.Context) error { return nil }

func (p profilerFlags) command(engine uci.Command, file string) (uci.Command, error) {
	engine.Args = slices.Clone(engine.Args)
	for _, word := range p.words {
		engine.Args = append(engine.Args, strings.ReplaceAll(word, profile.FileMark, file))
	}
	return engine, nil
}

func (profilerFlags) read(_ context.Context, file string) (*profile.Profile, error) {
	return profile.LoadWritten(file)
}

// commandOutput runs a program and returns its output, or an error with the last line of its diagnostics.
func commandOutput(ctx context.Context, name string, args ...string) ([]byte, error) {
	command := exec.CommandContext(ctx, name, args...)
	printed, err := command.Output()
	if exit, ok := errors.AsType[*exec.ExitError](err); ok {
		lines := strings.Split(strings.TrimSpace(string(exit.Stderr)), "\n")
		return nil, fmt.Errorf("%s: %w: %.200s", name, err, lines[len(lines)-1])
	}
	return printed, err
}
