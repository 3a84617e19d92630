package shogi

import (
	"testing"

	"github.com/zugwatch/zugwatch/engine/must"
)

// checkPosition checks the invariants of p: both forms of its placement agree, all pieces are there, incremental
// values equal recomputed ones, and its SFEN reads back as p.
func checkPosition(t *testing.T, p *Position) {
	t.Helper()
	checkBoard(t, p)
	if want := p.computeKey(); p.Key() != want {
		t.Fatalf("%s: key %x, want %x", p.SFEN(), p.Key(), want)
	}
	them := p.side.Other()
	attackers := p.attackersOf(them, p.King(p.side), p.Occupied())
	if p.checkers != attackers || p.InCheck() == attackers.Empty() {
		t.Fatalf("%s: checkers %x, attackers of the king %x", p.SFEN(), p.checkers, attackers)
	}
	if !p.attackersOf(p.side, p.King(them), p.Occupied()).Empty() {
		t.Fatalf("%s: %s is in check and %s is to move", p.SFEN(), them, p.side)
	}
	again, err := ParseSFEN(p.SFEN())
	if err != nil {
		t.Fatalf("%s: %v", p.SFEN(), err)
	}
	if again != *p {
		t.Fatalf("%s: reads back as another position: %s", p.SFEN(), again.SFEN())
	}
}

// checkBoard holds the board by squares against the boards by kind and color, and the
// pieces against a set.
func checkBoard(t *testing.T, p *Position) {
	t.Helper()
	var kinds [2][16]Bitboard
	var count [8]int
	occupied := Bitboard{}
	for m := range p.Pieces() {
		if p.At(m.Square) != m.Kind || !p.Color(m.Color).Has(m.Square) || p.Color(m.Color.Other()).Has(m.Square) {
			t.Fatalf("%s: %+v is not what stands there", p.SFEN(), m)
		}
		kinds[m.Color][m.Kind] = kinds[m.Color][m.Kind].Or(m.Square.Bit())
		occupied = occupied.Or(m.Square.Bit())
		count[m.Kind.Base()]++
	}
	for s := range Square(squares) {
		if (p.At(s) != NoKind) != occupied.Has(s) {
			t.Fatalf("%s: %s on %s", p.SFEN(), p.At(s), s)
		}
	}
	for c := Black; c <= White; c++ {
		for k := range NoKind {
			if k.Base() < King || k == King {
				if got := p.Of(c, k); got != kinds[c][k] {
					t.Fatalf("%s: %ss of %s are %x, the board has %x", p.SFEN(), k, c, got, kinds[c][k])
				}
			}
		}
		for k := Pawn; k <= Rook; k++ {
			count[k] += p.Hand(c, k)
		}
		if p.King(c).Bit() != kinds[c][King] {
			t.Fatalf("%s: the king of %s is on %s", p.SFEN(), c, p.King(c))
		}
	}
	for k, n := range count {
		if n > fullSet[k] {
			t.Fatalf("%s: %d %ss", p.SFEN(), n, Kind(k))
		}
	}
}

// TestKind checks the properties of each kind.
func TestKind(t *testing.T) {
	for k, want := range map[Kind]string{
		Pawn: "P", Lance: "L", Knight: "N", Silver: "S", Gold: "G", Bishop: "B", Rook: "R", King: "K",
		Tokin: "+P", PromotedLance: "+L", PromotedKnight: "+N", PromotedSilver: "+S", Horse: "+B", Dragon: "+R", NoKind: ".",
	} {
		if got := k.Symbol(); got != want {
			t.Errorf("the symbol of a %s is %q, want %q", k, got, want)
		}
		if promoted := len(want) == 2; k.IsPromoted() != promoted || promoted && k.Base().Promoted() != k {
			t.Errorf("a %s is promoted: %t, want %t", k, k.IsPromoted(), promoted)
		}
		if can := len(want) == 1 && k != Gold && k != King && k != NoKind; k.CanPromote() != can {
			t.Errorf("a %s can promote: %t, want %t", k, k.CanPromote(), can)
		}
	}
}

// TestHand checks that a captured piece goes to the hand unpromoted, and leaves it again by a drop.
func TestHand(t *testing.T) {
	p := mustParse(t, "4k4/9/9/9/4+r4/4P4/9/9/4K4 b Pp 1")
	for _, step := range []struct {
		move         string
		black, white [2]int // pawns and rooks in hand
	}{
		{"5f5e", [2]int{1, 1}, [2]int{1, 0}},
		{"P*5d", [2]int{1, 1}, [2]int{0, 0}},
		{"5e5d", [2]int{2, 1}, [2]int{0, 0}},
		{"5a4b", [2]int{2, 1}, [2]int{0, 0}},
		{"R*5e", [2]int{2, 0}, [2]int{0, 0}},
	} {
		p = p.After(must.Get(p.ParseMove(step.move))(t))
		checkPosition(t, &p)
		for c, want := range map[Color][2]int{Black: step.black, White: step.white} {
			if got := [2]int{p.Hand(c, Pawn), p.Hand(c, Rook)}; got != want {
				t.Errorf("after %s %s holds %v pawns and rooks, want %v", step.move, c, got, want)
			}
		}
	}
}

// TestKeyOfHands: pieces on the board, in one hand and in the other are different.
func TestKeyOfHands(t *testing.T) {
	keys := map[uint64]string{}
	for _, sfen := range []string{
		"4k4/9/9/9/9/9/9/9/4K4 b - 1", "4k4/9/9/9/9/9/9/9/4K4 w - 1",
		"4k4/9/9/9/9/9/9/9/4K4 b P 1", "4k4/9/9/9/9/9/9/9/4K4 b p 1",
		"4k4/9/9/9/9/9/9/9/4K4 b 2P 1", "4k4/9/9/9/9/9/9/9/4K4 b Pp 1",
		"4k4/9/9/9/9/9/9/9/4K4 b L 1", "4k4/9/9/9/9/9/P8/9/4K4 b - 1", "4k4/9/9/9/9/9/+P8/9/4K4 b - 1",
	} {
		p := mustParse(t, sfen)
		if other, found := keys[p.Key()]; found {
			t.Errorf("%s has the key of %s", sfen, other)
		}
		keys[p.Key()] = sfen
		if again := mustParse(t, sfen[:len(sfen)-1]+"7"); again.Key() != p.Key() {
			t.Errorf("%s: the number of the ply changes the key", sfen)
		}
	}
}
