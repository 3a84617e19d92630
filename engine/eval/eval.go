package eval

import "github.com/zugwatch/zugwatch/engine/chess"

// Evaluator evaluates positions and remembers their pawn structures. The value
// is a function of the position alone. It is not safe for concurrent use: each
// search thread has its own.
type Evaluator struct {
	pawns [pawnEntries]pawnEntry
}

// New makes an evaluator.
func New() *Evaluator { return &Evaluator{} }

// Clear forgets the pawn structures seen.
func (e *Evaluator) Clear() { e.pawns = [pawnEntries]pawnEntry{} }

// Limit bounds evaluations: their absolute value is at most Limit centipawns.
const Limit = 20000

// board is what the terms of one evaluation share.
type board struct {
	position *chess.Position
	occupied chess.Bitboard
	pawn     *pawnEntry
	king     [2]chess.Square
	ring     [2]chess.Bitboard    // squares around each king
	free     [2]chess.Bitboard    // squares that count for mobility
	by       [2][6]chess.Bitboard // attacks by kind
	all      [2]chess.Bitboard    // attacks by any man
	twice    [2]chess.Bitboard    // attacks by at least two men
	danger   [2]int32             // units of danger to each king
	score    pair                 // from White
}

// Evaluate is the value of p in centipawns from the side to move. It means
// little when that side is in check.
func (e *Evaluator) Evaluate(p *chess.Position) int32 {
	b := board{position: p, occupied: p.Occupied(), pawn: e.probePawns(p)}
	b.score = b.pawn.score
	for c := chess.White; c <= chess.Black; c++ {
		b.prepare(c)
	}
	b.score += b.pieces(chess.White) - b.pieces(chess.Black)
	b.score += b.kingSafety(chess.White) - b.kingSafety(chess.Black)
	b.score += b.threats(chess.White) - b.threats(chess.Black)
	b.score += b.passed(chess.White) - b.passed(chess.Black)
	if p.Side() == chess.White {
		b.score += weights[termTempo]
	} else {
		b.score -= weights[termTempo]
	}
	value := b.blend()
	if p.Side() == chess.Black {
		value = -value
	}
	return max(-Limit, min(Limit, value))
}

// phaseWeights is what each kind counts toward the middlegame; the full set is
// fullPhase.
var phaseWeights = [6]int32{0, 1, 1, 2, 4, 0}

const fullPhase = 24

// blend weighs the two halves of the score by the pieces left, and the endgame
// by the chance to win it.
func (b *board) blend() int32 {
	phase := int32(0)
	for k := chess.Knight; k <= chess.Queen; k++ {
		phase += phaseWeights[k] * int32(b.position.Kind(k).Count())
	}
	phase = min(phase, fullPhase)
	end := b.score.end()
	end = end * b.scale(end) / fullScale
	return (b.score.middle()*phase+end*(fullPhase-phase))/fullPhase + b.mopUp()
}

// prepare fills the squares and attacks of c that do not need the pieces.
func (b *board) prepare(c chess.Color) {
	p := b.position
	king := p.King(c)
	b.king[c] = king
	near := chess.KingAttacks(king)
	b.ring[c] = near | near.Forward(c)
	pawnAttacks := chess.PawnSetAttacks(c, p.Of(c, chess.Pawn))
	b.by[c][chess.Pawn] = pawnAttacks
	b.by[c][chess.King] = near
	b.all[c] = pawnAttacks | near
	b.twice[c] = pawnAttacks & near
	blocked := p.Of(c, chess.Pawn) & b.occupied.Forward(c.Other())
	enemyPawns := chess.PawnSetAttacks(c.Other(), p.Of(c.Other(), chess.Pawn))
	b.free[c] = ^(blocked | king.Bit() | enemyPawns)
}

// square is the weight of a man of kind k on s.
func square(c chess.Color, k chess.Kind, s chess.Square) pair {
	return weights[termMaterial+int(k)%5] + weights[termSquare+int(k)*64+int(s.Relative(c))]
}

// attack notes the attacks of one piece and their hits on the enemy king's
// ring.
func (b *board) attack(c chess.Color, k chess.Kind, attacks chess.Bitboard) {
	b.by[c][k] |= attacks
	b.twice[c] |= b.all[c] & attacks
	b.all[c] |= attacks
	if hits := attacks & b.ring[c^1]; hits != 0 {
		b.danger[c^1] += dangerWeights[dangerAttacker+k] + dangerWeights[dangerHits]*int32(hits.Count())
	}
}

// pieces is material, squares and mobility of c's knights to queens, and what
// each kind is proud of.
func (b *board) pieces(c chess.Color) (score pair) {
	p := b.position
	for rest := p.Of(c, chess.Knight); rest != 0; rest &= rest - 1 {
		s := rest.First()
		attacks := chess.KnightAttacks(s)
		b.attack(c, chess.Knight, attacks)
		score += square(c, chess.Knight, s) + weights[termKnightMobility+(attacks&b.free[c]).Count()]
		if b.isOutpost(c, s) {
			score += weights[termKnightOutpost]
		}
	}
	bishops := p.Of(c, chess.Bishop)
	if bishops.More() {
		score += weights[termBishopPair]
	}
	queens := p.Kind(chess.Queen)
	for rest := bishops; rest != 0; rest &= rest - 1 {
		s := rest.First()
		attacks := chess.BishopAttacks(s, b.occupied&^queens)
		b.attack(c, chess.Bishop, attacks)
		score += square(c, chess.Bishop, s) + weights[termBishopMobility+(attacks&b.free[c]).Count()]
		if b.isOutpost(c, s) {
			score += weights[termBishopOutpost]
		}
	}
	return score + b.rooks(c) + b.queens(c)
}

func (b *board) rooks(c chess.Color) (score pair) {
	p := b.position
	seeThrough := p.Kind(chess.Queen) | p.Of(c, chess.Rook)
	for rest := p.Of(c, chess.Rook); rest != 0; rest &= rest - 1 {
		s := rest.First()
		attacks := chess.RookAttacks(s, b.occupied&^seeThrough)
		b.attack(c, chess.Rook, attacks)
		score += square(c, chess.Rook, s) + weights[termRookMobility+(attacks&b.free[c]).Count()]
		file := chess.FileA << s.File()
		if file&p.Of(c, chess.Pawn) == 0 {
			if file&p.Kind(chess.Pawn) == 0 {
				score += weights[termRookOpen]
			} else {
				score += weights[termRookHalfOpen]
			}
		}
	}
	return score
}

func (b *board) queens(c chess.Color) (score pair) {
	for rest := b.position.Of(c, chess.Queen); rest != 0; rest &= rest - 1 {
		s := rest.First()
		attacks := chess.QueenAttacks(s, b.occupied)
		b.attack(c, chess.Queen, attacks)
		score += square(c, chess.Queen, s) + weights[termQueenMobility+(attacks&b.free[c]).Count()]
	}
	return score
}

// isOutpost tells whether s is defended by a pawn and no enemy pawn can ever
// attack it.
func (b *board) isOutpost(c chess.Color, s chess.Square) bool {
	rank := s.Relative(c).Rank()
	return rank >= 3 && rank <= 5 && b.by[c][chess.Pawn].Has(s) && !b.pawn.spans[c^1].Has(s)
}
