package epd

import (
	"slices"
	"testing"

	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
)

// TestHistory: the game that led to a position is read, written and imaged.
func TestHistory(t *testing.T) {
	const line = `8/k7/8/8/8/3K4/2Q5/8 w - - hmvc 8; fmvn 5; am Qb1; win; sd 1; id "A"; ` +
		`history "8/k7/8/8/8/3K4/8/1Q6 b - - 1 1 moves a7a6 b1c2 a6a7 c2b1 a7a6 b1c2 a6a7";`
	r := must.Get(Parse(line))(t)
	if r.String() != line || r.Result != Win || len(r.Moves) != 7 || r.Start.String() != "8/k7/8/8/8/3K4/8/1Q6 b - - 1 1" {
		t.Errorf("got %s from %s, result %q", r, r.Start, r.Result)
	}
	image := must.Get(r.Image(game.FlipColors | game.MirrorFiles))(t)
	const turned = `8/5q2/4k3/8/8/8/7K/8 b - - hmvc 8; fmvn 5; am Qg8; win; sd 1; id "A"; ` +
		`history "6q1/8/4k3/8/8/8/7K/8 w - - 1 1 moves h2h3 g8f7 h3h2 f7g8 h2h3 g8f7 h3h2";`
	if image.String() != turned {
		t.Errorf("got  %s\nwant %s", image, turned)
	}
	c := r.Clone()
	c.Moves[0] = game.NoMove
	if slices.Equal(c.Moves, r.Moves) {
		t.Error("a clone shares the moves")
	}
	if c.String() == line || c.String() == "" {
		t.Errorf("moves that are not legal are written: %s", &c)
	}
}

// TestHistoryForgotten: a record does not keep the game of the record before.
func TestHistoryForgotten(t *testing.T) {
	p := parser{}
	for _, line := range []string{`8/8/8/8/8/8/8/K1k5 w - - hmvc 1; fmvn 2; draw; history "8/8/8/8/8/8/8/K2k4 b - - 0 1 moves d1c1";`, `8/8/8/8/8/8/8/K1k5 w - - bm Ka2;`} {
		if err := p.parse(line); err != nil {
			t.Fatal(err)
		}
	}
	if p.rec.Start != nil || len(p.rec.Moves) > 0 || p.rec.Result != NoResult {
		t.Errorf("got %+v", p.rec)
	}
}
