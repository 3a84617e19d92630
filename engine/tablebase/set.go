package tablebase

import (
	"cmp"
	"slices"

	"github.com/zugwatch/zugwatch/engine/chess"
)

// Set is the tables of some endings and of all that play from them can reach.
// It is not changed after Open; its methods may run concurrently.
type Set struct{ tables tables }

// Probe returns the exact value of a position for the side to move. It is not ok
// when the position's ending is not in the set or a side may castle.
func (s *Set) Probe(p *chess.Position) (Value, bool) {
	at, ok := s.place(p)
	if !ok || p.HasCastlingRight() {
		return Value{}, false
	}
	if p.HasEnPassant() {
		return s.search(p)
	}
	return valueOf(at.table.codes[at.index(p)]), true
}

// place finds the table of a position.
func (s *Set) place(p *chess.Position) (place, bool) {
	e, exchanged, ok := EndingOf(p)
	t := s.tables[e]
	return place{t, exchanged}, ok && t != nil
}

// search returns the value of a position from those of its moves.
func (s *Set) search(p *chess.Position) (best Value, ok bool) {
	for _, next := range p.Successors() {
		v, known := s.Probe(&next)
		if !known {
			return Value{}, false
		}
		if v = v.ValueBefore(); !ok || v.IsBetterThan(best) {
			best, ok = v, true
		}
	}
	return best, ok
}

// Has reports whether the set has an ending.
func (s *Set) Has(e Ending) bool { return s.tables[e] != nil }

// Statistics returns the statistics of an ending, zero if the set does not have it.
func (s *Set) Statistics(e Ending) Statistics {
	if t := s.tables[e]; t != nil {
		return t.statistics()
	}
	return Statistics{}
}

// Size returns the number of indices of an ending's table, 0 when the set does not
// have it.
func (s *Set) Size(e Ending) int {
	if t := s.tables[e]; t != nil {
		return len(t.codes)
	}
	return 0
}

// At returns the position of an index below Size and its value. Positions that are
// the same up to symmetry have one index; an index that stands for none is not
// ok. White is the stronger side.
func (s *Set) At(e Ending, index int) (p chess.Position, v Value, ok bool) {
	t := s.tables[e]
	if t.codes[index] == unused {
		return chess.Position{}, Value{}, false
	}
	side, at := t.position(index)
	return t.chessPosition(side, &at, false), valueOf(t.codes[index]), true
}

// Index returns the number of a position in the table of its ending. Positions with equal numbers and endings are the
// same up to symmetry. Unless both sides have the same pieces, they may also differ by an exchange of colors. En
// passant rights do not count. It is not ok if the set does not have the ending.
func (s *Set) Index(p *chess.Position) (index int, ok bool) {
	at, ok := s.place(p)
	if !ok {
		return 0, false
	}
	return at.index(p), true
}

// Predecessors returns the positions from which a quiet move leads to p without its en passant right, in a fixed
// order. It returns none if the set does not have p's ending.
func (s *Set) Predecessors(p *chess.Position) []chess.Position {
	at, ok := s.place(p)
	if !ok {
		return nil
	}
	var all []chess.Position
	side, pieces := at.arrange(p)
	b := board{layout: at.table.layout, side: side, at: pieces}
	b.eachRetraction(func(from *squares) {
		before := board{layout: b.layout, side: side.Other(), at: *from}
		if before.isLegal() {
			all = append(all, before.chessPosition(before.side, from, at.exchanged))
		}
	})
	return all
}

// Analysis holds the values of a position, of its moves and of a pass, all for its side to move.
type Analysis struct {
	Position chess.Position
	Value    Value
	Moves    []ValuedMove // the legal ones, the best first, equals by name
	MayPass  bool         // the side to move is not in check
	Pass     Value        // of passing
}

// ValuedMove is a move with its value for the side that makes it.
type ValuedMove struct {
	Move  chess.Move
	Value Value
}

// Analyze looks a position and its moves up. It is not ok where Probe is not.
func (s *Set) Analyze(p *chess.Position) (a Analysis, ok bool) {
	a.Position = *p
	if a.Value, ok = s.Probe(p); !ok {
		return a, false
	}
	after := func(next *chess.Position) Value {
		v, _ := s.Probe(next)
		return v.ValueBefore()
	}
	for m, next := range p.Successors() {
		a.Moves = append(a.Moves, ValuedMove{m, after(&next)})
	}
	slices.SortFunc(a.Moves, func(a, b ValuedMove) int {
		return cmp.Or(cmp.Compare(rank(b.Value.code()), rank(a.Value.code())), cmp.Compare(p.SAN(a.Move), p.SAN(b.Move)))
	})
	if a.MayPass = !p.InCheck(); a.MayPass {
		var next chess.Position
		p.Pass(&next)
		a.Pass = after(&next)
	}
	return a, true
}
