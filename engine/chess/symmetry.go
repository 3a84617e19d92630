package chess

// Symmetry is a change of the board that preserves the meaning of a position. Moves, replies and the results of all
// games from the changed position are the images of the original ones. Symmetries are combined with |. The zero value
// changes nothing. Each undoes itself.
type Symmetry uint8

const (
	// FlipColors lets the sides change places: White's pieces become Black's on the
	// rank across the board, and the other side is to move. It holds everywhere.
	FlipColors Symmetry = 1 << iota
	// MirrorFiles exchanges the a-file with the h-file, and so on. It holds where neither side may castle.
	MirrorFiles
)

// Holds reports whether y is a symmetry of the position.
func (y Symmetry) Holds(p *Position) bool { return y&MirrorFiles == 0 || p.castling == 0 }

// Square returns the image of a square; NoSquare is its own.
func (y Symmetry) Square(s Square) Square {
	if s == NoSquare {
		return s
	}
	if y&FlipColors != 0 {
		s ^= H1 ^ H8
	}
	if y&MirrorFiles != 0 {
		s ^= A1 ^ H1
	}
	return s
}

// Move returns the image of a move; NoMove is its own.
func (y Symmetry) Move(m Move) Move {
	if m == NoMove {
		return m
	}
	return newMove(y.Square(m.From()), y.Square(m.To()), m&special)
}

// Position returns the image of a position, with the same counters. Symmetry y must hold for the
// position.
func (y Symmetry) Position(p *Position) Position {
	q := emptyBoard()
	q.side, q.castling = p.side, p.castling
	q.halfmove, q.fullmove, q.passant = p.halfmove, p.fullmove, y.Square(p.passant)
	for m := range p.Pieces() {
		if y&FlipColors != 0 {
			m.Color ^= 1
		}
		q.place(m.Color, m.Kind, y.Square(m.Square))
	}
	if y&FlipColors != 0 {
		q.side ^= 1
		q.castling = p.castling>>2 | p.castling<<2&(blackShort|blackLong)
	}
	for rest := p.checkers; rest != 0; rest &= rest - 1 {
		q.checkers |= y.Square(rest.First()).Bit()
	}
	q.key, q.pawnKey, q.sideKeys = q.computeKeys()
	return q
}
