package search

import (
	"testing"

	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/table"
)

// TestThreats compares danger and threats with a piece-by-piece computation, in all positions
// up to two moves from some with many of each.
func TestThreats(t *testing.T) {
	for _, fen := range []string{
		"r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1",
		"8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 b - - 0 1",
		"r4rk1/1pp1qppp/p1np1n2/2b1p1B1/2B1P1b1/P1NP1N2/1PP1QPPP/R4RK1 w - - 0 10",
	} {
		p := position(t, fen)
		for _, first := range p.Successors() {
			for _, second := range first.Successors() {
				checkThreats(t, &second)
			}
		}
	}
}

func checkThreats(t *testing.T, p *chess.Position) {
	t.Helper()
	if got, want := dangerIn(p), plainDanger(p); got != want {
		t.Fatalf("%s: danger %+v, expected %+v", p.FEN(), got, want)
	}
	if got, want := threatsIn(p), plainThreats(p); got != want {
		t.Fatalf("%s: threats %+v, expected %+v", p.FEN(), got, want)
	}
}

// ranks holds the order of the pieces by value that threats assume, by kind.
var ranks = [8]int{chess.Pawn: 1, chess.Knight: 3, chess.Bishop: 3, chess.Rook: 5, chess.Queen: 9}

func plainDanger(p *chess.Position) (d danger) {
	for piece := range p.Pieces() {
		if piece.Color == p.Side() {
			continue
		}
		attacks := reach(p, piece)
		d.byAny |= attacks
		for rank, by := range map[int]*chess.Bitboard{1: &d.byPawn, 3: &d.byMinor, 5: &d.byRook} {
			if piece.Kind != chess.King && ranks[piece.Kind] <= rank {
				*by |= attacks
			}
		}
	}
	return d
}

func plainThreats(p *chess.Position) (t threats) {
	for kind := chess.Pawn; kind <= chess.Queen; kind++ {
		for s := range chess.Square(64) {
			attacks := reach(p, chess.Piece{Color: p.Side(), Kind: kind, Square: s})
			for piece := range p.Pieces() {
				if piece.Color != p.Side() && ranks[piece.Kind] > ranks[kind] && attacks.Has(piece.Square) {
					t[kind] |= 1 << s
				}
			}
		}
	}
	return t
}

// reach returns the squares that a piece attacks in p.
func reach(p *chess.Position, piece chess.Piece) chess.Bitboard {
	if piece.Kind == chess.Pawn {
		return chess.PawnAttacks(piece.Color, piece.Square)
	}
	return chess.Attacks(piece.Kind, piece.Square, p.Occupied())
}

// TestOrder checks the ordering bonuses of quiet moves.
func TestOrder(t *testing.T) {
	for _, c := range []struct {
		rule, fen, move string
		want            int32
	}{
		{"orderescape=100", "4k3/8/8/3p4/4N3/8/8/4K3 w - - 0 1", "e4g3", 100},
		{"orderescape=100", "4k3/8/8/3p4/4B3/8/8/4K3 w - - 0 1", "e4g2", 100},
		{"orderescape=100", "6k1/8/8/3p4/8/4R3/8/4K3 w - - 0 1", "e3e4", -200},
		{"orderescape=100", "4k3/8/8/1n6/3R4/8/8/4K3 w - - 0 1", "d4d1", 200},
		{"orderescape=100", "4k3/8/8/1n6/3Q4/8/8/4K3 w - - 0 1", "d4d1", 300},
		{"orderescape=100", "4k3/8/8/1n6/3Q4/8/8/4K3 w - - 0 1", "d4c3", 0},
		{"orderescape=100", "4k3/8/8/3q4/8/8/3Q4/4K3 w - - 0 1", "d2c1", 0},
		{"orderescape=100", "r3k3/8/8/8/8/8/P7/4K3 w - - 0 1", "a2a3", 0},
		{"orderattack=100", "4k3/8/1b6/8/8/3N4/8/4K3 w - - 0 1", "d3c5", 0},
		{"orderattack=100", "4k3/8/8/1r6/8/8/4N3/4K3 w - - 0 1", "e2c3", 100},
		{"orderattack=100", "4k3/8/8/1n6/8/8/4N3/4K3 w - - 0 1", "e2c3", 0},
		{"orderattack=100", "4k3/8/8/1n6/8/P7/8/4K3 w - - 0 1", "a3a4", 100},
		{"orderattack=100", "4k3/8/8/1q6/8/8/8/R3K3 w - - 0 1", "a1b1", 100},
		{"orderapart=on", "4k3/8/8/3p4/4N3/8/8/4K3 w - - 0 1", "e4g3", 0},
	} {
		th := started(t, "plain,"+c.rule, "off", c.fen)
		p := &th.frame(0).position
		d, threats := dangerIn(p), threatsIn(p)
		if got := th.params.Order.forward(p, move(t, th, 0, c.move), &d, &threats); got != c.want {
			t.Errorf("%s: %s in %s is put forward by %d (expected %d)", c.rule, c.move, c.fen, got, c.want)
		}
	}
}

// TestApart checks that the histories of a move are separated by danger with Order.Apart.
func TestApart(t *testing.T) {
	for search, want := range map[string]bool{"plain,orderapart=on": true, "plain,orderescape=1": false} {
		th := started(t, search, "off", "4k3/8/8/3p4/4N3/8/8/4K3 w - - 0 1")
		f := th.frame(0)
		m := move(t, th, 0, "e4g3")
		safe := th.butterfly(f, m)
		th.lookForDanger(f)
		if apart := th.butterfly(f, m) != safe; apart != want {
			t.Errorf("%s: apart %t", search, apart)
		}
	}
}

// TestOrderPicked checks that the picker follows the ordering bonuses, and that quiescence computes the
// danger before it tries quiet moves.
func TestOrderPicked(t *testing.T) {
	th := started(t, "plain,orderescape=1", "off", "4k3/8/8/3p4/4N3/8/8/4K3 w - - 0 1")
	f := th.frame(0)
	info := f.position.CheckInfo()
	th.begin(f, 0, chess.NoMove)
	for range 8 { // of the knight
		if m := th.pickNext(f, 0, &info); m.From() != 28 {
			t.Fatalf("%v is picked before the knight is out of danger", m)
		}
	}
	f.danger = danger{}
	th.beginQuiescence(f, 0, &table.Hit{}, 1)
	if f.danger != dangerIn(&f.position) {
		t.Errorf("danger in quiescence is %+v", f.danger)
	}
}
