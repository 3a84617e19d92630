package sensitivity

import (
	"fmt"
	"strings"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/gate"
)

// checkSuite returns an error if a suite cannot judge any mutant. Then the engine does not pass its gate against
// itself, for faults or missed limits, or the suite cannot tell two engines apart. Mutants would then be red whatever
// they do. It is nil if the suite judges, and if only the behavior of the mutant prevents that.
func checkSuite(t *gate.Trial, asked compare.Gate, today string) error {
	asked.Today, asked.MinExercised = today, 0
	base, err := compare.Compare(t.Base, t.Base, asked, compare.Evidence{})
	switch {
	case err != nil:
		return err
	case base.Verdict != compare.Pass:
		kind := failure.Undecided
		if base.Overrun() {
			kind = failure.Engine
		}
		return failure.With(kind, fmt.Errorf("%w: suite %s judges nothing, as the verdict on the engine against itself is %s: %s", gate.ErrBase, t.Suite.Name, base.Verdict, gateReasons(base)))
	case t.Comparison.Verdict != compare.Inconclusive:
		return nil
	}
	head, err := compare.Compare(t.Run, t.Run, asked, compare.Evidence{})
	nondeterministic := t.Base.Exact() && t.Run.Exact() && !t.Comparison.Exact // it changes its answers when it is asked again
	if err != nil || head.Verdict == compare.Inconclusive || nondeterministic || lacksSolutionNodes(t.Run) && !lacksSolutionNodes(t.Base) {
		return err
	}
	return failure.With(failure.Undecided, fmt.Errorf("suite %s cannot judge it: %s", t.Suite.Name, gateReasons(t.Comparison)))
}

// lacksSolutionNodes reports whether the nodes to the solution are unknown in more than a few
// positions.
func lacksSolutionNodes(run *bench.Run) bool {
	return run.CountUnknownTimes() > bench.FewMissedLimits(len(run.Outcomes))
}

// gateReasons returns the reasons of the gates that have the verdict of the comparison.
func gateReasons(c *compare.Comparison) string {
	var all []string
	for i := range c.Gates {
		if c.Gates[i].Verdict == c.Verdict {
			all = append(all, c.Gates[i].Reasons...)
		}
	}
	return strings.Join(all, "; ")
}
