package uci

import (
	"fmt"
	"time"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
)

// positionCommand returns the command that sets the position of a task up.
func positionCommand(task *engine.Task) string {
	command := "position " + PositionArgs(task.Start)
	if len(task.Moves) > 0 {
		command += " moves " + game.JoinMoves(task.Moves)
	}
	return command
}

// milliseconds returns a time for an engine, which may take 0 for no limit.
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

// reply is a parsed bestmove or checkmate line.
type reply struct {
	move   game.Move
	ponder game.Move   // NoMove when none was given or it is not legal
	odd    bool        // a move to ponder on was given but is not legal
	mate   []game.Move // the moves of a checkmate line
	late   bool        // go mate took too long
}

// badReply describes an invalid bestmove or checkmate line.
type badReply struct {
	class  Class
	detail string
}

func badf(class Class, format string, args ...any) (reply, *badReply) {
	return reply{}, &badReply{class, fmt.Sprintf(format, args...)}
}

// parseReply parses the answer about a position with legal moves.
func parseReply(line string, root game.Position) (reply, *badReply) {
	first, text := cutWord(line)
	if first == "checkmate" {
		return parseCheckmate(line, root)
	}
	word, rest := cutWord(text)
	switch {
	case root.Game() == game.Shogi && word == "resign":
		return reply{move: game.Resign}, nil
	case root.Game() == game.Shogi && word == "win" && root.MayDeclare():
		return reply{move: game.DeclareWin}, nil
	case root.Game() == game.Shogi && word == "win":
		return badf(ClassIllegalMove, "engine declared that it has won by entering king, which it has not")
	}
	switch word {
	case "":
		return badf(ClassNoMove, "engine answered without a move")
	case "(none)", "none", "0000", "NULL", "null", "(null)":
		return badf(ClassNullMove, "engine answered %s although there are %d legal moves", word, root.CountLegal())
	}
	if !IsMove(root.Game(), word) {
		return badf(ClassMalformedMove, "engine answered %s (expected %s)", quoted(line), moveForm(root.Game()))
	}
	move, err := root.ParseMove(word)
	if err != nil {
		return badf(ClassIllegalMove, "engine answered %s, which is not legal", word)
	}
	answer := reply{move: move}
	key, rest := cutWord(rest)
	if key == "" {
		return answer, nil
	}
	second, rest := cutWord(rest)
	if key != "ponder" || rest != "" {
		return badf(ClassMalformedMove, "engine answered %s (expected one move, and ponder with another at most)", quoted(line))
	}
	next := root.After(move)
	if answer.ponder, err = next.ParseMove(second); err != nil {
		answer.odd = second != "" && second != "(none)" && second != "0000"
	}
	return answer, nil
}
