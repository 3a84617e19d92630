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
		return nil, setupErrorf("limits are %q and %q (expected the same)", base.Limits, other.Limits)
	}
	for _, name := range []string{engine.HashOption, engine.ThreadsOption} {
		if b, o := base.Engine.Option(name, ""), other.Engine.Option(name, ""); b != o {
			return nil, setupErrorf("option %s is %q and %q (expected the same)", name, b, o)
		}
	}
	anew := make(map[string]*bench.Outcome, len(other.Outcomes))
	for i := range other.Outcomes {
		anew[other.Outcomes[i].ID] = &other.Outcomes[i]
	}
	places := make(map[string]int, len(base.Outcomes))
	for i := range base.Outcomes {
		places[base.Outcomes[i].ID] = i
	}
	replaced := *base
	replaced.Engine = other.Engine
	replaced.Outcomes = append([]bench.Outcome{}, base.Outcomes...)
	for _, id := range withForms(base, ids) {
		place, here := places[id]
		outcome, there := anew[id]
		switch {
		case !here || !there:
			return nil, setupErrorf("position %q is not in both runs", id)
		case outcome.Want != base.Outcomes[place].Want || outcome.MaxPoints != base.Outcomes[place].MaxPoints:
			return nil, setupErrorf("position %q asks %s and %s (expected the same question)", id, questionText(&base.Outcomes[place]), questionText(outcome))
		}
		replaced.Outcomes[place] = *outcome
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
