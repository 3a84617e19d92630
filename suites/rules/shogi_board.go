package rules

import (
	"math/rand/v2"
	"strings"

	"github.com/zugwatch/zugwatch/engine/notation"
	"github.com/zugwatch/zugwatch/engine/shogi"
)

// shogiBoard is a placement of pieces that is being drawn at random, by rank from a and file from 9. A piece is as an SFEN has
// it, such as "+p"; an empty square is "".
type shogiBoard [9][9]string

// scatter puts each piece on an empty square of the ranks, from 1 for a to 9 for i.
func (b *shogiBoard) scatter(random *rand.Rand, pieces []string, firstRank, lastRank int) {
	for _, piece := range pieces {
		for {
			rank, file := firstRank-1+random.IntN(lastRank-firstRank+1), random.IntN(9)
			if b[rank][file] == "" {
				b[rank][file] = piece
				break
			}
		}
	}
}

// position returns the board as a position with Black to move, if it is legal. Hands is in the form of SFEN.
func (b *shogiBoard) position(hands string) (shogi.Position, bool) {
	var ranks [9][]string
	for i := range ranks {
		ranks[i] = b[i][:]
	}
	p, err := shogi.ParseSFEN(notation.JoinRanks(ranks[:]) + " b " + hands + " 1")
	return p, err == nil
}

// drawPieces returns up to so many of the pieces, each drawn by itself.
func drawPieces(random *rand.Rand, pieces string, least, most int) []string {
	all := strings.Fields(pieces)
	drawn := make([]string, least+random.IntN(most-least+1))
	for i := range drawn {
		drawn[i] = all[random.IntN(len(all))]
	}
	return drawn
}

// attackers and defenders are the pieces of Black and of White in most draws.
const (
	attackers = "R B +R +B G G S N L P +P"
	defenders = "r b g g s n l p p p"
)

// nearKing draws a position with the white king on the first three ranks and the pieces of both sides on so many. The hand is
// what Black and White hold.
func (g *generator) nearKing(black, white []string, ranks int, hands string) (shogi.Position, bool) {
	var b shogiBoard
	b.scatter(g.random, []string{"k"}, 1, 3)
	b.scatter(g.random, []string{"K"}, 7, 9)
	b.scatter(g.random, black, 1, ranks)
	b.scatter(g.random, white, 1, ranks)
	return b.position(hands)
}

// underAttack draws a position in which white pieces stand around the black king, on the last three ranks.
func (g *generator) underAttack(black, white []string, hands string) (shogi.Position, bool) {
	var b shogiBoard
	b.scatter(g.random, []string{"K"}, 7, 9)
	b.scatter(g.random, []string{"k"}, 1, 3)
	b.scatter(g.random, black, 6, 9)
	b.scatter(g.random, white, 6, 9)
	return b.position(hands)
}
