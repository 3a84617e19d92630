package main

import (
	"context"
	"slices"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
)

// compare judges the head by the base. Positions that were lost under a limit that
// reads a clock are searched again by both.
func (d *duel) compare(c *cli.Context, m *measurement, base, head *bench.Run) (*compare.Comparison, error) {
	evidence := compare.Evidence{Alike: alikeOptions(c)}
	comparison, err := compareRuns(base, head, d.config.Gate, evidence)
	if err != nil {
		return nil, err
	}
	flipped := comparison.Flipped()
	if len(flipped) == 0 || c.Int("again") == 0 {
		return comparison, nil
	}
	if evidence.BaseAgain, evidence.Again, err = d.searchAgain(c.Context, m, c.Int("again"), flipped); err != nil {
		return nil, err
	}
	return compareRuns(base, head, d.config.Gate, evidence)
}

// searchAgain counts how often each side solves positions in further searches, side
// by side as at first.
func (d *duel) searchAgain(ctx context.Context, m *measurement, times int, ids []string) (base, head map[string]compare.Again, err error) {
	part := *d
	if part.suite, err = d.suite.Filter(ids...); err != nil {
		return nil, nil, err
	}
	base, head = make(map[string]compare.Again), make(map[string]compare.Again)
	for range times {
		before, now, _, err := part.measure(ctx, m, "")
		if err != nil {
			return nil, nil, err
		}
		// A search with a fault says nothing of what the base solves.
		before.Outcomes = slices.DeleteFunc(before.Outcomes, func(o bench.Outcome) bool { return o.Verdict == bench.Faulted })
		countAgain(base, before)
		countAgain(head, now)
	}
	return base, head, nil
}
