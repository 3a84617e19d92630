package eval

import "github.com/zugwatch/zugwatch/engine/chess"

// pawnEntries is the number of pawn structures remembered, a power of two.
const pawnEntries = 1 << 13

// pawnEntry is what depends on the pawns alone.
type pawnEntry struct {
	key    uint64
	score  pair // from White
	passed [2]chess.Bitboard
	spans  [2]chess.Bitboard // squares that a side's pawns attack or can ever attack
	used   bool
}

// probePawns looks the pawn structure of p up, or works it out.
func (e *Evaluator) probePawns(p *chess.Position) *pawnEntry {
	key := p.PawnKey()
	entry := &e.pawns[key&(pawnEntries-1)]
	if entry.key == key && entry.used {
		return entry
	}
	*entry = pawnEntry{key: key, used: true}
	for c := chess.White; c <= chess.Black; c++ {
		entry.spans[c] = fill(c, chess.PawnSetAttacks(c, p.Of(c, chess.Pawn)))
	}
	entry.score = entry.structure(p, chess.White) - entry.structure(p, chess.Black)
	return entry
}

// fill is the squares and all squares ahead of them as c sees it.
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

// structure is the value of c's pawns, and notes the passed ones.
func (entry *pawnEntry) structure(p *chess.Position, c chess.Color) (score pair) {
	own, enemy := p.Of(c, chess.Pawn), p.Of(c.Other(), chess.Pawn)
	attacks := chess.PawnSetAttacks(c, own)
	enemyAttacks := chess.PawnSetAttacks(c.Other(), enemy)
	for rest := own; rest != 0; rest &= rest - 1 {
		s := rest.First()
		bit := s.Bit()
		rank := s.Relative(c).Rank()
		ahead := fill(c, bit.Forward(c))
		file := chess.FileA << s.File()
		beside := file.East() | file.West()
		score += square(c, chess.Pawn, s)
		if ahead&own != 0 {
			score += weights[termDoubled]
		}
		connected := (attacks|own.East()|own.West())&bit != 0
		switch {
		case connected:
			score += weights[termConnected+rank]
		case beside&own == 0:
			score += weights[termIsolated]
		case !entry.spans[c].Has(s) && enemyAttacks&bit.Forward(c) != 0:
			score += weights[termBackward]
		}
		if ahead&(enemy|own) == 0 && !entry.spans[c.Other()].Has(s) && entry.spans[c.Other()]&ahead == 0 {
			entry.passed[c] |= bit
			score += weights[termPassed+rank]
		}
	}
	return score
}

// passed is what c's passed pawns gain from their way ahead and the kings.
func (b *board) passed(c chess.Color) (score pair) {
	them := c.Other()
	for rest := b.pawn.passed[c]; rest != 0; rest &= rest - 1 {
		s := rest.First()
		rank := s.Relative(c).Rank()
		next := s.Bit().Forward(c)
		ahead := fill(c, next)
		if next&b.occupied == 0 {
			score += weights[termPassedSafe+rank]
			if ahead&(b.occupied|b.all[them]) == 0 {
				score += weights[termPassedFree+rank]
			}
		}
		if rank >= 3 {
			score += weights[termPassedOwnKing+distance(b.king[c], next.First())]
			score += weights[termPassedEnemyKing+distance(b.king[them], next.First())]
		}
	}
	return score
}

// distance is the number of moves of a king from a to b.
func distance(a, b chess.Square) int {
	return max(abs(a.File()-b.File()), abs(a.Rank()-b.Rank()))
}

func abs(n int) int { return max(n, -n) }
