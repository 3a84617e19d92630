package selfplay

import (
	"testing"

	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/random"
	"github.com/zugwatch/zugwatch/engine/shogi"
	"github.com/zugwatch/zugwatch/engine/shogi/tsume"
)

func position(t testing.TB, sfen string) shogi.Position {
	t.Helper()
	return must.Get(shogi.ParseSFEN(sfen))(t)
}

// TestWithout: a piece changes hands and loses its promotion; no check is uncovered.
func TestWithout(t *testing.T) {
	const mate = "4k4/9/4P4/9/9/9/7+p1/9/4K3r b GS2Pg2p 7"
	for _, test := range []struct{ name, sfen, square, kind, want string }{
		{"on the board", mate, "5c", "P", "4k4/9/9/9/9/9/7+p1/9/4K3r b GS2Pg3p 7"},
		{"in hand", mate, "", "P", "4k4/9/4P4/9/9/9/7+p1/9/4K3r b GSPg3p 7"},
		{"the last in hand", mate, "", "S", "4k4/9/4P4/9/9/9/7+p1/9/4K3r b G2Pgs2p 7"},
		{"promoted, of White", "4K4/9/9/9/9/9/7+p1/9/4k4 w - 8", "2g", "+P", "4K4/9/9/9/9/9/9/9/4k4 w P 8"},
		{"a shield", "4k4/9/9/9/9/9/9/9/4KP2r b - 1", "4i", "P", "4k4/9/9/9/9/9/9/9/4K3r b p 1"},
		{"a check uncovered", "4k4/4B4/4R4/9/9/9/9/9/4K4 b - 1", "5b", "B", ""},
	} {
		p := position(t, test.sfen)
		piece := shogi.Piece{Color: p.Side(), Square: shogi.NoSquare, Kind: shogi.Silver}
		for m := range p.Pieces() {
			if m.Square.String() == test.square {
				piece = m
			}
		}
		if test.square == "" && test.kind == "P" {
			piece.Kind = shogi.Pawn
		}
		got, err := withPieceInHand(&p, piece)
		if (err == nil) != (test.want != "") || err == nil && got.SFEN() != test.want {
			t.Errorf("%s: %s, %v, want %s", test.name, got.SFEN(), err, test.want)
		}
	}
}

// TestEconomize checks that the minimized position mates, and that the attacker can spare no piece.
func TestEconomize(t *testing.T) {
	c := must.Get(newComposer(TsumeDefaults()))(t)
	p := position(t, "lns2g3/3k2b2/prpppp2+L/5n1S1/9/2P2P3/P+p1PP1PP1/3SG1+bp1/L3KR1+pP w 2GLPs2np 72")
	for seed := range uint64(3) {
		q := c.minimize(t.Context(), p, random.New(seed, 0))
		if got := c.solver.Solve(t.Context(), q, scanNodes).Verdict; got != tsume.Mate || q.SFEN() == p.SFEN() || q.Ply() != p.Ply() {
			t.Errorf("%s is %s", q.SFEN(), got)
		}
		for m := range q.Pieces() {
			if m.Color != q.Side() || m.Kind == shogi.King {
				continue
			}
			if less, err := withPieceInHand(&q, m); err == nil && c.solver.Solve(t.Context(), less, scanNodes).Verdict == tsume.Mate {
				t.Errorf("%s: %s on %s can be spared", q.SFEN(), m.Kind, m.Square)
			}
		}
	}
}
