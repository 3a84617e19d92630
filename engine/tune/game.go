package tune

import (
	"context"
	"fmt"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/random"
)

// When a game is called off. Scores are centipawns, lengths are plies.
const (
	openingMost   = 400  // a random opening must not be further from equal
	resignScore   = 1200 // one side is ahead by so much …
	resignLength  = 8    // … for so long
	drawScore     = 6    // the score is within so much of equal …
	drawLength    = 14   // … for so long …
	drawFrom      = 80   // … from here on
	gameLength    = 320  // a longer game is drawn
	sampleHighest = 1500 // a position further from equal teaches nothing
	openingTries  = 1000
)

// player plays games of an engine against itself.
type player struct {
	engine engine.Engine
	limits engine.Limits
}

// Play returns the quiet positions of a game of an engine against itself, in order: that of a seed
// with a number, under limits for each move.
func Play(ctx context.Context, e engine.Engine, limits engine.Limits, seed, number uint64) ([]Sample, error) {
	return (&player{engine: e, limits: limits}).play(ctx, seed, number)
}

// play returns the quiet positions of the game with a number, in order.
func (y *player) play(ctx context.Context, seed, number uint64) ([]Sample, error) {
	r := random.New(seed, number)
	for range openingTries {
		opening, ok := chess.RandomOpening(r, 6+r.Below(5)) // six to ten plies
		if !ok {
			continue
		}
		samples, fair, err := y.finish(ctx, opening)
		if err != nil || fair {
			return samples, err
		}
	}
	return nil, fmt.Errorf("game %d has no opening within %d centipawns (expected one in %d tries)", number, openingMost, openingTries)
}

// finish plays a game from its opening. It is not fair when the opening has
// decided it.
func (y *player) finish(ctx context.Context, opening chess.Position) (samples []Sample, fair bool, err error) {
	if err := y.engine.Reset(ctx); err != nil {
		return nil, false, err
	}
	task := engine.Task{Start: game.FromChess(opening), Limits: y.limits}
	played := game.NewHistory(task.Start)
	var judge judge
	for {
		if result, over := gameResult(played); over {
			return setResults(samples, result), true, nil
		}
		found, err := y.engine.Search(ctx, task, nil)
		if err != nil {
			return nil, false, err
		}
		if err := ctx.Err(); err != nil {
			return nil, false, err
		}
		score := int(found.Score)
		p, _ := game.ToChess(played.Position())
		if p.Side() == chess.Black {
			score = -score
		}
		if len(task.Moves) == 0 && abs(score) > openingMost {
			return nil, false, nil
		}
		if result, over := judge.addScore(score, len(task.Moves)); over {
			return setResults(samples, result), true, nil
		}
		if isQuiet(&p, found.Best.Chess()) && abs(score) < sampleHighest {
			samples = append(samples, Sample{Position: p, Score: score})
		}
		task.Moves = append(task.Moves, found.Best)
		played.Play(found.Best)
	}
}

// isQuiet reports whether a static value can be asked of p: no check, and the
// best move neither takes nor promotes.
func isQuiet(p *chess.Position, best chess.Move) bool { return !p.InCheck() && best.IsQuiet() }

// setResults sets the result of all samples of a game.
func setResults(samples []Sample, result Result) []Sample {
	for i := range samples {
		samples[i].Result = result
	}
	return samples
}

// gameResult reports whether the rules end a game, and how.
func gameResult(played game.History) (Result, bool) {
	end, halves := played.End()
	if played.Position().Side() == game.Second {
		halves = 2 - halves
	}
	return Result(halves), end != game.Undecided
}

// judge calls games off that are decided.
type judge struct{ winning, losing, level int }

// addScore counts a score from White's side after so many plies.
func (j *judge) addScore(score, plies int) (Result, bool) {
	j.winning = lengthen(j.winning, score >= resignScore)
	j.losing = lengthen(j.losing, score <= -resignScore)
	j.level = lengthen(j.level, abs(score) <= drawScore && plies >= drawFrom)
	switch {
	case j.winning >= resignLength:
		return WhiteWins, true
	case j.losing >= resignLength:
		return BlackWins, true
	}
	return Draw, j.level >= drawLength || plies >= gameLength
}

// lengthen returns the length of a run of plies that goes on or breaks off.
func lengthen(run int, on bool) int {
	if on {
		return run + 1
	}
	return 0
}

func abs(n int) int { return max(n, -n) }
