package chess

import (
	"slices"
	"testing"

	"github.com/zugwatch/zugwatch/engine/random"
)

var symmetries = []Symmetry{0, FlipColors, MirrorFiles, FlipColors | MirrorFiles}

// TestSymmetries checks for positions of all kinds that the image has the expected FEN and maps back. Two plies deep,
// the moves of the image are the images of the moves.
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

// TestSymmetryTexts: images by the texts of positions.
func TestSymmetryTexts(t *testing.T) {
	for _, test := range []struct {
		y         Symmetry
		fen, want string
	}{
		{0, "4k3/8/8/1pPp4/8/8/8/R3K3 w - d6 0 9", "4k3/8/8/1pPp4/8/8/8/R3K3 w - d6 0 9"},
		{FlipColors, "4k3/8/8/1pPp4/8/8/8/R3K3 w - d6 0 9", "r3k3/8/8/8/1PpP4/8/8/4K3 b - d3 0 9"},
		{MirrorFiles, "4k3/8/8/1pPp4/8/8/8/R3K3 w - d6 0 9", "3k4/8/8/4pPp1/8/8/8/3K3R w - e6 0 9"},
		{FlipColors | MirrorFiles, "4k3/8/8/1pPp4/8/8/8/R3K3 w - d6 0 9", "3k3r/8/8/8/4PpP1/8/8/3K4 b - e3 0 9"},
		{FlipColors, "r3k2r/8/8/8/8/8/8/R3K2R b Kq - 7 40", "r3k2r/8/8/8/8/8/8/R3K2R w Qk - 7 40"},
	} {
		p := mustParse(t, test.fen)
		if image := test.y.Position(&p); image.FEN() != test.want {
			t.Errorf("%d of %s: %s, want %s", test.y, test.fen, image.FEN(), test.want)
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
