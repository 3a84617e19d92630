package network

import "github.com/zugwatch/zugwatch/engine/chess"

// valueLimit bounds values: no value is further from 0, in centipawns.
const valueLimit = 20000

// Evaluator evaluates positions and caches the first layer of recent ones. It updates the nearest cached sum by the
// pieces in which the two positions differ, so the value depends on the position alone. It is not safe for concurrent
// use.
type Evaluator struct {
	network      *Network
	stack        []accumulator           // of the last position that was evaluated at each ply
	refreshTable [2][2][]accumulatorView // by side, wing and bucket of its king; a view starts from it when its king changes one of them
	change       change
	pieces       difference
}

// accumulator is the first layer of a position.
type accumulator struct {
	placement placement
	units     [2][]int16 // by side
}

// accumulatorView is the first layer of one view of a position.
type accumulatorView struct {
	placement placement
	units     []int16
}

// placement encodes the piece on each square: three bits for its kind plus one, 0 for an empty square, and one bit
// for its side. The zero value is an empty board.
type placement struct {
	kind  [3]chess.Bitboard
	black chess.Bitboard
}

// New makes an evaluator for lines of up to so many plies.
func New(n *Network, plies int) *Evaluator {
	e := &Evaluator{network: n, stack: make([]accumulator, plies)}
	units := make([]int16, (2*plies+4*n.Buckets)*n.Hidden)
	cut := func() []int16 {
		part := units[:n.Hidden:n.Hidden]
		units = units[n.Hidden:]
		return part
	}
	for i := range e.stack {
		e.stack[i].units = [2][]int16{cut(), cut()}
	}
	for side := range e.refreshTable {
		for wing := range e.refreshTable[side] {
			e.refreshTable[side][wing] = make([]accumulatorView, n.Buckets)
			for bucket := range e.refreshTable[side][wing] {
				home := &e.refreshTable[side][wing][bucket]
				home.units = cut()
				copy(home.units, n.Bias)
			}
		}
	}
	return e
}

// Evaluate returns the value of p, which stands at a ply of the line searched, in
// centipawns from the side to move. It means little when that side is in check.
func (e *Evaluator) Evaluate(p *chess.Position, ply int) int32 {
	s := &e.stack[ply]
	now := placementOf(p)
	e.update(s, ply, p, &now)
	class := Class(p.Occupied().Count(), e.network.Outputs)
	weights := e.network.output(class)
	us := p.Side() & 1
	hidden := e.network.Hidden
	sum := sum(s.units[us], weights[:hidden]) + sum(s.units[us^1], weights[hidden:])
	value := (int64(sum)/InputScale + int64(e.network.Offset[class])) * Centipawns / (InputScale * OutputScale)
	return int32(min(max(value, -valueLimit), valueLimit))
}

// maxMoveChanges is the largest number of pieces that a move adds and removes together: castling.
const maxMoveChanges = 4

// update makes s the accumulator of p. It starts from the accumulator of the parent or, if the parent was not
// evaluated, from the old content of s.
func (e *Evaluator) update(s *accumulator, ply int, p *chess.Position, now *placement) {
	from := s
	if ply > 0 {
		from = &e.stack[ply-1]
	}
	e.pieces.of(&from.placement, now)
	if e.pieces.count() > maxMoveChanges && from != s {
		from = s
		e.pieces.of(&s.placement, now)
	}
	for side := chess.White; side <= chess.Black; side++ {
		e.updateView(side, s, from, p, now)
	}
	s.placement = *now
}

// updateView makes the units of one side in s those of p.
func (e *Evaluator) updateView(side chess.Color, s, from *accumulator, p *chess.Position, now *placement) {
	king := p.King(side)
	view := ViewOf(side, king, e.network.Buckets)
	before := from.placement.king(side)
	if before != 0 && ViewOf(side, before.First(), e.network.Buckets) == view {
		view.change(&e.pieces, &e.change)
		update(s.units[side], from.units[side], e.network.Input, &e.change)
		return
	}
	home := &e.refreshTable[side][king.File()>>2][view.bucket]
	var pieces difference
	pieces.of(&home.placement, now)
	view.change(&pieces, &e.change)
	update(home.units, home.units, e.network.Input, &e.change)
	home.placement = *now
	copy(s.units[side], home.units)
}

// placementOf returns the placement of p.
func placementOf(p *chess.Position) placement {
	pawns, knights, bishops := p.Kind(chess.Pawn), p.Kind(chess.Knight), p.Kind(chess.Bishop)
	rooks, queens, kings := p.Kind(chess.Rook), p.Kind(chess.Queen), p.Kind(chess.King)
	return placement{
		kind:  [3]chess.Bitboard{pawns | bishops | queens, knights | bishops | kings, rooks | queens | kings},
		black: p.Color(chess.Black),
	}
}

// king returns the square of a side's king as a bitboard, empty for an empty board.
func (q *placement) king(side chess.Color) chess.Bitboard {
	of := q.black
	if side == chess.White {
		of = ^of
	}
	return q.kind[1] & q.kind[2] & of
}

// at returns the piece on a square.
func (q *placement) at(s chess.Square) piece {
	n := s & 63
	bits := q.kind[0]>>n&1 | q.kind[1]>>n&1<<1 | q.kind[2]>>n&1<<2 | q.black>>n&1<<3
	return piece(bits<<6) | piece(n)
}

// difference lists the pieces added and removed between two placements, at most 32 of each.
type difference struct {
	added, removed   [64]piece // behind the pieces may lie an empty square
	nAdded, nRemoved int
}

// piece is a piece on a square: side, one more than the kind, and square, of one, three and six bits.
type piece uint16

// any returns 1 where a piece stands, 0 on an empty square.
func (m piece) any() int { return int((m>>6&7 + 7) >> 3) }

// count returns how many pieces differ.
func (d *difference) count() int { return d.nAdded + d.nRemoved }

// of makes d the difference from one placement to another.
func (d *difference) of(from, to *placement) {
	d.nAdded, d.nRemoved = 0, 0
	changed := from.black ^ to.black
	for i := range from.kind {
		changed |= from.kind[i] ^ to.kind[i]
	}
	for ; changed != 0; changed &= changed - 1 {
		s := changed.First()
		was, is := from.at(s), to.at(s)
		d.added[d.nAdded&63], d.removed[d.nRemoved&63] = is, was
		d.nAdded += is.any()
		d.nRemoved += was.any()
	}
}

// change makes c the inputs of the view that a difference changes.
func (v View) change(d *difference, c *change) {
	c.nAdded, c.nRemoved = d.nAdded, d.nRemoved
	for i, m := range d.added[:d.nAdded] {
		c.added[i] = v.inputOf(m)
	}
	for i, m := range d.removed[:d.nRemoved] {
		c.removed[i] = v.inputOf(m)
	}
}

// inputOf returns the input of a piece.
func (v View) inputOf(m piece) uint16 {
	return uint16(v.Input(chess.Color(m>>9), chess.Kind(m>>6&7)-1, chess.Square(m&63)))
}
