package doctor

import (
	"errors"
	"fmt"

	"github.com/zugwatch/zugwatch/engine/uci"
)

// cornerAdvice is the advice about an engine that does not recognize the end of a game.
const cornerAdvice = "nothing for suites; have it answer %s for a GUI"

// checkTerminal checks positions without a legal move. zugwatch never asks about one, but a GUI
// may.
func (e *examination) checkTerminal() {
	for _, corner := range []struct{ check, fen string }{{"checkmated", e.sheet.mated}, {"stalemated", e.sheet.stuck}} {
		t := e.open(corner.check)
		if t == nil {
			return
		}
		advice := fmt.Sprintf(cornerAdvice, e.sheet.none)
		a, _, err := e.searchPosition(t, corner.fen, "go depth 3", e.patience/5)
		switch {
		case errors.Is(err, errLate):
			e.warn(corner.check, advice, "no answer to go depth 3; %s is usual", e.sheet.none)
		case err != nil:
			e.warn(corner.check, advice, "the engine %s", t.exitText())
		case isAnyMove(e.command.Protocol, a.move):
			e.warn(corner.check, advice, "answers with the move %s, where there is none", clip(a.move))
		default:
			e.ok(corner.check, "answers that there is no move")
		}
		t.end()
	}
}

// isAnyMove reports whether an answer is a move and not a word for none.
func isAnyMove(p uci.Protocol, answer string) bool {
	if p == uci.USI {
		return uci.IsMove(p.Game(), answer)
	}
	return len(answer) >= 4 && answer[0] >= 'a' && answer[0] <= 'h'
}

// quit checks that the engine ends at quit.
func (e *examination) quit(check string, t *conversation) {
	t.sendLines("quit")
	switch {
	case !t.waitExit(e.patience):
		e.warn(check, "have it end at quit, also while it thinks; until then each end of a run costs the wait", "goes on, and has to be killed")
	case t.tree.Exit().Code != 0:
		e.warn(check, "have it end with exit status 0 at quit: another looks like a crash", "the engine %s", t.exitText())
	default:
		e.ok(check, "ends")
	}
}

// endOfInput checks that the engine ends with its standard input, as when its runner was killed.
func (e *examination) endOfInput(check string, t *conversation) {
	t.tree.CloseInput()
	if t.waitExit(e.patience) {
		e.ok(check, "ends")
		return
	}
	e.warn(check, "have it end when its standard input ends", "goes on: it would outlive a runner that was killed")
}
