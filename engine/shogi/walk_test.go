package shogi

import (
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine/random"
)

// mustParse returns the position of an SFEN that a test knows to be good.
func mustParse(t testing.TB, sfen string) Position {
	t.Helper()
	p, err := ParseSFEN(sfen)
	if err != nil {
		t.Fatalf("ParseSFEN(%q): %v", sfen, err)
	}
	return p
}

// scatter throws pieces onto an empty board and into the hands until the result is a
// legal position: such boards have pins, double checks and promoted pieces that games
// seldom show.
func scatter(seed *random.Source) Position {
	for {
		p := emptyBoard()
		p.side = Color(seed.Below(2))
		p.place(Piece{Black, King, Square(seed.Below(squares))})
		crowd := 2 + seed.Below(24)
		for k := Pawn; k <= Rook; k++ {
			for range fullSet[k] {
				piece := Piece{Color(seed.Below(2)), k, Square(seed.Below(squares))}
				switch at := seed.Below(40); {
				case at >= crowd && at < 36:
				case at >= crowd:
					p.hands[piece.Color][k]++
				case p.board[piece.Square] == NoKind:
					if k.CanPromote() && seed.Below(3) == 0 {
						piece.Kind = k.Promoted()
					}
					p.place(piece)
				}
			}
		}
		if s := Square(seed.Below(squares)); p.board[s] == NoKind {
			p.place(Piece{White, King, s})
		}
		if p, err := ParseSFEN(p.SFEN()); err == nil && p.King(White) != NoSquare {
			return p
		}
	}
}

// delicate positions show what chance seldom does.
var delicate = []string{
	"4k4/9/9/9/9/9/3n5/9/r3K4 b 2G 1",           // double check: only the king moves
	"4k4/9/9/9/9/9/3n5/9/4K3r b 2G 1",           // the same, with the slider first among the checkers
	"7nk/9/7G1/9/9/9/9/9/K8 b P 1",              // a pawn drop that mates
	"4k4/9/4P4/9/9/4r4/9/4G4/4K4 b P2p 1",       // a pinned gold that moves along its line
	"4K4/9/9/9/9/9/9/9/4k4 b RB4G4S4N4L17Prb 1", // nearly everything in one hand
	"9/P1PP1PP2/1L2L2NS/9/9/9/9/9/k3K4 b - 1",   // promotions that are compulsory and free
	"4k4/9/9/9/9/9/9/4r4/4K4 b P 1",             // a check from near, nothing to put between
	"3k5/9/9/9/4b4/9/9/9/8K b RG2P 1",           // a check from afar
}

// beginnings returns where random games begin: the positions with known perft counts, as
// many scattered ones and the delicate ones.
func beginnings(t testing.TB, seed *random.Source) []Position {
	t.Helper()
	positions := []Position{}
	for _, fact := range perftFacts {
		positions = append(positions, mustParse(t, fact.sfen), scatter(seed), scatter(seed))
	}
	for _, sfen := range delicate {
		positions = append(positions, mustParse(t, sfen))
	}
	return positions
}

// randomGames plays rounds games of random moves from each beginning, up to 150 plies each. It calls visit for each
// position with the next move, NoMove at the end of a game.
func randomGames(t testing.TB, seed random.Source, rounds int, visit func(p *Position, follows Move)) {
	t.Helper()
	for range rounds {
		for _, p := range beginnings(t, &seed) {
			randomGame(&p, &seed, 150, visit)
		}
	}
}

func randomGame(p *Position, seed *random.Source, plies int, visit func(p *Position, follows Move)) {
	for range plies {
		moves := p.LegalMoves()
		if len(moves) == 0 {
			break
		}
		m := moves[seed.Below(len(moves))]
		visit(p, m)
		*p = p.After(m)
	}
	visit(p, NoMove)
}

// TestRandomGamesCoverage keeps the properties of other tests from passing for want
// of the positions that make them hard.
func TestRandomGamesCoverage(t *testing.T) {
	seen := make(map[string]int)
	randomGames(t, 1, 4, func(p *Position, follows Move) {
		count := func(what string, is bool) {
			if is {
				seen[what]++
			}
		}
		var l MoveList
		p.Legal(&l)
		us := p.Side()
		count("check", p.InCheck())
		count("double check", p.checkers.MoreThanOne())
		count("mate", l.Len() == 0)
		count("pin", !p.Pinned(us).Empty())
		count("pinned pawn", !p.Pinned(us).And(p.Of(us, Pawn)).Empty())
		g := p.generation()
		if s := steps[us^1][Pawn][p.King(us^1)]; p.Hand(us, Pawn) > 0 && !s.And(g.free).Empty() {
			count("pawn drop that would mate", p.pawnDropMates(&g, s.First()))
		}
		for _, m := range l.Slice() {
			count("drop in check", m.IsDrop() && p.InCheck())
			count("pawn drop that checks", m.Dropped() == Pawn && steps[us][Pawn][m.To()].Has(p.King(us^1)))
			count("promotion of a rook", m.IsPromotion() && p.At(m.From()) == Rook)
			count("promotion out of the camp", m.IsPromotion() && !camp[us].Has(m.To()))
			count("promotion on the last rank", m.IsPromotion() && stuck[us][Pawn].Has(m.To()))
		}
		count("capture of a promoted piece", !follows.IsDrop() && p.At(follows.To()).IsPromoted())
		for k := range NoKind {
			count(k.String()+" moves", follows != NoMove && !follows.IsDrop() && p.At(follows.From()) == k)
		}
	})
	for _, what := range strings.Split("check,double check,mate,pin,pinned pawn,pawn drop that would mate,"+
		"drop in check,pawn drop that checks,promotion of a rook,promotion out of the camp,"+
		"promotion on the last rank,capture of a promoted piece,pawn moves,lance moves,knight moves,silver moves,"+
		"gold moves,bishop moves,rook moves,king moves,tokin moves,promoted lance moves,promoted knight moves,"+
		"promoted silver moves,horse moves,dragon moves", ",") {
		if seen[what] == 0 {
			t.Errorf("no %s among the positions", what)
		}
	}
	t.Log(seen)
}
