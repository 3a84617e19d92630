package engine

import (
	"context"
	"slices"
	"time"

	"github.com/zugwatch/zugwatch/engine/game"
)

// WithMultiPV adds Task.MultiPV to an engine that finds only the best line. At each depth it searches for the best
// move, then for the best of the others, and so on. Under a depth limit it is as deterministic as the engine inside.
//
// Tasks that ask for one line go straight to the engine inside.
func WithMultiPV(e Engine) Engine { return &multiPV{Engine: e} }

type multiPV struct{ Engine }

// Search answers the task. It calls each for all lines of a depth, best first,
// when the depth is complete.
func (l *multiPV) Search(ctx context.Context, task Task, each func(Info)) (Result, error) {
	moves := task.SearchMoves
	if len(moves) == 0 {
		moves = task.Root().LegalMoves()
	}
	if task.MultiPV < 2 || len(moves) < 2 {
		return l.Engine.Search(ctx, task, each)
	}
	d := multiPVSearch{engine: l.Engine, task: task, moves: moves, each: each}
	return d.run(ctx)
}

// multiPVSearch is one search for several lines.
type multiPVSearch struct {
	engine Engine
	task   Task
	moves  []game.Move
	each   func(Info)
	used   Result // what all searches took together
}

// line is the best line of one search.
type line struct {
	Result
	hashfull int
}

// run searches depth by depth. The result is that of the last complete depth.
func (d *multiPVSearch) run(ctx context.Context) (Result, error) {
	var answer Result
	stop := StopDepth
	for depth := 1; depth <= d.task.Limits.Deepest(); depth++ {
		found, err := d.at(ctx, depth)
		if err != nil {
			return Result{}, err
		}
		if last := found[len(found)-1]; last.Stop != StopDepth {
			stop = last.Stop
			if answer.Best == game.NoMove {
				answer = found[0].Result
			}
			break
		}
		slices.SortStableFunc(found, func(a, b line) int { return int(b.Score) - int(a.Score) })
		d.report(found)
		answer = found[0].Result
		if n, ok := answer.Score.Mate(); ok && n > 0 && n <= d.task.Limits.Mate {
			stop = StopMate
			break
		}
	}
	answer.Nodes, answer.Time, answer.CPU = d.used.Nodes, d.used.Time, d.used.CPU
	answer.Counters, answer.ByDepth, answer.Stop = d.used.Counters, nil, stop
	return answer, nil
}

// at searches for the lines of one depth. The last of them says by its Stop
// whether all were found.
func (d *multiPVSearch) at(ctx context.Context, depth int) ([]line, error) {
	left := d.moves
	found := make([]line, 0, d.task.MultiPV)
	for range min(d.task.MultiPV, len(d.moves)) {
		limits, spent := d.rest(depth)
		if spent {
			return append(found, line{Result: Result{Best: left[0], Stop: d.stopOfLimits()}}), nil
		}
		task := Task{Start: d.task.Start, Moves: d.task.Moves, SearchMoves: left, Limits: limits}
		next := line{}
		result, err := d.engine.Search(ctx, task, func(i Info) { next.hashfull = i.Hashfull })
		if err != nil {
			return nil, err
		}
		next.Result = result
		d.used.Nodes += result.Nodes
		d.used.Time += result.Time
		d.used.CPU += result.CPU
		d.used.Counters.Add(result.Counters)
		found = append(found, next)
		if result.Stop != StopDepth {
			break
		}
		left = slices.DeleteFunc(slices.Clone(left), func(m game.Move) bool { return m == result.Best })
	}
	return found, nil
}

// rest returns the remaining limits for a search to a depth; spent reports that none remains.
func (d *multiPVSearch) rest(depth int) (rest Limits, spent bool) {
	l := d.task.Limits
	rest = Limits{Depth: depth}
	if l.Nodes > 0 {
		rest.Nodes = l.Nodes - min(l.Nodes, d.used.Nodes)
		spent = rest.Nodes == 0
	}
	most := l.MoveTime
	if l.Clock != nil {
		most = clockShare(l.Clock, d.task.Side())
	}
	if most > 0 {
		rest.MoveTime = most - d.used.Time
		spent = spent || rest.MoveTime <= 0
	}
	if l.CPUTime > 0 {
		rest.CPUTime = l.CPUTime - d.used.CPU
		spent = spent || rest.CPUTime <= 0
	}
	return rest, spent
}

// stopOfLimits returns why a search ended whose limits are spent.
func (d *multiPVSearch) stopOfLimits() StopReason {
	if l := d.task.Limits; l.Nodes > 0 && d.used.Nodes >= l.Nodes {
		return StopNodes
	}
	return StopTime
}

// Side returns who is to move at the root.
func (t *Task) Side() game.Side { return t.Start.Side() ^ game.Side(len(t.Moves)&1) }

// clockShare returns the part of a clock for one move.
func clockShare(c *Clock, side game.Side) time.Duration {
	moves := 30
	if c.MovesToGo > 0 {
		moves = min(moves, c.MovesToGo)
	}
	left := c.Left[side]
	return max(time.Millisecond, min(left/time.Duration(moves)+c.Increment[side]*3/4, left*4/5)+c.Byoyomi*4/5)
}

// report passes the lines of a complete depth to each.
func (d *multiPVSearch) report(found []line) {
	if d.each == nil {
		return
	}
	for i := range found {
		f := &found[i]
		d.each(Info{
			Depth: f.Depth, SelDepth: f.SelDepth, Score: f.Score, Bound: f.Bound, PV: f.PV, MultiPV: i + 1,
			Nodes: d.used.Nodes, Time: d.used.Time, CPU: d.used.CPU, Hashfull: f.hashfull,
		})
	}
}
