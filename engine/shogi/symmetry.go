package shogi

// Symmetry is a change of the board that preserves the meaning of a position. Moves, replies and the results of all
// games from the changed position are the images of the original ones. Symmetries are combined with |. The zero value
// changes nothing. Each undoes itself, and all hold everywhere.
type Symmetry uint8

const (
	// FlipColors turns the board by half: Black's pieces become White's, and the
	// other side is to move.
	FlipColors Symmetry = 1 << iota
	// MirrorFiles lets the wings change places: what stood on file 1 stands on
	// file 9.
	MirrorFiles
)

// Square returns the image of a square; NoSquare is its own.
func (y Symmetry) Square(s Square) Square {
	if s >= squares {
		return s
	}
	if y&FlipColors != 0 {
		s = squares - 1 - s
	}
	if y&MirrorFiles != 0 {
		s = NewSquare(8-s.File(), s.Rank())
	}
	return s
}

// Move returns the image of a move; NoMove is its own.
func (y Symmetry) Move(m Move) Move {
	switch {
	case m == NoMove:
		return m
	case m.IsDrop():
		return newDrop(m.Dropped(), y.Square(m.To()))
	}
	return newMove(y.Square(m.From()), y.Square(m.To())) | m&promotes
}

// Position returns the image of a position, with the same number of its ply.
func (y Symmetry) Position(p *Position) Position {
	swap := Color(y & FlipColors)
	q := emptyBoard()
	q.ply, q.side = p.ply, p.side^swap
	for m := range p.Pieces() {
		q.place(Piece{m.Color ^ swap, m.Kind, y.Square(m.Square)})
	}
	for c, hand := range p.hands {
		q.hands[Color(c)^swap] = hand
	}
	q.key, q.checkers = q.computeKey(), q.computeCheckers()
	return q
}
