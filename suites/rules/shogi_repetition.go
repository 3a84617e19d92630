package rules

import (
	"slices"

	"github.com/zugwatch/zugwatch/engine/shogi"
)

// shogiRepetitionPlies is the length in plies of a game after which one more move repeats a position for the fourth
// time.
const shogiRepetitionPlies = 11

// isReversible reports whether a move can be taken back.
func isReversible(p *shogi.Position, m shogi.Move) bool {
	return !m.IsDrop() && !m.IsPromotion() && p.At(m.To()) == shogi.NoKind
}

// shogiReverse returns the move that takes m back. It is not ok if that is not legal.
func shogiReverse(p *shogi.Position, m shogi.Move) (shogi.Move, bool) {
	back, err := p.ParseMove(m.To().String() + m.From().String())
	return back, err == nil
}

// shogiRepetitionGame returns a game that leads from the position after u to p, and in which that position occurs
// three times. Both sides play a move and take it back: the reply, u back, the reply back, u, and so on. It is not ok
// if a move cannot be taken back. Repetition is the verdict after u, for the side to move then.
func shogiRepetitionGame(p shogi.Position, u, reply shogi.Move) (s shogiStudy, repetition shogi.Repetition, ok bool) {
	s = shogiStudy{start: p.After(u), plies: 1}
	played := shogi.NewGame(s.start)
	for len(s.moves) < shogiRepetitionPlies {
		at, m := played.Position, reply
		legal := true
		switch len(s.moves) % 4 {
		case 1:
			m, legal = shogiReverse(&at, u)
		case 2:
			m, legal = shogiReverse(&at, reply)
		case 3:
			m = u
		}
		if !legal || !at.IsLegal(m) {
			return s, repetition, false
		}
		s.moves = append(s.moves, m)
		played.Play(m)
	}
	s.position = played.Position
	if s.position.Key() != p.Key() {
		return s, repetition, false
	}
	played.Play(u)
	return s, played.Repetition(), true
}

// shogiRepeated finds a move u of p that repeats a position with the wanted result for the side to move then. It
// returns the game before and u.
func shogiRepeated(p shogi.Position, want shogi.Repetition) (s shogiStudy, u shogi.Move, ok bool) {
	for _, u := range p.LegalMoves() {
		if !isReversible(&p, u) {
			continue
		}
		next := p.After(u)
		for _, reply := range next.LegalMoves() {
			if !isReversible(&next, reply) {
				continue
			}
			if s, repetition, ok := shogiRepetitionGame(p, u, reply); ok && repetition == want {
				return s, u, true
			}
		}
	}
	return s, u, false
}

// losesByAll reports whether every move allows a mate at once, unless it ends the game.
func losesByAll(p *shogi.Position) bool {
	moves := p.LegalMoves()
	return len(moves) > 1 && !slices.ContainsFunc(moves, func(m shogi.Move) bool {
		next := p.After(m)
		return !hasMate(&next)
	})
}

// shogiRepetitionSaves draws a position in which Black is mated at once unless it repeats a position for the fourth time.
func shogiRepetitionSaves(g *generator) (s shogiStudy, ok bool) {
	p := g.underAttack(drawPieces(g.random, "G S N L P", 0, 2), drawPieces(g.random, "r b +r +b g g s", 2, 4), "2g")
	if p == nil || p.InCheck() || !losesByAll(p) {
		return s, false
	}
	s, u, ok := shogiRepeated(*p, shogi.RepetitionDraw)
	s.best = []shogi.Move{u}
	return s, ok
}

// shogiPerpetualWins draws a position in which Black is in check. The move that repeats a position for the fourth
// time wins, because White gave nothing but checks; all others are mated.
func shogiPerpetualWins(g *generator) (s shogiStudy, ok bool) {
	p := g.underAttack(drawPieces(g.random, "G S N L P", 0, 2), drawPieces(g.random, "r b +r +r +b g s", 2, 3), "2g")
	if p == nil || !p.InCheck() || !losesByAll(p) {
		return s, false
	}
	s, u, ok := shogiRepeated(*p, shogi.RepetitionLoss)
	s.best = []shogi.Move{u}
	return s, ok
}

// shogiPerpetualLoses draws a position in which a check repeats a position for the fourth time. That loses, because
// Black gave nothing but checks. White is so far ahead that a draw would be welcome, and another move is not mated at
// once.
func shogiPerpetualLoses(g *generator) (s shogiStudy, ok bool) {
	p := g.nearKing(drawPieces(g.random, "R +R +R +B", 1, 1), drawPieces(g.random, "g s p", 1, 3), 4, "rb2g2s")
	if p == nil || p.InCheck() || hasMate(p) {
		return s, false
	}
	s, u, ok := shogiRepeated(*p, shogi.RepetitionWin)
	if !ok {
		return s, false
	}
	s.avoid = []shogi.Move{u}
	return s, slices.ContainsFunc(p.LegalMoves(), func(m shogi.Move) bool {
		next := p.After(m)
		return m != u && !hasMate(&next)
	})
}
