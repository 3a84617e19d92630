package eval

import "github.com/zugwatch/zugwatch/engine/chess"

// pawnEntries is the number of pawn structures remembered, a power of two.
const pawnEntries = 1 << 13

// pawnEntry caches the part of the evaluation that depends only on pawns and king squares.
type pawnEntry struct {
	key      uint64
	score    pair // from White
	passed   [2]chess.Bitboard
	spans    [2]chess.Bitboard // squares that a side's pawns attack or can ever attack
	shelters [2]shelter
	used     bool
}

// probePawns looks the pawn structure of p up, or works it out.
func (e *Evaluator) probePawns(p *chess.Position) *pawnEntry {
	key := p.PawnKey()
	entry := &e.pawns[key&(pawnEntries-1)]
	if !Tracing && entry.key == key && entry.used {
		return entry
	}
	*entry = pawnEntry{key: key, used: true}
	for c := chess.White; c <= chess.Black; c++ {
		entry.spans[c&1] = fill(c, chess.PawnSetAttacks(c, p.Of(c, chess.Pawn)))
	}
	entry.score = entry.structure(e.tracer, p, chess.White) - entry.structure(e.tracer, p, chess.Black)
	return entry
}

// fill returns the squares and all squares ahead of them as c sees it.
func fill(c chess.Color, b chess.Bitboard) chess.Bitboard {
	if c == chess.White {
		b |= b << 8
		b |= b << 16
		return b | b<<32
	}
	b |= b >> 8
	b |= b >> 16
	return b | b>>32
}

// structure returns the value of c's pawns, and notes the passed ones.
func (entry *pawnEntry) structure(t tracer, p *chess.Position, c chess.Color) (score pair) {
	own, enemy := p.Of(c, chess.Pawn), p.Of(c.Other(), chess.Pawn)
	for rest := own; rest != 0; rest &= rest - 1 {
		s := rest.First()
		bit := s.Bit()
		rank := s.Relative(c).Rank()
		ahead := fill(c, bit.Forward(c))
		score += t.piece(c, chess.Pawn, s)
		if bit.Forward(c)&own != 0 {
			score += t.one(c, termDoubled)
		} else if ahead&own != 0 {
			score += t.one(c, termDoubledFar)
		}
		score += entry.connected(t, p, c, s)
		switch {
		case ahead&own != 0:
		case ahead&enemy == 0 && !entry.spans[c&1^1].Has(s) && entry.spans[c&1^1]&ahead == 0:
			entry.passed[c&1] |= bit
			score += t.one(c, termPassed+rank)
		case ahead&enemy == 0 && isCandidate(c, s, own, enemy):
			score += t.one(c, termCandidate+rank)
		}
	}
	return score
}

// connected returns the value of the pawn on s from own pawns on adjacent files.
func (entry *pawnEntry) connected(t tracer, p *chess.Position, c chess.Color, s chess.Square) (score pair) {
	own, enemy := p.Of(c, chess.Pawn), p.Of(c.Other(), chess.Pawn)
	bit := s.Bit()
	rank := s.Relative(c).Rank()
	file := chess.FileA << s.File()
	open := 0
	if fill(c, bit.Forward(c))&enemy == 0 {
		open = 1
	}
	phalanx := (own.East() | own.West()) & bit
	supported := chess.PawnSetAttacks(c, own) & bit
	if phalanx != 0 {
		score += t.one(c, termPhalanx+rank)
	}
	if supported != 0 {
		score += t.one(c, termSupported+rank)
	}
	switch {
	case phalanx|supported != 0:
	case (file.East()|file.West())&own == 0:
		score += t.one(c, termIsolated+open)
	case !entry.spans[c&1].Has(s) && chess.PawnSetAttacks(c.Other(), enemy)&bit.Forward(c) != 0:
		score += t.one(c, termBackward+open)
	}
	return score
}

// isCandidate reports whether a pawn with no enemy pawn before it has enough support against the sentries on the
// adjacent files. It needs as many helpers level with or behind it as sentries that do not attack it. It also needs
// as many defenders as attackers.
func isCandidate(c chess.Color, s chess.Square, own, enemy chess.Bitboard) bool {
	file := chess.FileA << s.File()
	beside := file.East() | file.West()
	row := chess.Rank1 << (8 * s.Rank())
	ahead := fill(c, row.Forward(c))
	sentries := enemy & beside & ahead
	helpers := own & beside & ^ahead
	attackers := chess.PawnAttacks(c, s) & enemy
	defenders := chess.PawnAttacks(c.Other(), s) & own
	return helpers.Count() >= (sentries&^attackers).Count() && defenders.Count() >= attackers.Count()
}
