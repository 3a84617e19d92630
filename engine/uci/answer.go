package uci

import (
	"strings"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
)

// AnswerLine is the bestmove line of a result. In USI a side without a move resigns.
func (p Protocol) AnswerLine(r *engine.Result) string {
	switch {
	case r.Best == game.NoMove && p == UCI:
		return "bestmove (none)"
	case r.Best == game.NoMove:
		return p.Unanswered()
	case r.Ponder == game.NoMove:
		return "bestmove " + r.Best.String()
	}
	return "bestmove " + r.Best.String() + " ponder " + r.Ponder.String()
}

// Unanswered is the answer to what cannot be searched.
func (p Protocol) Unanswered() string {
	if p == USI {
		return "bestmove resign"
	}
	return "bestmove 0000"
}

// NoCheckmate is the answer of USI to go mate where nothing can be searched.
const NoCheckmate = "checkmate notimplemented"

// CheckmateLine is the answer of USI to go mate: the moves of a mate, or why there are none.
func CheckmateLine(r *engine.Result) string {
	switch {
	case r.Best == game.NoMate && r.Stop != engine.StopMate:
		return "checkmate timeout"
	case len(r.PV) == 0:
		return "checkmate nomate"
	}
	words := []string{"checkmate"}
	for _, m := range r.PV {
		words = append(words, m.String())
	}
	return strings.Join(words, " ")
}
