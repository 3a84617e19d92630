package epd

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/zugwatch/zugwatch/engine/game"
)

// maxNamed is the number of legal moves that an error lists.
const maxNamed = 8

// operandWords calls each with every word of the operands and the byte of the
// line at which it stands, counted from 0. Words are separated by blanks and
// commas.
func (p *parser) operandWords(op Op, each func(word string, at int) *SyntaxError) *SyntaxError {
	for i := 0; i < len(op.Raw); {
		c := op.Raw[i]
		if c == ',' {
			p.tolerate(Comma, op.ArgCol-1+i, "moves of "+op.Code+" have commas between them")
		}
		if c == ',' || isBlank(c) {
			i++
			continue
		}
		start := i
		for i < len(op.Raw) && !isBlank(op.Raw[i]) && op.Raw[i] != ',' {
			i++
		}
		if err := each(op.Raw[start:i], op.ArgCol-1+start); err != nil {
			return err
		}
	}
	return nil
}

// moveList reads the operands of op as legal moves of the position; in bm there
// may be a distance to mate too, #5 or #-3. A move that is in the list already is
// not added.
func (p *parser) moveList(op Op, list *[]game.Move) *SyntaxError {
	mates := 0
	err := p.operandWords(op, func(word string, at int) *SyntaxError {
		if word[0] == '#' && op.Code == "bm" {
			mates++
			p.tolerate(MateMove, at, "mate stands in bm (canonical: dm)")
			n, err := p.number(Op{Code: "bm #", Raw: word[1:], ArgCol: at + 1}, -MaxMate, MaxMate)
			if err != nil {
				return err
			}
			return p.mate(at, n)
		}
		move, err := p.move(op.Code, word, at)
		switch {
		case err != nil:
			return err
		case slices.Contains(*list, move):
			p.tolerate(RepeatedMove, at, "move "+word+" is listed twice in one list")
		default:
			*list = append(*list, move)
		}
		return nil
	})
	if err == nil && mates == 0 && len(*list) == 0 {
		return p.fail(op.ArgCol-1, op.Code+" without a move", "legal moves")
	}
	return err
}

// move reads one legal move in SAN of any spelling or in coordinates.
func (p *parser) move(code, word string, at int) (game.Move, *SyntaxError) {
	move, err := p.rec.Position.ParseNotation(word)
	if err != nil {
		return move, p.moveError(code, word, at, err)
	}
	if p.spelling {
		if want := p.rec.Position.Notation(move); want != word {
			p.tolerate(MoveSpelling, at, fmt.Sprintf("move is not in canonical SAN: %s %s is %s", code, word, want))
		}
	}
	return move, nil
}

// moveError says why word is no move and names the legal moves that it might
// stand for.
func (p *parser) moveError(code, word string, at int, err error) *SyntaxError {
	bad, _ := errors.AsType[*game.MoveError](err)
	want := "no move: the side to move has none"
	if len(bad.Candidates) > 0 {
		want = "one of " + names(bad.Candidates)
	}
	return p.fail(at, fmt.Sprintf("%s %s %s", code, quoted(word), bad.Why), want)
}

// quoted returns word in quotes, cut when it is long.
func quoted(word string) string {
	if len(word) > 20 {
		return strconv.Quote(word[:20]) + "…"
	}
	return strconv.Quote(word)
}

// names lists moves in alphabetical order, the first few of many.
func names(moves []string) string {
	sorted := slices.Sorted(slices.Values(moves))
	if more := len(sorted) - maxNamed; more > 1 {
		return strings.Join(sorted[:maxNamed], ", ") + fmt.Sprintf(" and %d more", more)
	}
	return strings.Join(sorted, ", ")
}
