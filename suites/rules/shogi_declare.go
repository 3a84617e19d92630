package rules

import (
	"context"

	"github.com/zugwatch/zugwatch/engine/shogi"
	"github.com/zugwatch/zugwatch/engine/shogi/tsume"
	"github.com/zugwatch/zugwatch/epd"
)

// entered draws a position in which the black king stands in White's camp with least to most minor pieces and others.
// White has the given pieces; hands is in the form of SFEN. It returns nil for an illegal position.
func (g *generator) entered(least, most int, others, white []string, hands string) *shogi.Position {
	var b shogiBoard
	b.scatter(g.random, []string{"K"}, 1, 3)
	b.scatter(g.random, drawPieces(g.random, "G S +S +N +L +P +P +P", least, most), 1, 3)
	b.scatter(g.random, others, 1, 3)
	b.scatter(g.random, white, 1, 4)
	b.scatter(g.random, []string{"k"}, 1, 9)
	return b.position(hands)
}

// fullHand draws Black's hand for a declaration: a rook, a bishop, and sometimes more.
func (g *generator) fullHand() string {
	return "RB" + []string{"", "G", "4P", "5P", "6P", "7P"}[g.random.IntN(6)]
}

// enteringKingWins draws a position in which Black may declare a win and has no mate in three moves.
func enteringKingWins(g *generator) (s shogiStudy, ok bool) {
	p := g.entered(9, 11, drawPieces(g.random, "R B +R +B", 1, 2), drawPieces(g.random, "p s g n", 1, 4), g.fullHand()+"2g2n")
	if p == nil || !p.MayDeclare() {
		return s, false
	}
	plies, _, proven := tsume.NewExhaustive(tsume.EveryMove).Shortest(context.Background(), *p, 5, shogiProofNodes)
	return shogiStudy{position: *p, result: epd.Win, plies: 1}, proven && plies == 0
}

// enteringKingTooEarly draws a position in which one move mates and Black may not declare. Black lacks a piece in the
// camp or a point or two.
func enteringKingTooEarly(g *generator) (s shogiStudy, ok bool) {
	pieces, hand := 8, g.fullHand() // one piece is missing
	if g.random.IntN(2) == 0 {
		pieces, hand = 9, "RB2P" // points are missing
	}
	p := g.entered(pieces, pieces, drawPieces(g.random, "R B +R +B", 1, 1), drawPieces(g.random, "p s g n", 0, 2), hand+"2g2n")
	if p == nil || p.InCheck() || p.MayDeclare() || !isOneShort(p) {
		return s, false
	}
	return shogiMateInOne(p, func(shogi.Move, *shogi.Position) bool { return true })
}

// isOneShort reports whether Black, whose king has entered, lacks one piece or one point by White's terms for a
// declaration. Those are ten pieces in the camp, and 27 points with those in hand. Black's own terms ask for one
// point more, but the position must hold with exchanged colors too.
func isOneShort(p *shogi.Position) bool {
	pieces, points := 0, 0
	for piece := range p.Pieces() {
		if piece.Color != shogi.Black || piece.Kind == shogi.King || piece.Square.Rank() > 2 {
			continue
		}
		pieces++
		points += pointsOf(piece.Kind.Base())
	}
	for kind := shogi.Pawn; kind <= shogi.Rook; kind++ {
		points += p.Hand(shogi.Black, kind) * pointsOf(kind)
	}
	return pieces == 9 && points >= 28 || pieces >= 10 && points == 26
}

// pointsOf returns the points of a piece in a declaration: five for a bishop or rook, one for others.
func pointsOf(kind shogi.Kind) int {
	if kind == shogi.Bishop || kind == shogi.Rook {
		return 5
	}
	return 1
}
