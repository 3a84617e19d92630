package tune

import (
	"cmp"
	"context"
	"fmt"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/random"
)

// Limits of adjudication and of openings. Scores are in centipawns, lengths in plies.
const (
	maxOpeningScore = 400  // largest score of a random opening
	resignScore     = 1200 // a lead of this much …
	resignLength    = 8    // … for this long is a win
	drawScore       = 6    // a score within this much of equal …
	drawLength      = 14   // … for this long …
	drawFrom        = 80   // … from this ply on is a draw
	gameLength      = 320  // a longer game is drawn
	sampleHighest   = 1500 // positions with larger scores are not kept
	openingTries    = 1000
)

// Play plays a game of an engine against itself and returns its quiet positions, in order. The seed
// and the number determine the opening; the limits are those of each move.
func Play(ctx context.Context, e engine.Engine, limits engine.Limits, seed, number uint64) ([]Sample, error) {
	r := random.New(seed, number)
	for range openingTries {
		opening, ok := chess.RandomOpening(r, 6+r.Below(5)) // six to ten plies
		if !ok {
			continue
		}
		samples, fair, err := finish(ctx, e, limits, opening)
		if err != nil || fair {
			return samples, err
		}
	}
	return nil, fmt.Errorf("game %d has no opening within %d centipawns (expected one in %d tries)", number, maxOpeningScore, openingTries)
}

// finish plays a game from its opening. Fair is false if the score of the opening
// exceeds maxOpeningScore.
func finish(ctx context.Context, e engine.Engine, limits engine.Limits, opening chess.Position) (samples []Sample, fair bool, err error) {
	if err := e.Reset(ctx); err != nil {
		return nil, false, err
	}
	task := engine.Task{Start: game.FromChess(opening), Limits: limits}
	played := game.NewHistory(task.Start)
	var judge judge
	for {
		if result, over := gameResult(played); over {
			return setResults(samples, result), true, nil
		}
		found, err := e.Search(ctx, task, nil)
		if err = cmp.Or(err, ctx.Err()); err != nil {
			return nil, false, err
		}
		score := int(found.Score)
		p, _ := game.ToChess(played.Position())
		if p.Side() == chess.Black {
			score = -score
		}
		if len(task.Moves) == 0 && abs(score) > maxOpeningScore {
			return nil, false, nil
		}
		if result, over := judge.addScore(score, len(task.Moves)); over {
			return setResults(samples, result), true, nil
		}
		if !p.InCheck() && found.Best.Chess().IsQuiet() && abs(score) < sampleHighest { // it suits a static evaluation
			samples = append(samples, Sample{Position: p, Score: score})
		}
		task.Moves = append(task.Moves, found.Best)
		played.Play(found.Best)
	}
}

// setResults sets the result of all samples of a game.
func setResults(samples []Sample, result Result) []Sample {
	for i := range samples {
		samples[i].Result = result
	}
	return samples
}

// gameResult returns the result of a game, and whether the rules end it.
func gameResult(played game.History) (Result, bool) {
	end, halves := played.End()
	if played.Position().Side() == game.Second {
		halves = 2 - halves
	}
	return Result(halves), end != game.Undecided
}

// judge adjudicates games. It counts the plies in a row with a decided or a level score.
type judge struct{ winning, losing, level int }

// addScore counts a score from White's side at a ply, and reports whether the game is over.
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

// lengthen returns run+1, or 0 if the run breaks off.
func lengthen(run int, on bool) int {
	if on {
		return run + 1
	}
	return 0
}

func abs(n int) int { return max(n, -n) }
