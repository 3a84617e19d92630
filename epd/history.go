package epd

import (
	"fmt"
	"strings"

	"github.com/zugwatch/zugwatch/engine/game"
)

// historyMoves separates the first position of a history from its moves, as in the command position of UCI.
const historyMoves = " moves "

// historyText returns the operand of history: the first position and the moves as engines write them.
func (r *Record) historyText() string {
	return r.Start.String() + historyMoves + game.JoinMoves(r.Moves)
}

// checkHistory says why the moves do not lead from Start to Position; empty where they do.
func (r *Record) checkHistory() string {
	if len(r.Moves) == 0 {
		return "history has no moves"
	}
	p := r.Start
	if p.Game() != r.Position.Game() {
		return fmt.Sprintf("history is of %s", p.Game())
	}
	for _, m := range r.Moves {
		if !p.IsLegal(m) {
			return fmt.Sprintf("move %s of history is not legal", m)
		}
		p = p.After(m)
	}
	if p.EPD() != r.Position.EPD() || halfmove(p) != halfmove(r.Position) {
		return fmt.Sprintf("history ends in %q", p.String())
	}
	return ""
}

// halfmove returns the plies since the last capture or move of a pawn, 0 in shogi. The number of the move is no part
// of a history: the image of a game with the colors exchanged has another one.
func halfmove(p game.Position) int {
	if c, ok := game.ToChess(p); ok {
		return c.Halfmove()
	}
	return 0
}

// history reads the game that led to the position, once the position is known with its counters.
func (p *parser) history() *SyntaxError {
	op := p.rec.Op("history")
	if op == nil {
		return nil
	}
	at, r := op.ArgCol-1, &p.rec
	start, moves, found := strings.Cut(op.Text(), historyMoves)
	if !found {
		return p.fail(at, "history "+quoted(op.Raw), `a position and moves such as "FEN moves e2e4 e7e5"`)
	}
	first, err := game.ParsePosition(start)
	if err != nil {
		fen := fenError(err, 0)
		return p.fail(at, "history: "+fen.What, fen.Want)
	}
	r.Start = first
	position := first
	for word := range strings.FieldsSeq(moves) {
		m, err := position.ParseMove(word)
		if err != nil {
			return p.fail(at, fmt.Sprintf("move %s of history is not legal", quoted(word)), "legal moves such as e2e4, one after the other")
		}
		r.Moves = append(r.Moves, m)
		position = position.After(m)
	}
	if what := r.checkHistory(); what != "" {
		return p.fail(at, what, fmt.Sprintf("moves that lead to %q", r.Position.String()))
	}
	return nil
}
