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

// How TimerText asks an engine. An engine that checks its node limit by a timer shows that in short searches: most of long
// ones end after the same iteration.
const (
	timerProbes  = 32
	timerNodes   = 5000 // of each search, at most
	minDiffering = 3    // searches that have to differ
	largeShare   = 8    // two searches differ if their nodes differ by more than 1/largeShare of the larger number
)

// TimerText says that searches of an engine repeat by depth, and that their nodes vary under a limit by nodes. The
// limit is like that of a suite. Such an engine checks the node limit by a timer. The text is empty for all others,
// and for several threads. Asked reports whether the suite has enough positions to ask. The errors are those of
// opening the suite and the engine, and of the searches.
func TimerText(ctx context.Context, r *runner.Runner, on engines.Engine, chosen *config.Suite) (text string, asked bool, err error) {
	suite, err := openSingle(r, chosen)
	if err != nil || len(suite.Records) < timerProbes {
		return "", false, err
	}
	part, err := spreadPositions(suite, timerProbes)
	if err != nil {
		return "", false, err
	}
	alone := *r
	alone.Workers, alone.Farm = 1, nil // one sequence, so that state which lasts is the same in both
	pass := func(limit bench.Limits) *bench.Run {
		run, _, failed := search(ctx, &alone, on, part, limit)
		err = cmp.Or(err, failed)
		return run
	}
	byNodes := bench.Limits{Limits: engine.Limits{Nodes: min(chosen.Limit.Nodes, timerNodes)}}
	first := pass(byNodes)
	if err != nil || !first.ExactLimits() {
		return "", true, err
	}
	differ := differences(first, pass(byNodes))
	if err != nil || differ < minDiffering {
		return "", true, err
	}
	byDepth := bench.Limits{Limits: engine.Limits{Depth: medianDepth(first)}}
	if byDepth.Depth == 0 {
		return "", true, nil
	}
	deep := pass(byDepth)
	for range 2 {
		if again := pass(byDepth); err != nil || !equalOutcomes(deep, again) {
			return "", true, err
		}
	}
	return fmt.Sprintf("%d of %d searches take different numbers of nodes when repeated under limits %s, and none under %s",
		differ, len(first.Outcomes), byNodes, byDepth), true, nil
}

// differences counts the outcomes in which the nodes of two runs of the same positions differ much. It leaves out
// searches that had to be stopped, as the time of that is chance. An engine that keeps the limit but does not repeat
// its searches, such as Sirius, has nearly equal nodes. A run that failed has none.
func differences(a, b *bench.Run) (n int) {
	if a == nil || b == nil {
		return 0
	}
	for i := range a.Outcomes {
		x, y := &a.Outcomes[i], &b.Outcomes[i]
		more, less := max(x.Nodes, y.Nodes), min(x.Nodes, y.Nodes)
		if x.Ended != bench.Late && y.Ended != bench.Late && (more-less)*largeShare > more {
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
