package chess

import (
	"slices"
	"testing"

	"github.com/zugwatch/zugwatch/engine/must"
)

// sorted returns the moves of a list in the order of their numbers.
func sorted(l *MoveList) []Move {
	moves := slices.Clone(l.Slice())
	slices.Sort(moves)
	return moves
}

func TestPlayKeepsPositionsWhole(t *testing.T) {
	randomGames(t, 7, 3, func(p *Position, _ Move) { checkPosition(t, p) })
}

// TestPlayWritesOnlyNext: the position played from stays, and what next held
// before does not matter.
func TestPlayWritesOnlyNext(t *testing.T) {
	dirty := mustParse(t, "r3k2r/8/8/3pP3/8/8/8/R3K2R w KQkq d6 40 90")
	randomGames(t, 8, 1, func(p *Position, follows Move) {
		if follows == NoMove {
			return
		}
		before, one, other := *p, Position{}, dirty
		p.Play(follows, &one)
		p.Play(follows, &other)
		if one != other || before != *p {
			t.Fatalf("%s: %s leads to %s and %s", before.FEN(), follows, one.FEN(), other.FEN())
		}
	})
}

// TestGeneratorsAgree: the parts make up the whole, without a move twice, and
// the count is that of the list.
func TestGeneratorsAgree(t *testing.T) {
	randomGames(t, 9, 3, func(p *Position, _ Move) {
		var all, noisy, parts MoveList
		p.Legal(&all)
		p.Noisy(&noisy)
		p.Noisy(&parts)
		p.Quiets(&parts)
		want := sorted(&all)
		if len(slices.Compact(slices.Clone(want))) != all.Len() {
			t.Fatalf("%s: a move is listed twice in %v", p.FEN(), want)
		}
		if got := sorted(&parts); !slices.Equal(got, want) {
			t.Fatalf("%s: noisy and quiet moves are %v, want %v", p.FEN(), got, want)
		}
		for i, m := range parts.Slice() {
			isNoisy := m.IsCapture() || m.Promotion() == Queen
			if isNoisy != (i < noisy.Len()) {
				t.Fatalf("%s: %s is on the wrong list", p.FEN(), m)
			}
		}
		if got := p.CountLegal(); got != all.Len() {
			t.Fatalf("%s: count %d, want %d", p.FEN(), got, all.Len())
		}
	})
}

// TestLegalClears: Legal begins a list anew, Noisy and Quiets append.
func TestLegalClears(t *testing.T) {
	p := Start()
	var l MoveList
	p.Legal(&l)
	p.Legal(&l)
	if l.Len() != 20 {
		t.Errorf("list has %d moves, want 20", l.Len())
	}
	p.Quiets(&l)
	if l.Len() != 40 {
		t.Errorf("list has %d moves, want 40", l.Len())
	}
	l.Clear()
	if l.Len() != 0 || len(l.Slice()) != 0 {
		t.Errorf("cleared list has %d moves", l.Len())
	}
}

// TestIsLegalForAllMoves asks about all 65536 moves of sampled positions.
func TestIsLegalForAllMoves(t *testing.T) {
	visited := 0
	randomGames(t, 10, 1, func(p *Position, _ Move) {
		visited++
		if visited%43 != 0 && !p.checkers.MoreThanOne() && p.passant == NoSquare {
			return
		}
		var legal [1 << 16]bool
		for _, m := range p.LegalMoves() {
			legal[m] = true
		}
		for i, want := range legal {
			if got := p.IsLegal(Move(i)); got != want {
				t.Fatalf("%s: %s (%#x) is legal: %t, want %t", p.FEN(), Move(i), i, got, want)
			}
		}
	})
}

func TestGivesCheck(t *testing.T) {
	randomGames(t, 11, 2, func(p *Position, _ Move) {
		info := p.CheckInfo()
		for m, next := range p.Successors() {
			if got := p.GivesCheck(m, &info); got != next.InCheck() {
				t.Fatalf("%s: %s gives check: %t, want %t", p.FEN(), m, got, next.InCheck())
			}
		}
	})
}

// TestQuietChecks: they are the quiet moves that give check, but castling.
func TestQuietChecks(t *testing.T) {
	found := 0
	randomGames(t, 17, 2, func(p *Position, _ Move) {
		if p.InCheck() {
			return
		}
		var l, want, got MoveList
		p.Quiets(&l)
		for _, m := range l.Slice() {
			if next := p.After(m); next.InCheck() && !m.IsCastle() && !m.IsPromotion() {
				want.add(m)
			}
		}
		p.QuietChecks(&got)
		if !slices.Equal(sorted(&got), sorted(&want)) {
			t.Fatalf("%s: quiet checks are %v, want %v", p.FEN(), sorted(&got), sorted(&want))
		}
		found += got.Len()
	})
	if found == 0 {
		t.Error("no quiet move gave check")
	}
}

func TestPlay(t *testing.T) {
	tests := []struct{ name, fen, move, want string }{
		{"push", "4k3/8/8/8/8/8/4P3/4K3 w - - 7 30", "e2e3", "4k3/8/8/8/8/4P3/8/4K3 b - - 0 30"},
		{"piece", "4k3/8/8/8/8/8/8/R3K3 w - - 7 30", "a1a5", "4k3/8/8/R7/8/8/8/4K3 b - - 8 30"},
		{"piece of black", "r3k3/8/8/8/8/8/8/4K3 b - - 7 30", "a8a5", "4k3/8/8/r7/8/8/8/4K3 w - - 8 31"},
		{"capture", "4k3/8/8/p7/8/8/8/R3K3 w - - 7 30", "a1a5", "4k3/8/8/R7/8/8/8/4K3 b - - 0 30"},
		{"double push that can be taken", "4k3/8/8/8/5p2/8/4P3/4K3 w - - 0 1", "e2e4", "4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 1"},
		{"double push beside nobody", "4k3/8/8/8/8/8/4P3/4K3 w - - 0 1", "e2e4", "4k3/8/8/8/4P3/8/8/4K3 b - - 0 1"},
		{"double push beside a pinned pawn", "5k2/8/8/8/5p2/8/4P3/4KR2 w - - 0 1", "e2e4", "5k2/8/8/8/4Pp2/8/8/4KR2 b - - 0 1"},
		{"double push, one of two may take", "7k/8/8/8/3p1p2/8/4P3/B3K3 w - - 0 1", "e2e4", "7k/8/8/8/3pPp2/8/8/B3K3 b - e3 0 1"},
		{"en passant", "4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 9", "f4e3", "4k3/8/8/8/8/4p3/8/4K3 w - - 0 10"},
		{"en passant not taken", "4k3/8/8/8/4Pp2/8/8/4K3 b - e3 0 9", "e8e7", "8/4k3/8/8/4Pp2/8/8/4K3 w - - 1 10"},
		{"short castling", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 9", "e1g1", "r3k2r/8/8/8/8/8/8/R4RK1 b kq - 4 9"},
		{"long castling", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq - 3 9", "e8c8", "2kr3r/8/8/8/8/8/8/R3K2R w KQ - 4 10"},
		{"rook takes rook", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 9", "a1a8", "R3k2r/8/8/8/8/8/8/4K2R b Kk - 0 9"},
		{"king moves", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 3 9", "e1e2", "r3k2r/8/8/8/8/8/4K3/R6R b kq - 4 9"},
		{"promotion", "8/4P1k1/8/8/8/8/8/4K3 w - - 3 9", "e7e8n", "4N3/6k1/8/8/8/8/8/4K3 b - - 0 9"},
		{"capturing promotion at a rook's home", "r3k3/1P6/8/8/8/8/8/4K3 w q - 3 9", "b7a8q", "Q3k3/8/8/8/8/8/8/4K3 b - - 0 9"},
		{"halfmove clock at its end", "4k3/8/8/8/8/8/8/R3K3 w - - 255 300", "a1a5", "4k3/8/8/R7/8/8/8/4K3 b - - 255 300"},
		{"move number at its end", "r3k3/8/8/8/8/8/8/4K3 b - - 7 9999", "a8a5", "4k3/8/8/r7/8/8/8/4K3 w - - 8 9999"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := mustParse(t, test.fen)
			next := p.After(must.Get(p.ParseMove(test.move))(t))
			checkPosition(t, &next)
			if got := next.FEN(); got != test.want {
				t.Errorf("%s after %s is %s, want %s", test.fen, test.move, got, test.want)
			}
		})
	}
}

func TestPass(t *testing.T) {
	tests := []struct{ name, fen, want string }{
		{"white", "4k3/8/8/8/8/8/8/R3K3 w Q - 7 30", "4k3/8/8/8/8/8/8/R3K3 b Q - 8 30"},
		{"black", "4k3/8/8/8/8/8/8/R3K3 b Q - 7 30", "4k3/8/8/8/8/8/8/R3K3 w Q - 8 31"},
		{"en passant goes", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 9", "4k3/8/8/3pP3/8/8/8/4K3 b - - 1 9"},
		{"halfmove clock at its end", "4k3/8/8/8/8/8/8/R3K3 w Q - 255 300", "4k3/8/8/8/8/8/8/R3K3 b Q - 255 300"},
		{"move number at its end", "4k3/8/8/8/8/8/8/R3K3 b Q - 7 9999", "4k3/8/8/8/8/8/8/R3K3 w Q - 8 9999"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := mustParse(t, test.fen)
			var next Position
			p.Pass(&next)
			if got := next.FEN(); got != test.want {
				t.Errorf("%s after a null move is %s, want %s", test.fen, got, test.want)
			}
		})
	}
	randomGames(t, 12, 1, func(p *Position, _ Move) {
		if !p.InCheck() {
			var next Position
			p.Pass(&next)
			checkPosition(t, &next)
		}
	})
}

// TestKeyAfter checks that KeyAfter is exact for the moves for which its comment promises it.
func TestKeyAfter(t *testing.T) {
	exact := 0
	randomGames(t, 11, 1, func(p *Position, _ Move) {
		for m, next := range p.Successors() {
			if m.IsCastle() || m.IsEnPassant() || m.IsPromotion() || next.castling != p.castling || next.passant != NoSquare {
				continue
			}
			exact++
			if got := p.KeyAfter(m); got != next.key {
				t.Fatalf("%s %s: early key %#x, key %#x", p.FEN(), m, got, next.key)
			}
		}
	})
	if exact < 1000 {
		t.Errorf("only %d moves looked at", exact)
	}
}
