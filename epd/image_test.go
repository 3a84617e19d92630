package epd

import (
	"os"
	"path/filepath"
	"testing"

	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
)

func TestImage(t *testing.T) {
	const line = `r1bqk2r/ppp2ppp/2n5/4P3/2Bp2n1/5N1P/PP1N1PP1/R2Q1RK1 b kq - 1 10 bm Nh6; am Ncxe5; dm 4; sd 7; id "A"; ` +
		`c0 "Nh6=10, O-O=3"; c1 "Nh6 is best"; acd 9; ce -12; pv Nh6 Nb3; eco C50; PV: g4h6; D1 37`
	r := must.Get(Parse(line))(t)
	image := must.Get(r.Image(game.FlipColors))(t)
	const want = `r2q1rk1/pp1n1pp1/5n1p/2bP2N1/4p3/2N5/PPP2PPP/R1BQK2R w KQ - hmvc 1; fmvn 10; bm Nh3; am Ncxe4; dm 4; sd 7; id "A"; ` +
		`c0 "Nh3=10, O-O=3"; D1 37; acd 9; ce -12; pv Nh3 Nb6;`
	if got := image.String(); got != want {
		t.Errorf("got  %s\nwant %s", got, want)
	}
	if image, err := r.Image(game.MirrorFiles); err == nil {
		t.Errorf("the wings change places in spite of castling: %s", image)
	}
}

// TestImages: the image of the image is the record without its texts, for every
// record of the suites.
func TestImages(t *testing.T) {
	files, err := filepath.Glob("../suites/*.epd")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d suites, %v", len(files), err)
	}
	for _, file := range files {
		f := must.Get(os.Open(file))(t)
		defer f.Close()
		for scanner := NewScanner(f, file); scanner.Scan(); {
			checkImages(t, scanner.Record())
		}
	}
}

func checkImages(t testing.TB, r *Record) {
	t.Helper()
	plain, err := r.Image(0)
	if err != nil {
		t.Fatalf("%s: %v", r, err)
	}
	if plain.Position != r.Position || plain.HasVerdict() != r.HasVerdict() || plain.MaxPoints != r.MaxPoints {
		t.Errorf("%s without its texts: %s", r, plain)
	}
	for _, y := range []game.Symmetry{game.FlipColors, game.MirrorFiles, game.FlipColors | game.MirrorFiles} {
		if !y.Holds(r.Position) {
			continue
		}
		image, err := r.Image(y)
		if err != nil {
			t.Fatalf("%s: %v", r, err)
		}
		back, err := image.Image(y)
		if err != nil || !equal(back, plain) {
			t.Errorf("%d of %s: %s, and back %s, %v", y, r, image, back, err)
		}
	}
}
