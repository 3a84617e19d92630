package enginetrial

import (
	"context"
	"errors"
	"io/fs"
	"path"
	"path/filepath"
	"runtime"
	"slices"
	"time"

	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/revision"
	"github.com/zugwatch/zugwatch/engine/text"
)

// programState tells builds of a program apart.
type programState struct {
	size    int64
	changed time.Time
}

// programs returns the programs that git does not track, by path, for an operating system.
func (t *Trial) programs(goos string) map[string]programState {
	found := make(map[string]programState)
	for _, name := range revision.BuiltPrograms(t.Tree, goos) {
		if state, err := fs.Stat(t.Tree, name); err == nil && !t.Tracked(name) {
			found[name] = programState{state.Size(), state.ModTime()}
		}
	}
	return found
}

// build builds the engine and finds it. If the build makes another program alone, that is the engine. What else the build
// makes goes into Options.
func (t *Trial) build(ctx context.Context) (engines.Engine, error) {
	r := t.Runner
	programs, untracked := t.programs(runtime.GOOS), t.Untracked(false)
	t.before = t.Untracked(true)
	on, err := r.Find(ctx, r.Config.Engine)
	if _, failed := errors.AsType[*revision.BuildError](err); failed || r.Maker == nil || r.Config.Engines[0].Build == nil {
		return on, err
	}
	t.Options.Made = added(untracked, t.Untracked(false))
	if failure.Of(err) != failure.Engine || !t.useBuiltProgram(programs, runtime.GOOS) {
		return on, err
	}
	settings, failed := t.plannedConfig()
	if failed != nil {
		return on, failed
	}
	r.Config = settings
	return r.Find(ctx, r.Config.Engine)
}

// added returns the entries that are only in the second list.
func added(before, after []string) []string {
	return slices.DeleteFunc(slices.Clone(after), func(name string) bool { return slices.Contains(before, name) })
}

// maxListedPrograms is the number of programs that are named after a build.
const maxListedPrograms = 6

// useBuiltProgram takes the program that a build has made or changed for the engine, if there is a single one and no other
// was named. A Makefile may name its program differently from its variables. Where it takes none it names those that were made.
func (t *Trial) useBuiltProgram(before map[string]programState, goos string) bool {
	var made []string
	for name, state := range t.programs(goos) {
		if was, there := before[name]; !there || was != state {
			made = append(made, name)
		}
	}
	slices.Sort(made)
	if len(made) == 1 && t.Options.Command == "" {
		t.Options.Command = "./" + made[0]
		t.Runner.Tell("the engine is %s, the only program that the build has made", t.Options.Command)
		return true
	}
	if len(made) > 0 {
		t.Runner.Tell("programs that the build has made: %s (hint: --command names the engine)", text.JoinMost(made, maxListedPrograms))
	}
	return false
}

// leftOut reports whether the engine is not there because nothing was to be built.
func (t *Trial) leftOut() bool {
	e := &t.Runner.Config.Engines[0]
	_, err := fs.Stat(t.Tree, path.Clean(filepath.ToSlash(e.Command)))
	return t.Runner.Maker == nil && e.Build != nil && errors.Is(err, fs.ErrNotExist)
}

// maxListedFiles is the number of files that a fresh checkout lacks and that are named.
const maxListedFiles = 5

// tryCheckout builds the present commit in a checkout of its own, as ab and the workflow do, and keeps the build for them.
// A failure goes into Options. Without a commit or a build it does nothing.
func (t *Trial) tryCheckout(ctx context.Context) error {
	settings, err := t.plannedConfig()
	if err != nil || t.Runner.Maker == nil || settings.Engines[0].Build == nil {
		return err
	}
	err = t.buildCheckout(ctx, settings)
	if ctx.Err() != nil {
		return failure.Interruption(ctx, context.Cause(ctx))
	}
	switch failure.Of(err) {
	case failure.None, failure.Input: // there is no repository, or no commit
		return nil
	case failure.Engine:
		t.Runner.Tell("a fresh checkout does not build: %v", err)
	default:
		t.Runner.Tell("whether a fresh checkout builds was not tried: %v", err)
		return nil
	}
	t.Options.Checkout = err.Error()
	if lacking := t.lacking(); len(lacking) > 0 {
		t.Runner.Tell("a fresh checkout lacks these: %s", text.JoinMost(lacking, maxListedFiles))
	}
	return nil
}

// buildCheckout builds the engine of a configuration as it is at HEAD.
func (t *Trial) buildCheckout(ctx context.Context, settings *config.Config) error {
	builder, err := engines.NewBuilder(ctx, settings, false, t.Runner.Tell)
	if err != nil {
		return err
	}
	head, err := builder.Find(ctx, "head", "HEAD")
	if err == nil {
		_, err = builder.BuildVariant(ctx, &t.Runner.Finder, settings.Engine, head)
	}
	return errors.Join(err, builder.Close(ctx))
}

// lacking returns the files and folders of the repository that git does not track and no build makes.
func (t *Trial) lacking() []string {
	return slices.DeleteFunc(slices.Clone(t.before), func(name string) bool {
		return name == config.FileName || slices.Contains([]string{".o", ".d"}, path.Ext(name)) || "./"+name == t.Runner.Config.Engines[0].Command
	})
}
