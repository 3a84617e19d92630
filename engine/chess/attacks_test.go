package chess

import (
	"testing"

	"github.com/zugwatch/zugwatch/engine/random"
)

// TestMagics holds the hashed attacks against the plain walk for every square
// and every occupation of its mask, with noise outside of the mask.
func TestMagics(t *testing.T) {
	tests := []struct {
		name   string
		magics *[64]magic
		steps  *[4][2]int
		look   func(Square, Bitboard) Bitboard
		shift  int // the sum of the widths: how many entries the tables need
	}{
		{"rook", &rookMagics, &rookSteps, RookAttacks, 102400},
		{"bishop", &bishopMagics, &bishopSteps, BishopAttacks, 5248},
	}
	seed := random.Source(3)
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			entries := 0
			for s := A1; s <= H8; s++ {
				mask := test.magics[s].mask
				for part, more := Bitboard(0), true; more; more = part != 0 {
					entries++
					occupied := part | Bitboard(seed.Next())&^mask
					got, want := test.look(s, occupied), walk(s, occupied, test.steps)
					if got != want {
						t.Fatalf("%s on %s among %#x attacks %#x, want %#x", test.name, s, occupied, got, want)
					}
					part = (part - mask) & mask
				}
			}
			if entries != test.shift {
				t.Errorf("%d entries, want %d", entries, test.shift)
			}
		})
	}
}

// sparse returns a random set of about 16 squares.
func sparse(seed *random.Source) Bitboard {
	b := Bitboard(seed.Next())
	return b & Bitboard(seed.Next())
}

// distance returns how many files and ranks apart two squares are.
func distance(a, b Square) (files, ranks int) {
	return b.File() - a.File(), b.Rank() - a.Rank()
}

func magnitude(n int) int { return max(n, -n) }

// aligned reports whether two squares differ and share a rank, file or diagonal.
func aligned(a, b Square) bool {
	files, ranks := distance(a, b)
	return a != b && (files == 0 || ranks == 0 || magnitude(files) == magnitude(ranks))
}

// TestBetweenAndLine holds both tables against their definitions for every
// three squares: c is on the line of a and b when it is aligned with both in
// the same direction, and between them when it lies in their rectangle too.
func TestBetweenAndLine(t *testing.T) {
	for a := A1; a <= H8; a++ {
		for b := A1; b <= H8; b++ {
			files, ranks := distance(a, b)
			for c := A1; c <= H8; c++ {
				toFiles, toRanks := distance(a, c)
				onLine := aligned(a, b) && files*toRanks == ranks*toFiles
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

func TestBitboard(t *testing.T) {
	seed := random.Source(5)
	for range 2000 {
		b := sparse(&seed)
		var squares []Square
		var north, south, east, west Bitboard
		for s := A1; s <= H8; s++ {
			if !b.Has(s) {
				continue
			}
			squares = append(squares, s)
			north |= stepFrom(s, [2]int{0, 1})
			south |= stepFrom(s, [2]int{0, -1})
			east |= stepFrom(s, [2]int{1, 0})
			west |= stepFrom(s, [2]int{-1, 0})
		}
		if b.Count() != len(squares) || b.MoreThanOne() != (len(squares) > 1) {
			t.Errorf("%#x has count %d and more %t, want %d squares", b, b.Count(), b.MoreThanOne(), len(squares))
		}
		if n := len(squares); n > 0 && (b.First() != squares[0] || b.Last() != squares[n-1]) {
			t.Errorf("%#x goes from %s to %s, want %s to %s", b, b.First(), b.Last(), squares[0], squares[n-1])
		}
		if b.North() != north || b.South() != south || b.East() != east || b.West() != west {
			t.Errorf("%#x moves to %#x %#x %#x %#x, want %#x %#x %#x %#x",
				b, b.North(), b.South(), b.East(), b.West(), north, south, east, west)
		}
		if b.Forward(White) != north || b.Forward(Black) != south {
			t.Errorf("%#x forward is %#x and %#x, want %#x and %#x", b, b.Forward(White), b.Forward(Black), north, south)
		}
	}
}

func TestSquare(t *testing.T) {
	for s := A1; s <= H8; s++ {
		if again := NewSquare(s.File(), s.Rank()); again != s {
			t.Errorf("square %d is made of file %d and rank %d as %d", s, s.File(), s.Rank(), again)
		}
		if again, ok := parseSquare(s.String()); !ok || again != s {
			t.Errorf("square %d is written %s and read as %d, %t", s, s, again, ok)
		}
		if r := s.Relative(Black); r.File() != s.File() || r.Rank() != 7-s.Rank() || s.Relative(White) != s {
			t.Errorf("%s is %s for black and %s for white", s, r, s.Relative(White))
		}
	}
	for _, text := range []string{"", "a", "a0", "a9", "i1", "`1", "A1", "a1 ", "-"} {
		if s, ok := parseSquare(text); ok || s != NoSquare {
			t.Errorf("square %q is read as %s", text, s)
		}
	}
	if NoSquare.String() != "-" {
		t.Errorf("no square is written %q", NoSquare)
	}
}

func TestKind(t *testing.T) {
	for k := Pawn; k <= King; k++ {
		lower := k.Letter()
		if kindOf(lower) != k || kindOf(lower-'a'+'A') != k {
			t.Errorf("kind %d is written %q and read as %d and %d", k, lower, kindOf(lower), kindOf(lower-'a'+'A'))
		}
	}
	letters := 0
	for c := range 256 {
		if kindOf(byte(c)) != NoKind {
			letters++
		}
	}
	if letters != 12 {
		t.Errorf("%d letters name kinds, want 12", letters)
	}
	if NoKind.Letter() != '.' {
		t.Errorf("no kind is written %q", NoKind.Letter())
	}
	if White.Other() != Black || Black.Other() != White || White.String() != "white" || Black.String() != "black" {
		t.Errorf("colors are %s and %s with the others %s and %s", White, Black, White.Other(), Black.Other())
	}
}
