package audit

import (
	"strings"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/chess"
)

// shrink takes men away, alone or a pair of the same kind, as long as the claim
// stays wrong, until each of them is needed, and with them the rights of castling
// and en passant. A man that is gone may move the value that is claimed by its own.
func (c *court) shrink(p chess.Position, depth int, beta engine.Score) (chess.Position, engine.Score) {
	p = unclocked(p)
	if bare, ok := rewrite(&p, 0); ok && c.holds(&bare, depth, beta) {
		p = bare
	}
	for {
		smaller, claimed, ok := c.smaller(&p, depth, beta)
		if !ok {
			return p, beta
		}
		p, beta = smaller, claimed
	}
}

// smaller is p without one man or one pair, where the claim is still wrong.
func (c *court) smaller(p *chess.Position, depth int, beta engine.Score) (chess.Position, engine.Score, bool) {
	side := p.Side()
	men := p.Occupied() &^ p.Kind(chess.King)
	for rest := men; rest != 0; rest &= rest - 1 {
		first := rest.First()
		value := engine.Score(chess.ExchangeValue[p.At(first)&7])
		if p.Color(side).Has(first) {
			value = -value
		}
		for _, claimed := range [...]engine.Score{beta, beta + value} {
			if smaller, ok := rewrite(p, first.Bit()); ok && c.holds(&smaller, depth, claimed) {
				return smaller, claimed, true
			}
		}
		if !p.Color(side).Has(first) {
			continue
		}
		for others := p.Of(side.Other(), p.At(first)); others != 0; others &= others - 1 {
			if smaller, ok := rewrite(p, first.Bit()|others.First().Bit()); ok && c.holds(&smaller, depth, beta) {
				return smaller, beta, true
			}
		}
	}
	return *p, beta, false
}

// unclocked is p without the count of moves.
func unclocked(p chess.Position) chess.Position {
	if q, err := chess.ParseFEN(p.EPD() + " 0 1"); err == nil {
		return q
	}
	return p
}

// rewrite is p without special rights and without the men on some squares. It is
// not ok where that is no position, or one in check, in which no rule speaks.
func rewrite(p *chess.Position, without chess.Bitboard) (chess.Position, bool) {
	fields := strings.Fields(p.EPD())
	ranks := strings.Split(fields[0], "/")
	for i := range ranks {
		squares := expand(ranks[i])
		for file := range squares {
			if without.Has(chess.NewSquare(file, 7-i)) {
				squares[file] = '1'
			}
		}
		ranks[i] = compress(squares)
	}
	q, err := chess.ParseFEN(strings.Join(ranks, "/") + " " + fields[1] + " - - 0 1")
	return q, err == nil && !q.InCheck()
}

// expand writes each empty square of a rank as a 1.
func expand(rank string) []byte {
	var squares []byte
	for i := range len(rank) {
		if n := rank[i] - '0'; n <= 8 {
			squares = append(squares, strings.Repeat("1", int(n))...)
			continue
		}
		squares = append(squares, rank[i])
	}
	return squares
}

// compress writes empty squares as numbers.
func compress(squares []byte) string {
	text := string(squares)
	for n := 8; n > 1; n-- {
		text = strings.ReplaceAll(text, strings.Repeat("1", n), string(rune('0'+n)))
	}
	return text
}
