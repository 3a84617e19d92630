package play

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/match"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/builtin"
	"github.com/zugwatch/zugwatch/engine/text"
)

// player is a player of a match with the engine that plays for it.
type player struct {
	match.Player
	engine engines.Engine
}

// newPlayer returns an engine as a player, on a processor for each board where there are
// some to choose from.
func newPlayer(ctx context.Context, r *runner.Runner, e *entry, plays engines.Engine, shared match.Control) (player, error) {
	control, err := e.control(shared)
	p := player{Player: match.Player{Name: e.name, Control: control}, engine: plays}
	p.Open = func(int) (engine.Engine, error) { return plays.Open() }
	if r.Processors != nil {
		p.Open = func(board int) (engine.Engine, error) {
			return plays.Start(ctx, r.Processors[board%len(r.Processors)])
		}
	}
	return p, err
}

// findPlayers finds the players and their engines, and builds these where that is
// asked for.
func findPlayers(ctx context.Context, r *runner.Runner, o *Options) ([]player, error) {
	entries, err := readEntries(o.Engines)
	if err != nil {
		return nil, err
	}
	if err := o.applyChanges(entries); err != nil {
		return nil, err
	}
	shared, err := o.control()
	if err != nil {
		return nil, err
	}
	var players []player
	for i := range entries {
		e := &entries[i]
		found, built := o.Built[e.engine]
		if !built {
			if found, err = e.finder(r).Find(ctx, e.engine); err != nil {
				return nil, fmt.Errorf("player %s: %w", e.name, err)
			}
		}
		p, err := newPlayer(ctx, r, e, found, shared)
		if err != nil {
			return nil, err
		}
		players = append(players, p)
	}
	return players, nil
}

// entry holds the options for one player.
type entry struct {
	name, engine string
	named        bool // by the user
	options      []engine.Option
	limits       []string // KEY=VALUE with one of LimitKeys
}

// readEntries reads the names of the engines; without any the built-in one plays
// itself. Two players with one name become a and b.
func readEntries(args []string) ([]entry, error) {
	switch len(args) {
	case 0:
		args = []string{builtin.Name, builtin.Name}
	case 1:
		return nil, failure.Inputf("match: one player alone (expected none, two or more; see zugwatch match --help)")
	}
	entries := make([]entry, len(args))
	for i, arg := range args {
		name, program, named := strings.Cut(arg, "=")
		if !named {
			name, program = engines.FileStem(arg), arg
			if words := strings.Fields(arg); len(words) > 0 {
				name = engines.FileStem(words[0])
			}
		}
		if name == "" || program == "" || strings.ContainsAny(name, ":\"\n\r") {
			return nil, failure.Inputf("match: player %.60q (expected ENGINE, or NAME=ENGINE with a name without colons and quotes)", arg)
		}
		entries[i] = entry{name: name, engine: program, named: named}
	}
	for i := range entries {
		for j := range i {
			if entries[i].name != entries[j].name {
				continue
			}
			if len(entries) > 2 || entries[i].named || entries[j].named {
				return nil, failure.Inputf("match: two players have the name %q (expected another for one of them, such as second=%s)", entries[i].name, entries[i].engine)
			}
			entries[0].name, entries[1].name = "a", "b"
		}
	}
	return entries, nil
}

func (o *Options) applyChanges(entries []entry) error {
	for i, changes := range [][]string{o.A, o.B} {
		for _, change := range changes {
			if err := entries[i].set(change); err != nil {
				return failure.Inputf("flag --%s: %w", [...]string{"a", "b"}[i], err)
			}
		}
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.name)
	}
	for _, arg := range o.Changes {
		name, change, found := strings.Cut(arg, ":")
		i := slices.Index(names, name)
		if !found || i < 0 {
			return failure.Inputf("flag --player=%.60s (expected NAME:KEY=VALUE with the name of a player: %s%s)", arg, text.JoinOr(names), text.DidYouMean(name, names))
		}
		if err := entries[i].set(change); err != nil {
			return failure.Inputf("flag --player: %w", err)
		}
	}
	return nil
}

// set reads one KEY=VALUE.
func (e *entry) set(arg string) error {
	key, value, found := strings.Cut(arg, "=")
	names := map[string]string{
		"nullmove": builtin.NullMoveOption, "search": builtin.SearchOption, "eval": builtin.EvalOption, "eval-file": builtin.EvalFileOption,
		"hash": builtin.HashOption, "threads": engine.ThreadsOption,
	}
	option, plain := names[key]
	if name, ok := strings.CutPrefix(key, "option."); ok && name != "" {
		option, plain = name, true
	}
	known := append([]string{"nullmove", "search", "eval", "eval-file", "hash", "threads"}, LimitKeys()...)
	switch {
	case !found:
	case plain:
		e.options = engine.Override(e.options, []engine.Option{{Name: option, Value: value}})
		return nil
	case slices.Contains(LimitKeys(), key):
		e.limits = append(e.limits, arg)
		return nil
	}
	return fmt.Errorf("change %.60q (expected KEY=VALUE with %s or option.NAME%s)", arg, text.JoinOr(known), text.DidYouMean(key, known))
}

// finder finds engines with the options of the player.
func (e *entry) finder(r *runner.Runner) *engines.Finder {
	own := r.Finder
	own.Options = engine.Override(own.Options, e.options)
	return &own
}

// control returns the limit of the player, or the shared one without any.
func (e *entry) control(shared match.Control) (match.Control, error) {
	if e.limits == nil {
		return shared, nil
	}
	control, err := match.ParseControl(strings.Join(e.limits, ","))
	if err != nil {
		return control, failure.Inputf("player %s: %w", e.name, err)
	}
	return control, nil
}

// revisionEntries returns the players of a match of revisions, and their limit.
func revisionEntries(r *runner.Runner, o *Options) (entries []entry, shared match.Control, err error) {
	if len(o.Engines) > 1 {
		return nil, shared, failure.Inputf("match: %d engines beside --base (expected one at most: its revisions are the players)", len(o.Engines))
	}
	name := cmp.Or(r.Config.Engine, builtin.Name)
	if len(o.Engines) == 1 {
		name = o.Engines[0]
	}
	entries = []entry{{name: "head", engine: name}, {name: "base", engine: name}}
	if err := o.applyChanges(entries); err != nil {
		return nil, shared, err
	}
	shared, err = o.control()
	return entries, shared, err
}

// buildPlayers builds the engines of both revisions; base comes first of the
// revisions, head of the players.
func buildPlayers(ctx context.Context, r *runner.Runner, b *engines.Builder, o *Options, entries []entry, shared match.Control) ([]player, []engines.Variant, error) {
	base, head, err := b.FindBoth(ctx, o.Revisions.Base, o.Revisions.Head)
	if err != nil {
		return nil, nil, err
	}
	var players []player
	for i, of := range []engines.Variant{head, base} {
		e := &entries[i]
		made, err := b.BuildVariant(ctx, e.finder(r), e.engine, of)
		if err != nil {
			return nil, nil, err
		}
		p, err := newPlayer(ctx, r, e, made, shared)
		if err != nil {
			return nil, nil, err
		}
		players = append(players, p)
	}
	return players, []engines.Variant{base, head}, nil
}
