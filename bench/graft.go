package bench

import (
	"fmt"

	"github.com/zugwatch/zugwatch/engine"
)

// Graft is the run base with the outcomes of some positions, by their IDs, taken
// from another, and with the engine of that one. The other has the positions and
// may have more or fewer beside them; its limits, Hash and Threads are those of base. Neither run
// is changed. The error is a *SetupError.
func Graft(base, other *Run, ids []string) (*Run, error) {
	if base.Limits != other.Limits {
		return nil, setupErrorf("limits are %q and %q (expected the same)", base.Limits, other.Limits)
	}
	for _, name := range []string{engine.HashOption, engine.ThreadsOption} {
		if b, o := base.Engine.Option(name, ""), other.Engine.Option(name, ""); b != o {
			return nil, setupErrorf("option %s is %q and %q (expected the same)", name, b, o)
		}
	}
	anew := make(map[string]*Outcome, len(other.Outcomes))
	for i := range other.Outcomes {
		anew[other.Outcomes[i].ID] = &other.Outcomes[i]
	}
	places := make(map[string]int, len(base.Outcomes))
	for i := range base.Outcomes {
		places[base.Outcomes[i].ID] = i
	}
	grafted := *base
	grafted.Engine = other.Engine
	grafted.Outcomes = append([]Outcome{}, base.Outcomes...)
	for _, id := range ids {
		place, here := places[id]
		outcome, there := anew[id]
		switch {
		case !here || !there:
			return nil, setupErrorf("position %q is not in both runs", id)
		case outcome.Want != base.Outcomes[place].Want || outcome.MaxPoints != base.Outcomes[place].MaxPoints:
			return nil, setupErrorf("position %q asks %s and %s (expected the same question)", id, questionText(&base.Outcomes[place]), questionText(outcome))
		}
		grafted.Outcomes[place] = *outcome
	}
	return &grafted, nil
}

func questionText(o *Outcome) string { return fmt.Sprintf("%q for %d points", o.Want, o.MaxPoints) }
