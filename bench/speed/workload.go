package speed

import (
	"context"
	"fmt"
	"time"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
)

// passTime is the approximate time of a pass over the workload: long beside the clocks'
// steps, short beside the changes of a machine's load.
const passTime = 50 * time.Millisecond

// unreachable is a limit of CPU time that no search comes to. Engines that read
// their CPU clock only when they need it read it for this one.
const unreachable = 240 * time.Hour

// workload is the work of a pass: the same positions under the same limits for every
// engine.
type workload struct {
	positions []game.Position
	limits    engine.Limits
}

// sample returns a part of the workload of n positions, taken evenly.
func (w workload) sample(n int) workload {
	all := w.positions
	part := workload{limits: w.limits}
	for i := range n {
		part.positions = append(part.positions, all[i*len(all)/n])
	}
	return part
}

// cutToTime returns the part of the workload that an engine searches in about passTime,
// given the time for the whole; at least one position.
func (w workload) cutToTime(whole time.Duration) workload {
	n := len(w.positions)
	if whole <= passTime {
		return w
	}
	return w.sample(max(1, int(int64(n)*int64(passTime)/int64(whole))))
}

// racer is one engine of a measurement.
type racer struct {
	engine.Engine
	name string
	asks time.Duration // the CPU limit that makes it tell its CPU time; 0: none
	now  func() time.Time
}

// search searches one position of the workload from a fresh state and adds what
// it cost to the sample. Only the search is timed.
func (r *racer) search(ctx context.Context, w workload, index int, sum *Sample) error {
	if err := r.Reset(ctx); err != nil {
		return fmt.Errorf("%s: %w", r.name, err)
	}
	limits := w.limits
	limits.CPUTime = r.asks
	start := r.now()
	result, err := r.Search(ctx, engine.Task{Start: w.positions[index], Limits: limits}, nil)
	wall := r.now().Sub(start)
	if err == nil {
		err = context.Cause(ctx)
	}
	switch {
	case err != nil:
		return fmt.Errorf("%s: %w", r.name, err)
	case wall <= 0:
		return fmt.Errorf("%s: clock stands still", r.name)
	}
	if result.CPU <= 0 || index > 0 && sum.CPU == 0 { // known of all searches or of none
		sum.CPU, result.CPU = 0, 0
	}
	sum.Wall += wall
	sum.CPU += result.CPU
	sum.Nodes += result.Nodes
	return nil
}

func (r *racer) searchWorkload(ctx context.Context, w workload) (sum Sample, err error) {
	for i := range w.positions {
		if err := r.search(ctx, w, i, &sum); err != nil {
			return sum, err
		}
	}
	return sum, nil
}

// race returns a pass of two engines side by side: each position by both, one right
// after the other, the other one first each time.
func race(ctx context.Context, w workload, base, head *racer, headFirst bool) (Pair, error) {
	pair := Pair{HeadFirst: headFirst}
	for i := range w.positions {
		turns := []struct {
			*racer
			into *Sample
		}{{base, &pair.Base}, {head, &pair.Head}}
		if headFirst == (i%2 == 0) {
			turns[0], turns[1] = turns[1], turns[0]
		}
		for _, turn := range turns {
			if err := turn.search(ctx, w, i, turn.into); err != nil {
				return pair, err
			}
		}
	}
	return pair, nil
}

// warmUp passes over the workload once and finds out how the engine is made to
// tell its CPU time.
func (r *racer) warmUp(ctx context.Context, w workload) (Sample, error) {
	sample, err := r.searchWorkload(ctx, w)
	if err != nil || sample.CPU > 0 {
		return sample, err
	}
	r.asks = unreachable
	sample, err = r.searchWorkload(ctx, w)
	if err == nil && sample.CPU == 0 {
		r.asks = 0
	}
	return sample, err
}

// WithSlowdown opens engines that are slower for each node by a percentage, for tests of
// the verdict; 0 changes nothing.
func WithSlowdown(percent uint64, open func() (engine.Engine, error)) func() (engine.Engine, error) {
	if percent == 0 {
		return open
	}
	return func() (engine.Engine, error) {
		opened, err := open()
		return slowEngine{opened, percent}, err
	}
}

// slowEngine is an engine that takes longer for each node by a percentage: it
// searches more nodes than it says.
type slowEngine struct {
	engine.Engine
	percent uint64
}

// Search answers the task with a search of more nodes.
func (s slowEngine) Search(ctx context.Context, task engine.Task, each func(engine.Info)) (engine.Result, error) {
	task.Limits.Nodes += task.Limits.Nodes * s.percent / 100
	result, err := s.Engine.Search(ctx, task, func(i engine.Info) {
		if i.Nodes = s.reportedNodes(i.Nodes); each != nil {
			each(i)
		}
	})
	result.Nodes = s.reportedNodes(result.Nodes)
	return result, err
}

// reportedNodes returns how many nodes the engine says it has searched.
func (s slowEngine) reportedNodes(nodes uint64) uint64 { return nodes * 100 / (100 + s.percent) }
