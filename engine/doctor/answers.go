package doctor

import (
	"fmt"
	"slices"

	"github.com/zugwatch/zugwatch/engine/game"
)

// positions returns the positions of the check of answers. They include an opening, promotions, a check and both
// sides to move. In chess they also include castling on both sides and an en passant capture, in shogi drops.
func (s *testPositions) positions() []string {
	return slices.Concat([]string{s.start}, s.more, []string{s.middlegame, s.tactics, s.endgame})
}

// answersCommand is the search command sent for each position.
const answersCommand = "go depth 7"

// answers checks that answers are legal and plausible, and that they repeat: twice in one process, and once more in
// another.
func (e *examination) answers(check string, t *conversation) {
	first, ok := e.searchPositions(check, t)
	if !ok {
		return
	}
	e.legality(check, first)
	again, ok := e.searchPositions(e.command.Protocol.NewGame(), t)
	if !ok {
		return
	}
	fresh := e.open("fresh process")
	if fresh == nil {
		return
	}
	defer fresh.end()
	other, ok := e.searchPositions("fresh process", fresh)
	if !ok {
		return
	}
	e.compareRounds(e.command.Protocol.NewGame(), "forgets what was searched before", "the second time", fmt.Sprintf(forgetAdvice, e.command.Protocol.NewGame()), first, again)
	e.compareRounds("fresh process", "gives the same answers", "in another process", repeatAdvice, first, other)
}

// searchPositions searches each position once.
func (e *examination) searchPositions(check string, t *conversation) (answers []answer, ok bool) {
	for _, fen := range e.sheet.positions() {
		t.sendLines(e.command.Protocol.NewGame(), "isready")
		if err := t.expect(e.ctx, 2*e.patience, "readyok"); err != nil {
			e.fault(check, "have it answer isready behind "+e.command.Protocol.NewGame()+"; clearing its tables may take that long, but not forever", "not ready after %s: %s", e.command.Protocol.NewGame(), t.failureText(err))
			return nil, false
		}
		a, _, err := e.searchPosition(t, fen, answersCommand, 2*e.patience)
		if err != nil {
			e.unanswered(check, answersCommand+" on "+fen, t, err)
			return nil, false
		}
		answers = append(answers, a)
	}
	return answers, true
}

// legality judges the moves and scores of a round.
func (e *examination) legality(check string, answers []answer) {
	moves, scores, first, mate := 0, 0, "", ""
	for i, a := range answers {
		root, err := game.ParsePosition(e.sheet.positions()[i])
		if err == nil {
			_, err = root.ParseMove(a.move)
		}
		if err != nil {
			e.fault(check, "set the position up by hand and ask it: perft finds a wrong rule (zugwatch perft --divide FEN DEPTH)", "bestmove %s is not legal in %s", clip(a.move), e.sheet.positions()[i])
			return
		}
		if e.command.MateScore == 0 && e.sheet.positions()[i] == e.sheet.tactics && a.tellsMateInCentipawns() {
			mate = a.score
		}
		moves, scores = moves+a.badMoves, scores+a.badScores
		if first == "" {
			first = a.firstBad
		}
	}
	if moves+scores > 0 {
		e.warn(check, "have it check the moves that it takes from its table into the variation, and keep scores below those of mates", "legal, but %d variations and %d scores make no sense, the first: %s", moves, scores, quoted(first))
		return
	}
	if mate != "" {
		e.warn(check, "have it report score mate; until then set mate-score in zugwatch.yaml (zugwatch init finds its value)", "legal, but it reports a mate in two as %s", quoted(mate))
		return
	}
	e.ok(check, "legal, with legal variations and sensible scores")
}

// Advice for an engine whose answers differ between two identical searches.
const (
	forgetAdvice = "have it clear its hash table, history and killers at %s; until then results depend on the order of the positions (restart: 16 in zugwatch.yaml makes them repeat)"
	repeatAdvice = "set Threads to 1, and look for a clock, a random seed or memory that is not set in the search"
)

// compareRounds compares the answers of two rounds.
func (e *examination) compareRounds(check, good, when, advice string, first, second []answer) {
	different, example := 0, ""
	for i := range first {
		one, other := first[i].String(), second[i].String()
		if one == other {
			continue
		}
		if different++; different == 1 {
			example = fmt.Sprintf("%s and %s", clip(one), clip(other))
		}
	}
	if different > 0 {
		e.fault(check, advice, "%d of %d answers to %s differ %s, the first: %s", different, len(first), answersCommand, when, example)
		return
	}
	e.ok(check, "%s: %d answers, equal to the node", good, len(first))
}
