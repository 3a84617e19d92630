package shogi

import (
	"slices"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine/random"
)

// TestSymmetries checks for positions of all kinds that the image has the expected SFEN and maps back. The moves of
// the image are the images of the moves, and lead to the images of their successors.
func TestSymmetries(t *testing.T) {
	seed := random.New(7, 0)
	positions := beginnings(t, seed)
	for _, rule := range rules {
		positions = append(positions, mustParse(t, rule.sfen))
	}
	for range 100 {
		positions = append(positions, scatter(seed))
	}
	for i := range positions {
		for y := range 4 {
			checkSymmetry(t, Symmetry(y), &positions[i])
		}
	}
}

func checkSymmetry(t *testing.T, y Symmetry, p *Position) {
	t.Helper()
	image := y.Position(p)
	checkPosition(t, &image)
	if back := y.Position(&image); back != *p {
		t.Fatalf("%d of %s twice: %s", y, p.SFEN(), back.SFEN())
	}
	var want []Move
	for m, after := range p.Successors() {
		want = append(want, y.Move(m))
		if next, then := y.Position(&after), image.After(y.Move(m)); next != then {
			t.Fatalf("%d of %s after %s: %s, want %s", y, p.SFEN(), m, then.SFEN(), next.SFEN())
		}
	}
	got := image.LegalMoves()
	slices.Sort(got)
	slices.Sort(want)
	if !slices.Equal(got, want) {
		t.Fatalf("%d of %s: moves %v, want %v", y, p.SFEN(), got, want)
	}
}

// TestSymmetryTexts: images by the texts of squares, moves and positions.
func TestSymmetryTexts(t *testing.T) {
	p := mustParse(t, "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LN1GK1SNL b Sg 3")
	for _, test := range []struct {
		y          Symmetry
		moves      string
		sfen       string
		start, end string
	}{
		{0, "8h2b+ S*5e 3g3f", "lnsgkgsnl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LN1GK1SNL b Sg 3", "1a", "9h"},
		{FlipColors, "2b8h+ S*5e 7c7d", "lns1kg1nl/1r5b1/pppppp1pp/6p2/9/2P6/PP1PPPPPP/1B5R1/LNSGKGSNL w Gs 3", "9i", "1b"},
		{MirrorFiles, "2h8b+ S*5e 7g7f", "lnsgkgsnl/1b5r1/pp1pppppp/2p6/9/6P2/PPPPPP1PP/1R5B1/LNS1KG1NL b Sg 3", "9a", "1h"},
		{FlipColors | MirrorFiles, "8b2h+ S*5e 3c3d", "ln1gk1snl/1b5r1/pp1pppppp/2p6/9/6P2/PPPPPP1PP/1R5B1/LNSGKGSNL w Gs 3", "1i", "9b"},
	} {
		image := test.y.Position(&p)
		if got := image.SFEN(); got != test.sfen {
			t.Errorf("%d: %s, want %s", test.y, got, test.sfen)
		}
		var moves []string
		for _, text := range []string{"8h2b+", "S*5e", "3g3f"} {
			m, _ := splitMove(text)
			moves = append(moves, test.y.Move(m).String())
		}
		if got := strings.Join(moves, " "); got != test.moves {
			t.Errorf("%d: moves %s, want %s", test.y, got, test.moves)
		}
		start, end := test.y.Square(NewSquare(0, 0)).String(), test.y.Square(NewSquare(8, 7)).String()
		if start != test.start || end != test.end {
			t.Errorf("%d: 1a is %s and 9h is %s, want %s and %s", test.y, start, end, test.start, test.end)
		}
		if test.y.Move(NoMove) != NoMove || test.y.Square(NoSquare) != NoSquare {
			t.Errorf("%d: what is none has an image", test.y)
		}
	}
}
