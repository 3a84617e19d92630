package eval

import (
	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/memory"
)

// Evaluator evaluates positions and remembers their pawn structures. The value
// is a function of the position alone. It is not safe for concurrent use: each
// search thread has its own.
type Evaluator struct {
	tracer
	pawns *[pawnEntries]pawnEntry
}

// New makes an evaluator.
func New() *Evaluator {
	return &Evaluator{pawns: (*[pawnEntries]pawnEntry)(memory.Make[pawnEntry](pawnEntries))}
}

// Clear forgets the pawn structures seen.
func (e *Evaluator) Clear() { *e.pawns = [pawnEntries]pawnEntry{} }

// Limit bounds evaluations: their absolute value is at most Limit centipawns.
const Limit = 20000

// board holds the data shared by the terms of one evaluation.
type board struct {
	tracer
	position *chess.Position
	occupied chess.Bitboard
	pawn     *pawnEntry
	king     [2]chess.Square
	ring     [2]chess.Bitboard    // squares around each king
	free     [2]chess.Bitboard    // squares that count for mobility
	by       [2][6]chess.Bitboard // attacks by kind
	all      [2]chess.Bitboard    // attacks by any piece
	twice    [2]chess.Bitboard    // attacks by at least two pieces
	danger   [2]int32             // units of danger to each king
	score    pair                 // from White
}

// Evaluate returns the value of p in centipawns from the side to move. It means
// little when that side is in check.
func (e *Evaluator) Evaluate(p *chess.Position) int32 {
	value, _ := e.EvaluateDrawn(p)
	return value
}

// EvaluateDrawn returns the value of Evaluate, and whether p is an ending that the better side is known not to win. No
// other evaluation should add anything to such a value.
func (e *Evaluator) EvaluateDrawn(p *chess.Position) (value int32, drawn bool) {
	b := board{tracer: e.tracer, position: p, occupied: p.Occupied(), pawn: e.probePawns(p)}
	b.score = b.pawn.score
	b.prepare(chess.White)
	b.prepare(chess.Black)
	b.score += b.pieces(chess.White) - b.pieces(chess.Black)
	b.score += b.kingSafety(chess.White) - b.kingSafety(chess.Black)
	b.score += b.threats(chess.White) - b.threats(chess.Black)
	b.score += b.passed(chess.White) - b.passed(chess.Black)
	b.score += b.space(chess.White) - b.space(chess.Black)
	tempo := b.one(p.Side(), termTempo)
	if p.Side() == chess.Black {
		tempo = -tempo
	}
	return b.blend(b.score + tempo)
}

// FullPhase is the phase of a position with all its pieces.
const FullPhase = 24

// phaseOf returns how much the middlegame counts in p, of FullPhase: a minor piece
// is one, a rook two, a queen four.
func phaseOf(p *chess.Position) int32 {
	minors := p.Kind(chess.Knight) | p.Kind(chess.Bishop)
	phase := minors.Count() + 2*p.Kind(chess.Rook).Count() + 4*p.Kind(chess.Queen).Count()
	return min(int32(phase), FullPhase)
}

// blend weighs the middlegame and endgame scores by the remaining pieces, and scales the endgame by the chance to win
// it. Drawn reports that this chance is nil.
func (b *board) blend(score pair) (value int32, drawn bool) {
	p := b.position
	phase := phaseOf(p)
	end := score.end()
	black := p.Side() == chess.Black
	bonus := b.bonus()
	scale := b.scale(chess.Color(sideOf(end)))
	if Tracing {
		b.tracer.end(phase, [2]int32{b.scale(chess.White), b.scale(chess.Black)}, bonus, black)
	}
	return finish(score.middle(), end, phase, scale, bonus, black), scale == 0 && IsDrawn(phase, scale)
}

// prepare fills the squares and attacks of c that do not need the pieces.
func (b *board) prepare(c chess.Color) {
	p := b.position
	king := p.King(c)
	b.king[c&1] = king
	near := chess.KingAttacks(king)
	b.ring[c&1] = near | near.Forward(c)
	pawns := p.Of(c, chess.Pawn)
	ahead := pawns.Forward(c)
	pawnAttacks := ahead.East() | ahead.West()
	b.by[c&1][chess.Pawn] = pawnAttacks
	b.by[c&1][chess.King] = near
	b.all[c&1] = pawnAttacks | near
	b.twice[c&1] = pawnAttacks&near | ahead.East()&ahead.West()
	home := chess.Rank2 | chess.Rank3
	if c == chess.Black {
		home = chess.Rank7 | chess.Rank6
	}
	blocked := pawns & (b.occupied.Forward(c.Other()) | home)
	enemyPawns := chess.PawnSetAttacks(c.Other(), p.Of(c.Other(), chess.Pawn))
	b.free[c&1] = ^(blocked | king.Bit() | enemyPawns)
}

// pieces are the weights of a piece of each kind on each square from its own side,
// material included.
var pieces = func() (table [6][64]pair) {
	for k := chess.Pawn; k <= chess.King; k++ {
		for s := range table[k] {
			table[k][s] = weights[termSquare+int(k)*64+s]
			if k != chess.King {
				table[k][s] += weights[termMaterial+int(k)]
			}
		}
	}
	return table
}()

// piece returns the weight of a piece of kind k on s.
func (t tracer) piece(c chess.Color, k chess.Kind, s chess.Square) pair {
	relative := s.Relative(c) & 63
	if Tracing {
		t.add(c, termSquare+int(k)*64+int(relative), 1)
		if k != chess.King {
			t.add(c, termMaterial+int(k), 1)
		}
	}
	return pieces[k%6][relative]
}
