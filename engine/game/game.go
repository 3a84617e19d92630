// Package game is the games that the tool knows as values: what it must know of a
// game to put a position to an engine, to read the answer and to play a game to its
// end. It is the cold side: who searches works with engine/chess or engine/shogi
// and comes here only with questions and answers.
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

// Start returns the position in which a game begins.
func (g Game) Start() Position {
	if g == Shogi {
		return FromShogi(shogi.Start())
	}
	return FromChess(chess.Start())
}

// SideName returns what the game calls a side, "white" or "black".
func (g Game) SideName(s Side) string {
	if g == Shogi {
		return shogi.Color(s).String()
	}
	return chess.Color(s).String()
}

// Side is one of the two who play.
type Side uint8

// The sides. First is who moves first in a game: White in chess, Black in shogi.
const (
	First Side = iota
	Second
)

// Other returns the opponent of s.
func (s Side) Other() Side { return s ^ 1 }
