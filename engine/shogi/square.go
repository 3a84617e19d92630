package shogi

// Square is a field of the board. Squares are counted down the files from the right as Black sees it: 1a = 0, 1b = 1
// … 9i = 80.
type Square uint8

// NoSquare is none. It is the First of an empty Bitboard; nothing stands on it,
// attacks it or is attacked from it.
const NoSquare Square = 127

// squares is the number of squares of the board.
const squares = 81

// NewSquare returns the square on file 0…8 (1…9) and rank 0…8 (a…i).
func NewSquare(file, rank int) Square { return Square(file*9 + rank) }

// File returns 0 for file 1, the right edge as Black sees it … 8 for file 9.
func (s Square) File() int { return int(s / 9) }

// Rank returns 0 for rank a, the far edge as Black sees it … 8 for rank i.
func (s Square) Rank() int { return int(s % 9) }

// Bit returns the board with only s set, empty for NoSquare.
func (s Square) Bit() Bitboard { return Bitboard{1 << s & lowWord, 1 << (s - lowSquares)} }

// String returns the name of the square, "5e", or "-" for NoSquare.
func (s Square) String() string {
	if s >= squares {
		return "-"
	}
	return string([]byte{'1' + byte(s.File()), 'a' + byte(s.Rank())})
}

// parseSquare reads a name such as "5e".
func parseSquare(text string) (Square, bool) {
	if len(text) != 2 || text[0] < '1' || text[0] > '9' || text[1] < 'a' || text[1] > 'i' {
		return NoSquare, false
	}
	return NewSquare(int(text[0]-'1'), int(text[1]-'a')), true
}
