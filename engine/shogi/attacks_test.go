package shogi

import (
	"testing"

	"github.com/zugwatch/zugwatch/engine/random"
)

// sparse returns a random set of about a quarter of the board.
func sparse(seed *random.Source) Bitboard {
	half, other := Bitboard{seed.Next(), seed.Next()}, Bitboard{seed.Next(), seed.Next()}
	return half.And(other).And(board)
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
		if n != len(listed) || n != b.Count() || again != b || b.MoreThanOne() != (n > 1) {
			t.Fatalf("%x: %d squares, count %d, more %t, listed %v", b, n, b.Count(), b.MoreThanOne(), listed)
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
