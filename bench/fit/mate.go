package fit

import (
	"context"

	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
)

// knownMates are positions that engines solve within a few plies, with the moves to their mate.
var knownMates = [...]struct {
	fen   string
	moves int
}{
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
	first, told := searchMate(ctx, with(0), knownMates[0].fen)
	if _, mate := first.Mate(); !told || mate {
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
		score, _ := searchMate(ctx, on, known.fen)
		if moves, mate := score.Mate(); !mate || moves != known.moves {
			return false
		}
	}
	return true
}

// searchMate returns the score of a position, and whether the engine searched it; 0 if it did not.
func searchMate(ctx context.Context, on engines.Engine, fen string) (engine.Score, bool) {
	e, err := on.Open()
	if err != nil {
		return 0, false
	}
	defer func() { _ = e.Close() }() // its search is over
	short, cancel := context.WithTimeout(ctx, answerTime)
	defer cancel()
	result, err := e.Search(short, engine.Task{Start: game.MustParsePosition(fen), Limits: engine.Limits{Depth: mateDepth}}, func(engine.Info) {})
	if err != nil {
		return 0, false
	}
	return result.Score, true
}
