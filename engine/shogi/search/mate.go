package search

import (
	"cmp"
	"context"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/shogi/tsume"
)

// prove searches for a mate by checks. Its score counts the plies of the proof, which need not be the fewest. The
// first call allocates the memory of the prover, as much as that of the table.
func (s *Searcher) prove(ctx context.Context, task *engine.Task) (engine.Result, error) {
	if s.prover == nil {
		var err error
		if s.prover, err = tsume.New(s.options.HashMB); err != nil {
			return engine.Result{}, err
		}
	}
	end := ctx
	if most := cmp.Or(task.Limits.MoveTime, task.Limits.CPUTime); most > 0 {
		var cancel context.CancelFunc
		end, cancel = context.WithTimeout(ctx, most)
		defer cancel()
	}
	start := s.options.Now()
	root, _ := game.ToShogi(task.Root())
	answer := s.prover.Solve(end, root, 0)
	r := engine.Result{Best: game.NoMate, Nodes: answer.Nodes, Stop: engine.StopMate}
	if !task.Limits.Exact() {
		r.Time = s.options.Now().Sub(start)
	}
	switch {
	case answer.Verdict == tsume.Mate:
		plies := len(answer.Line)
		r.Depth, r.SelDepth, r.Score = plies, plies, engine.MateScore-engine.Score(plies)
		r.PV = game.FromShogiMoves(answer.Line...)
		r.Best = r.PV[0]
		if plies > 1 {
			r.Ponder = r.PV[1]
		}
	case answer.Verdict == tsume.NoMate:
		r.Stop = engine.StopDepth
	case ctx.Err() != nil:
		r.Stop = engine.StopContext
	default:
		r.Stop = engine.StopTime
	}
	return r, nil
}
