package builtin

import (
	"fmt"

	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/nullmove"
	"github.com/zugwatch/zugwatch/engine/search"
	shogi "github.com/zugwatch/zugwatch/engine/shogi/search"
)

// Team is the built-in engines of all games, each with its settings.
type Team struct {
	Chess Settings
	Shogi ShogiSettings
	Unfit [2]string // by game: what was asked of all of them, and this one cannot do; empty: nothing
}

// DefaultTeam has the settings where nothing is said.
func DefaultTeam() Team { return Team{Chess: Defaults(), Shogi: ShogiDefaults()} }

// Of returns the engine that plays a game, or why there is none.
func (t *Team) Of(g game.Game) (Own, error) {
	if t.Unfit[g] != "" {
		return nil, fmt.Errorf("engine %s: %s", NameOf(g), t.Unfit[g])
	}
	return [...]Own{t.Chess, t.Shogi}[g], nil
}

// SetPolicy gives all of them a null-move policy.
func (t *Team) SetPolicy(y nullmove.Policy) { t.Chess.Policy, t.Shogi.Policy = y, y }

// SetHash gives each of them a transposition table of so many MiB.
func (t *Team) SetHash(mb int) { t.Chess.HashMB, t.Shogi.HashMB = mb, mb }

// WithSearch has the search of those that know it; the others are unfit. The error is that
// of chess, where none does.
func (t Team) WithSearch(text string) (Team, error) {
	ofChess, err := search.ParseParams(text)
	ofShogi, other := shogi.ParseParams(text)
	switch {
	case err != nil && other != nil:
		return t, err
	case err != nil:
		t.Unfit[game.Chess] = err.Error()
	default:
		t.Chess.Params = ofChess
	}
	if other != nil {
		t.Unfit[game.Shogi] = other.Error()
	} else {
		t.Shogi.Params = ofShogi
	}
	return t, nil
}
