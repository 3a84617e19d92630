package figure

import (
	"strconv"
	"strings"

	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/shogi"
)

// Board returns the drawing of a position without moves.
func Board(name doc.Text, position game.Position) doc.Board {
	board := doc.Board{Name: name, Black: position.Game().SideName(position.Side()) == "black"}
	if p, ok := game.ToShogi(position); ok {
		board.Shogi = shogiBoard(&p)
		return board
	}
	p, _ := game.ToChess(position)
	for m := range p.Pieces() {
		letter := m.Kind.Letter()
		if m.Color == chess.White {
			letter -= 'a' - 'A'
		}
		board.Squares[m.Square] = letter
	}
	return board
}

func shogiBoard(p *shogi.Position) *doc.ShogiBoard {
	var board doc.ShogiBoard
	for m := range p.Pieces() {
		letter := m.Kind.Symbol()
		if m.Color == shogi.White {
			letter = strings.ToLower(letter)
		}
		board.Squares[shogiPlace(m.Square)] = letter
	}
	for side := range board.Hands {
		for k := shogi.Rook + 1; k > shogi.Pawn; k-- {
			if n := p.Hand(shogi.Color(side), k-1); n > 1 {
				board.Hands[side] += strconv.Itoa(n) + (k - 1).Symbol()
			} else if n == 1 {
				board.Hands[side] += (k - 1).Symbol()
			}
		}
	}
	return &board
}

// shogiPlace returns where a square stands in the drawing of a board.
func shogiPlace(s shogi.Square) int {
	if s == shogi.NoSquare {
		return doc.Dropped
	}
	return 9*s.Rank() + 8 - s.File()
}

// Arrow returns a move of either game.
func Arrow(of game.Game, m game.Move, kind doc.ArrowKind) doc.Arrow {
	if of == game.Shogi {
		return doc.Arrow{From: shogiPlace(m.Shogi().From()), To: shogiPlace(m.Shogi().To()), Kind: kind}
	}
	return doc.Arrow{From: int(m.Chess().From()), To: int(m.Chess().To()), Kind: kind}
}

// PositionCommand returns the command that gives an engine a position.
func PositionCommand(position string) doc.Text {
	return doc.Text(CommandWords(position)) + doc.Position(position)
}

// CommandWords returns the words before a position in that command. A position of shogi already begins with sfen.
func CommandWords(position string) string {
	if game.GameOf(position) == game.Shogi {
		return "position "
	}
	return "position fen "
}
