package shogi

import "math/bits"

// Bitboard is a set of squares. The low word has files 1 to 7, the high word files 8 and 9, so that no file is cut in
// two. Everything along a file is arithmetic in one word.
type Bitboard struct{ low, high uint64 }

// How the squares are shared out between the words.
const (
	lowSquares = 63
	lowWord    = 1<<lowSquares - 1
	highWord   = 1<<(squares-lowSquares) - 1
)

// The bits of rank a in both words; those of rank b are one higher, and so on.
const (
	lowRank  = 1 | 1<<9 | 1<<18 | 1<<27 | 1<<36 | 1<<45 | 1<<54
	highRank = 1 | 1<<9
)

// board is all squares.
var board = Bitboard{lowWord, highWord}

// rankSet returns the squares of a rank, 0 for rank a … 8 for rank i.
func rankSet(rank int) Bitboard { return Bitboard{lowRank << rank, highRank << rank} }

// fileSet returns the squares of a file, 0 for file 1 … 8 for file 9.
func fileSet(file int) Bitboard {
	if file < 7 {
		return Bitboard{0x1ff << (9 * file), 0}
	}
	return Bitboard{0, 0x1ff << (9 * (file - 7))}
}

// Count returns the number of squares in b.
func (b Bitboard) Count() int { return bits.OnesCount64(b.low) + bits.OnesCount64(b.high) }

// Empty reports whether b has no square.
func (b Bitboard) Empty() bool { return b.low|b.high == 0 }

// MoreThanOne reports whether b has at least two squares.
func (b Bitboard) MoreThanOne() bool { return !b.Rest().Empty() }

// Has reports whether s is in b.
func (b Bitboard) Has(s Square) bool { return (b.low>>s|b.high>>(s-lowSquares))&1 != 0 }

// First returns the lowest square of b, NoSquare when it is empty.
func (b Bitboard) First() Square {
	if b.low != 0 {
		return Square(bits.TrailingZeros64(b.low))
	}
	return Square(lowSquares + bits.TrailingZeros64(b.high))
}

// Rest returns b without its lowest square.
func (b Bitboard) Rest() Bitboard {
	if b.low != 0 {
		return Bitboard{b.low & (b.low - 1), b.high}
	}
	return Bitboard{0, b.high & (b.high - 1)}
}

// And returns the squares in both sets.
func (b Bitboard) And(c Bitboard) Bitboard { return Bitboard{b.low & c.low, b.high & c.high} }

// Or returns the squares in either set.
func (b Bitboard) Or(c Bitboard) Bitboard { return Bitboard{b.low | c.low, b.high | c.high} }

// Xor returns the squares in one set only.
func (b Bitboard) Xor(c Bitboard) Bitboard { return Bitboard{b.low ^ c.low, b.high ^ c.high} }

// AndNot returns the squares of b that are not in c.
func (b Bitboard) AndNot(c Bitboard) Bitboard { return Bitboard{b.low &^ c.low, b.high &^ c.high} }

// Forward moves every square one rank ahead as c sees it. None may be on c's
// last rank.
func (b Bitboard) Forward(c Color) Bitboard {
	if c == Black {
		return Bitboard{b.low >> 1, b.high >> 1}
	}
	return Bitboard{b.low << 1, b.high << 1}
}

// otherFiles returns all squares of the files that hold no square of b. No two squares of
// b may be on one file. For each file, taking the square from a bit at rank i leaves that
// bit only where there was none to take. Another subtraction then fills the bits below it.
func (b Bitboard) otherFiles() Bitboard {
	low := (lowRank<<8 - b.low) & (lowRank << 8)
	high := (highRank<<8 - b.high) & (highRank << 8)
	return Bitboard{low | (low - low>>8), high | (high - high>>8)}
}
