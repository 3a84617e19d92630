package search

import (
	"context"
	"fmt"
	"strconv"
	"sync"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/shogi"
	"github.com/zugwatch/zugwatch/engine/shogi/eval"
)

// Name is what the engine calls itself.
const Name = "zugwatch-shogi"

// evaluation is the digest of the evaluation, worked out once.
var evaluation = sync.OnceValue(eval.Digest)

// ID names the engine, its version and its options.
func (s *Searcher) ID() engine.ID { return s.options.ID() }

// ID names the engine with the options, and the digest of its evaluation.
func (o *Options) ID() engine.ID {
	return engine.ID{Name: Name, Version: Version, Game: game.Shogi, Options: []engine.Option{
		{Name: engine.EvaluationOption, Value: evaluation()},
		{Name: engine.HashOption, Value: strconv.Itoa(o.HashMB)},
		{Name: "NullMove", Value: o.Policy.String()},
		{Name: "Search", Value: o.Params.String()},
	}}
}

// Search answers a task, as Find does. One that asks for a mate and for nothing else is
// answered by the prover: with the moves of a mate by checks, of any length, or with
// game.NoMate.
func (s *Searcher) Search(ctx context.Context, task engine.Task, each func(engine.Info)) (engine.Result, error) {
	start, ok := game.InShogi(task.Start)
	if !ok || start.Occupied().Empty() {
		return engine.Result{}, fmt.Errorf("position is none of shogi (expected one from shogi.ParseSFEN)")
	}
	if asksMate(&task.Limits) {
		return s.prove(ctx, &task)
	}
	j := Job{Start: start, Moves: game.ShogiMoves(task.Moves), Limits: task.Limits, Only: game.ShogiMoves(task.SearchMoves)}
	if task.AtRoot != nil {
		j.AtRoot = func(m shogi.Move) { task.AtRoot(game.OfShogiMove(m)) }
	}
	var report func(*Found)
	var line []game.Move
	if each != nil {
		report = func(f *Found) {
			line = line[:0]
			for _, m := range f.PV {
				line = append(line, game.OfShogiMove(m))
			}
			each(engine.Info{
				Depth: f.Depth, SelDepth: f.SelDepth, Score: f.Score, Bound: f.Bound, Nodes: f.Nodes, Time: f.Time, CPU: f.CPU,
				Hashfull: f.Hashfull, PV: line, Counters: f.Counters,
			})
		}
	}
	found := s.Find(ctx, &j, report)
	return found.result(), nil
}

// result returns what was found as the contract has it.
func (f *Found) result() engine.Result {
	r := engine.Result{
		PV: game.OfShogiMoves(f.PV...), Score: f.Score, Bound: f.Bound, Depth: f.Depth, SelDepth: f.SelDepth, Nodes: f.Nodes,
		Time: f.Time, CPU: f.CPU, Counters: f.Counters, ByDepth: f.ByDepth, Stop: f.Stop,
	}
	switch {
	case f.Declares:
		r.Best = game.DeclareWin
	case len(r.PV) > 1:
		r.Best, r.Ponder = r.PV[0], r.PV[1]
	case len(r.PV) > 0:
		r.Best = r.PV[0]
	}
	return r
}
