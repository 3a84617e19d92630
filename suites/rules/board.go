package rules

import (
	"math/rand/v2"
	"strings"

	"github.com/zugwatch/zugwatch/engine/chess"
)

// board is a placement of pieces that is being drawn at random. A byte is the letter of a FEN or 0.
type board [64]byte

// set puts a piece on a square, such as "e1".
func (b *board) set(square string, letter byte) { b[squareOf(square)] = letter }

// squareOf returns the index of a square such as "e1".
func squareOf(name string) int { return int(name[0]-'a') + 8*int(name[1]-'1') }

// scatter puts each letter on an empty square of the given ranks, from 1 to 8, pawns never on the first or last rank.
func (b *board) scatter(random *rand.Rand, letters string, firstRank, lastRank int) {
	for _, letter := range []byte(letters) {
		low, high := firstRank, lastRank
		if letter == 'P' || letter == 'p' {
			low, high = max(low, 2), min(high, 7)
		}
		for {
			at := 8*(low-1) + random.IntN(8*(high-low+1))
			if b[at] == 0 {
				b[at] = letter
				break
			}
		}
	}
}

// position returns the board as a position, if it is a legal one. The tail are the fields of a FEN behind the
// placement.
func (b *board) position(tail string) (chess.Position, bool) {
	var text strings.Builder
	for rank := 7; rank >= 0; rank-- {
		empty := 0
		flush := func() {
			if empty > 0 {
				text.WriteByte('0' + byte(empty))
			}
			empty = 0
		}
		for _, letter := range b[8*rank : 8*rank+8] {
			if letter == 0 {
				empty++
				continue
			}
			flush()
			text.WriteByte(letter)
		}
		flush()
		if rank > 0 {
			text.WriteByte('/')
		}
	}
	p, err := chess.ParseFEN(text.String() + " " + tail)
	return p, err == nil
}

// scattered draws a position in which White is to move, with each of the letters and both kings anywhere.
func (g *generator) scattered(letters string) (chess.Position, bool) {
	var b board
	b.scatter(g.random, "kK"+letters, 1, 8)
	return b.position("w - - 0 1")
}

// drawLetters returns up to so many of the letters, each drawn by itself.
func drawLetters(random *rand.Rand, letters string, least, most int) string {
	drawn := make([]byte, least+random.IntN(most-least+1))
	for i := range drawn {
		drawn[i] = letters[random.IntN(len(letters))]
	}
	return string(drawn)
}
