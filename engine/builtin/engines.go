package builtin

import (
	"fmt"

	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/nullmove"
	"github.com/zugwatch/zugwatch/engine/search"
	shogi "github.com/zugwatch/zugwatch/engine/shogi/search"
)

// Engines holds the built-in engines of all games, each with its settings.
type Engines struct {
	Chess       Settings
	Shogi       ShogiSettings
	Unsupported [2]string // by game: what was asked of all of them, and this one cannot do; empty: nothing
}

// DefaultEngines returns the engines with their default settings.
func DefaultEngines() Engines { return Engines{Chess: Defaults(), Shogi: ShogiDefaults()} }

// Of returns the engine that plays a game, or why there is none.
func (t *Engines) Of(g game.Game) (Engine, error) {
	if t.Unsupported[g] != "" {
		return nil, fmt.Errorf("engine %s: %s", NameOf(g), t.Unsupported[g])
	}
	return [...]Engine{t.Chess, t.Shogi}[g], nil
}

// SetPolicy gives all of them a null-move policy.
func (t *Engines) SetPolicy(y nullmove.Policy) { t.Chess.Policy, t.Shogi.Policy = y, y }

// SetHash gives each of them a transposition table of so many MiB.
func (t *Engines) SetHash(mb int) { t.Chess.HashMB, t.Shogi.HashMB = mb, mb }

// WithSearch sets the search of every engine that accepts text, and marks the others as unsupported. If none accepts
// it, the error is that of chess.
func (t Engines) WithSearch(text string) (Engines, error) {
	ofChess, err := search.ParseParams(text)
	ofShogi, other := shogi.ParseParams(text)
	switch {
	case err != nil && other != nil:
		return t, err
	case err != nil:
		t.Unsupported[game.Chess] = err.Error()
	default:
		t.Chess.Params = ofChess
	}
	if other != nil {
		t.Unsupported[game.Shogi] = other.Error()
	} else {
		t.Shogi.Params = ofShogi
	}
	return t, nil
}
