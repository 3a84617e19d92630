package explain

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"

	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/game"
)

// Smallest is the smallest position found that the base sees and the head does not.
type Smallest struct {
	Position string `json:"position"`
	Depth    int    `json:"depth"`  // the smallest of both sides, in plies
	Pieces   int    `json:"pieces"` // that are left
	Base     Answer `json:"base"`
	Head     Answer `json:"head"`
}

// EPD returns the record for a suite: the move of the base at the depth. A comment names the original position and the
// answers of both sides.
func (s *Smallest) EPD(from string) string {
	fields := strings.Fields(s.Position)
	return fmt.Sprintf("%s bm %s; sd %d; id %q; c0 %q;", strings.Join(fields[:4], " "), s.Base.Move, s.Depth, from+"-smallest",
		fmt.Sprintf("of %s, by explain: base %s (%s), head %s (%s)", from, s.Base.Move, s.Base.Score, s.Head.Move, s.Head.Score))
}

// appendTo adds the record to a suite file, which it creates if necessary. A record that is there already is not added
// again.
func (s *Smallest) appendTo(name, from string) error {
	if text, err := os.ReadFile(name); err == nil && strings.Contains("\n"+string(text), "\n"+s.EPD(from)+"\n") {
		return nil
	}
	f, err := os.OpenFile(name, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
	if err != nil {
		return failure.Default(failure.Machine, err)
	}
	_, err = f.WriteString(s.EPD(from) + "\n")
	return failure.Default(failure.Machine, errors.Join(err, f.Close()))
}

// findSmallest takes pieces away from the deepest node of the wronged side, and then plies. It goes on as long as the
// base sees another move and value there than the head. It returns nil where the node alone, without the game before
// it, does not show it.
func (w *walker) findSmallest(ctx context.Context) (*Smallest, error) {
	place := -1
	for i := range w.at {
		if w.at[i].at.Side() == w.undervalued && w.at[i].at.Game() == game.Chess && !w.nodes[i].Agree {
			place = i
		}
	}
	if place < 0 {
		return nil, nil
	}
	p := w.at[place].at
	best, err := w.compareAnswers(ctx, p, w.nodes[place].Depth)
	if err != nil || best == nil {
		return nil, err
	}
	for reduced := true; reduced; {
		reduced = false
		for _, less := range withoutPiece(p) {
			smaller, err := w.compareAnswers(ctx, less, best.Depth)
			if err != nil {
				return nil, err
			}
			if smaller != nil {
				best, p, reduced = smaller, less, true
				break
			}
		}
	}
	for depth := 1; depth < best.Depth; depth++ {
		shallow, err := w.compareAnswers(ctx, p, depth)
		if err != nil {
			return nil, err
		}
		if shallow != nil {
			return shallow, nil
		}
	}
	return best, nil
}

// compareAnswers returns both answers to a position, nil where the engines agree on its value or its move.
func (w *walker) compareAnswers(ctx context.Context, p game.Position, depth int) (*Smallest, error) {
	n := node{start: p, at: p}
	b, h, err := w.searchBoth(ctx, n, depth)
	if err != nil || b.Best == game.NoMove || b.Best == h.Best || valueFor(p.Side(), n, b.Score)-valueFor(p.Side(), n, h.Score) < w.gap {
		return nil, err
	}
	board, _ := game.ToChess(p)
	return &Smallest{Position: p.String(), Depth: depth, Pieces: board.Occupied().Count(), Base: answerOf(n, b), Head: answerOf(n, h)}, nil
}

// withoutPiece returns the legal positions of chess with one piece less, the queens first and the pawns last. Castling
// rights and an en passant square go with it.
func withoutPiece(p game.Position) (smaller []game.Position) {
	board, _ := game.ToChess(p)
	pieces := slices.SortedFunc(board.Pieces(), func(a, b chess.Piece) int {
		return cmp.Or(cmp.Compare(b.Kind, a.Kind), cmp.Compare(a.Square^chess.A8, b.Square^chess.A8)) // as a FEN has them
	})
	for i := range pieces {
		rest := slices.Delete(slices.Clone(pieces), i, i+1)
		if less, err := chess.Setup(board.Side(), rest); err == nil {
			smaller = append(smaller, game.FromChess(less))
		}
	}
	return smaller
}
