package epd

import (
	"fmt"
	"slices"
	"strconv"
	"strings"
)

// maxPoints is the largest number of points of a move.
const maxPoints = 1_000_000

// points reads what each move is worth. It takes the parallel lists c9 (moves in coordinates) and c8 (points), else
// c7 (moves in SAN) and c8, else c0 ("Nf3=10, d4=7"). A comment that is no such list stays a comment.
func (p *parser) points() *SyntaxError {
	if worth := p.rec.Op("c8"); worth != nil && isList(worth.Text(), isNumber) {
		for _, code := range [...]string{"c9", "c7"} {
			if moves := p.rec.Op(code); moves != nil && isList(moves.Text(), looksLikeMove) {
				return p.parallel(*moves, *worth)
			}
		}
	}
	if op := p.rec.Op("c0"); op != nil {
		return p.gradedComment(*op)
	}
	return nil
}

// parallel pairs the moves of one comment with the points of the other.
func (p *parser) parallel(moves, worth Op) *SyntaxError {
	points := strings.Fields(worth.Text())
	words := strings.Fields(moves.Text())
	if len(words) != len(points) {
		return p.fail(worth.ArgCol-1, fmt.Sprintf("%s has %d points", worth.Code, len(points)),
			fmt.Sprintf("%d, one for each move of %s", len(words), moves.Code))
	}
	at := textStart(moves)
	for i, word := range words {
		at += strings.Index(p.line[at:], word)
		if err := p.grade(moves.Code, word, at, points[i], worth.ArgCol-1); err != nil {
			return err
		}
		at += len(word)
	}
	return nil
}

// gradedComment reads "Nf3=10, d4=7" with an optional title up to a colon.
func (p *parser) gradedComment(op Op) *SyntaxError {
	text := op.Text()
	at := textStart(op)
	if colon := strings.LastIndexByte(text, ':'); colon >= 0 {
		text, at = text[colon+1:], at+colon+1
	}
	if strings.IndexByte(text, '=') < 0 {
		return nil
	}
	good, total := 0, 0
	for item := range strings.SplitSeq(text, ",") {
		total++
		if word, points, ok := splitGrade(item); ok && looksLikeMove(word) && isNumber(points) {
			good++
		}
	}
	if good < total {
		if good > 0 {
			p.tolerate(HalfPoints, op.ArgCol-1, fmt.Sprintf("%d of the %d parts of %s are points", good, total, op.Code))
		}
		return nil
	}
	for item := range strings.SplitSeq(text, ",") {
		word, points, _ := splitGrade(item)
		from := at + strings.Index(item, word)
		if err := p.grade(op.Code, word, from, points, from); err != nil {
			return err
		}
		at += len(item) + 1
	}
	return nil
}

// grade adds one move and its points, which stand at the bytes of the line
// given, counted from 0.
func (p *parser) grade(code, word string, at int, points string, pointsAt int) *SyntaxError {
	n, err := strconv.Atoi(points)
	if err != nil || n > maxPoints {
		return p.fail(pointsAt, fmt.Sprintf("points %q of %s", points, word), fmt.Sprintf("a whole number from 0 to %d", maxPoints))
	}
	move, err := p.rec.Position.ParseNotation(word)
	if err != nil {
		return p.moveError(code, word, at, err)
	}
	for _, g := range p.rec.Points {
		if g.Move == move {
			return p.fail(at, fmt.Sprintf("%s %q has points already", code, word), "each move once")
		}
	}
	p.rec.Points = append(p.rec.Points, Graded{move, n})
	p.rec.MaxPoints = max(p.rec.MaxPoints, n)
	return nil
}

// splitGrade splits "b1=Q=77" into its move and its points.
func splitGrade(item string) (word, points string, ok bool) {
	item = strings.Trim(item, " \t")
	i := strings.LastIndexByte(item, '=')
	if i < 0 {
		return "", "", false
	}
	return strings.TrimRight(item[:i], " \t"), strings.TrimLeft(item[i+1:], " \t"), true
}

// textStart returns where the text of op begins within its quotes, in bytes of
// the line from 0.
func textStart(op Op) int {
	if len(op.Text()) < len(op.Raw) {
		return op.ArgCol
	}
	return op.ArgCol - 1
}

// isList reports whether text is one or more words that all pass.
func isList(text string, pass func(string) bool) bool {
	words := strings.Fields(text)
	return len(words) > 0 && !slices.ContainsFunc(words, func(word string) bool { return !pass(word) })
}

// looksLikeMove reports whether word is written like a move, legal or not. It has only the characters of SAN and of
// coordinates, begins like a move, and has a rank unless it castles.
func looksLikeMove(word string) bool {
	if word == "" || strings.IndexByte("abcdefghKQRBNO0", word[0]) < 0 ||
		strings.Trim(word, "abcdefghKQRBNOqrn0x12345678+#=-!?") != "" {
		return false
	}
	if word[0] == 'O' || word[0] == '0' {
		return strings.HasPrefix(word, "O-O") || strings.HasPrefix(word, "0-0")
	}
	return strings.ContainsAny(word, "12345678")
}
