package doctor

import (
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/uci"
)

// searchPosition sets a position up, sends a go command and gives the answer. The time is
// from the question to the answer.
func (e *examination) searchPosition(t *conversation, fen, command string, limit time.Duration) (a answer, took time.Duration, err error) {
	root, err := game.ParsePosition(fen)
	if err != nil {
		return a, 0, err
	}
	start := time.Now()
	t.sendLines("position "+uci.PositionArgs(root), command)
	err = t.readUntil(e.ctx, limit, func(line string) bool { return a.addLine(line, root) })
	return a, time.Since(start), err
}

// unanswered records why a search had no answer: the engine crashed, ends only at stop, or ignores stop.
func (e *examination) unanswered(check, command string, t *conversation, err error) {
	if !errors.Is(err, errLate) {
		e.fault(check, crashAdvice, "%s: the engine %s", command, t.exitText())
		return
	}
	t.sendLines("stop")
	if err := t.expect(e.ctx, e.patience, "bestmove"); err != nil {
		e.fault(check, "use another limit; have it end this one by itself, and at stop", "%s: no bestmove within %v, nor after stop", command, 2*e.patience)
		return
	}
	e.fault(check, "use another limit; have it end this one by itself", "%s: no bestmove within %v, only after stop", command, 2*e.patience)
}

// crashAdvice is the advice about an engine that ends during a search.
const crashAdvice = "ask it the same by hand, under a debugger: in a run each such end costs a position"

// readiness checks that the engine answers isready while it thinks, continues until stop, and then stops.
func (e *examination) readiness(check string, t *conversation) {
	const stopping = "go infinite, stop"
	early := false
	t.sendLines("position startpos", "go infinite", "isready")
	err := t.readUntil(e.ctx, e.patience, func(line string) bool {
		early = early || firstWord(line) == "bestmove"
		return firstWord(line) == "readyok"
	})
	switch {
	case errors.Is(err, errDead):
		e.fault(check, crashAdvice, "the engine %s", t.exitText())
		return
	case err != nil:
		e.warn(check, "nothing for suites, which ask nothing while it thinks; for a GUI have it look for input every few thousand nodes", "no readyok within %v", e.patience)
	default:
		e.ok(check, "answers at once")
	}
	if !early { // it goes on, as it seems
		early = t.expect(e.ctx, e.patience/20, "bestmove") == nil
	}
	if early {
		e.warn(stopping, "nothing for suites; have it wait for stop before bestmove", "bestmove came before stop: go infinite is to last until then")
		return
	}
	t.sendLines("stop")
	switch err := t.expect(e.ctx, e.patience, "bestmove"); {
	case errors.Is(err, errDead):
		e.fault(stopping, crashAdvice, "after stop the engine %s", t.exitText())
	case err != nil:
		e.fault(stopping, "have it look for input every few thousand nodes; until then limit suites by depth or nodes, without stop-when-solved", "no bestmove within %v after stop", e.patience)
	default:
		e.ok(stopping, "goes on until it is told to stop")
	}
}

// depth checks go depth.
func (e *examination) depth(check string, t *conversation) {
	const command, depth = "go depth 5", 5
	a, _, err := e.searchPosition(t, e.sheet.middlegame, command, 2*e.patience)
	switch {
	case err != nil:
		e.unanswered(check, command, t, err)
	case a.depth < depth:
		e.warn(check, "limit suites by nodes: a depth that is not reached compares nothing", "%s: ended at depth %d", command, a.depth)
	default:
		e.ok(check, "ends by itself at the depth asked for")
	}
	if err == nil {
		const advice = "limit suites of tactics by nodes in steps, as with nodes=25600,steps=6,stop-when-solved=2: how soon this engine finds a solution is not known else"
		if grade, text := gradeIterations(&a); grade == OK {
			e.ok("iterations", "%s", text)
		} else {
			e.report.add("iterations", grade, advice, "%s", text)
		}
	}
}

// gradeIterations grades whether an engine reports its best move after each iteration. Otherwise it is unknown at
// which node it found a solution.
func gradeIterations(a *answer) (Grade, string) {
	const unknown = ": the nodes to a solution are not known"
	switch {
	case a.lastDepth == 0:
		return Warning, "no line with moves" + unknown
	case a.untold > 0:
		return Warning, fmt.Sprintf("%d of %d without a line", a.untold, a.lastDepth) + unknown
	}
	return OK, "each has a line"
}

// nodes checks go nodes: how far the engine goes beyond them, and whether it
// stops far before. One that has found a mate may.
func (e *examination) nodes(check string, t *conversation) {
	const command = "go nodes 20000"
	var most uint64
	var least *answer
	for _, fen := range []string{e.sheet.middlegame, e.sheet.tactics, e.sheet.endgame} {
		a, _, err := e.searchPosition(t, fen, command, 2*e.patience)
		if err != nil {
			e.unanswered(check, command, t, err)
			return
		}
		most = max(most, a.nodes)
		if !strings.HasPrefix(a.score, "mate") && (least == nil || a.nodes < least.nodes) {
			least = &a
		}
	}
	grade, text := gradeNodes(most, least)
	advice := ""
	if grade != OK {
		advice = "limit suites by depth; have it count each node as it is searched, and look at the limit more often"
	}
	e.report.add(check, grade, advice, "%s", text)
}

// nodesAsked is the limit of the check of go nodes.
const nodesAsked = 20_000

// gradeNodes grades answers to a node limit. Most is their largest node count. Least is the answer with the least
// nodes among those without a mate, nil if there is none. Engines that count only at the end of an iteration seem to
// stop early, so only very few nodes are a fault.
func gradeNodes(most uint64, least *answer) (Grade, string) {
	const command = "go nodes 20000"
	over := 100 * (float64(most) - nodesAsked) / nodesAsked
	switch {
	case most == 0:
		return Warning, command + ": it reports no nodes"
	case over > 100:
		return Fault, fmt.Sprintf("%s: it searched up to %d", command, most)
	case least != nil && least.nodes < nodesAsked/10:
		return Fault, fmt.Sprintf("%s: it stopped after %d, at depth %d", command, least.nodes, least.depth)
	case least != nil && least.nodes < nodesAsked/2:
		return Warning, fmt.Sprintf("%s: it stopped after %d, at depth %d, or did not count the rest", command, least.nodes, least.depth)
	case over > 10:
		return Warning, fmt.Sprintf("%s: it searched up to %d, %.0f%% more", command, most, over)
	}
	return OK, fmt.Sprintf("kept, %.1f%% over at most", max(0, over))
}

// movetime checks go movetime.
func (e *examination) movetime(check string, t *conversation) {
	const limit = 200 * time.Millisecond
	command := e.sheet.movetime
	var most time.Duration
	for _, fen := range []string{e.sheet.middlegame, e.sheet.endgame} {
		_, took, err := e.searchPosition(t, fen, command, limit+2*e.patience)
		if err != nil {
			e.unanswered(check, command, t, err)
			return
		}
		most = max(most, took-limit)
	}
	if over := max(0, most).Milliseconds(); over > 100 {
		e.warn(check, "have it look at its clock more often; limit suites by depth or nodes", "%s: up to %d ms over", command, over)
	} else {
		e.ok(check, "kept, %d ms over at most", over)
	}
}

// mate checks go mate.
func (e *examination) mate(check string, t *conversation) {
	command := e.sheet.mate
	a, _, err := e.searchPosition(t, e.sheet.tactics, command, e.patience)
	switch {
	case err == nil && e.command.Protocol == uci.USI:
		e.checkmate(check, &a)
	case errors.Is(err, errLate):
		e.warn(check, "have it end once the mate is found; give suites a depth or nodes beside dm", "%s: goes on after the mate; give a depth or nodes beside the mate", command)
	case err != nil:
		e.fault(check, crashAdvice, "%s: the engine %s", command, t.exitText())
	case a.score != "mate 2" && a.score != "mate 1":
		e.warn(check, "have go mate search until the mate is found; limit suites by depth or nodes", "%s: ended without the mate, at %s", command, quoted(a.score))
	default:
		e.ok(check, "finds a mate and ends")
	}
}

// checkmate judges the answer to go mate in USI.
func (e *examination) checkmate(check string, a *answer) {
	const advice = "limit suites with dm by depth or nodes"
	switch {
	case a.move == "notimplemented":
		e.warn(check, advice, "go mate: not implemented")
	case a.mate == 0:
		e.warn(check, "have it answer go mate with checkmate and the moves; until then such answers count as those of a search", "go mate: answers bestmove %s", clip(a.move))
	case a.mate != 3:
		e.warn(check, advice, "go mate: ended without the mate in 3 plies, at checkmate %s with %d plies", clip(a.move), a.mate)
	default:
		e.ok(check, "finds a mate and ends")
	}
}

// searchmoves checks that a search can be kept to some moves.
func (e *examination) searchmoves(check string, t *conversation) {
	move := e.sheet.move
	a, _, err := e.searchPosition(t, e.sheet.start, "go depth 3 searchmoves "+move, 2*e.patience)
	switch {
	case err != nil:
		e.unanswered(check, "go depth 3 searchmoves "+move, t, err)
	case !strings.EqualFold(a.move, move):
		e.warn(check, "nothing for suites", "ignored: told to look at %s alone, it answered %s", move, clip(a.move))
	default:
		e.ok(check, "heeded")
	}
}
