package shogi

import "strings"

// Color is a side.
type Color uint8

// The two sides; Black, sente, moves first and up the board, toward rank a.
const (
	Black Color = iota
	White
)

// Other returns the opponent of c.
func (c Color) Other() Color { return c ^ 1 }

// String returns "black" or "white".
func (c Color) String() string {
	if c == Black {
		return "black"
	}
	return "white"
}

// Kind is the type of a piece, without its color.
type Kind uint8

// The kinds of pieces, cheapest first, then the promoted kinds of six of them; NoKind is an empty square.
const (
	Pawn Kind = iota
	Lance
	Knight
	Silver
	Gold
	Bishop
	Rook
	King
	Tokin
	PromotedLance
	PromotedKnight
	PromotedSilver
	_
	Horse
	Dragon
	NoKind
)

// promotion is the difference between the promoted and the base kind.
const promotion = Tokin - Pawn

// kindLetters are the upper-case letters of the kinds that do not promote further.
const kindLetters = "PLNSGBRK"

var kindNames = [...]string{
	"pawn", "lance", "knight", "silver", "gold", "bishop", "rook", "king",
	"tokin", "promoted lance", "promoted knight", "promoted silver", "", "horse", "dragon", "nothing",
}

// CanPromote reports whether a piece of kind k may become another.
func (k Kind) CanPromote() bool { return k <= Rook && k != Gold }

// IsPromoted reports whether k is what another kind became.
func (k Kind) IsPromoted() bool { return k&promotion != 0 && k < NoKind }

// Promoted returns what k becomes; k must be able to promote.
func (k Kind) Promoted() Kind { return k | promotion }

// Base returns what k is before it promotes, and in hand.
func (k Kind) Base() Kind { return k &^ promotion }

// Symbol returns k as SFEN writes a piece of Black: "P", "+P", and "." for NoKind.
func (k Kind) Symbol() string {
	switch {
	case k >= NoKind:
		return "."
	case k.IsPromoted():
		return "+" + kindLetters[k.Base():k.Base()+1]
	}
	return kindLetters[k : k+1]
}

// String returns the name of the kind: "pawn", "tokin", "nothing".
func (k Kind) String() string { return kindNames[k&15] }

// kindOf returns the kind of a letter in either case.
func kindOf(letter byte) Kind {
	if k := strings.IndexByte(kindLetters, letter&^0x20); k >= 0 {
		return Kind(k)
	}
	return NoKind
}
