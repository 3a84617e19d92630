package main

import (
	"context"
	"fmt"
	"slices"
	"strings"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench/match"
	"github.com/zugwatch/zugwatch/engine"
)

// contestant is a player of a match with the engine that plays for it.
type contestant struct {
	contender
	player match.Player
}

// playerFlags say what is different between the players.
func playerFlags() []cli.Flag {
	return []cli.Flag{
		&cli.StringSliceFlag{Name: "a", Usage: "change the first player by `KEY=VALUE`, such as nullmove=r3, nodes=5000 or option.Hash=64"},
		&cli.StringSliceFlag{Name: "b", Usage: "change the second player by `KEY=VALUE`"},
		&cli.StringSliceFlag{Name: "player", Usage: "change a player by `NAME:KEY=VALUE`"},
		optionFlag(),
		&cli.BoolFlag{Name: "build", Usage: "run the build commands of the engines first"},
	}
}

// entry is what a command line says of one player.
type entry struct {
	name, engine string
	named        bool
	options      []engine.Option
	limits       []string
}

// newPlayers finds the players and their engines.
func newPlayers(c *cli.Context, m *measurement) ([]contestant, error) {
	entries, err := matchEntries(c.Args().Slice())
	if err != nil {
		return nil, err
	}
	if err := changeEntries(c, entries); err != nil {
		return nil, err
	}
	shared, err := flagControl(c)
	if err != nil {
		return nil, err
	}
	var players []contestant
	for i := range entries {
		p, err := m.contestant(c.Context, &entries[i], shared)
		if err != nil {
			return nil, err
		}
		if c.Bool("build") {
			if err := p.make(c.Context, c.App.ErrWriter); err != nil {
				return nil, err
			}
		}
		players = append(players, p)
	}
	return players, nil
}

// matchEntries reads the names of the engines; without any the built-in one plays
// itself. Two players with one name become a and b.
func matchEntries(args []string) ([]entry, error) {
	switch len(args) {
	case 0:
		args = []string{builtinName, builtinName}
	case 1:
		return nil, badInput("match: one player alone (expected none, two or more; see zugwatch match --help)")
	}
	entries := make([]entry, len(args))
	for i, arg := range args {
		name, program, named := strings.Cut(arg, "=")
		if !named {
			name, program = fileStem(arg), arg
			if words := strings.Fields(arg); len(words) > 0 {
				name = fileStem(words[0])
			}
		}
		if name == "" || program == "" || strings.ContainsAny(name, ":\"\n\r") {
			return nil, badInput("match: player %.60q (expected ENGINE, or NAME=ENGINE with a name without colons and quotes)", arg)
		}
		entries[i] = entry{name: name, engine: program, named: named}
	}
	for i := range entries {
		for j := range i {
			if entries[i].name != entries[j].name {
				continue
			}
			if len(entries) > 2 || entries[i].named || entries[j].named {
				return nil, badInput("match: two players have the name %q (expected another for one of them, such as second=%s)", entries[i].name, entries[i].engine)
			}
			entries[0].name, entries[1].name = "a", "b"
		}
	}
	return entries, nil
}

// changeEntries applies --a, --b and --player.
func changeEntries(c *cli.Context, entries []entry) error {
	for i, flag := range []string{"a", "b"} {
		for _, text := range c.StringSlice(flag) {
			if err := entries[i].change(text); err != nil {
				return badInput("flag --%s: %w", flag, err)
			}
		}
	}
	var names []string
	for _, e := range entries {
		names = append(names, e.name)
	}
	for _, text := range c.StringSlice("player") {
		name, change, found := strings.Cut(text, ":")
		i := slices.Index(names, name)
		if !found || i < 0 {
			return badInput("flag --player=%.60s (expected NAME:KEY=VALUE with the name of a player: %s%s)", text, alternatives(names), didYouMean(name, names))
		}
		if err := entries[i].change(change); err != nil {
			return badInput("flag --player: %w", err)
		}
	}
	return nil
}

// change reads one KEY=VALUE.
func (e *entry) change(text string) error {
	key, value, found := strings.Cut(text, "=")
	names := map[string]string{"nullmove": uciNullMove, "search": uciSearch, "hash": uciHash, "threads": engine.ThreadsOption}
	option, plain := names[key]
	if name, ok := strings.CutPrefix(key, "option."); ok && name != "" {
		option, plain = name, true
	}
	known := append([]string{"nullmove", "search", "hash", "threads"}, controlKeys()...)
	switch {
	case !found:
	case plain:
		e.options = override(e.options, []engine.Option{{Name: option, Value: value}})
		return nil
	case slices.Contains(controlKeys(), key):
		e.limits = append(e.limits, text)
		return nil
	}
	return fmt.Errorf("change %.60q (expected KEY=VALUE with %s or option.NAME%s)", text, alternatives(known), didYouMean(key, known))
}

// control is the limit of the player, or the shared one without any.
func (e *entry) control(shared match.Control) (match.Control, error) {
	if e.limits == nil {
		return shared, nil
	}
	control, err := match.ParseControl(strings.Join(e.limits, ","))
	if err != nil {
		return control, badInput("player %s: %w", e.name, err)
	}
	return control, nil
}

// contestant finds the engine of a player.
func (m *measurement) contestant(ctx context.Context, e *entry, shared match.Control) (contestant, error) {
	own := *m
	own.options = override(m.options, e.options)
	k, err := own.contender(ctx, e.engine)
	if err != nil {
		return contestant{}, fmt.Errorf("player %s: %w", e.name, err)
	}
	control, err := e.control(shared)
	if err != nil {
		return contestant{}, err
	}
	player := match.Player{Name: e.name, Control: control, Open: boardOpener(ctx, k, m.processors)}
	return contestant{contender: k, player: player}, nil
}

// boardOpener opens the engine of a board, on a processor of its own where there
// are some to choose from.
func boardOpener(ctx context.Context, k contender, processors []int) func(board int) (engine.Engine, error) {
	if processors == nil {
		return func(int) (engine.Engine, error) { return k.open() }
	}
	return func(board int) (engine.Engine, error) {
		return k.dial(ctx, processors[board%len(processors)])
	}
}
