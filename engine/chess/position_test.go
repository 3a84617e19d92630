package chess

import (
	"fmt"
	"testing"
)

// checkPosition checks the invariants of p: both forms of its placement agree, incremental values equal recomputed
// ones, and its FEN reads back as p.
func checkPosition(t *testing.T, p *Position) {
	t.Helper()
	checkBoard(t, p)
	key, pawnKey, sideKeys := p.computeKeys()
	if p.Key() != key || p.PawnKey() != pawnKey || p.sideKeys[White] != sideKeys[White] || p.sideKeys[Black] != sideKeys[Black] {
		t.Fatalf("%s: keys %x %x %x, want %x %x %x", p.FEN(), p.key, p.pawnKey, p.sideKeys, key, pawnKey, sideKeys)
	}
	if want := p.computeCheckers(); p.checkers != want || p.InCheck() != (want != 0) {
		t.Fatalf("%s: checkers %#x, want %#x", p.FEN(), p.checkers, want)
	}
	if attackers := p.AttackersTo(p.King(p.side), p.Occupied()) & p.Color(p.side.Other()); attackers != p.checkers {
		t.Fatalf("%s: checkers %#x, attackers of the king %#x", p.FEN(), p.checkers, attackers)
	}
	if them := p.side.Other(); p.AttackersTo(p.King(them), p.Occupied())&p.Color(p.side) != 0 {
		t.Fatalf("%s: %s is in check and %s is to move", p.FEN(), them, p.side)
	}
	if want := fmt.Sprintf("%s %d %d", p.EPD(), p.Halfmove(), p.Fullmove()); p.FEN() != want {
		t.Fatalf("%s: its parts are %s", p.FEN(), want)
	}
	again, err := ParseFEN(p.FEN())
	if err != nil {
		t.Fatalf("%s: %v", p.FEN(), err)
	}
	if again != *p {
		t.Fatalf("%s: reads back as another position: %s", p.FEN(), again.FEN())
	}
}

// checkBoard holds the board by squares against the boards by kind and color.
func checkBoard(t *testing.T, p *Position) {
	t.Helper()
	var kinds [6]Bitboard
	occupied := Bitboard(0)
	for s := A1; s <= H8; s++ {
		if k := p.At(s); k < NoKind {
			kinds[k] |= s.Bit()
			occupied |= s.Bit()
		}
	}
	for k := Pawn; k <= King; k++ {
		if p.Kind(k) != kinds[k] || p.Of(White, k)|p.Of(Black, k) != kinds[k] {
			t.Fatalf("%s: the %ss are %#x, the board has %#x", p.FEN(), kindName(k), p.Kind(k), kinds[k])
		}
	}
	if p.Color(White)&p.Color(Black) != 0 || p.Occupied() != occupied {
		t.Fatalf("%s: colors %#x, the board has %#x", p.FEN(), p.colors, occupied)
	}
	for c := White; c <= Black; c++ {
		pieces := p.Of(c, Knight) | p.Of(c, Bishop) | p.Of(c, Rook) | p.Of(c, Queen)
		if p.Of(c, King) != p.King(c).Bit() || p.HasPieces(c) != (pieces != 0) {
			t.Fatalf("%s: %s has the kings %#x and the pieces %#x", p.FEN(), c, p.Of(c, King), pieces)
		}
	}
}

// TestPinned holds the pinned pieces against the definition: without the piece, and
// only then, its king is attacked by one more slider.
func TestPinned(t *testing.T) {
	randomGames(t, 6, 1, func(p *Position, _ Move) {
		for c := White; c <= Black; c++ {
			king, them := p.King(c), p.Color(c.Other())
			before := p.AttackersTo(king, p.Occupied()) & them
			var want Bitboard
			for pieces := p.Color(c) &^ king.Bit(); pieces != 0; pieces &= pieces - 1 {
				piece := pieces.First().Bit()
				if p.AttackersTo(king, p.Occupied()&^piece)&them != before {
					want |= piece
				}
			}
			if got := p.Pinned(c); got != want {
				t.Fatalf("%s: pinned pieces of %s %#x, want %#x", p.FEN(), c, got, want)
			}
		}
	})
}

// TestKeysAreDistinct: no two of the numbers that keys are made of are equal,
// and none is zero.
func TestKeysAreDistinct(t *testing.T) {
	seen := map[uint64]string{0: "zero"}
	add := func(key uint64, name string) {
		if other, ok := seen[key]; ok {
			t.Errorf("the key of %s is that of %s", name, other)
		}
		seen[key] = name
	}
	for c := White; c <= Black; c++ {
		for k := Pawn; k <= King; k++ {
			for s := A1; s <= H8; s++ {
				add(pieceKeys[c][k][s], c.String()+" "+kindName(k)+" on "+s.String())
			}
		}
	}
	for set, key := range castleKeys[1:] {
		add(key, "castling "+string("0123456789abcdef"[set+1]))
	}
	for file, key := range fileKeys {
		add(key, "file "+string(rune('a'+file)))
	}
	add(sideKey, "the side to move")
	if castleKeys[0] != 0 {
		t.Errorf("no castling right has the key %#x", castleKeys[0])
	}
}

// TestKeyIsFixed: files keep keys, so the numbers must not change.
func TestKeyIsFixed(t *testing.T) {
	p := Start()
	if got, want := p.Key(), uint64(0x24d1c48f0feeb018); got != want {
		t.Errorf("key of the starting position %#x, want %#x", got, want)
	}
}

// TestKeyTellsPositionsApart checks that positions with one difference have different keys, unless they differ only
// in their counters.
func TestKeyTellsPositionsApart(t *testing.T) {
	tests := []struct {
		name, one, other string
		same             bool
	}{
		{"side", "4k3/8/8/8/8/8/8/R3K3 w - -", "4k3/8/8/8/8/8/8/R3K3 b - -", false},
		{"castling", "4k3/8/8/8/8/8/8/R3K3 w Q -", "4k3/8/8/8/8/8/8/R3K3 w - -", false},
		{"whose castling", "r3k2r/8/8/8/8/8/8/R3K2R w KQ -", "r3k2r/8/8/8/8/8/8/R3K2R w kq -", false},
		{"en passant", "4k3/8/8/3pP3/8/8/8/4K3 w - d6", "4k3/8/8/3pP3/8/8/8/4K3 w - -", false},
		{"en passant to nobody", "4k3/8/8/3p4/8/8/8/4K3 w - d6", "4k3/8/8/3p4/8/8/8/4K3 w - -", true},
		{"en passant of a pinned pawn", "4k3/8/8/K2pP2r/8/8/8/8 w - d6", "4k3/8/8/K2pP2r/8/8/8/8 w - -", true},
		{"counters", "4k3/8/8/8/8/8/8/R3K3 w Q - 7 30", "4k3/8/8/8/8/8/8/R3K3 w Q - 0 1", true},
		{"color of a piece", "4k3/8/8/8/8/8/8/N3K3 w - -", "4k3/8/8/8/8/8/8/n3K3 w - -", false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			one, other := mustParse(t, test.one), mustParse(t, test.other)
			if (one.Key() == other.Key()) != test.same {
				t.Errorf("keys %#x and %#x, want them the same: %t", one.Key(), other.Key(), test.same)
			}
		})
	}
}
