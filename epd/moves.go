package epd

import (
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/zugwatch/zugwatch/engine/chess"
)

// maxNamed is how many legal moves an error names.
const maxNamed = 8

// operandWords calls each with every word of the operands and the byte of the
// line at which it stands, counted from 0. Words are separated by blanks and
// commas.
func (p *parser) operandWords(op Op, each func(word string, at int) error) error {
	for i := 0; i < len(op.Raw); {
		c := op.Raw[i]
		if c == ',' {
			p.forgive(Comma, op.ArgCol-1+i, op.Code)
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

// bestMoves reads bm: moves, or a distance to mate as #5 or #-3.
func (p *parser) bestMoves(op Op) error {
	if strings.IndexByte(op.Raw, '#') < 0 {
		return p.moveList(op, &p.rec.Best)
	}
	mates := 0
	err := p.operandWords(op, func(word string, at int) error {
		if word[0] != '#' {
			return p.addMove(op.Code, word, at, &p.rec.Best)
		}
		mates++
		p.forgive(MateMove, at, "")
		n, err := p.number(Op{Code: "bm #", Raw: word[1:], ArgCol: at + 1}, -MaxMate, MaxMate)
		if err != nil {
			return err
		}
		return p.mate(at, n)
	})
	if err == nil && mates == 0 && len(p.rec.Best) == 0 {
		return p.noMove(op)
	}
	return err
}

// moveList reads the operands of op as legal moves of the position.
func (p *parser) moveList(op Op, list *[]chess.Move) error {
	err := p.operandWords(op, func(word string, at int) error {
		return p.addMove(op.Code, word, at, list)
	})
	if err == nil && len(*list) == 0 {
		return p.noMove(op)
	}
	return err
}

func (p *parser) noMove(op Op) error {
	return p.fail(op.ArgCol-1, op.Code+" without a move", "legal moves")
}

// addMove reads one move; a move that is in the list already is not added.
func (p *parser) addMove(code, word string, at int, list *[]chess.Move) error {
	move, err := p.move(code, word, at)
	if err != nil {
		return err
	}
	if slices.Contains(*list, move) {
		p.forgive(RepeatedMove, at, word)
		return nil
	}
	*list = append(*list, move)
	return nil
}

// move reads one legal move in SAN of any spelling or in coordinates.
func (p *parser) move(code, word string, at int) (chess.Move, error) {
	move, err := p.rec.Position.ParseSAN(word)
	if err != nil {
		return move, p.moveError(code, word, at, err)
	}
	if p.spelling {
		if want := p.rec.Position.SAN(move); want != word {
			p.forgive(MoveSpelling, at, fmt.Sprintf("%s %s is %s", code, word, want))
		}
	}
	return move, nil
}

// moveError says why word is no move and names the legal moves that it might
// stand for.
func (p *parser) moveError(code, word string, at int, err error) error {
	why, want := "is not a move", "no move: the side to move has none"
	var bad *chess.MoveError
	if errors.As(err, &bad) {
		why = bad.Why
		if len(bad.Candidates) > 0 {
			want = "one of " + names(bad.Candidates)
		}
	}
	return p.fail(at, fmt.Sprintf("%s %s %s", code, quoted(word), why), want)
}

// quoted is word in quotes, cut when it is long.
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
