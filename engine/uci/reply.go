package uci

import (
	"fmt"

	"github.com/zugwatch/zugwatch/engine/chess"
)

// reply is what a bestmove line says.
type reply struct {
	move   chess.Move
	ponder chess.Move // NoMove when none was given or it is not legal
	odd    bool       // a move to ponder on was given but is not legal
}

// badReply is what is wrong with a bestmove line.
type badReply struct {
	class  Class
	detail string
}

// parseReply reads a bestmove line that answers a position in which there are
// legal moves.
func parseReply(line string, root *chess.Position) (reply, *badReply) {
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
	if !isCoordinates(word) {
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
	var next chess.Position
	root.Play(move, &next)
	if answer.ponder, err = next.ParseMove(second); err != nil {
		answer.odd = second != "" && second != "(none)" && second != "0000"
	}
	return answer, nil
}
