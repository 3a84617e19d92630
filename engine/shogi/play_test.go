package shogi

import (
	"slices"
	"testing"

	"github.com/zugwatch/zugwatch/engine/must"
)

func TestPlayKeepsPositionsWhole(t *testing.T) {
	randomGames(t, 7, 2, func(p *Position, _ Move) { checkPosition(t, p) })
}

// TestPlayWritesOnlyNext: the position played from stays, and what next held before
// does not matter.
func TestPlayWritesOnlyNext(t *testing.T) {
	dirty := mustParse(t, delicate[3])
	randomGames(t, 8, 1, func(p *Position, follows Move) {
		if follows == NoMove {
			return
		}
		before, one, other := *p, Position{}, dirty
		p.Play(follows, &one)
		p.Play(follows, &other)
		if one != other || before != *p {
			t.Fatalf("%s: %s leads to %s and %s", before.SFEN(), follows, one.SFEN(), other.SFEN())
		}
	})
}

func TestPlay(t *testing.T) {
	for _, test := range []struct{ name, sfen, move, want string }{
		{"step", "4k4/9/9/9/9/9/4P4/9/4K4 b - 7", "5g5f", "4k4/9/9/9/9/4P4/9/9/4K4 w - 8"},
		{"capture", "4k4/9/9/9/9/4s4/4P4/9/4K4 b - 7", "5g5f", "4k4/9/9/9/9/4P4/9/9/4K4 w S 8"},
		{"capture of a promoted piece", "4k4/9/9/9/9/4+s4/4P4/9/4K4 b S 7", "5g5f", "4k4/9/9/9/9/4P4/9/9/4K4 w 2S 8"},
		{"capture by white", "4k4/9/9/9/4p4/4+R4/9/9/4K4 w - 7", "5e5f", "4k4/9/9/9/9/4p4/9/9/4K4 b r 8"},
		{"promotion", "3k5/9/9/4N4/9/9/9/9/4K4 b - 7", "5d4b+", "3k5/5+N3/9/9/9/9/9/9/4K4 w - 8"},
		{"promotion that takes", "3k5/5g3/9/4N4/9/9/9/9/4K4 b - 7", "5d4b+", "3k5/5+N3/9/9/9/9/9/9/4K4 w G 8"},
		{"promotion on the way out", "3k5/9/4R4/9/9/9/9/9/4K4 b - 7", "5c5f+", "3k5/9/9/9/9/4+R4/9/9/4K4 w - 8"},
		{"promoted piece moves", "3k5/9/9/9/9/4+R4/9/9/4K4 b - 7", "5f4e", "3k5/9/9/9/5+R3/9/9/9/4K4 w - 8"},
		{"drop", "3k5/9/9/9/9/9/9/9/4K4 b 2Pp 7", "P*5e", "3k5/9/9/9/4P4/9/9/9/4K4 w Pp 8"},
		{"drop of the last one by white", "3k5/9/9/9/9/9/9/9/4K4 w 2Pg 7", "G*9i", "3k5/9/9/9/9/9/9/9/g3K4 b 2P 8"},
		{"number of the ply at its end", "3k5/9/9/9/9/9/9/9/4K4 b - 9999", "5i5h", "3k5/9/9/9/9/9/9/4K4/9 w - 9999"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := mustParse(t, test.sfen)
			m := must.Get(p.ParseMove(test.move))(t)
			next := p.After(m)
			checkPosition(t, &next)
			if got := next.SFEN(); got != test.want {
				t.Errorf("%s after %s is %s, want %s", test.sfen, test.move, got, test.want)
			}
		})
	}
}

func TestPass(t *testing.T) {
	for _, test := range []struct{ name, sfen, want string }{
		{"black", "4k4/9/9/9/9/9/9/9/R3K4 b Pp 7", "4k4/9/9/9/9/9/9/9/R3K4 w Pp 8"},
		{"white", "4k4/9/9/9/9/9/9/9/R3K4 w - 7", "4k4/9/9/9/9/9/9/9/R3K4 b - 8"},
		{"number of the ply at its end", "4k4/9/9/9/9/9/9/9/R3K4 w - 9999", "4k4/9/9/9/9/9/9/9/R3K4 b - 9999"},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := mustParse(t, test.sfen)
			var next Position
			p.Pass(&next)
			if got := next.SFEN(); got != test.want {
				t.Errorf("%s after a null move is %s, want %s", test.sfen, got, test.want)
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

// sorted returns the moves of a list in the order of their numbers.
func sorted(l *MoveList) []Move {
	moves := slices.Clone(l.Slice())
	slices.Sort(moves)
	return moves
}

// TestGeneratorsAgree checks that the partial generators add up to Legal, each with moves of its own sort and none
// twice, and that CountLegal agrees.
func TestGeneratorsAgree(t *testing.T) {
	randomGames(t, 9, 2, func(p *Position, _ Move) {
		var all, parts MoveList
		p.Legal(&all)
		p.Noisy(&parts)
		noisy := parts.Len()
		p.Quiets(&parts)
		quiet := parts.Len()
		p.Drops(&parts)
		want := sorted(&all)
		if len(slices.Compact(slices.Clone(want))) != all.Len() {
			t.Fatalf("%s: a move is listed twice in %v", p.SFEN(), want)
		}
		if got := sorted(&parts); !slices.Equal(got, want) {
			t.Fatalf("%s: the parts are %v, want %v", p.SFEN(), got, want)
		}
		for i, m := range parts.Slice() {
			part := 1
			switch {
			case m.IsDrop():
				part = 2
			case p.At(m.To()) != NoKind || m.IsPromotion() && p.At(m.From()) == Pawn:
				part = 0
			}
			if from, to := []int{0, noisy, quiet}[part], []int{noisy, quiet, parts.Len()}[part]; i < from || i >= to {
				t.Fatalf("%s: %s is on the wrong list", p.SFEN(), m)
			}
		}
		if got := p.CountLegal(); got != all.Len() {
			t.Fatalf("%s: count %d, want %d", p.SFEN(), got, all.Len())
		}
	})
}

// TestIsLegalForAllMoves asks about all 65536 moves of sampled positions.
func TestIsLegalForAllMoves(t *testing.T) {
	visited := 0
	randomGames(t, 10, 1, func(p *Position, _ Move) {
		visited++
		if visited%29 != 0 && !p.checkers.MoreThanOne() {
			return
		}
		var legal [1 << 16]bool
		for _, m := range p.LegalMoves() {
			legal[m] = true
		}
		for i, want := range legal {
			if got := p.IsLegal(Move(i)); got != want {
				t.Fatalf("%s: %s (%#x) is legal: %t, want %t", p.SFEN(), Move(i), i, got, want)
			}
		}
	})
}

func TestGivesCheck(t *testing.T) {
	randomGames(t, 11, 1, func(p *Position, _ Move) {
		info := p.CheckInfo()
		for m, next := range p.Successors() {
			if got := p.GivesCheck(m, &info); got != next.InCheck() {
				t.Fatalf("%s: %s gives check: %t, want %t", p.SFEN(), m, got, next.InCheck())
			}
		}
	})
}

// TestPinned: a piece is pinned when a slider attacks its king as soon as it is gone.
func TestPinned(t *testing.T) {
	pinned := 0
	randomGames(t, 13, 1, func(p *Position, _ Move) {
		for c := Black; c <= White; c++ {
			var want Bitboard
			king, occupied := p.King(c), p.Occupied()
			for pieces := p.Color(c); !pieces.Empty(); pieces = pieces.Rest() {
				piece := pieces.First().Bit()
				if p.attackersOf(c.Other(), king, occupied.AndNot(piece)) != p.attackersOf(c.Other(), king, occupied) {
					want = want.Or(piece)
				}
			}
			if got := p.Pinned(c); got != want {
				t.Fatalf("%s: pinned pieces of %s are %x, want %x", p.SFEN(), c, got, want)
			}
			pinned += want.Count()
		}
	})
	if pinned == 0 {
		t.Error("no piece was pinned")
	}
}

func TestAllocations(t *testing.T) {
	p := mustParse(t, perftFacts[1].sfen)
	takes := must.Get(p.ParseMove("3i2h+"))(t)
	info := p.CheckInfo()
	var l MoveList
	var next Position
	sink := 0
	for _, test := range []struct {
		name string
		most float64
		run  func()
	}{
		{"Perft", 1, func() { sink += int(Perft(&p, 2)) }},
		{"Legal", 0, func() { p.Legal(&l) }},
		{"Noisy, Quiets and Drops", 0, func() { l.Clear(); p.Noisy(&l); p.Quiets(&l); p.Drops(&l) }},
		{"CountLegal", 0, func() { sink += p.CountLegal() }},
		{"IsLegal", 0, func() { p.IsLegal(takes) }},
		{"GivesCheck", 0, func() { info = p.CheckInfo(); p.GivesCheck(takes, &info) }},
		{"Play", 0, func() { p.Play(takes, &next) }},
		{"Pass", 0, func() { p.Pass(&next) }},
		{"MayDeclare", 0, func() { p.MayDeclare() }},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := testing.AllocsPerRun(20, test.run); got > test.most {
				t.Errorf("%v allocations, want at most %v", got, test.most)
			}
		})
	}
	t.Logf("counted %d", sink)
}
