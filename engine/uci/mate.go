package uci

import (
	"slices"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
)

// parseCheckmate reads the answer to go mate in USI: the moves of a mate, or why there
// are none.
func parseCheckmate(line string, root game.Position) (reply, *badReply) {
	_, text := cutWord(line)
	word, rest := cutWord(text)
	switch word {
	case "nomate":
		return reply{move: game.NoMate}, nil
	case "timeout":
		return reply{move: game.NoMate, late: true}, nil
	case "notimplemented":
		return badf(ClassNoMove, "engine answered go mate with notimplemented (expected one that looks for mates, or a limit by depth, nodes or time)")
	case "":
		return badf(ClassNoMove, "engine answered go mate without a move (expected moves, nomate or timeout)")
	}
	var a reply
	for p := root; word != ""; word, rest = cutWord(rest) {
		if !IsMove(root.Game(), word) {
			return badf(ClassMalformedMove, "engine answered %s (expected checkmate and moves, nomate or timeout)", quoted(line))
		}
		m, err := p.ParseMove(word)
		if err != nil {
			return badf(ClassIllegalMove, "engine answered %s, in which %s is not legal", quoted(line), word)
		}
		p = p.After(m)
		a.mate = append(a.mate, m)
	}
	a.move = a.mate[0]
	if len(a.mate) > 1 {
		a.ponder = a.mate[1]
	}
	return a, nil
}

// setMate puts the mate of an answer to go mate into the result.
func (a *reply) setMate(r *engine.Result) {
	if len(a.mate) == 0 {
		return
	}
	r.Score, r.Bound = mateScore(game.Shogi, len(a.mate)), engine.Exact
	r.PV, r.Broken = slices.Clone(a.mate), false
	r.Depth = max(r.Depth, len(a.mate))
}
