package audit

import (
	"context"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/search"
	"github.com/zugwatch/zugwatch/engine/tablebase"
)

// TestMates compares tables with the engine's own search, which has no
// pruning and no null moves. The search values random positions to the ply of the mate
// or, if that is far or never comes, to some plies. Neither knows of the other. Endings of four
// pieces run with ZUGWATCH_SLOW=1.
func TestMates(t *testing.T) {
	const far, times = 7, 60 // plies
	options := search.Defaults()
	options.HashMB, options.Params = 4, search.Plain()
	options.Policy = policy(t, "off")
	searcher := must.Get(search.New(options))(t)
	random := rand.New(rand.NewPCG(6, 4))
	names := []string{"KPK"}
	if must.Slow() {
		names = append(names, "KRKB", "KRKN")
	}
	for _, name := range names {
		t.Run(name, func(t *testing.T) {
			e := must.Get(tablebase.ParseEnding(name))(t)
			set := kpk(t)
			if name != "KPK" {
				set = must.Get(tablebase.Open(t.Context(), tablebase.Options{Workers: 2}, e))(t)
			}
			var near, without int
			for near < times || without < times/3 {
				p, v, ok := set.At(e, random.IntN(set.Size(e)))
				mates := v.Outcome != tablebase.Draw && v.Plies <= far
				if !ok || v.Outcome == tablebase.Loss && v.Plies == 0 || !mates && without >= times/3 || mates && near >= times {
					continue
				}
				if mates {
					near++
					checkMate(t, searcher, &p, v, v.Plies)
				} else {
					without++
					checkMate(t, searcher, &p, v, far-2)
				}
			}
		})
	}
}

// solved is the tables of king and pawn against king, of those tests that need them.
var solved = sync.OnceValues(func() (*tablebase.Set, error) {
	e, err := tablebase.ParseEnding("KPK")
	if err != nil {
		return nil, err
	}
	return tablebase.Open(context.Background(), tablebase.Options{Workers: 2}, e)
})

func kpk(t *testing.T) *tablebase.Set {
	t.Helper()
	return must.Get(solved())(t)
}

// checkMate searches p to some plies and holds the score against the value of the
// tables.
func checkMate(t *testing.T, s *search.Searcher, p *chess.Position, v tablebase.Value, plies int) {
	t.Helper()
	must.Do(t, s.Reset(context.Background()))
	r := must.Get(s.Search(context.Background(), engine.Task{Start: game.FromChess(*p), Limits: engine.Limits{Depth: plies}}, nil))(t)
	got, mates := r.Score.Mate()
	want := v.Moves() * int(v.Outcome)
	near := v.Outcome != tablebase.Draw && v.Plies <= plies
	// Beyond its depth the search follows checks, and may meet a mate that is not
	// the shortest there: it is never shorter than the tables say.
	early := want > 0 && got >= want || want < 0 && got <= want
	if near && got != want || mates && !near && !early {
		t.Errorf("%s is a %s, the engine says %s after %d plies", p.EPD(), v, r.Score, plies)
	}
}
