package main

import (
	"context"
	"fmt"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/engine"
)

// maxAgain is how often a position may be searched again.
const maxAgain = 100

// compare judges a run of the suite by its baseline. Positions that were lost
// under a limit that reads a clock are searched again.
func (t *trial) compare(ctx context.Context, c *cli.Context, m *measurement, run *bench.Run) (*compare.Comparison, error) {
	evidence := compare.Evidence{Alike: alikeOptions(c)}
	comparison, err := compareRuns(t.baseline.Run, run, t.config.Gate, evidence)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", t.config.Baseline, err)
	}
	flipped := comparison.Flipped()
	if len(flipped) == 0 || c.Int("again") == 0 {
		return comparison, nil
	}
	if evidence.Again, err = t.searchAgain(ctx, m, c.Int("again"), flipped); err != nil {
		return nil, err
	}
	return compareRuns(t.baseline.Run, run, t.config.Gate, evidence)
}

// searchAgain counts how often positions are solved in further searches.
func (t *trial) searchAgain(ctx context.Context, m *measurement, times int, ids []string) (map[string]compare.Again, error) {
	part, err := t.suite.Filter(ids...)
	if err != nil {
		return nil, err
	}
	again := make(map[string]compare.Again)
	for range times {
		run, _, err := m.run(ctx, t.engine, part, t.config.Limit)
		if err != nil {
			return nil, err
		}
		countAgain(again, run)
	}
	return again, nil
}

// countAgain adds a run to counts of further searches.
func countAgain(again map[string]compare.Again, run *bench.Run) {
	for i := range run.Outcomes {
		id := run.Outcomes[i].ID
		count := again[id]
		count.Of++
		if run.Outcomes[i].Verdict == bench.Solved {
			count.Solved++
		}
		again[id] = count
	}
}

// againFlag says how often lost positions are searched again.
func againFlag() cli.Flag {
	return &cli.IntFlag{Name: "again", Value: 5, Usage: "search positions that were lost under a limit by time `N` times more, to tell chance from loss"}
}

// checkAgain reads the flag --again.
func checkAgain(c *cli.Context) error {
	if n := c.Int("again"); n < 0 || n > maxAgain {
		return badInput("flag --again=%d (expected a number from 0 to %d)", n, maxAgain)
	}
	return nil
}

// alikeOptions are the options of an engine that are no change of its pruning:
// two runs that differ in them are not comparable, unless the command line says
// so.
func alikeOptions(c *cli.Context) []string {
	if c.IsSet("hash") {
		return []string{engine.ThreadsOption}
	}
	return []string{uciHash, engine.ThreadsOption}
}
