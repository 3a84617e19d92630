package selfplay

import (
	"os"
	"testing"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/uci"
	"github.com/zugwatch/zugwatch/suites"
)

// TestFairy asks fairy-stockfish for the mates of a sample of the suite, when asked to:
//
//	apt-get install fairy-stockfish
//
// It never claims a shorter one, and finds most with the same first move.
func TestFairy(t *testing.T) {
	if os.Getenv("ZUGWATCH_ENGINES") == "" {
		t.Skip("needs fairy-stockfish: ZUGWATCH_ENGINES=1")
	}
	fairy := must.Get(uci.Start(t.Context(), uci.Command{
		Path: "/usr/games/fairy-stockfish", Protocol: uci.USI,
		Options: []engine.Option{{Name: "UCI_Variant", Value: "shogi"}},
	}))(t)
	defer fairy.Close()
	s := must.Get(suites.Open("tsume"))(t)
	const every, most, nodes = 10, 800_000, 50_000
	asked, agreed := 0, 0
	for i := 0; i < len(s.Records); i += every {
		r := &s.Records[i]
		asked++
		for n := uint64(nodes); n <= most; n *= 4 {
			must.Do(t, fairy.Reset(t.Context()))
			found := must.Get(fairy.Search(t.Context(), engine.Task{Start: r.Position, Limits: engine.Limits{Nodes: n}}, nil))(t)
			moves, mate := found.Score.Mate()
			if mate && found.Bound == engine.Exact && (found.Score < 0 || moves < r.MateIn) {
				t.Errorf("%s: %s by %s, proven is #%d", r.ID, found.Score, found.Best, r.MateIn)
			}
			if mate && moves == r.MateIn && found.Score > 0 {
				if found.Best != r.Best[0] {
					t.Errorf("%s: mate in %d by %s, want %s", r.ID, moves, found.Best, r.Best[0])
				}
				agreed++
				break
			}
		}
	}
	t.Logf("%d of %d mates are as long", agreed, asked)
	if agreed*4 < asked*3 {
		t.Errorf("only %d of %d mates are found as long", agreed, asked)
	}
}
