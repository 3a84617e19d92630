package search

import "github.com/zugwatch/zugwatch/engine/chess"

// Order holds the bonuses that quiet moves get for threats. They are added to the histories, in the same units; 0
// turns a rule off. The rules see a single move. They ignore whether a piece is guarded, whether its threat can be
// parried, and what it leaves unguarded.
type Order struct {
	Escape int  // for a minor piece that leaves a cheaper piece's attack, a malus for entering one; rook twice, queen three times
	Attack int  // for attacking a piece of more value
	Apart  bool // index the histories by whether from and to are attacked
}

// looks reports whether any rule is on.
func (o *Order) looks() bool { return *o != Order{} }

// danger holds the squares that the side not to move attacks, by the kind of the attacker.
type danger struct {
	byPawn, byMinor, byRook, byAny chess.Bitboard // each includes those before it
}

// lookForDanger sets f.danger if the move ordering needs it.
func (t *thread) lookForDanger(f *frame) {
	if t.params.Order.looks() {
		f.danger = dangerIn(&f.position)
	}
}

// dangerIn returns the squares in p that the side not to move attacks.
func dangerIn(p *chess.Position) (d danger) {
	them := p.Side().Other()
	occupied := p.Occupied()
	d.byPawn = chess.PawnSetAttacks(them, p.Of(them, chess.Pawn))
	d.byMinor = d.byPawn
	for pieces := p.Of(them, chess.Knight); pieces != 0; pieces &= pieces - 1 {
		d.byMinor |= chess.KnightAttacks(pieces.First())
	}
	for pieces := p.Of(them, chess.Bishop); pieces != 0; pieces &= pieces - 1 {
		d.byMinor |= chess.BishopAttacks(pieces.First(), occupied)
	}
	d.byRook = d.byMinor
	for pieces := p.Of(them, chess.Rook); pieces != 0; pieces &= pieces - 1 {
		d.byRook |= chess.RookAttacks(pieces.First(), occupied)
	}
	d.byAny = d.byRook | chess.KingAttacks(p.King(them))
	for pieces := p.Of(them, chess.Queen); pieces != 0; pieces &= pieces - 1 {
		d.byAny |= chess.QueenAttacks(pieces.First(), occupied)
	}
	return d
}

// threats holds, by kind of piece, the squares from which it attacks a more valuable enemy piece.
type threats [8]chess.Bitboard

// threatsIn returns the threats of the side to move in p. A slider is still blocked by its own
// present square.
func threatsIn(p *chess.Position) (t threats) {
	them := p.Side().Other()
	occupied := p.Occupied()
	t[chess.Pawn] = chess.PawnSetAttacks(them, p.Color(them)&^(p.Kind(chess.Pawn)|p.Kind(chess.King)))
	for pieces := p.Of(them, chess.Rook) | p.Of(them, chess.Queen); pieces != 0; pieces &= pieces - 1 {
		t[chess.Knight] |= chess.KnightAttacks(pieces.First())
		t[chess.Bishop] |= chess.BishopAttacks(pieces.First(), occupied)
	}
	for pieces := p.Of(them, chess.Queen); pieces != 0; pieces &= pieces - 1 {
		t[chess.Rook] |= chess.RookAttacks(pieces.First(), occupied)
	}
	return t
}

// forward returns the ordering bonus of the quiet move m in p.
func (o *Order) forward(p *chess.Position, m chess.Move, d *danger, t *threats) int32 {
	from, to := m.From(), m.To()
	kind := p.At(from)
	score := 0
	switch kind {
	case chess.Knight, chess.Bishop:
		score = o.Escape * escapes(d.byPawn, from, to)
	case chess.Rook:
		score = 2 * o.Escape * escapes(d.byMinor, from, to)
	case chess.Queen:
		score = 3 * o.Escape * escapes(d.byRook, from, to)
	}
	if t[kind&7].Has(to) {
		score += o.Attack
	}
	return int32(score)
}

// escapes returns 1 for a move out of danger, -1 for one into it, 0 for others.
func escapes(danger chess.Bitboard, from, to chess.Square) int {
	return btoi(danger.Has(from)) - btoi(danger.Has(to))
}
