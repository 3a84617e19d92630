package shogi

import (
	"testing"

	"github.com/zugwatch/zugwatch/engine/random"
)

// walk returns the plain form of a slider's attacks: go until something stands in the way.
func walk(s Square, occupied Bitboard, ways ...[2]int) (attacks Bitboard) {
	for _, way := range ways {
		for at := s; ; {
			next := stepFrom(at, way)
			attacks = attacks.Or(next)
			if next.Empty() || !next.And(occupied).Empty() {
				break
			}
			at = next.First()
		}
	}
	return attacks
}

// sparse returns a random set of about a quarter of the board.
func sparse(seed *random.Source) Bitboard {
	half, other := Bitboard{seed.Next(), seed.Next()}, Bitboard{seed.Next(), seed.Next()}
	return half.And(other).And(board)
}

// TestSliders holds lances, bishops and rooks against the plain walk, on every
// square among random pieces.
func TestSliders(t *testing.T) {
	seed := random.Source(3)
	straight := [][2]int{{0, 1}, {0, -1}, {1, 0}, {-1, 0}}
	diagonal := [][2]int{{1, 1}, {1, -1}, {-1, 1}, {-1, -1}}
	for range 300 {
		for s := range Square(squares) {
			occupied := sparse(&seed)
			for _, test := range []struct {
				name      string
				got, want Bitboard
			}{
				{"black lance", LanceAttacks(Black, s, occupied), walk(s, occupied, [2]int{0, -1})},
				{"white lance", LanceAttacks(White, s, occupied), walk(s, occupied, [2]int{0, 1})},
				{"bishop", BishopAttacks(s, occupied), walk(s, occupied, diagonal...)},
				{"rook", RookAttacks(s, occupied), walk(s, occupied, straight...)},
			} {
				if test.got != test.want {
					t.Fatalf("%s on %s among %x attacks %x, want %x", test.name, s, occupied, test.got, test.want)
				}
			}
		}
	}
}

// TestAttacks draws what each kind attacks on an empty board: a piece of Black on 5e
// with the squares around it, rank by rank, from file 9 to file 1.
func TestAttacks(t *testing.T) {
	for _, test := range []struct {
		kind Kind
		want [5]string // ranks c to g, files 7 to 3
	}{
		{Pawn, [5]string{".....", "..x..", ".....", ".....", "....."}},
		{Lance, [5]string{"..x..", "..x..", ".....", ".....", "....."}},
		{Knight, [5]string{".x.x.", ".....", ".....", ".....", "....."}},
		{Silver, [5]string{".....", ".xxx.", ".....", ".x.x.", "....."}},
		{Gold, [5]string{".....", ".xxx.", ".x.x.", "..x..", "....."}},
		{Bishop, [5]string{"x...x", ".x.x.", ".....", ".x.x.", "x...x"}},
		{Rook, [5]string{"..x..", "..x..", "xx.xx", "..x..", "..x.."}},
		{King, [5]string{".....", ".xxx.", ".x.x.", ".xxx.", "....."}},
		{Tokin, [5]string{".....", ".xxx.", ".x.x.", "..x..", "....."}},
		{PromotedLance, [5]string{".....", ".xxx.", ".x.x.", "..x..", "....."}},
		{PromotedKnight, [5]string{".....", ".xxx.", ".x.x.", "..x..", "....."}},
		{PromotedSilver, [5]string{".....", ".xxx.", ".x.x.", "..x..", "....."}},
		{Horse, [5]string{"x...x", ".xxx.", ".x.x.", ".xxx.", "x...x"}},
		{Dragon, [5]string{"..x..", ".xxx.", "xx.xx", ".xxx.", "..x.."}},
	} {
		for c := Black; c <= White; c++ {
			attacks := Attacks(c, test.kind, NewSquare(4, 4), Bitboard{})
			for row := range 5 {
				for column := range 5 {
					rank := 2 + row
					if c == White {
						rank = 6 - row
					}
					s := NewSquare(6-column, rank)
					if want := test.want[row][column] == 'x'; attacks.Has(s) != want {
						t.Errorf("%s of %s on 5e attacks %s: %t, want %t", test.kind, c, s, !want, want)
					}
				}
			}
		}
	}
}

// aligned reports whether two squares differ and share a rank, file or diagonal.
func aligned(files, ranks int) bool {
	return (files != 0 || ranks != 0) && (files == 0 || ranks == 0 || files == ranks || files == -ranks)
}

// TestBetweenAndLine holds both tables against their definitions for every three
// squares: c is on the line of a and b when it is aligned with both in the same
// direction, and between them when it lies in their rectangle too.
func TestBetweenAndLine(t *testing.T) {
	for a := range Square(squares) {
		for b := range Square(squares) {
			files, ranks := b.File()-a.File(), b.Rank()-a.Rank()
			for c := range Square(squares) {
				toFiles, toRanks := c.File()-a.File(), c.Rank()-a.Rank()
				onLine := aligned(files, ranks) && files*toRanks == ranks*toFiles
				within := toFiles*(files-toFiles) >= 0 && toRanks*(ranks-toRanks) >= 0
				if got := lines[a][b].Has(c); got != onLine {
					t.Errorf("%s on the line of %s and %s: %t, want %t", c, a, b, got, onLine)
				}
				want := onLine && within && c != a && c != b
				if got := between[a][b].Has(c); got != want {
					t.Errorf("%s between %s and %s: %t, want %t", c, a, b, got, want)
				}
			}
		}
	}
}

// TestBitboard holds sets of two words against lists of squares.
func TestBitboard(t *testing.T) {
	seed := random.Source(5)
	for range 2000 {
		b := sparse(&seed)
		var listed []Square
		var again Bitboard
		for rest := b; !rest.Empty(); rest = rest.Rest() {
			listed = append(listed, rest.First())
			again = again.Or(rest.First().Bit())
		}
		n := 0
		for s := range Square(squares) {
			if !b.Has(s) {
				continue
			}
			if n >= len(listed) || listed[n] != s {
				t.Fatalf("%x is listed as %v", b, listed)
			}
			n++
		}
		if n != len(listed) || n != b.Count() || again != b || b.More() != (n > 1) {
			t.Fatalf("%x: %d squares, count %d, more %t, listed %v", b, n, b.Count(), b.More(), listed)
		}
	}
	if got := (Bitboard{}).First(); got != NoSquare || board.Has(NoSquare) || !NoSquare.Bit().Empty() {
		t.Errorf("the first square of none is %d, its board %x", got, NoSquare.Bit())
	}
}

// TestOtherFiles checks the files without one of the squares. Every file has at most one
// of them.
func TestOtherFiles(t *testing.T) {
	seed := random.Source(6)
	for range 2000 {
		var some, want Bitboard
		for file := range 9 {
			if rank := seed.Below(14); rank < 9 {
				some = some.Or(NewSquare(file, rank).Bit())
			} else {
				want = want.Or(fileSet(file))
			}
		}
		if got := some.otherFiles(); got != want {
			t.Fatalf("the other files of %x are %x, want %x", some, got, want)
		}
	}
}
