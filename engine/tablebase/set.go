package tablebase

import (
	"strings"

	"github.com/zugwatch/zugwatch/engine/chess"
)

// Set is the tables of some endings and of all that play from them can reach.
// It is not changed after Open; its methods may run concurrently.
type Set struct {
	tables map[Ending]*table
	places places
}

// Probe is the exact value of a position for the side to move. It is not ok
// when the position's ending is not in the set or a side may castle.
func (s *Set) Probe(p *chess.Position) (Value, bool) {
	at, ok := s.place(p)
	if !ok || mayCastle(p) {
		return Value{}, false
	}
	if p.Of(chess.White, chess.Pawn) != 0 && p.Of(chess.Black, chess.Pawn) != 0 && hasPassant(p) {
		return s.search(p)
	}
	return valueOf(at.probe(p)), true
}

// place finds the table of a position.
func (s *Set) place(p *chess.Position) (place, bool) {
	if p.Occupied().Count() > MaxMen {
		return place{}, false
	}
	var k key
	for rest := p.Occupied(); rest != 0; rest &= rest - 1 {
		c := chess.White
		if p.Color(chess.Black).Has(rest.First()) {
			c = chess.Black
		}
		k = k.add(c, p.At(rest.First()))
	}
	at, ok := s.places[k]
	return at, ok
}

// mayCastle tells whether either side has a right to castle. The rights are
// looked for only where king and rook stand at home.
func mayCastle(p *chess.Position) bool {
	home := false
	for c := chess.White; c <= chess.Black; c++ {
		corners := chess.A1.Relative(c).Bit() | chess.H1.Relative(c).Bit()
		home = home || p.King(c) == chess.E1.Relative(c) && p.Of(c, chess.Rook)&corners != 0
	}
	return home && strings.Fields(p.EPD())[2] != "-"
}

// hasPassant tells whether an en passant capture is legal.
func hasPassant(p *chess.Position) bool {
	var l chess.MoveList
	p.Legal(&l)
	for _, m := range l.Slice() {
		if m.IsEnPassant() {
			return true
		}
	}
	return false
}

// search is the value of a position from those of its moves.
func (s *Set) search(p *chess.Position) (best Value, ok bool) {
	var l chess.MoveList
	p.Legal(&l)
	for i, m := range l.Slice() {
		var next chess.Position
		p.Play(m, &next)
		v, known := s.Probe(&next)
		if !known {
			return Value{}, false
		}
		if v = v.Before(); i == 0 || v.Better(best) {
			best = v
		}
	}
	return best, l.Len() > 0
}

// Has tells whether the set has an ending.
func (s *Set) Has(e Ending) bool { return s.tables[e] != nil }

// Facts are the figures of an ending, zero when the set does not have it.
func (s *Set) Facts(e Ending) Facts {
	if t := s.tables[e]; t != nil {
		return t.facts()
	}
	return Facts{}
}

// Size is the number of indices of an ending's table, 0 when the set does not
// have it.
func (s *Set) Size(e Ending) int {
	if t := s.tables[e]; t != nil {
		return len(t.codes)
	}
	return 0
}

// At is the position of an index below Size and its value. Positions that are
// the same up to symmetry have one index; an index that stands for none is not
// ok. White is the stronger side.
func (s *Set) At(e Ending, index int) (p chess.Position, v Value, ok bool) {
	t := s.tables[e]
	if t.codes[index] == unused {
		return chess.Position{}, Value{}, false
	}
	side, at := t.position(index)
	return t.chessPosition(side, &at), valueOf(t.codes[index]), true
}

// Index is the number of a position in the table of its ending: positions of
// equal numbers and endings are the same up to symmetry and, unless both sides
// have the same men, up to an exchange of colors. A right to capture en passant
// does not count. It is not ok when the set does not have the ending.
func (s *Set) Index(p *chess.Position) (index int, ok bool) {
	at, ok := s.place(p)
	if !ok {
		return 0, false
	}
	return at.index(p), true
}

// Predecessors are the positions from which a quiet move leads to p, which
// then is without a right to capture en passant, in a fixed order. There are
// none when the set does not have p's ending.
func (s *Set) Predecessors(p *chess.Position) []chess.Position {
	at, ok := s.place(p)
	if !ok {
		return nil
	}
	var all []chess.Position
	side, men := at.arrange(p)
	b := board{layout: at.table.layout, side: side, at: men}
	b.retreats(func(from *squares) {
		before := board{layout: b.layout, side: side.Other(), at: *from}
		if !before.isLegal() {
			return
		}
		if at.exchanged {
			all = append(all, before.exchangedPosition())
			return
		}
		all = append(all, before.chessPosition(before.side, from))
	})
	return all
}
