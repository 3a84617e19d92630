package shogi

// Move is a move of a legal position: to (7 bits), from (7 bits) or the dropped kind, and flags for promotion and
// drop. It is only meaningful together with its position, which tells the captured piece.
type Move uint16

// NoMove is no move at all; it is never legal.
const NoMove Move = 0

const (
	promotes Move = 1 << 14
	drops    Move = 1 << 15
)

func newMove(from, to Square) Move   { return Move(to) | Move(from)<<7 }
func newDrop(k Kind, to Square) Move { return Move(to) | Move(k)<<7 | drops }

// From returns the square that the piece leaves, NoSquare for a drop.
func (m Move) From() Square {
	if m.IsDrop() {
		return NoSquare
	}
	return Square(m >> 7 & 127)
}

// To returns the square that the piece reaches.
func (m Move) To() Square { return Square(m & 127) }

// IsPromotion reports whether the piece promotes.
func (m Move) IsPromotion() bool { return m&promotes != 0 }

// IsDrop reports whether the piece comes from the hand.
func (m Move) IsDrop() bool { return m&drops != 0 }

// Dropped returns the kind of the piece that comes from the hand, NoKind when none does.
func (m Move) Dropped() Kind {
	if !m.IsDrop() {
		return NoKind
	}
	return Kind(m >> 7 & 7)
}

// String returns m as USI writes it: "7g7f", "8h2b+", "P*5e", "0000" for NoMove.
func (m Move) String() string {
	switch {
	case m == NoMove:
		return "0000"
	case m.IsDrop():
		return m.Dropped().Symbol() + "*" + m.To().String()
	case m.IsPromotion():
		return m.From().String() + m.To().String() + "+"
	}
	return m.From().String() + m.To().String()
}

// MaxMoves bounds the number of legal moves of any position that ParseSFEN accepts. Drops of all seven kinds onto all
// squares, and a full set of pieces that each move freely and may promote everywhere, give fewer. The largest known
// number is 593, and 599 without the opponent's king.
const MaxMoves = 1024

// MoveList is a list of moves without a heap allocation. The zero value is
// empty.
type MoveList struct {
	n     int
	moves [MaxMoves]Move
}

// Len returns the number of moves in the list.
func (l *MoveList) Len() int { return l.n }

// At returns the i-th move.
func (l *MoveList) At(i int) Move { return l.moves[i&(MaxMoves-1)] }

// Slice returns the moves; it shares the list's memory.
func (l *MoveList) Slice() []Move { return l.moves[:l.n] }

// Clear empties the list.
func (l *MoveList) Clear() { l.n = 0 }

func (l *MoveList) add(m Move) {
	l.moves[l.n&(MaxMoves-1)] = m
	l.n++
}
