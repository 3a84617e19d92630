package uci

import (
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
)

// positionCommand is the command that sets the position of a task up.
func positionCommand(task *engine.Task) string {
	var b strings.Builder
	b.WriteString("position ")
	b.WriteString(setup(task.Start))
	for i, m := range task.Moves {
		if i == 0 {
			b.WriteString(" moves")
		}
		b.WriteByte(' ')
		b.WriteString(m.String())
	}
	return b.String()
}

// setup is a position as the command position has it.
func setup(p game.Position) string {
	if p.Game() == game.Shogi {
		return p.String() // sfen stands before it
	}
	return "fen " + p.String()
}

// goCommand is the command that starts the search of a task. A search without
// a limit that the engine can keep by itself is open-ended: the caller has to
// stop it.
func goCommand(task *engine.Task) (command string, open bool) {
	l := task.Limits
	words := []string{"go"}
	add := func(key string, value uint64) { words = append(words, key, strconv.FormatUint(value, 10)) }
	if c := l.Clock; c != nil {
		add("wtime", milliseconds(c.Left[game.First]))
		add("btime", milliseconds(c.Left[game.Second]))
		add("winc", uint64(c.Increment[game.First].Milliseconds()))
		add("binc", uint64(c.Increment[game.Second].Milliseconds()))
		if c.MovesToGo > 0 {
			add("movestogo", uint64(c.MovesToGo))
		}
	}
	if l.Depth > 0 {
		add("depth", uint64(l.Depth))
	}
	if l.Nodes > 0 {
		add("nodes", l.Nodes)
	}
	if l.Mate > 0 {
		add("mate", uint64(l.Mate))
	}
	if l.MoveTime > 0 {
		add("movetime", milliseconds(l.MoveTime))
	}
	if open = len(words) == 1; open {
		words = append(words, "infinite")
	}
	if len(task.SearchMoves) > 0 {
		words = append(words, "searchmoves")
		for _, m := range task.SearchMoves {
			words = append(words, m.String())
		}
	}
	return strings.Join(words, " "), open
}

// milliseconds is a time for an engine, which may take 0 for no limit.
func milliseconds(d time.Duration) uint64 { return uint64(max(1, d.Milliseconds())) }

// rootOf plays the moves of a task.
func rootOf(task *engine.Task) (game.Position, error) {
	p := task.Start
	if p == nil {
		return p, fmt.Errorf("position is empty (expected one from game.ParsePosition)")
	}
	for i, m := range task.Moves {
		if !p.IsLegal(m) {
			return p, fmt.Errorf("move %d of the task, %s, is not legal", i+1, m)
		}
		p = p.After(m)
	}
	for _, m := range task.SearchMoves {
		if !p.IsLegal(m) {
			return p, fmt.Errorf("search move %s is not legal", m)
		}
	}
	return p, nil
}

// reply is what a bestmove line says.
type reply struct {
	move   game.Move
	ponder game.Move // NoMove when none was given or it is not legal
	odd    bool      // a move to ponder on was given but is not legal
}

// badReply is what is wrong with a bestmove line.
type badReply struct {
	class  Class
	detail string
}

// parseReply reads a bestmove line that answers a position in which there are
// legal moves.
func parseReply(line string, root game.Position) (reply, *badReply) {
	_, text := cutWord(line)
	word, rest := nextWord(text)
	bad := func(class Class, format string, args ...any) (reply, *badReply) {
		return reply{}, &badReply{class, fmt.Sprintf(format, args...)}
	}
	switch word {
	case "":
		return bad(ClassNoMove, "engine answered without a move")
	case "(none)", "none", "0000", "NULL", "null", "(null)":
		return bad(ClassNullMove, "engine answered %s although there are %d legal moves", word, root.CountLegal())
	}
	if !IsCoordinates(word) {
		return bad(ClassMalformedMove, "engine answered %s (expected coordinates such as e2e4 or e7e8q)", quoted(line))
	}
	move, err := root.ParseMove(word)
	if err != nil {
		return bad(ClassIllegalMove, "engine answered %s, which is not legal", word)
	}
	answer := reply{move: move}
	key, rest := nextWord(rest)
	if key == "" {
		return answer, nil
	}
	second, rest := nextWord(rest)
	if key != "ponder" || rest != "" {
		return bad(ClassMalformedMove, "engine answered %s (expected one move, and ponder with another at most)", quoted(line))
	}
	next := root.After(move)
	if answer.ponder, err = next.ParseMove(second); err != nil {
		answer.odd = second != "" && second != "(none)" && second != "0000"
	}
	return answer, nil
}
