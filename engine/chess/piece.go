package chess

import "strings"

// Color is a side.
type Color uint8

// The two sides; White moves first.
const (
	White Color = iota
	Black
)

// Other returns the opponent of c.
func (c Color) Other() Color { return c ^ 1 }

// String returns "white" or "black".
func (c Color) String() string {
	if c == White {
		return "white"
	}
	return "black"
}

// Kind is the type of a piece, without its color.
type Kind uint8

// The kinds of pieces, cheapest first; NoKind is an empty square.
const (
	Pawn Kind = iota
	Knight
	Bishop
	Rook
	Queen
	King
	NoKind
)

// kindLetters are the lower-case letters of the kinds, in their order.
const kindLetters = "pnbrqk"

// Letter returns the lower-case English letter of k, and '.' for NoKind.
func (k Kind) Letter() byte {
	if k >= NoKind {
		return '.'
	}
	return kindLetters[k]
}

// kindOf returns the kind of a letter in either case.
func kindOf(letter byte) Kind {
	if k := strings.IndexByte(kindLetters, letter|0x20); k >= 0 {
		return Kind(k)
	}
	return NoKind
}
