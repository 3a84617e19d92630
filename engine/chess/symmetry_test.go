package chess

import (
	"slices"
	"testing"

	"github.com/zugwatch/zugwatch/engine/random"
)

var symmetries = []Symmetry{0, FlipColors, MirrorFiles, FlipColors | MirrorFiles}

// TestSymmetries holds, for positions of all kinds, that the image is the position
// that its FEN says, that it leads back, and that its moves are the images of the
// moves, two plies deep.
func TestSymmetries(t *testing.T) {
	positions := []Position{
		Start(),
		mustParse(t, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 3 17"),
		mustParse(t, "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 7 40"),
		mustParse(t, "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1"),
		mustParse(t, "4k3/8/8/1pPp4/8/8/8/4K3 w - d6 0 9"),
		mustParse(t, "8/P6k/8/8/8/8/7p/K7 w - - 99 200"),
	}
	seed := random.New(7, 0)
	for range 300 {
		positions = append(positions, scatter(seed))
	}
	for i := range positions {
		for _, y := range symmetries {
			if y.Holds(&positions[i]) {
				checkSymmetry(t, y, &positions[i])
			}
		}
	}
}

func checkSymmetry(t *testing.T, y Symmetry, p *Position) {
	t.Helper()
	image := y.Position(p)
	if want := mustParse(t, image.FEN()); image != want {
		t.Fatalf("%d of %s: %+v, by its FEN %+v", y, p.FEN(), image, want)
	}
	if back := y.Position(&image); back != *p {
		t.Fatalf("%d of %s twice: %s", y, p.FEN(), back.FEN())
	}
	var want []Move
	for _, m := range p.LegalMoves() {
		want = append(want, y.Move(m))
		after, then := p.After(m), image.After(y.Move(m))
		then.fullmove = after.fullmove // which goes up after Black's moves
		if next := y.Position(&after); next != then {
			t.Fatalf("%d of %s after %s: %s", y, p.FEN(), m, next.FEN())
		}
	}
	got := image.LegalMoves()
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Fatalf("%d of %s: moves %v, want %v", y, p.FEN(), got, want)
	}
}

// TestSymmetryFlip: the flip of colors is what the plain form of a FEN says.
func TestSymmetryFlip(t *testing.T) {
	seed := random.New(8, 0)
	for range 300 {
		p := scatter(seed)
		if got, want := FlipColors.Position(&p), mirror(t, &p); got != want {
			t.Fatalf("%s: %s, want %s", p.FEN(), got.FEN(), want.FEN())
		}
	}
}

// TestSymmetryHolds: wings with rights to castle cannot change places.
func TestSymmetryHolds(t *testing.T) {
	start, bare := Start(), mustParse(t, "4k3/8/8/8/8/8/8/4K2R b - - 0 1")
	for _, test := range []struct {
		p    *Position
		y    Symmetry
		want bool
	}{
		{&start, FlipColors, true},
		{&start, MirrorFiles, false},
		{&start, FlipColors | MirrorFiles, false},
		{&bare, FlipColors | MirrorFiles, true},
	} {
		if got := test.y.Holds(test.p); got != test.want {
			t.Errorf("%d of %s: %t", test.y, test.p.FEN(), got)
		}
	}
	if NoMove != MirrorFiles.Move(NoMove) || NoSquare != FlipColors.Square(NoSquare) {
		t.Error("what is none has an image")
	}
}
