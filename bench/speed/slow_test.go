package speed

import (
	"os"
	"strconv"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/search"
	"github.com/zugwatch/zugwatch/suites"
)

// TestMachine compares the built-in engine with itself and with a slower copy on
// the machine at hand: ZUGWATCH_RACES times each, 200 without it, for up to a
// minute or ZUGWATCH_BUDGET. docs/measured/statistics.md keeps what came of it.
func TestMachine(t *testing.T) {
	must.SkipUnlessSlow(t, "takes hours")
	races := 200
	if text := os.Getenv("ZUGWATCH_RACES"); text != "" {
		var err error
		if races, err = strconv.Atoi(text); err != nil || races < 1 {
			t.Fatalf("ZUGWATCH_RACES=%s (expected a number from 1)", text)
		}
	}
	budget := time.Minute
	if text := os.Getenv("ZUGWATCH_BUDGET"); text != "" {
		budget = must.Get(time.ParseDuration(text))(t)
	}
	suite := must.Get(suites.Open("crafty"))(t)
	var positions []game.Position
	for i := range suite.Records {
		positions = append(positions, suite.Records[i].Position)
	}
	open := func() (engine.Engine, error) { return search.New(search.Defaults()) }
	count := map[uint64]map[compare.Verdict]int{0: {}, 5: {}}
	for i := range races {
		for _, percent := range []uint64{0, 5} {
			r := must.Get(Run(t.Context(), Config{
				Base: open, Head: WithSlowdown(percent, open), Positions: positions, Limits: engine.Limits{Nodes: 5_000},
				Budget: budget, Allowed: 20, Seed: uint64(i), Now: time.Now,
			}))(t)
			count[percent][r.Assessment.Verdict]++
			t.Logf("%d %% slower: %s after %v: %q", percent, r.Assessment.Verdict, r.Spent.Round(time.Second), r.Assessment.Result().Reasons)
		}
	}
	t.Logf("equal: %v, 5 %% slower: %v", count[0], count[5])
	if fails := count[0][compare.Fail]; fails*100 > races {
		t.Errorf("equal engines fail %d times of %d", fails, races)
	}
	if found := count[5][compare.Fail]; found*100 < 95*races {
		t.Errorf("5 %% is found %d times of %d", found, races)
	}
}
