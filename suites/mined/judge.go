package mined

import (
	"context"
	"errors"
	"slices"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/search"
)

// Conditions for a position to be chosen.
const (
	minMoves      = 3     // legal moves to choose from
	peekNodes     = 5_000 // for a look at the other moves before the verification
	minPliesApart = 8     // plies between two positions of a game
)

// symmetries are the symmetries that make the forms of a position.
var symmetries = [...]chess.Symmetry{0, chess.FlipColors, chess.MirrorFiles, chess.FlipColors | chess.MirrorFiles}

// judge finds out which candidates are worth asking and verifies them.
type judge struct {
	options  Options
	engine   engine.Engine // the built-in one as it is meant to be used
	verifier *Verifier
}

// newJudge makes a judge.
func newJudge(o Options) (*judge, error) {
	modern := search.Defaults()
	modern.HashMB = hashMB
	searcher, err := search.New(modern)
	if err != nil {
		return nil, err
	}
	verifier, err := NewVerifier(VerifyNodes)
	if err != nil {
		return nil, errors.Join(err, searcher.Close())
	}
	return &judge{options: o, engine: searcher, verifier: verifier}, nil
}

// close frees the memory of the judge.
func (j *judge) close() error { return errors.Join(j.engine.Close(), j.verifier.Close()) }

// isFit reports whether a candidate's solution is not too obvious. The solution must be no answer to a check, no
// recapture, and no capture that wins enough by the exchanges on its square. The position must have at least minMoves
// legal moves.
func (c *candidate) isFit() bool {
	p := &c.position
	if p.InCheck() || p.CountLegal() < minMoves {
		return false
	}
	if !c.best.IsCapture() {
		return true
	}
	takesBack := c.last != chess.NoMove && c.last.IsCapture() && c.last.To() == c.best.To()
	return !takesBack && !p.SEEAtLeast(c.best, int(win))
}

// judge verifies a candidate; ok reports that it fits the suite.
func (j *judge) judge(ctx context.Context, c *candidate) (v verified, ok bool, err error) {
	if !c.isFit() {
		return v, false, nil
	}
	for _, refuses := range []func(context.Context, *candidate) (bool, error){j.isEasy, j.hasSecond, j.isHard} {
		if refused, err := refuses(ctx, c); refused || err != nil {
			return v, false, err
		}
	}
	v, err = j.verifier.verify(ctx, &c.position)
	_, mates := v.Score.Mate()
	return v, v.onlyWin() && v.Best == c.best && !mates, err
}

// hasSecond reports whether another move seems to be more than level.
func (j *judge) hasSecond(ctx context.Context, c *candidate) (bool, error) {
	others := slices.DeleteFunc(c.position.LegalMoves(), func(m chess.Move) bool { return m == c.best })
	task := engine.Task{Start: game.FromChess(c.position), SearchMoves: game.FromChessMoves(others...), Limits: engine.Limits{Nodes: peekNodes}}
	result, err := engine.SearchFresh(ctx, j.engine, task, nil)
	return result.Score > level, err
}

// isEasy reports whether the engine answers all forms with few nodes.
func (j *judge) isEasy(ctx context.Context, c *candidate) (bool, error) {
	missed, err := j.anyForm(ctx, c, j.options.Easy, false)
	return !missed, err
}

// isHard reports whether the engine answers no form with many nodes.
func (j *judge) isHard(ctx context.Context, c *candidate) (bool, error) {
	solved, err := j.anyForm(ctx, c, j.options.Hard, true)
	return !solved, err
}

// anyForm reports whether the engine solves, or else misses, any form of a candidate.
func (j *judge) anyForm(ctx context.Context, c *candidate, nodes uint64, solved bool) (bool, error) {
	for _, y := range symmetries {
		if !y.Holds(&c.position) {
			continue
		}
		task := engine.Task{Start: game.FromChess(y.Position(&c.position)), Limits: engine.Limits{Nodes: nodes}}
		result, err := engine.SearchFresh(ctx, j.engine, task, nil)
		if err != nil {
			return false, err
		}
		if (result.Best.Chess() == y.Move(c.best)) == solved {
			return true, nil
		}
	}
	return false, nil
}
