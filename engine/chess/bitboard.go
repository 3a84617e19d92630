package chess

import "math/bits"

// Bitboard is a set of squares, bit 0 for A1 … bit 63 for H8.
type Bitboard uint64

// Files and ranks that the rules and the evaluation name.
const (
	FileA Bitboard = 0x0101010101010101
	FileH Bitboard = FileA << 7
	Rank1 Bitboard = 0xff
	Rank2 Bitboard = Rank1 << 8
	Rank3 Bitboard = Rank1 << 16
	Rank6 Bitboard = Rank1 << 40
	Rank7 Bitboard = Rank1 << 48
	Rank8 Bitboard = Rank1 << 56
)

// Count returns the number of squares in b.
func (b Bitboard) Count() int { return bits.OnesCount64(uint64(b)) }

// First returns the lowest square of b; b must not be empty.
func (b Bitboard) First() Square { return Square(bits.TrailingZeros64(uint64(b))) }

// Last returns the highest square of b; b must not be empty.
func (b Bitboard) Last() Square { return Square(63 - bits.LeadingZeros64(uint64(b))) }

// MoreThanOne reports whether b has at least two squares.
func (b Bitboard) MoreThanOne() bool { return b&(b-1) != 0 }

// Has reports whether s is in b.
func (b Bitboard) Has(s Square) bool { return b>>(s&63)&1 != 0 }

// North, South, East and West move every square one step and drop what leaves
// the board.
func (b Bitboard) North() Bitboard { return b << 8 }

// South is North for the other direction.
func (b Bitboard) South() Bitboard { return b >> 8 }

// East moves toward the h-file.
func (b Bitboard) East() Bitboard { return b &^ FileH << 1 }

// West moves toward the a-file.
func (b Bitboard) West() Bitboard { return b &^ FileA >> 1 }

// Forward moves every square one rank ahead as c sees it.
func (b Bitboard) Forward(c Color) Bitboard {
	if c == White {
		return b << 8
	}
	return b >> 8
}
