package play

import (
	"strings"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/match"
	"github.com/zugwatch/zugwatch/bench/match/stats"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/engine/builtin"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
)

// newRunner runs the built-in engine and nothing else.
func newRunner(t *testing.T) *runner.Runner {
	settings := must.Get(config.Parse(config.FileName, []byte("suites:\n  - {name: wac, kind: tactics, limit: nodes=9}\n")))(t)
	own := builtin.DefaultEngines()
	own.SetHash(1)
	return &runner.Runner{
		Finder: engines.Finder{Config: settings, Own: own}, Workers: 2, Tool: "test", Holder: "test",
		Now: func() time.Time { return time.Time{} }, Tell: func(string, ...any) {},
	}
}

// TestSchedule checks the defaults of the number of pairs and of the rules.
func TestSchedule(t *testing.T) {
	book := must.Get(match.DefaultBook(game.Chess))(t)
	test := &stats.SPRT{}
	tests := []struct {
		name  string
		o     Options
		clock bool
		pairs int
		rules string
	}{
		{"usual", Options{}, false, defaultPairs, "none"},
		{"so many", Options{Pairs: 7, MaxMoves: 30}, false, 7, "length moves=30"},
		{"a test of exact players", Options{Test: test}, false, len(book.Openings), "none"},
		{"with random plies", Options{Test: test, RandomPlies: 2}, false, MaxPairs, "none"},
		{"on a clock", Options{Test: test}, true, MaxPairs, match.PlayRules().String()},
		{"rules off", Options{Draw: &match.DrawRule{}, Resign: &match.ResignRule{}, Book: "start"}, true, defaultPairs, "none"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			players := make([]player, 2)
			for i := range players {
				players[i].Control = must.Get(match.ParseControl("nodes=1"))(t)
			}
			if test.clock {
				players[1].Control = match.Control{Base: time.Second}
			}
			got, err := test.o.config(3, players)
			if err != nil || got.Schedule.Rounds != test.pairs || got.Rules.String() != test.rules || got.Workers != 3 {
				t.Errorf("%d pairs by %v, %v", got.Schedule.Rounds, got.Rules, err)
			}
		})
	}
	for name, want := range map[string]string{"none.pgn": "flag --book: open none.pgn", "play_test.go": "play_test.go: book is of an unknown kind"} {
		o := Options{Book: name, BookPlies: 1}
		if _, err := o.schedule(game.Chess, true); failure.Of(err) != failure.Input || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("book %s: %v", name, err)
		}
	}
}
