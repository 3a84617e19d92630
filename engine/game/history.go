package game

import (
	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/shogi"
)

// End is the state of a game under its rules: still running, or the reason why it is over.
type End uint8

// The ends.
const (
	Undecided      End = iota // the game goes on
	Checkmate                 // the side to move is mated
	Stalemate                 // it has no legal move and is not in check: a draw in chess, lost in shogi
	Repetition                // the position stands for the third time in chess, the fourth in shogi: a draw
	PerpetualCheck            // … in shogi by nothing but checks of one side, which has lost
	FiftyMoves                // fifty moves of both without a capture or pawn move: a draw in chess
	Insufficient              // mate is impossible for both sides: a draw in chess
)

// History is the moves of a game from a position, with what its rules need to know of them.
type History interface {
	Position() Position
	// Play makes a legal move.
	Play(m Move)
	// End returns the state of the game at the present position. Halves is the score of the side to move in half
	// points: 0, 1 or 2.
	End() (end End, halves int)
}

// NewHistory begins a game at p.
func NewHistory(p Position) History {
	if s, ok := ToShogi(p); ok {
		return shogiHistory{shogi.NewGame(s)}
	}
	c, _ := ToChess(p)
	return chessHistory{chess.NewGame(c)}
}

type chessHistory struct{ game *chess.Game }

func (c chessHistory) Position() Position { return FromChess(c.game.Position) }
func (c chessHistory) Play(m Move)        { c.game.Play(m.Chess()) }

func (c chessHistory) End() (End, int) {
	p := &c.game.Position
	switch {
	case p.CountLegal() == 0 && p.InCheck():
		return Checkmate, 0
	case p.CountLegal() == 0:
		return Stalemate, 1
	case p.IsInsufficient():
		return Insufficient, 1
	case c.game.Repetitions() >= 2:
		return Repetition, 1
	case p.IsFiftyMoves():
		return FiftyMoves, 1
	}
	return Undecided, 1
}

type shogiHistory struct{ game *shogi.Game }

func (c shogiHistory) Position() Position { return FromShogi(c.game.Position) }
func (c shogiHistory) Play(m Move)        { c.game.Play(m.Shogi()) }

func (c shogiHistory) End() (End, int) {
	p := &c.game.Position
	switch {
	case p.CountLegal() == 0 && p.InCheck():
		return Checkmate, 0
	case p.CountLegal() == 0:
		return Stalemate, 0
	}
	switch c.game.Repetition() {
	case shogi.RepetitionDraw:
		return Repetition, 1
	case shogi.RepetitionWin:
		return PerpetualCheck, 2
	case shogi.RepetitionLoss:
		return PerpetualCheck, 0
	}
	return Undecided, 1
}
