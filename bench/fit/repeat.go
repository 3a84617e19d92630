package fit

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/engine"
)

// Searches with which UnrepeatedText asks whether an engine repeats them. An engine that looks at its nodes by a timer
// shows that in short searches first: most of long ones end behind the same iteration.
const (
	repeatProbes = 32
	repeatNodes  = 5000 // of each search, at most
	mostRepeat   = 3    // differing searches that are no accident
)

// UnrepeatedText says that searches of an engine repeat by depth, and not under a limit by nodes such as that of a suite.
// Such an engine looks at its count of nodes by a timer. The text is empty for all others, and for a short suite. The
// errors are those of opening the suite and the engine, and of the searches.
func UnrepeatedText(ctx context.Context, r *runner.Runner, on engines.Engine, chosen *config.Suite) (string, error) {
	suite, err := r.Config.Open(*chosen)
	if err != nil || len(suite.Records) < repeatProbes {
		return "", err
	}
	part, err := spreadPositions(suite, repeatProbes)
	if err != nil {
		return "", err
	}
	alone := *r
	alone.Workers, alone.Farm = 1, nil // one sequence, so that state which lasts is the same in both
	pass := func(limit bench.Limits) *bench.Run {
		run, _, failed := search(ctx, &alone, on, part, limit)
		err = cmp.Or(err, failed)
		return run
	}
	byNodes := bench.Limits{Limits: engine.Limits{Nodes: min(chosen.Limit.Nodes, repeatNodes)}}
	first := pass(byNodes)
	differ := differences(first, pass(byNodes))
	if err != nil || differ < mostRepeat {
		return "", err
	}
	byDepth := bench.Limits{Limits: engine.Limits{Depth: medianDepth(first)}}
	if repeats := byDepth.Depth > 0 && equalOutcomes(pass(byDepth), pass(byDepth)); !repeats || err != nil {
		return "", err
	}
	return fmt.Sprintf("%d of %d searches differ from the same search again under limits %s, and none under %s",
		differ, len(first.Outcomes), byNodes, byDepth), nil
}

// differences counts the outcomes in which two runs of the same positions differ. A run that failed has none.
func differences(a, b *bench.Run) (n int) {
	if a == nil || b == nil {
		return 0
	}
	for i := range a.Outcomes {
		if !a.Outcomes[i].Equal(&b.Outcomes[i]) {
			n++
		}
	}
	return n
}

// medianDepth returns the median depth of the searches of a run.
func medianDepth(run *bench.Run) int {
	var depths []int
	for i := range run.Outcomes {
		depths = append(depths, run.Outcomes[i].Depth)
	}
	slices.Sort(depths)
	return depths[len(depths)/2]
}
