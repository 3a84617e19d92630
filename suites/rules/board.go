package rules

import (
	"math/rand/v2"
	"strings"

	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/notation"
)

// board is a placement of pieces that is being drawn at random. A square holds the letter of a FEN or "".
type board [64]string

// set puts a piece on a square, such as "e1".
func (b *board) set(square string, letter string) { b[squareOf(square)] = letter }

// squareOf returns the index of a square such as "e1".
func squareOf(name string) int { return int(name[0]-'a') + 8*int(name[1]-'1') }

// scatter puts each letter on an empty square of the given ranks, from 1 to 8, pawns never on the first or last rank.
func (b *board) scatter(random *rand.Rand, letters string, firstRank, lastRank int) {
	for _, letter := range strings.Split(letters, "") {
		low, high := firstRank, lastRank
		if letter == "P" || letter == "p" {
			low, high = max(low, 2), min(high, 7)
		}
		for {
			at := 8*(low-1) + random.IntN(8*(high-low+1))
			if b[at] == "" {
				b[at] = letter
				break
			}
		}
	}
}

// position returns the board as a position, if it is a legal one. The tail are the fields of a FEN behind the
// placement.
func (b *board) position(tail string) (chess.Position, bool) {
	var ranks [8][]string
	for i := range ranks {
		ranks[7-i] = b[8*i : 8*i+8]
	}
	p, err := chess.ParseFEN(notation.JoinRanks(ranks[:]) + " " + tail)
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
