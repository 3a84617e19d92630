package chess

// Move is a move of a legal position: from (6 bits), to (6 bits) and a flag (4 bits) for castling, en passant or
// promotion. It is only meaningful together with its position.
type Move uint16

// NoMove is no move at all; it is never legal.
const NoMove Move = 0

// Kinds of special moves. Bit 2 marks captures. Bit 3 marks promotions, whose two low bits
// name the piece.
const (
	quiet       Move = 0 << 12
	doublePush  Move = 1 << 12
	castleShort Move = 2 << 12
	castleLong  Move = 3 << 12
	capture     Move = 4 << 12
	enPassant   Move = 5 << 12
	promotion   Move = 8 << 12
	special     Move = 15 << 12
)

func newMove(from, to Square, what Move) Move { return Move(from) | Move(to)<<6 | what }

// From returns the square that the piece leaves; for castling the king's.
func (m Move) From() Square { return Square(m & 63) }

// To returns the square that the piece reaches; for castling the king's.
func (m Move) To() Square { return Square(m >> 6 & 63) }

// IsCapture reports whether m takes a piece, en passant included.
func (m Move) IsCapture() bool { return m&capture != 0 }

// IsPromotion reports whether a pawn promotes.
func (m Move) IsPromotion() bool { return m&promotion != 0 }

// IsQuiet reports whether m neither takes nor promotes.
func (m Move) IsQuiet() bool { return m&(capture|promotion) == 0 }

// IsEnPassant reports whether m takes a pawn in passing.
func (m Move) IsEnPassant() bool { return m&special == enPassant }

// IsCastle reports whether m castles.
func (m Move) IsCastle() bool { return m&special == castleShort || m&special == castleLong }

// Promotion returns the piece that a pawn becomes, NoKind when m does not promote.
func (m Move) Promotion() Kind {
	if !m.IsPromotion() {
		return NoKind
	}
	return Knight + Kind(m>>12&3)
}

// String returns m in coordinates as UCI writes it: "e2e4", "e7e8q", "e1g1" for
// castling, "0000" for NoMove.
func (m Move) String() string {
	if m == NoMove {
		return "0000"
	}
	text := []byte{
		'a' + byte(m&7), '1' + byte(m>>3&7),
		'a' + byte(m>>6&7), '1' + byte(m>>9&7), 0,
	}
	if !m.IsPromotion() {
		return string(text[:4])
	}
	text[4] = m.Promotion().Letter()
	return string(text)
}

// MaxMoves bounds the number of legal moves of any position that ParseFEN
// accepts; the most known is 218.
const MaxMoves = 256

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
