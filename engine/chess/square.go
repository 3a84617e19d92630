package chess

// Square is a field of the board, A1 = 0, B1 = 1 … H8 = 63.
type Square uint8

// The squares that rules name, and NoSquare for none.
const (
	A1       Square = 0
	E1       Square = 4
	H1       Square = 7
	A8       Square = 56
	E8       Square = 60
	H8       Square = 63
	NoSquare Square = 64
)

// NewSquare returns the square on file 0…7 (a…h) and rank 0…7 (1…8).
func NewSquare(file, rank int) Square { return Square(rank<<3 | file) }

// File returns 0 for the a-file … 7 for the h-file.
func (s Square) File() int { return int(s & 7) }

// Rank returns 0 for the first rank … 7 for the eighth.
func (s Square) Rank() int { return int(s >> 3) }

// Relative returns s seen from c's side of the board: for Black the ranks are
// mirrored.
func (s Square) Relative(c Color) Square { return s ^ Square(c)*56 }

// Ahead returns the square in front of s as c sees it.
func (s Square) Ahead(c Color) Square { return s + 8 - Square(c&1)*16 }

// Bit returns the board with only s set.
func (s Square) Bit() Bitboard { return 1 << (s & 63) }

// String returns the name of the square, "e4", or "-" for NoSquare.
func (s Square) String() string {
	if s >= NoSquare {
		return "-"
	}
	return string([]byte{'a' + byte(s&7), '1' + byte(s>>3)})
}

// parseSquare reads a name such as "e4".
func parseSquare(text string) (Square, bool) {
	if len(text) != 2 || text[0] < 'a' || text[0] > 'h' || text[1] < '1' || text[1] > '8' {
		return NoSquare, false
	}
	return NewSquare(int(text[0]-'a'), int(text[1]-'1')), true
}
