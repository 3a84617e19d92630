package rules

import (
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/notation"
	"github.com/zugwatch/zugwatch/epd"
)

// study is a position with its proven properties.
type study struct {
	position chess.Position
	best     []chess.Move // the moves that keep the value; none: they are not asked for
	avoid    []chess.Move // moves that give it away
	mate     int          // as dm counts; 0: no mate is asked for
	result   epd.Result   // that is asked for
	plies    int          // depth at which a search of every move sees it
	start    chess.Position
	moves    []chess.Move // that led from start to the position; none: the game is not known
}

// found returns the study as the positions of all games are kept.
func (s study) found() found {
	f := found{plies: s.plies, pruned: s.plies > 1 && s.mate != -1, record: epd.Record{
		Position: game.FromChess(s.position), Best: game.FromChessMoves(s.best...), Avoid: game.FromChessMoves(s.avoid...),
		MateIn: s.mate, HasMate: s.mate != 0, Result: s.result,
	}}
	if len(s.moves) > 0 {
		f.record.Start, f.record.Moves = game.FromChess(s.start), game.FromChessMoves(s.moves...)
	}
	return f
}

// mateInOne returns the study of a position with exactly one mate in one that fits.
func mateInOne(p chess.Position, fits func(m chess.Move, after *chess.Position) bool) (s study, ok bool) {
	for _, m := range p.LegalMoves() {
		next := p.After(m)
		if !next.InCheck() || next.CountLegal() > 0 {
			continue
		}
		if ok || !fits(m, &next) {
			return s, false
		}
		s, ok = study{position: p, best: []chess.Move{m}, mate: 1, plies: 1}, true
	}
	return s, ok
}

// onlyMove returns the study of a position in which every move but one that fits allows a mate in one. After that
// move there is no mate in two.
func (g *generator) onlyMove(p chess.Position, fits func(m chess.Move) bool) (s study, ok bool) {
	moves := p.LegalMoves()
	at := slices.IndexFunc(moves, fits)
	if at < 0 || len(moves) < 2 {
		return s, false
	}
	for i, m := range moves {
		next := p.After(m)
		if n, _, _ := g.prover.Mate(&next, 1, proofNodes); (n == 1) != (i != at) {
			return s, false
		}
	}
	next := p.After(moves[at])
	if n, _, proven := g.prover.Mate(&next, 2, proofNodes); n != 0 || !proven {
		return s, false
	}
	return study{position: p, best: []chess.Move{moves[at]}, plies: 2}, true
}

// board is a placement of pieces that is being drawn at random. A square holds the letter of a FEN or "".
type board [64]string

// set puts a piece on a square, such as "e1".
func (b *board) set(square string, letter string) { b[squareOf(square)] = letter }

// squareOf returns the index of a square such as "e1".
func squareOf(name string) int { return int(name[0]-'a') + 8*int(name[1]-'1') }

// scatter puts each letter on an empty square of the given ranks, from 1 to 8, pawns never on the first or last rank.
func (b *board) scatter(random *rand.Rand, letters string, firstRank, lastRank int) {
	for _, letter := range strings.Split(letters, "") {
		low, high := firstRank, lastRank
		if letter == "P" || letter == "p" {
			low, high = max(low, 2), min(high, 7)
		}
		for {
			at := 8*(low-1) + random.IntN(8*(high-low+1))
			if b[at] == "" {
				b[at] = letter
				break
			}
		}
	}
}

// position returns the board as a position, if it is a legal one. The tail are the fields of a FEN behind the
// placement.
func (b *board) position(tail string) (chess.Position, bool) {
	var ranks [8][]string
	for i := range ranks {
		ranks[7-i] = b[8*i : 8*i+8]
	}
	p, err := chess.ParseFEN(notation.JoinRanks(ranks[:]) + " " + tail)
	return p, err == nil
}

// scattered draws a position in which White is to move, with each of the letters and both kings anywhere.
func (g *generator) scattered(letters string) (chess.Position, bool) {
	var b board
	b.scatter(g.random, "kK"+letters, 1, 8)
	return b.position("w - - 0 1")
}

// drawLetters returns up to so many of the letters, each drawn by itself.
func drawLetters(random *rand.Rand, letters string, least, most int) string {
	drawn := make([]byte, least+random.IntN(most-least+1))
	for i := range drawn {
		drawn[i] = letters[random.IntN(len(letters))]
	}
	return string(drawn)
}
