package gate

import (
	"context"
	"slices"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/uci"
	"github.com/zugwatch/zugwatch/suites"
)

// addRepeats gives each named position without a smallest search the search that lost it. It is of the first form
// that the base solves and the head does not, to the limit of the suite.
func (j *job) addRepeats(t *Trial) {
	if t.Comparison == nil || t.Comparison.Forms == nil {
		return
	}
	named := t.Comparison.Forms.Named
	for i := range t.Base.Outcomes {
		b, h := &t.Base.Outcomes[i], &t.Run.Outcomes[i]
		n := slices.IndexFunc(named, func(p compare.Position) bool { return p.ID == t.Run.Suite.Position(b.ID) })
		if n >= 0 && named[n].Repeat == nil && b.Verdict == bench.Solved && h.Verdict != bench.Solved {
			named[n].Repeat = repeatOf(t.Suite, i, j.config.Limit)
		}
	}
}

// repeatOf returns a search of one form, with what the engine searches before it.
func repeatOf(suite *suites.Suite, index int, limits bench.Limits) *compare.Repeat {
	record := &suite.Records[index]
	own, protocol := limits.ForRecord(record), uci.ProtocolOf(record.Position.Game())
	search, open := protocol.GoCommand(&engine.Task{Limits: own})
	if open {
		search += ", stop at " + own.String()
	}
	found := &compare.Repeat{ID: record.Key(), FEN: record.Position.String(), Go: search}
	if prelude, primed := suite.Prelude(index); primed {
		found.Prelude = prelude.String()
		found.PreludeGo, _ = protocol.GoCommand(&engine.Task{Limits: limits.Prelude()})
	}
	return found
}

// findRepeat finds the smallest depth to which the base solves a form of the position and a search by the
// head misses it. It is nil if the head solves all of them there or its nodes end before. It is nil under a
// limit in steps too, where the base may have found the solution in an unfinished iteration.
func (j *job) findRepeat(ctx context.Context, r *runner.Runner, t *Trial, id string) (*compare.Repeat, error) {
	if j.config.Limit.Steps > 0 {
		return nil, nil
	}
	var shown []int // places of forms
	for i := range t.Base.Outcomes {
		b, h := &t.Base.Outcomes[i], &t.Run.Outcomes[i]
		// A form with a prelude is not repeated by its position alone.
		if _, primed := t.Suite.Prelude(i); !primed && t.Run.Suite.Position(b.ID) == id &&
			b.Verdict == bench.Solved && b.Stable != nil && h.Verdict == bench.Missed {
			shown = append(shown, i)
		}
	}
	slices.SortStableFunc(shown, func(a, b int) int { return t.Base.Outcomes[a].Stable.Depth - t.Base.Outcomes[b].Stable.Depth })
	for _, i := range shown {
		depth := t.Base.Outcomes[i].Stable.Depth
		limit := bench.Limits{Limits: engine.Limits{Depth: depth, Nodes: j.config.Limit.Nodes}}
		now, err := j.searchPart(ctx, r, j.head, t.Suite, limit, t.Base.Outcomes[i].ID)
		if err != nil {
			return nil, err
		}
		if o := now.Outcomes[0]; o.Verdict == bench.Missed && o.Depth >= depth {
			found := repeatOf(t.Suite, i, bench.Limits{Limits: engine.Limits{Depth: depth}})
			found.Depth = depth
			return found, nil
		}
	}
	return nil, nil
}
