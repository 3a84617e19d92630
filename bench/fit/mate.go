package fit

import (
	"context"

	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
)

// knownMate is a position that engines solve within a few plies, with the moves to its mate.
type knownMate struct {
	fen   string
	moves int
}

var knownMates = [...]knownMate{
	{"6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - 0 1", 1},
	{"4q3/2pbn2r/4k2p/1P1p1ppP/r1pB4/P3PK2/2RP2P1/1N3Bb1 b - - 0 1", 2},
	{"2rk2K1/8/3p1PP1/1P1Pp1Nq/P7/6R1/R6P/8 b - - 0 1", 2},
}

// mateDepth is the depth of the searches for knownMates, in plies.
const mateDepth = 7

// largeMateScores are usual scores of a mate that are too large to be read from an evaluation, in centipawns.
var largeMateScores = [...]int{32000, 32767, 32766, 32768, 32500, 31500, 31000, 48000, 50000, 64000, 99999, 100_000, 1_000_000}

// FindMateScore returns the score by which an engine tells mates in centipawns, see uci.Command. It is 0 if the
// engine tells mates as such, or in no known way. It searches for knownMates. With returns the engine read by such a
// score. The error is that of a context that ended.
func FindMateScore(ctx context.Context, with func(mateScore int) engines.Engine) (int, error) {
	answers := searchKnown(ctx, with(0), mateDepth, knownMates[0])
	if answers == nil {
		return 0, context.Cause(ctx)
	}
	first := answers[0].Score
	if _, mate := first.Mate(); mate {
		return 0, context.Cause(ctx)
	}
	candidates := []int{max(int(first)+1, engine.MinMateCentipawns)}
	if first == engine.MateBound-1 { // the largest evaluation
		candidates = largeMateScores[:]
	}
	for _, candidate := range candidates {
		if findsMates(ctx, with(candidate)) {
			return candidate, nil
		}
	}
	return 0, context.Cause(ctx)
}

// findsMates reports whether an engine tells the length of all knownMates.
func findsMates(ctx context.Context, on engines.Engine) bool {
	for _, known := range knownMates {
		answers := searchKnown(ctx, on, mateDepth, known)
		if answers == nil {
			return false
		}
		if moves, mate := answers[0].Score.Mate(); !mate || moves != known.moves {
			return false
		}
	}
	return true
}

// searchKnown returns what a new process of an engine answers in positions to a depth in plies, nothing if it has a fault.
func searchKnown(ctx context.Context, on engines.Engine, depth int, positions ...knownMate) (answers []engine.Result) {
	e, err := on.Open()
	if err != nil {
		return nil
	}
	defer func() { _ = e.Close() }() // its searches are over
	short, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	for _, known := range positions {
		result, err := e.Search(short, engine.Task{Start: game.MustParsePosition(known.fen), Limits: engine.Limits{Depth: depth}}, func(engine.Info) {})
		if err != nil {
			return nil
		}
		answers = append(answers, result)
	}
	return answers
}
