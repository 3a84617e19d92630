package fit

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/suites"
)

// sampleSize is the number of positions on which a depth is tried.
const sampleSize = 48

// minDepth is the smallest limit by depth, in plies, for engines that are too slow for the first one of a suite.
const minDepth = 3

// depths returns the first depth that is tried for a kind of suite, and the last, in plies.
func depths(axis compare.Axis) (first, last int) {
	switch axis {
	case compare.Zugzwang:
		return 6, 40
	case compare.Nodes:
		return 4, 20
	case compare.Mating:
		return 4, 24
	default:
		return 6, 24
	}
}

// LookTime returns the bound of the wall time of the first look at a suite on one engine. The suites that init
// writes then take about 20 s a side. A suite that goes on from 4 to 32 forms takes eight times as long. In suite
// long-mates most searches go on to their limit. In zugzwang-proven a blind null move shows only at a depth well
// beyond its reduction. A commit of Weiss chose that it has more time too.
func LookTime(suite string) time.Duration {
	switch suite {
	case "long-mates", "zugzwang-proven":
		return 4 * time.Second
	}
	return 2 * time.Second
}

// DepthLimit returns the deepest limit by depth under which every engine searches the first look of a suite within
// the time. On a slow machine twice the time is allowed. It estimates that from a sample of the positions, and
// returns the sample of all engines together. An early stop and the kept state of the limit of the suite stay. The
// error is that of opening the suite and of the searches, or says that even the least depth takes too long. The limit
// has that depth then.
func DepthLimit(ctx context.Context, r *runner.Runner, on []engines.Engine, chosen *config.Suite, within time.Duration) (bench.Limits, Sample, error) {
	suite, err := openSingle(r, chosen)
	if err != nil {
		return bench.Limits{}, Sample{}, err
	}
	pooled := make([]engines.Engine, len(on))
	for i := range on {
		var pool *engines.Pool
		pool, pooled[i] = engines.NewPool(on[i])
		defer func() { _ = pool.Close() }() // its searches are over
	}
	first, last := depths(chosen.Gate.Axis)
	try := func(depth int) (limit bench.Limits, sample Sample, err error) {
		limit = bench.Limits{Limits: engine.Limits{Depth: depth}, KeepState: chosen.Limit.KeepState}
		if chosen.Limit.Steps == 0 {
			limit.StopSolved = chosen.Limit.StopSolved
		}
		with := *chosen
		with.Limit = limit
		sample, err = sampleAll(ctx, r, pooled, suite, &with, within)
		return limit, sample, err
	}
	best, known, err := try(first)
	for err == nil && known.Cost > within && best.Depth > minDepth {
		best, known, err = try(best.Depth - 1)
	}
	switch {
	case err != nil:
		return bench.Limits{}, known, err
	case known.Cost > within:
		return best, known, fmt.Errorf("suite %s: a look at depth %d takes longer than %v", chosen.Name, best.Depth, within)
	case best.Depth < first:
		return best, known, nil
	}
	for depth := first + 1; depth <= last; depth++ {
		limit, sample, err := try(depth)
		if err != nil {
			return best, known, err
		}
		if sample.Cost > within || sample.nodes == known.nodes { // deeper is not searched any more
			break
		}
		best, known = limit, sample
	}
	return best, known, nil
}

// sampleAll adds up the samples of all engines. Cost is the depthCost of the slowest. It stops when an engine takes too long.
func sampleAll(ctx context.Context, r *runner.Runner, on []engines.Engine, suite *suites.Suite, chosen *config.Suite, within time.Duration) (all Sample, err error) {
	for i := range on {
		sample, err := searchSample(ctx, r, on[i], suite, chosen, within)
		if err != nil {
			return all, err
		}
		all.Cost, all.nodes = max(all.Cost, sample.depthCost()), all.nodes+sample.nodes
		all.Solved, all.Asked = all.Solved+sample.Solved, all.Asked+sample.Asked
		if all.Cost > within {
			break
		}
	}
	return all, nil
}

// openTime is the time that the engines of a sample may take to start after the first.
const openTime = 2 * time.Second

// errTooLong is the cause of a context whose sample takes too long.
var errTooLong = errors.New("sample takes too long")

// openSingle opens a suite with each position as it stands.
func openSingle(r *runner.Runner, chosen *config.Suite) (*suites.Suite, error) {
	single := *chosen
	single.Forms, single.First = 1, 0
	return r.Config.Open(single)
}

// referenceSpeed is that of an ordinary engine on two cores of an ordinary machine together, in nodes per second.
const referenceSpeed = 2e6

// Sample holds what a sample of the positions of a suite tells, each as it stands.
type Sample struct {
	Cost          time.Duration // estimated wall time of the first look at the suite, on a quiet machine
	Solved, Asked int           // positions of the sample
	nodes         uint64        // of the sample
	reference     time.Duration // Cost at referenceSpeed
}

// depthCost returns the cost that decides a depth. On a machine below referenceSpeed it is the cost at that speed,
// and at least half of the real cost. So a slow machine hardly changes the depth.
func (s Sample) depthCost() time.Duration { return max(s.Cost/2, min(s.Cost, s.reference)) }

// SampleSuite searches a sample of the positions of a suite under its limit. The errors are those of the search and of
// opening the suite.
func SampleSuite(ctx context.Context, r *runner.Runner, on engines.Engine, chosen *config.Suite, within time.Duration) (Sample, error) {
	suite, err := openSingle(r, chosen)
	if err != nil {
		return Sample{}, err
	}
	return searchSample(ctx, r, on, suite, chosen, within)
}

// searchSample searches a sample of the positions of a suite. Its cost counts the CPU time of the engine if known, as other
// work on the machine does not lengthen it. A sample that takes longer than eight times its share of the time, after the
// start of its first engine, is cut short. It costs more than the time, and tells nothing else.
func searchSample(ctx context.Context, r *runner.Runner, on engines.Engine, suite *suites.Suite, chosen *config.Suite, within time.Duration) (Sample, error) {
	positions := min(sampleSize, len(suite.Records))
	share := float64(positions) / float64(len(suite.Records)*max(1, chosen.Looks()[0]))
	part, err := spreadPositions(suite, positions)
	if err != nil {
		return Sample{}, err
	}
	short, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	open, begin := on.Open, sync.OnceFunc(func() {
		timer := time.AfterFunc(8*time.Duration(share*float64(within))+openTime, func() { cancel(errTooLong) })
		context.AfterFunc(short, func() { timer.Stop() })
	})
	on.Open = func() (engine.Engine, error) {
		defer begin()
		return open()
	}
	run, timing, err := search(short, r, on, part, chosen.Limit)
	if err != nil {
		if context.Cause(short) == errTooLong && ctx.Err() == nil {
			return Sample{Cost: within + 1, reference: within + 1}, nil
		}
		return Sample{}, err
	}
	spent := cmp.Or(timing.CPU(), timing.Searched())
	totals := run.Totals()
	look := func(nanoseconds float64) time.Duration { return time.Duration(nanoseconds / share) }
	return Sample{
		Cost: look(float64(spent) / float64(r.Workers)), reference: look(float64(totals.Nodes) / referenceSpeed * float64(time.Second)),
		Solved: totals.Solved, Asked: totals.Asked, nodes: totals.Nodes,
	}, nil
}
