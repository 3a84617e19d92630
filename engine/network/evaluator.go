package network

import "github.com/zugwatch/zugwatch/engine/chess"

// Limit bounds values: no value is further from 0, in centipawns.
const Limit = 20000

// Evaluator evaluates positions and keeps the first layer of those it saw last. The
// value is a function of the position alone: a sum that is kept is brought to
// the next position by the men in which they differ, from whichever of the sums at
// hand is nearest. It is not safe for concurrent use.
type Evaluator struct {
	network *Network
	plies   []sums       // the last position that was evaluated at each ply
	homes   [2][2]halves // by side and wing of its king, to begin from where a king changed wings
	change  change
	men     difference
}

// sums is the first layer of a position.
type sums struct {
	placement placement
	units     [2][]int16 // by side
}

// halves is the sum of one view of a position.
type halves struct {
	placement placement
	units     []int16
}

// placement is where the men of a position stand; the zero value is an empty board.
type placement struct {
	kinds  [6]chess.Bitboard
	colors [2]chess.Bitboard
}

// New makes an evaluator for lines of up to so many plies.
func New(n *Network, plies int) *Evaluator {
	e := &Evaluator{network: n, plies: make([]sums, plies)}
	units := make([]int16, (2*plies+4)*n.Hidden)
	cut := func() []int16 {
		part := units[:n.Hidden:n.Hidden]
		units = units[n.Hidden:]
		return part
	}
	for i := range e.plies {
		e.plies[i].units = [2][]int16{cut(), cut()}
	}
	for side := range e.homes {
		for wing := range e.homes[side] {
			e.homes[side][wing].units = cut()
			copy(e.homes[side][wing].units, n.Bias)
		}
	}
	return e
}

// Evaluate is the value of p, which stands at a ply of the line searched, in
// centipawns from the side to move. It means little when that side is in check.
func (e *Evaluator) Evaluate(p *chess.Position, ply int) int32 {
	s := &e.plies[ply]
	now := placementOf(p)
	e.bring(s, ply, p, &now)
	class := Class(p.Occupied().Count(), e.network.Outputs)
	weights := e.network.output(class)
	us := p.Side() & 1
	hidden := e.network.Hidden
	sum := sum(s.units[us], weights[:hidden]) + sum(s.units[us^1], weights[hidden:])
	value := (int64(sum)/InputScale + int64(e.network.Offset[class])) * Centipawns / (InputScale * OutputScale)
	return int32(min(max(value, -Limit), Limit))
}

// bring makes s the sums of p.
func (e *Evaluator) bring(s *sums, ply int, p *chess.Position, now *placement) {
	from := s
	e.men.of(&s.placement, now)
	if ply > 0 && e.men.n > 2 {
		// The parent is nearer than what was here last, as a rule.
		var other difference
		other.of(&e.plies[ply-1].placement, now)
		if other.n < e.men.n {
			from, e.men = &e.plies[ply-1], other
		}
	}
	for side := chess.White; side <= chess.Black; side++ {
		e.bringView(side, s, from, p, now)
	}
	s.placement = *now
}

// bringView makes the units of one side in s those of p.
func (e *Evaluator) bringView(side chess.Color, s, from *sums, p *chess.Position, now *placement) {
	king := p.King(side)
	view := ViewOf(side, king)
	before := from.placement.king(side)
	if before != 0 && ViewOf(side, before.First()) == view {
		view.change(&e.men, &e.change)
		update(s.units[side], from.units[side], e.network.Input, &e.change)
		return
	}
	home := &e.homes[side][king.File()>>2]
	var men difference
	men.of(&home.placement, now)
	view.change(&men, &e.change)
	update(home.units, home.units, e.network.Input, &e.change)
	home.placement = *now
	copy(s.units[side], home.units)
}

// placementOf is the placement of p.
func placementOf(p *chess.Position) (q placement) {
	for k := range q.kinds {
		q.kinds[k] = p.Kind(chess.Kind(k))
	}
	q.colors = [2]chess.Bitboard{p.Color(chess.White), p.Color(chess.Black)}
	return q
}

// king is where a side's king stands, nowhere on an empty board.
func (q *placement) king(side chess.Color) chess.Bitboard {
	return q.kinds[chess.King] & q.colors[side&1]
}

// difference is the men in which two placements differ.
type difference struct {
	added, removed [2][6]chess.Bitboard
	n              int // of men
}

// of makes d the difference from one placement to another.
func (d *difference) of(from, to *placement) {
	d.n = 0
	for c := range d.added {
		for k := range d.added[c] {
			was, is := from.colors[c]&from.kinds[k], to.colors[c]&to.kinds[k]
			d.added[c][k], d.removed[c][k] = is&^was, was&^is
			d.n += (is ^ was).Count()
		}
	}
}

// change makes c the inputs of the view that a difference changes.
func (v View) change(d *difference, c *change) {
	c.nAdded, c.nRemoved = 0, 0
	if d.n == 0 {
		return
	}
	for color := chess.White; color <= chess.Black; color++ {
		for k := chess.Pawn; k <= chess.King; k++ {
			for rest := d.added[color][k]; rest != 0; rest &= rest - 1 {
				c.added[c.nAdded&31] = uint16(v.Input(color, k, rest.First()))
				c.nAdded++
			}
			for rest := d.removed[color][k]; rest != 0; rest &= rest - 1 {
				c.removed[c.nRemoved&31] = uint16(v.Input(color, k, rest.First()))
				c.nRemoved++
			}
		}
	}
}
