package engines

import (
	"context"
	"fmt"
	"os/exec"
	"slices"
	"strconv"

	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/revision"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/builtin"
	"github.com/zugwatch/zugwatch/engine/uci"
)

// Origin tells another machine how to find or build an engine by its own configuration.
type Origin struct {
	Name     string          `json:"name"`               // as configurations call it; empty: no other machine finds it
	Revision string          `json:"revision,omitempty"` // hash of the commit that it is built of; empty: it is taken as it is
	Mutant   string          `json:"mutant,omitempty"`   // of the corpus, which the source of the built-in engine is patched by; empty: none
	Options  []engine.Option `json:"options,omitempty"`  // beside those of the configuration
}

// RemoteOrigin returns the origin of the engine. The error says that there is none.
func (e *Engine) RemoteOrigin() (Origin, error) {
	if e.origin.Name == "" {
		return Origin{}, failure.Inputf("flag --farm: no other machine finds engine %s (expected %s, a name in %s, a commit instead of a work tree with changes, or --send-key)", e.Name, builtin.Name, config.FileName)
	}
	return e.origin, nil
}

// CheckOrigin returns an error if the engine of an origin that another machine names is not run here. The engine must
// be the built-in one or one of the configuration, and among the allowed if there are any. Its options are numbers
// and switches, or as the configuration has them: a text could name a file of this machine. Options of the built-in
// engine are safe, except its file.
func (f *Finder) CheckOrigin(o Origin, allowed []string) error {
	known, own := o.Name == builtin.Name, o.Name == builtin.Name
	var configured []engine.Option
	for _, e := range f.Config.Engines {
		if e.Name == o.Name {
			known, own = true, e.Command == config.SelfCommand
			configured = append(slices.Clone(e.Options), e.NullMoveOff)
		}
	}
	if !known || len(allowed) > 0 && !slices.Contains(allowed, o.Name) {
		return failure.Inputf("engine %.60q is not one that this worker runs", o.Name)
	}
	if o.Mutant != "" && (o.Name != builtin.Name || o.Revision != "") {
		return failure.Inputf("mutant %.60q of engine %.60q is none of the built-in one", o.Mutant, o.Name)
	}
	if o.Revision != "" && !revision.IsHash(o.Revision) {
		return failure.Inputf("revision %.60q of engine %s is not the hash of a commit", o.Revision, o.Name)
	}
	for _, option := range o.Options {
		_, broken := strconv.ParseInt(option.Value, 10, 64)
		plain := broken == nil || option.Value == "" || option.Value == "true" || option.Value == "false"
		if own {
			plain = option.Name != builtin.EvalFileOption || option.Value == ""
		}
		if !plain && !slices.Contains(configured, option) {
			return failure.Inputf("option %.60q of engine %s is a text (expected a number, a switch, or what the configuration of this worker says)", option.Name, o.Name)
		}
	}
	return nil
}

// FindOrigin finds the engine of an origin without a revision or a mutant, which CheckOrigin accepts.
func (f *Finder) FindOrigin(ctx context.Context, o Origin) (Engine, error) {
	own := *f
	own.Options = o.Options
	return own.Find(ctx, o.Name)
}

// BuildOrigin builds the engine of an origin with a revision, which Finder.CheckOrigin accepts. The
// commit has to be in the repository.
func (b *Builder) BuildOrigin(ctx context.Context, f *Finder, o Origin) (Engine, error) {
	commit, err := b.Repository.Resolve(ctx, o.Revision)
	if err != nil {
		return Engine{}, fmt.Errorf("engine %s: %w (hint: git fetch)", o.Name, err)
	}
	own := *f
	own.Options = o.Options
	return b.BuildVariant(ctx, &own, o.Name, Variant{Label: "commit", Commit: commit})
}

// Program is an engine in a program of its own. Other machines can run a copy of it.
type Program struct {
	Name    string      `json:"name"`
	Command uci.Command `json:"command"` // without the parts of one machine: the path, the environment, processors
}

// Program returns the program of the engine, and its file on this machine. It is false of the
// built-in engine of this program, which every machine has. The error says why a copy would be
// another engine.
func (e *Engine) Program() (p Program, file string, is bool, err error) {
	c := e.Command
	if c.Path == "" || e.Self {
		return p, "", false, nil
	}
	if c.Dir != "" {
		return p, "", true, failure.Inputf("engine %s works in folder %s, which no other machine has (expected one without dir:)", e.Name, c.Dir)
	}
	if file, err = exec.LookPath(c.Path); err != nil {
		return p, "", true, failure.With(failure.Engine, fmt.Errorf("engine %s: %w", e.Name, err))
	}
	c.Path, c.Environ, c.Affinity = "", nil, nil
	return Program{e.Name, c}, file, true, nil
}

// EngineAt returns the engine of a copy of the program.
func (p Program) EngineAt(ctx context.Context, file string) Engine {
	command := p.Command
	command.Path, command.Dir, command.Environ, command.Affinity = file, "", nil, nil
	return Engine{Name: p.Name, Command: command}.WithOpen(ctx)
}
