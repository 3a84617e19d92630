package uci

import (
	"slices"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
)

// AnswerLine returns the bestmove line of a result. In USI a side without a move resigns.
func (p Protocol) AnswerLine(r *engine.Result) string {
	switch {
	case r.Best == game.NoMove && p == UCI:
		return "bestmove (none)"
	case r.Best == game.NoMove:
		return "bestmove resign"
	case r.Ponder == game.NoMove:
		return "bestmove " + r.Best.String()
	}
	return "bestmove " + r.Best.String() + " ponder " + r.Ponder.String()
}

// UnansweredLine returns the answer to a go with some words where nothing can be searched.
func (p Protocol) UnansweredLine(words []string) string {
	switch {
	case p == UCI:
		return "bestmove 0000"
	case slices.Contains(words, "mate"):
		return "checkmate notimplemented"
	}
	return "bestmove resign"
}

// CheckmateLine returns the answer of USI to go mate: the moves of a mate, or why there are none.
func CheckmateLine(r *engine.Result) string {
	switch {
	case r.Best == game.NoMate && (r.Stop == engine.StopTime || r.Stop == engine.StopContext):
		return "checkmate timeout"
	case len(r.PV) == 0:
		return "checkmate nomate"
	}
	return "checkmate " + game.JoinMoves(r.PV)
}
