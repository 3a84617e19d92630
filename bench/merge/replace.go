package merge

import (
	"fmt"
	"slices"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/engine"
)

// Replace returns the run base with the outcomes of some positions, by their IDs and in all their
// forms, and the engine taken from other. Other must have these positions, and may have more or
// fewer of the rest. Its limits, Hash and Threads are those of base. Neither run is changed. The
// error is a *bench.SetupError.
func Replace(base, other *bench.Run, ids []string) (*bench.Run, error) {
	if base.Limits != other.Limits {
		return nil, bench.SetupErrorf("limits are %q and %q (expected the same)", base.Limits, other.Limits)
	}
	for _, name := range []string{engine.HashOption, engine.ThreadsOption} {
		if b, o := base.Engine.Option(name, ""), other.Engine.Option(name, ""); b != o {
			return nil, bench.SetupErrorf("option %s is %q and %q (expected the same)", name, b, o)
		}
	}
	replaced := *base
	replaced.Engine = other.Engine
	replaced.Outcomes = slices.Clone(base.Outcomes)
	before, anew := replaced.OutcomesByID(), other.OutcomesByID()
	for _, id := range withForms(base, ids) {
		old, outcome := before[id], anew[id]
		switch {
		case old == nil || outcome == nil:
			return nil, bench.SetupErrorf("position %q is not in both runs", id)
		case outcome.Want != old.Want || outcome.MaxPoints != old.MaxPoints:
			return nil, bench.SetupErrorf("position %q asks %s and %s (expected the same question)", id, questionText(old), questionText(outcome))
		}
		*old = *outcome
	}
	return &replaced, nil
}

// withForms are IDs and those of the other forms of the same positions.
func withForms(r *bench.Run, ids []string) []string {
	all := slices.Clone(ids)
	for i := range r.Outcomes {
		id := r.Outcomes[i].ID
		if position := r.Suite.Position(id); position != id && slices.Contains(ids, position) {
			all = append(all, id)
		}
	}
	return all
}

func questionText(o *bench.Outcome) string {
	return fmt.Sprintf("%q for %d points", o.Want, o.MaxPoints)
}
