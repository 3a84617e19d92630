package gate

import (
	"context"
	"fmt"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/suites"
)

// Tried is what an engine makes of a suite, as far as a few searches tell.
type Tried struct {
	Unkept string // how it misses the limit; empty: it keeps it
	Silent bool   // it tells too few of its iterations, so that it is not known since when a solution stood
}

// TryLimit tries the engine of a suite of the configuration on a few positions; nothing is judged, and
// of a short suite nothing is said. The errors are those of opening suite and engine and of the searches.
func TryLimit(ctx context.Context, r *runner.Runner, chosen *config.Suite) (*Tried, error) {
	found, err := r.ForSuites(ctx, "", []config.Suite{*chosen})
	if err != nil {
		return nil, err
	}
	suite, err := r.Config.Open(*chosen)
	if err != nil {
		return nil, err
	}
	run, err := try(ctx, r, found[0], chosen, suite)
	if run == nil {
		return new(Tried), err
	}
	return &Tried{Unkept: unkeptText(run), Silent: silent(run)}, err
}

// Of so many searches that are tried in a long suite so many show what an engine does: that it does not keep
// the limit, were it one in fifty, would be one chance in ten thousand.
const (
	tries = 5
	most  = 3
)

// fewSolved is the part of a suite of mates of which more has to be solved for a loss to show: one in so many.
const fewSolved = 20

// try searches a few positions of a long suite to the end of the limit; nil of a short one.
func try(ctx context.Context, r *runner.Runner, on engines.Engine, chosen *config.Suite, suite *suites.Suite) (*bench.Run, error) {
	if len(suite.Records) < 4*tries {
		return nil, nil
	}
	if suite.InForms > 1 {
		var err error
		if suite, err = suite.Between(0, 1); err != nil {
			return nil, err
		}
	}
	var ids []string
	for i := range tries {
		ids = append(ids, suite.Records[i*len(suite.Records)/tries].Key())
	}
	part, err := suite.Filter(ids...)
	if err != nil {
		return nil, err
	}
	quiet, limit := *r, chosen.Limit
	quiet.Watch, limit.StopSolved = runner.Unwatched, 0
	run, _, err := quiet.Run(ctx, on, part, bench.Config{Limits: limit, Iterations: true})
	return run, err
}

// silent tells whether the engine left out iterations in most searches, so that it is not known since
// when a solution stood.
func silent(run *bench.Run) bool {
	few := 0
	for i := range run.Outcomes {
		if o := &run.Outcomes[i]; o.Verdict != bench.Faulted && leftOut(o.Iterations) {
			few++
		}
	}
	return few >= most
}

// leftOut tells whether not every iteration from the first one on is among those that were told.
func leftOut(told *bench.Iterations) bool {
	if told == nil {
		return true
	}
	for i, iteration := range *told {
		if iteration.Depth != i+1 {
			return true
		}
	}
	return false
}

// TryMates tells why an engine should not be judged by a suite of mates, empty where nothing speaks
// against it: each wrong claim would be red, whatever was changed. The suite is searched in as many
// forms as a gate looks at first. The errors are those of opening suite and engine and of the searches.
func TryMates(ctx context.Context, r *runner.Runner, chosen *config.Suite) (why string, err error) {
	found, err := r.ForSuites(ctx, "", []config.Suite{*chosen})
	if err != nil {
		return "", err
	}
	first := *chosen
	first.Forms, first.First = chosen.Looks()[0], 0
	suite, err := r.Config.Open(first)
	if err != nil {
		return "", err
	}
	// What is wrong is mostly seen in the positions as they stand.
	for _, forms := range [][2]int{{0, 1}, {1, first.Forms}} {
		part, err := suite.Between(forms[0], forms[1])
		if err != nil {
			return "", err
		}
		quiet := *r
		quiet.Watch = runner.Unwatched
		run, _, err := quiet.Run(ctx, found[0], part, bench.Config{Limits: chosen.Limit, MaxFaults: len(part.Records)})
		if err != nil {
			return "", err
		}
		if why = unfit(run); why != "" {
			return why, nil
		}
	}
	return "", nil
}

// unfit tells why an engine should not be judged by what it says of mates, empty where nothing does.
func unfit(run *bench.Run) string {
	for i := range run.Outcomes {
		if o := &run.Outcomes[i]; o.Mate.Flaw.Wrong() {
			return fmt.Sprintf("it claims %s of %s, where it is %s (%s)", o.Mate.Claim, o.ID, o.Want, o.Mate.Flaw)
		}
	}
	switch totals := run.Totals(); {
	case totals.Faults() > 0:
		return fmt.Sprintf("%d of %d searches ended with a fault", totals.Faults(), totals.Positions)
	case totals.Solved*fewSolved < totals.Asked:
		return fmt.Sprintf("it solves %d of %d under %s, too few", totals.Solved, totals.Asked, run.Limits)
	}
	return ""
}
