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

// studyOf is a position P of a game, whose moves are of type M, with its proven properties.
type studyOf[P, M any] struct {
	position P
	best     []M        // the moves that keep the value; none: they are not asked for
	avoid    []M        // moves that give it away
	mate     int        // as dm counts; 0: no mate is asked for
	result   epd.Result // that is asked for
	plies    int        // depth at which a search of every move sees it
	start    P
	moves    []M // that led from start to the position; none: the game is not known
}

// record returns the study as a record without id and depth.
func (s *studyOf[P, M]) record(position func(P) game.Position, moves func(...M) []game.Move) epd.Record {
	r := epd.Record{
		Position: position(s.position), Best: moves(s.best...), Avoid: moves(s.avoid...),
		MateIn: s.mate, HasMate: s.mate != 0, Result: s.result,
	}
	if len(s.moves) > 0 {
		r.Start, r.Moves = position(s.start), moves(s.moves...)
	}
	return r
}

// study is a study of chess.
type study = studyOf[chess.Position, chess.Move]

// chessRule returns a rule of chess with its draw.
func chessRule(name string, draw func(g *generator) (study, bool)) rule {
	return rule{name, func(g *generator) (found, bool) {
		s, ok := draw(g)
		if !ok {
			return found{}, false
		}
		return found{s.record(game.FromChess, game.FromChessMoves), s.plies, s.plies > 1 && s.mate != -1}, true
	}}
}

// mateInOne returns the study of a position with exactly one mate in one that fits. It is not ok for nil.
func mateInOne(p *chess.Position, fits func(m chess.Move, after *chess.Position) bool) (s study, ok bool) {
	if p == nil {
		return s, false
	}
	for _, m := range p.LegalMoves() {
		next := p.After(m)
		if !next.InCheck() || next.CountLegal() > 0 {
			continue
		}
		if ok || !fits(m, &next) {
			return s, false
		}
		s, ok = study{position: *p, best: []chess.Move{m}, mate: 1, plies: 1}, true
	}
	return s, ok
}

// onlyMove returns the study of a position in which every move but one that fits allows a mate in one. After that
// move there is no mate in two. It is not ok for nil.
func (g *generator) onlyMove(p *chess.Position, fits func(m chess.Move) bool) (s study, ok bool) {
	if p == nil {
		return s, false
	}
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
	return study{position: *p, best: []chess.Move{moves[at]}, plies: 2}, true
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

// position returns the board as a position, nil for an illegal one. The tail are the fields of a FEN behind the
// placement.
func (b *board) position(tail string) *chess.Position {
	placement := notation.AppendBoard(nil, 8, func(row, file int) string { return b[8*(7-row)+file] })
	p, err := chess.ParseFEN(string(placement) + " " + tail)
	if err != nil {
		return nil
	}
	return &p
}

// scattered draws a position in which White is to move, with each of the letters and both kings anywhere. It returns
// nil for an illegal position.
func (g *generator) scattered(letters string) *chess.Position {
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
