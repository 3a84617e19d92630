package doctor

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/uci"
)

// answer is the output of an engine about one position.
type answer struct {
	move  string // of the bestmove line
	score string // of the last exact line of the best variation, "cp 12" or "mate 3"
	depth int    // of that line
	mate  int    // words of a checkmate line
	nodes uint64 // of the last line that counts them

	lastDepth int // the deepest iteration with a line of moves
	untold    int // iterations before it without one

	badMoves  int // variations with an illegal move
	badScores int // scores that make no sense
	firstBad  string
}

// String returns the answer in the form in which two are compared.
func (a answer) String() string {
	return fmt.Sprintf("%s, %s, depth %d, %d nodes", a.move, a.score, a.depth, a.nodes)
}

// addLine records one line and reports whether it was the last.
func (a *answer) addLine(line string, root game.Position) bool {
	fields := strings.Fields(line)
	if len(fields) == 0 {
		return false
	}
	switch fields[0] {
	case "bestmove":
		if len(fields) > 1 {
			a.move = fields[1]
		}
		return true
	case "checkmate": // in USI, after go mate
		a.move, a.mate = strings.Join(fields[1:min(len(fields), 2)], ""), len(fields)-1
		return true
	case "info":
		a.info(fields[1:], line, root)
	}
	return false
}

// info takes in the fields of an info line.
func (a *answer) info(fields []string, line string, root game.Position) {
	depth, score, exact, best, moves := 0, "", true, true, false
	for i := 0; i < len(fields); i++ {
		value := ""
		if i+1 < len(fields) {
			value = fields[i+1]
		}
		switch fields[i] {
		case "string":
			return
		case "depth":
			depth, _ = strconv.Atoi(value)
		case "nodes":
			if n, err := strconv.ParseUint(value, 10, 64); err == nil {
				a.nodes = n
			}
		case "multipv":
			best = value == "1"
		case "lowerbound", "upperbound":
			exact = false
		case "score":
			if i+2 < len(fields) {
				score = value + " " + fields[i+2]
			}
			if !isSensible(score) && (root.Game() == game.Chess || score != "mate +" && score != "mate -") {
				a.badScores++
				a.addBadLine(line)
			}
		case "pv":
			moves = true
			if !isPlayable(fields[i+1:], root) {
				a.badMoves++
				a.addBadLine(line)
			}
		}
	}
	if moves && best && depth > a.lastDepth {
		a.untold += depth - a.lastDepth - 1
		a.lastDepth = depth
	}
	if score != "" && exact && best {
		a.score, a.depth = score, depth
	}
}

func (a *answer) addBadLine(line string) {
	if a.firstBad == "" {
		a.firstBad = line
	}
}

// isSensible reports whether a score is "cp N" within what counts as no mate, or
// "mate N" within the depth of a search.
func isSensible(score string) bool {
	kind, number, _ := strings.Cut(score, " ")
	n, err := strconv.Atoi(number)
	switch {
	case err != nil:
		return false
	case kind == "cp":
		return max(n, -n) < int(engine.MateBound)
	}
	return kind == "mate" && n != 0 && max(n, -n) <= engine.MaxDepth
}

// tellsMateInCentipawns reports whether the score is large enough to be that of a mate, and told in centipawns.
func (a *answer) tellsMateInCentipawns() bool {
	n, err := strconv.Atoi(strings.TrimPrefix(a.score, "cp "))
	return err == nil && n >= engine.MinMateCentipawns
}

// looksLikeMove reports whether a word of a variation is a move, or meant as one.
func looksLikeMove(of game.Game, word string) bool {
	if of == game.Shogi {
		return uci.IsMove(of, word)
	}
	return (len(word) == 4 || len(word) == 5) && word[1] >= '1' && word[1] <= '8'
}

// isPlayable reports whether the words form a line of legal moves, up to the first word that is not a move.
func isPlayable(words []string, root game.Position) bool {
	p := root
	for _, word := range words {
		if !looksLikeMove(root.Game(), word) {
			return true // the next field
		}
		move, err := p.ParseMove(word)
		if err != nil {
			return false
		}
		p = p.After(move)
	}
	return true
}
