package rules

import (
	"context"
	"math/rand/v2"
	"slices"
	"strings"

	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/notation"
	"github.com/zugwatch/zugwatch/engine/shogi"
	"github.com/zugwatch/zugwatch/engine/shogi/tsume"
)

// shogiStudy is a study of shogi.
type shogiStudy = studyOf[shogi.Position, shogi.Move]

// shogiRule returns a rule of shogi with its draw.
func shogiRule(name string, draw func(g *generator) (shogiStudy, bool)) rule {
	return rule{name, func(g *generator) (found, bool) {
		s, ok := draw(g)
		if !ok {
			return found{}, false
		}
		return found{record: s.record(game.FromShogi, game.FromShogiMoves), plies: s.plies}, true
	}}
}

// shogiMates reports whether a move gives check and nothing answers it.
func shogiMates(p *shogi.Position, m shogi.Move) bool {
	next := p.After(m)
	return next.InCheck() && next.CountLegal() == 0
}

// hasMate reports whether the side to move mates with one move.
func hasMate(p *shogi.Position) bool {
	return slices.ContainsFunc(p.LegalMoves(), func(m shogi.Move) bool { return shogiMates(p, m) })
}

// shogiMateInOne returns the study of a position with exactly one mate in one that fits. It is not ok for nil.
func shogiMateInOne(p *shogi.Position, fits func(m shogi.Move, after *shogi.Position) bool) (s shogiStudy, ok bool) {
	if p == nil {
		return s, false
	}
	for _, m := range p.LegalMoves() {
		if !shogiMates(p, m) {
			continue
		}
		next := p.After(m)
		if ok || !fits(m, &next) {
			return s, false
		}
		s, ok = shogiStudy{position: *p, best: []shogi.Move{m}, mate: 1, plies: 1}, true
	}
	return s, ok
}

// shogiOnlyMove returns the study of a position in which every move but one that fits allows a mate in one. After
// that move there is no mate in two. It is not ok for nil.
func shogiOnlyMove(p *shogi.Position, fits func(m shogi.Move, after *shogi.Position) bool) (s shogiStudy, ok bool) {
	if p == nil {
		return s, false
	}
	moves := p.LegalMoves()
	if len(moves) < 2 {
		return s, false
	}
	var saves []shogi.Move
	for _, m := range moves {
		if next := p.After(m); !hasMate(&next) {
			if saves = append(saves, m); len(saves) > 1 || !fits(m, &next) {
				return s, false
			}
		}
	}
	if len(saves) == 0 {
		return s, false
	}
	plies, _, proven := tsume.NewExhaustive(tsume.EveryMove).Shortest(context.Background(), p.After(saves[0]), 3, shogiProofNodes)
	return shogiStudy{position: *p, best: saves, plies: 2}, proven && plies == 0
}

// shogiProofNodes is the node limit of the proof that there is no mate in two moves.
const shogiProofNodes = 200_000

// refusesPawnDrop reports whether the side to move may not drop a pawn before the enemy king for the sole reason that it would
// mate.
func refusesPawnDrop(p *shogi.Position) bool {
	us := p.Side()
	king := p.King(us.Other())
	rank := king.Rank() + 1
	if us == shogi.White {
		rank = king.Rank() - 1
	}
	if p.Hand(us, shogi.Pawn) == 0 || p.InCheck() || rank < 0 || rank > 8 {
		return false
	}
	front := shogi.NewSquare(king.File(), rank)
	if p.Occupied().Has(front) || hasPawnOn(p, us, king.File()) {
		return false
	}
	_, err := p.ParseMove("P*" + front.String())
	return err != nil
}

// hasPawnOn reports whether a side has a pawn on a file that has not promoted.
func hasPawnOn(p *shogi.Position, c shogi.Color, file int) bool {
	for rank := range 9 {
		if s := shogi.NewSquare(file, rank); p.At(s) == shogi.Pawn && p.Color(c).Has(s) {
			return true
		}
	}
	return false
}

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

// position returns the board as a position with Black to move, nil for an illegal one. Hands is in the form of SFEN.
func (b *shogiBoard) position(hands string) *shogi.Position {
	placement := notation.AppendBoard(nil, 9, func(rank, column int) string { return b[rank][column] })
	p, err := shogi.ParseSFEN(string(placement) + " b " + hands + " 1")
	if err != nil {
		return nil
	}
	return &p
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
// what Black and White hold. It returns nil for an illegal position.
func (g *generator) nearKing(black, white []string, ranks int, hands string) *shogi.Position {
	var b shogiBoard
	b.scatter(g.random, []string{"k"}, 1, 3)
	b.scatter(g.random, []string{"K"}, 7, 9)
	b.scatter(g.random, black, 1, ranks)
	b.scatter(g.random, white, 1, ranks)
	return b.position(hands)
}

// underAttack draws a position in which white pieces stand around the black king, on the last three ranks. It returns
// nil for an illegal position.
func (g *generator) underAttack(black, white []string, hands string) *shogi.Position {
	var b shogiBoard
	b.scatter(g.random, []string{"K"}, 7, 9)
	b.scatter(g.random, []string{"k"}, 1, 3)
	b.scatter(g.random, black, 6, 9)
	b.scatter(g.random, white, 6, 9)
	return b.position(hands)
}
