// Package builtin provides the built-in engines, one for each game, with their settings as options and their hosts
// over UCI and USI.
package builtin

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/pass"
	"github.com/zugwatch/zugwatch/engine/search"
	shogi "github.com/zugwatch/zugwatch/engine/shogi/search"
	"github.com/zugwatch/zugwatch/engine/text"
	"github.com/zugwatch/zugwatch/engine/uci"
	"github.com/zugwatch/zugwatch/engine/uci/server"
)

// Names of the engines in configurations and reports. Name is the chess engine. In a suite of another game, Name
// stands for the engine of that game.
const (
	Name      = search.Name
	ShogiName = shogi.Name
)

// NameOf returns the name of the engine for a game.
func NameOf(g game.Game) string { return Names()[g] }

// GameOf returns the game of the built-in engine with a name; ok is false if there is none.
func GameOf(name string) (g game.Game, ok bool) {
	i := slices.Index(Names(), name)
	return game.Game(max(i, 0)), i >= 0
}

// Names returns the names of the engines, by game.
func Names() []string { return []string{Name, ShogiName} }

// ResolveName returns the name of an engine for positions of a game. Name stands for the built-in
// engine of that game, and any other for itself.
func ResolveName(name string, g game.Game) string {
	if name == Name {
		return NameOf(g)
	}
	return name
}

// The names of options that every one of the engines has.
const (
	HashOption     = engine.HashOption
	NullMoveOption = "NullMove"
	SearchOption   = "Search"
)

// Engine is the built-in engine of a game with its settings: Settings of chess, ShogiSettings
// of shogi.
type Engine interface {
	Game() game.Game
	// ID identifies the engine that Open returns.
	ID() (engine.ID, error)
	Open() (engine.Engine, error)
	// Options are the settings as options.
	Options() []engine.Option
	// Set are the settings with options set, whose names may be in any case.
	Set(options []engine.Option) (Engine, error)
	// Unpruned is the engine without null moves and reverse futility: it makes no claims.
	Unpruned() Engine
	// Judge makes the engine with one thread, which has its claims checked; nil: it has not.
	Judge(claims *pass.Audit) (Judge, error)
	// BenchDepth is the customary depth of Bench in plies.
	BenchDepth() int

	protocol() uci.Protocol
	title() string // with the version
	declared() []server.Setting
	// parse reads the values of all options.
	parse(values map[string]string) (Engine, error)
	// evaluate is the static value of a position without check, in centipawns for its side
	// to move.
	evaluate(position game.Position) (int32, error)
}

// Judge is an engine that reports whether single nodes reach a value; see search.Searcher.Judge.
type Judge interface {
	engine.Engine
	Judge(p game.Position, depth int, beta engine.Score) (reaches bool, nodes uint64)
}

// DefaultsOf returns the engine for a game where nothing is said.
func DefaultsOf(g game.Game) Engine { return [...]Engine{Defaults(), ShogiDefaults()}[g] }

// asSearcher returns a searcher of a game as an engine of any.
func asSearcher[E engine.Engine](e E, err error) (engine.Engine, error) {
	if err != nil {
		return nil, err
	}
	return e, nil
}

// setOptions puts options into values by their names, in any case. It copies own, which are known to be valid, and
// then validates and copies asked.
func setOptions(values map[string]string, names []string, own, asked []engine.Option) error {
	for _, o := range own {
		values[o.Name] = o.Value
	}
	for _, o := range asked {
		i := slices.IndexFunc(names, func(name string) bool { return strings.EqualFold(name, o.Name) })
		if i < 0 {
			return fmt.Errorf("the built-in engine has no option %q (expected %s%s)", o.Name, text.JoinOr(names), text.DidYouMean(o.Name, names))
		}
		values[names[i]] = o.Value
	}
	return nil
}

// valueReader reads the values of options until one is wrong.
type valueReader struct {
	values map[string]string
	err    error
}

// read reads a value with a parser.
func read[T any](r *valueReader, name string, parse func(string) (T, error)) T {
	value, err := parse(r.values[name])
	if err != nil && r.err == nil {
		r.err = fmt.Errorf("option %s: %w", name, err)
	}
	return value
}

// number reads a value from 1 to most.
func (r *valueReader) number(name string, most int) int {
	n := read(r, name, strconv.Atoi)
	if r.err == nil && (n < 1 || n > most) {
		r.err = fmt.Errorf("option %s=%d (expected a number from 1 to %d)", name, n, most)
	}
	return n
}
