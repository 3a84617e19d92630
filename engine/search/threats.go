package search

import "github.com/zugwatch/zugwatch/engine/chess"

// Order is which quiet moves are tried sooner, beside what the histories say of
// them and in their units; 0 turns a rule off. The rules see one move and what stands now: that a piece is
// guarded, that its threat can be parried, or that it gave something else up by leaving, they
// do not see.
type Order struct {
	Escape int  // leaving a square where a piece of less value takes a minor piece; twice for a rook, three times for a queen; as much less for entering one
	Attack int  // attacking a piece of more value
	Apart  bool // histories of moves out of and into attacked squares are kept apart
}

// looks reports whether threats are looked at.
func (o *Order) looks() bool { return *o != Order{} }

// danger is the squares that the side which does not move attacks, by the piece that takes there.
type danger struct {
	byPawn, byMinor, byRook, byAny chess.Bitboard // each holds those before it
}

// lookForDanger works out the danger at f where the ordering of moves asks.
func (t *thread) lookForDanger(f *frame) {
	if t.params.Order.looks() {
		f.danger = dangerIn(&f.position)
	}
}

// dangerIn works out the danger in p.
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

// threats is from where pieces of the side to move attack one of more value, by their kind.
type threats [8]chess.Bitboard

// threatsIn works out the threats in p. The piece that moves still stands in its own way.
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

// forward returns by how much the quiet move m of p is put forward.
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
