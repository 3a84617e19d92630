package engines

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

	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/builtin"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/nullmove"
	"github.com/zugwatch/zugwatch/engine/text"
	"github.com/zugwatch/zugwatch/engine/uci"
)

// Logf logs one line for a person. The format is that of package fmt, without the end of the line.
type Logf = func(format string, args ...any)

// Finder finds the engines that names stand for.
type Finder struct {
	Config     *config.Config
	Own        builtin.Engines // as configuration and flags have them
	OwnFlag    string          // the flag that changed them; empty: none did
	Isolate    bool            // the built-in engines run in processes of their own
	Processors []int           // for the engines of suites and games; nil: all
	Options    []engine.Option // for every engine, beside those of the configuration
	Maker      *BuildRunner    // builds engines of the configuration when they are found; nil: they are run as they are
}

// Find finds the engine that a configuration or a command line names: the
// built-in one, one of the configuration, or a program. More options are set
// after those of the configuration.
func (f *Finder) Find(ctx context.Context, name string) (Engine, error) {
	if g, ok := builtin.GameOf(name); ok {
		own, err := f.OwnSettings(g)
		if err != nil {
			return Engine{}, err
		}
		return Builtin(ctx, own, f.Isolate)
	}
	for _, e := range f.Config.Engines {
		if e.Name == name {
			return f.configured(ctx, e)
		}
	}
	protocol, program, said := programProtocol(name)
	words, err := programWords(program)
	if err != nil {
		return Engine{}, f.unknownError(program)
	}
	command := uci.Command{Path: words[0], Args: words[1:], Protocol: protocol, Options: f.Options}
	return Engine{Name: FileStem(words[0]), Command: command, protocolGuessed: !said}.WithOpen(ctx), nil
}

// unknownError returns the error of a name without an engine. For a command line it suggests the program.
func (f *Finder) unknownError(name string) error {
	known, program, missing := config.EngineNames(f.Config.Engines), name, ""
	if words := strings.Fields(name); len(words) > 1 {
		program = words[0]
		missing = fmt.Sprintf(": %s is not in the PATH", program)
	}
	return failure.Inputf("engine %q is neither in %s nor a program%s (expected %s, or a path%s%s)",
		name, f.Config.File, missing, text.JoinOr(known), programHint(program), text.DidYouMean(name, known))
}

// programHint returns the path of a program outside of PATH: in the working directory, or in Debian's folder
// of games, which has its engines. It is empty if there is none.
func programHint(program string) string {
	for _, folder := range []string{".", "/usr/games"} {
		path := folder + "/" + program
		if _, err := exec.LookPath(path); err == nil && filepath.Base(program) == program {
			return " such as " + path
		}
	}
	return ""
}

// configured returns an engine of the configuration, built if it has to be.
func (f *Finder) configured(ctx context.Context, e config.Engine) (Engine, error) {
	command, err := selfAsCommand(e.Protocol)
	if e.Command != config.SelfCommand {
		command.Args = e.Args
		command.Path, err = f.Config.Program(e.Command)
	}
	if err != nil {
		return Engine{}, failure.Default(failure.Machine, err)
	}
	if err := f.ensureBuilt(ctx, &e, command.Path); err != nil {
		return Engine{}, err
	}
	command.Env, command.Allowance, command.Protocol, command.MateScore = e.Environment, e.Limits, e.Protocol, e.MateScore
	if e.Dir != "" {
		command.Dir = f.Config.Path(e.Dir)
	}
	command.Options = engine.Override(e.Options, f.Options)
	told := e.Command == config.SelfCommand && e.Protocol == uci.USI // what its pruning does
	guessed := e.Command != config.SelfCommand && !e.Speaks
	origin := Origin{Name: e.Name, Options: f.Options}
	return Engine{Name: e.Name, Command: command, Self: told, protocolGuessed: guessed, Restart: e.Restart, Switches: e.AllSwitches(), bench: e.Bench, origin: origin}.WithOpen(ctx), nil
}

// programProtocol parts a command line from the protocol before it: "usi:PROGRAM" speaks
// USI, all others UCI; said is whether it stands there.
func programProtocol(text string) (p uci.Protocol, program string, said bool) {
	for _, p := range []uci.Protocol{uci.UCI, uci.USI} {
		if program, said := strings.CutPrefix(text, p.String()+":"); said {
			return p, program, true
		}
	}
	return uci.UCI, text, false
}

// programWords returns a command line of a program and its arguments, parted at
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

// FileStem returns the name of a program without its folder and ".exe".
func FileStem(path string) string { return strings.TrimSuffix(filepath.Base(path), ".exe") }

// OwnSettings returns the built-in engine for a game with the options of all engines.
func (f *Finder) OwnSettings(g game.Game) (builtin.Engine, error) {
	own, err := f.Own.Of(g)
	if err != nil {
		return nil, failure.Default(failure.Input, err)
	}
	if own, err = own.Set(f.Options); err != nil {
		return nil, failure.Inputf("flag --option: %w", err)
	}
	return own, nil
}

// Check refuses a flag for a built-in engine where none is among the
// engines: it would do nothing.
func (f *Finder) Check(engines []Engine) error {
	if f.OwnFlag == "" || slices.ContainsFunc(engines, func(e Engine) bool { return slices.Contains(builtin.Names(), e.Name) }) {
		return nil
	}
	return failure.Inputf("flag --%s is for the built-in engine, and %s is not that (hint: --option NAME=VALUE sets a UCI option)", f.OwnFlag, engines[0].Name)
}

// ForSuites finds the engine of each suite: the one named, or that of the suite, or
// that of the configuration.
func (f *Finder) ForSuites(ctx context.Context, name string, selected []config.Suite) ([]Engine, error) {
	var engines []Engine
	for _, chosen := range selected {
		e, err := f.Find(ctx, f.engineForSuite(cmp.Or(name, chosen.Engine, f.Config.Engine), &chosen))
		if err != nil {
			return nil, err
		}
		engines = append(engines, e)
	}
	return engines, f.Check(engines)
}

// engineForSuite returns the engine for a suite by name, as builtin.ResolveName has it. Errors in the suite
// are reported when it is opened for a search.
func (f *Finder) engineForSuite(name string, chosen *config.Suite) string {
	if name != builtin.Name {
		return name
	}
	suite, err := f.Config.Open(config.Suite{Name: chosen.Name, Source: chosen.Source})
	if err != nil {
		return name
	}
	return builtin.ResolveName(name, suite.Game())
}

// FindInCheckout returns the engine that a name stands for, as it lies in another checkout of
// the working directory. Its program has to be one of the repository, or both would
// be the same.
func (f *Finder) FindInCheckout(ctx context.Context, name, folder string) (Engine, error) {
	fixed := func(program string) error {
		return failure.Inputf("engine %s: program %s does not lie in the working directory, so that another revision of it has no other (expected a path in it, such as ./%s)", name, program, filepath.Base(program))
	}
	for _, e := range f.Config.Engines {
		if e.Name != name {
			continue
		}
		if program := filepath.FromSlash(e.Command); e.Command == config.SelfCommand || filepath.Base(program) == e.Command || !filepath.IsLocal(program) || !filepath.IsLocal(f.Config.Dir) {
			return Engine{}, fixed(e.Command)
		}
		there, settings := *f, *f.Config
		settings.Dir = filepath.Join(folder, settings.Dir)
		there.Config = &settings
		found, err := there.configured(ctx, e)
		found.origin = Origin{} // what lies there is on this machine alone
		return found, err
	}
	protocol, name, _ := programProtocol(name)
	words, err := programWords(name)
	if err != nil {
		return Engine{}, fixed(name)
	}
	here, err := filepath.Abs(".")
	if err != nil {
		return Engine{}, failure.Default(failure.Machine, err)
	}
	program, err := filepath.Rel(here, words[0])
	if err != nil || !filepath.IsLocal(program) {
		return Engine{}, fixed(words[0])
	}
	path, err := filepath.Abs(filepath.Join(folder, program))
	command := uci.Command{Path: path, Args: words[1:], Protocol: protocol, Options: f.Options}
	return Engine{Name: FileStem(path), Command: command}.WithOpen(ctx), failure.Default(failure.Machine, err)
}

// Profiler returns how the configuration says that an engine is profiled.
func (f *Finder) Profiler(chosen Engine) []string {
	for _, e := range f.Config.Engines {
		if e.Name == chosen.Name {
			return e.Profile
		}
	}
	return chosen.profiler
}

// WithoutNullMove finds an engine with its null move switched off. It sets the policy of the built-in one, and the
// option off of another. If off has no name, it sets the option of the configuration. It is false if no way is known.
func (f *Finder) WithoutNullMove(ctx context.Context, name string, off engine.Option) (Engine, bool, error) {
	changed := *f
	if _, own := builtin.GameOf(name); own {
		off = engine.Option{Name: builtin.NullMoveOption, Value: nullmove.Policy{}.String()}
	}
	for _, e := range f.Config.Engines {
		if e.Name == name && off.Name == "" {
			off = e.NullMoveOff
		}
	}
	if off.Name == "" {
		return Engine{}, false, nil
	}
	changed.Options = engine.Override(f.Options, []engine.Option{off})
	e, err := changed.Find(ctx, name)
	return e, true, err
}
