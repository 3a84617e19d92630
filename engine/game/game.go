// Package game handles the positions and moves of both games as plain values. It puts a position to an engine, reads
// the answer and plays a game to its end. The package is not built for speed: searches use engine/chess or
// engine/shogi directly and convert only tasks and results.
package game

import (
	"fmt"
	"slices"

	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/shogi"
)

// Game is one of the games.
type Game uint8

// The games; Chess is the zero value.
const (
	Chess Game = iota
	Shogi
)

var gameNames = [...]string{"chess", "shogi"}

// String returns "chess" or "shogi".
func (g Game) String() string { return gameNames[g] }

// MarshalText writes the name.
func (g Game) MarshalText() ([]byte, error) { return []byte(g.String()), nil }

// UnmarshalText reads the name.
func (g *Game) UnmarshalText(b []byte) error {
	i := slices.Index(gameNames[:], string(b))
	if i < 0 {
		return fmt.Errorf("game %.40q (expected chess or shogi)", b)
	}
	*g = Game(i)
	return nil
}

// Start returns the initial position of the game.
func (g Game) Start() Position {
	if g == Shogi {
		return FromShogi(shogi.Start())
	}
	return FromChess(chess.Start())
}

// SideName returns the game's name of a side, "white" or "black".
func (g Game) SideName(s Side) string {
	if g == Shogi {
		return shogi.Color(s).String()
	}
	return chess.Color(s).String()
}

// Side is one of the two sides.
type Side uint8

// The sides. First is who moves first in a game: White in chess, Black in shogi.
const (
	First Side = iota
	Second
)

// Other returns the opponent of s.
func (s Side) Other() Side { return s ^ 1 }
