package epd

import (
	"cmp"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/zugwatch/zugwatch/engine/game"
)

// maxOps is the largest number of operations in a line.
const maxOps = 256

// Parse reads one line without its ending. The error is a *SyntaxError
// without file and line.
func Parse(line string) (*Record, error) {
	p := parser{spelling: true}
	if err := p.parse(line); err != nil {
		return nil, err
	}
	return &p.rec, nil
}

// parser reads one line after the other into the same record.
type parser struct {
	rec      Record
	line     string
	pos      int    // the next byte of line
	board    string // the fields of the position as they stand in line
	spelling bool   // whether to note moves and fields in other than canonical form
	graded   bool   // whether some operation may hold points
}

// parse reads line into p.rec, whose content is undefined after an error.
func (p *parser) parse(line string) *SyntaxError {
	p.rec.reset()
	p.rec.Text = line
	p.line, p.pos, p.graded = line, 0, false
	if i := controlByte(line); i >= 0 {
		return p.fail(i, fmt.Sprintf("control character 0x%02x", line[i]), "text")
	}
	if err := p.position(); err != nil {
		return err
	}
	for {
		op, found, err := p.next()
		if err != nil {
			return err
		}
		if !found {
			break
		}
		if err := p.addOp(op); err != nil {
			return err
		}
	}
	if err := p.clocks(); err != nil {
		return err
	}
	if err := p.history(); err != nil {
		return err
	}
	if p.graded {
		return p.points()
	}
	return nil
}

// fail returns the error that something is wrong at the byte of the line given,
// counted from 0.
func (p *parser) fail(at int, what, want string) *SyntaxError {
	return &SyntaxError{Col: at + 1, What: what, Want: want}
}

// tolerate notes a tolerance in words at the byte of the line given, counted from 0.
func (p *parser) tolerate(kind Kind, at int, text string) {
	p.rec.Tolerances = append(p.rec.Tolerances, Issue{Kind: kind, Col: at + 1, Text: text})
}

// position reads the four fields of a FEN, with one or two clock fields if present. After the word sfen it reads the
// three or four fields of an SFEN.
func (p *parser) position() *SyntaxError {
	p.blanks()
	start, end := p.pos, p.pos
	counters := 2
	if game.GameOf(p.line[start:]) == game.Shogi {
		counters = 1
	}
	for range 4 {
		p.blanks()
		if p.word() == "" {
			break
		}
		end = p.pos
	}
	four := end
	for range counters {
		p.blanks()
		at := p.pos
		if word := p.word(); !isNumber(word) {
			p.pos = at
			break
		}
		end = p.pos
	}
	p.board = p.line[start:end]
	position, err := game.ParsePosition(p.board)
	if err != nil {
		return fenError(err, start)
	}
	p.rec.Position = position
	if position.Game() == game.Shogi {
		if p.spelling && !sameFields(p.board, position.String()) {
			p.tolerate(FieldSpelling, start, "position is not in its canonical form "+strconv.Quote(position.String()))
		}
		return nil
	}
	if end > four {
		p.tolerate(ClockFields, four+1, "position has its clocks as fields (canonical: hmvc and fmvn, when not 0 and 1)")
	}
	if p.spelling {
		if want := p.rec.Position.EPD(); !sameFields(p.line[start:four], want) {
			p.tolerate(FieldSpelling, start, "position is not in its shortest form "+strconv.Quote(want))
		}
	}
	return nil
}

// blanks skips spaces and tabs.
func (p *parser) blanks() {
	for p.pos < len(p.line) && isBlank(p.line[p.pos]) {
		p.pos++
	}
}

// word reads up to a blank, a semicolon or the end of the line.
func (p *parser) word() string {
	start := p.pos
	for p.pos < len(p.line) && !isBlank(p.line[p.pos]) && p.line[p.pos] != ';' {
		p.pos++
	}
	return p.line[start:p.pos]
}

// next reads one operation; found is false at the end of the line.
func (p *parser) next() (op Op, found bool, err *SyntaxError) {
	p.blanks()
	for p.pos < len(p.line) && p.line[p.pos] == ';' {
		p.tolerate(EmptyOperation, p.pos, "semicolon ends no operation")
		p.pos++
		p.blanks()
	}
	start := p.pos
	if start == len(p.line) {
		return Op{}, false, nil
	}
	op = Op{Code: p.word(), Col: start + 1}
	if !isCode(op.Code) {
		return op, false, p.fail(start, "opcode "+quoted(op.Code), "a letter, then letters, digits, - or _, such as bm or id")
	}
	p.blanks()
	from := p.pos
	end, ok := operandEnd(p.line, from)
	if !ok {
		return op, false, p.fail(end, "quote is not closed", `another " before the end of the line`)
	}
	op.ArgCol = from + 1
	op.Raw = strings.TrimRight(p.line[from:end], " \t")
	p.pos = end + 1
	if end == len(p.line) {
		p.tolerate(MissingSemicolon, from+len(op.Raw), "last operation has no semicolon")
		p.pos = end
	}
	return op, true, nil
}

// addOp adds an operation to the record.
func (p *parser) addOp(op Op) *SyntaxError {
	if first := p.rec.Op(op.Code); first != nil {
		return p.fail(op.Col-1, fmt.Sprintf("opcode %s is listed twice", op.Code),
			fmt.Sprintf("it once; the first is in column %d", first.Col))
	}
	if len(p.rec.Ops) == maxOps {
		return p.fail(op.Col-1, "operation too many", fmt.Sprintf("at most %d in a line", maxOps))
	}
	p.rec.Ops = append(p.rec.Ops, op)
	switch op.Code {
	case "bm":
		return p.moveList(op, &p.rec.Best)
	case "am":
		return p.moveList(op, &p.rec.Avoid)
	case "id":
		return p.id(op)
	case "dm":
		n, err := p.number(op, -MaxMate, MaxMate)
		if err != nil {
			return err
		}
		return p.mate(op.ArgCol-1, n)
	case "sd":
		n, err := p.number(op, 1, MaxDepth)
		p.rec.Depth = n
		return err
	case "acd":
		if n, err := strconv.ParseInt(op.Raw, 10, 32); err == nil && n > 0 {
			p.rec.ACD = int(n)
		}
		return nil
	case "win", "draw", "mate":
		return p.result(op)
	case "hmvc", "fmvn", "history":
		return nil // read when all are known
	}
	if depth, ok := perftDepth(op.Code); ok {
		return p.count(op, depth)
	}
	if op.kind() == kindComment {
		p.comment(op)
	}
	return nil
}

// id reads the name of the record.
func (p *parser) id(op Op) *SyntaxError {
	p.rec.ID = op.Text()
	switch {
	case strings.IndexByte(p.rec.ID, '"') >= 0:
		return p.fail(op.ArgCol-1, "id "+quoted(op.Raw)+" has quotes inside", `one text such as "WAC.001"`)
	case op.Raw == p.rec.ID:
		p.tolerate(Unquoted, op.ArgCol-1, "text of id has no quotes")
	}
	return nil
}

// comment notes how c0 … c9 are written and whether they may hold points.
func (p *parser) comment(op Op) {
	text := op.Text()
	switch {
	case len(text) == len(op.Raw) && strings.IndexByte(text, '"') >= 0:
		p.tolerate(InnerQuotes, op.ArgCol-1, "text of "+op.Code+" has quotes inside and is kept as it is")
	case len(text) == len(op.Raw):
		p.tolerate(Unquoted, op.ArgCol-1, "text of "+op.Code+" has no quotes")
	}
	switch op.Code {
	case "c0", "c8":
		p.graded = true
	}
}

// number reads the one operand of op, a whole number from least to most.
func (p *parser) number(op Op, least, most int) (int, *SyntaxError) {
	n, err := strconv.Atoi(op.Raw)
	if err != nil || n < least || n > most {
		return 0, p.fail(op.ArgCol-1, op.Code+" "+quoted(op.Raw),
			fmt.Sprintf("a whole number from %d to %d", least, most))
	}
	return n, nil
}

// result reads an operation that states the result of the position by the rules.
func (p *parser) result(op Op) *SyntaxError {
	switch {
	case op.Raw != "":
		return p.fail(op.ArgCol-1, op.Code+" "+quoted(op.Raw), "no operand")
	case p.rec.Result != NoResult:
		return p.fail(op.Col-1, fmt.Sprintf("%s contradicts the %s before", op.Code, p.rec.Result), "one result")
	}
	p.rec.Result = Result(slices.Index(resultWords[:], op.Code))
	return nil
}

// mate sets the distance to mate, which dm and bm #N may both name.
func (p *parser) mate(at, n int) *SyntaxError {
	switch {
	case n == 0:
		return p.fail(at, "mate in 0 moves", "1 or more, or -1 or less when the side to move is mated")
	case p.rec.HasMate && p.rec.MateIn != n:
		return p.fail(at, fmt.Sprintf("mate in %d contradicts the mate in %d before", n, p.rec.MateIn), "one distance")
	}
	p.rec.MateIn, p.rec.HasMate = n, true
	return nil
}

// count reads a perft count and keeps the counts in order of depth.
func (p *parser) count(op Op, depth int) *SyntaxError {
	nodes, err := strconv.ParseUint(op.Raw, 10, 64)
	if err != nil {
		return p.fail(op.ArgCol-1, op.Code+" "+quoted(op.Raw), "the number of leaf nodes")
	}
	if depth > MaxDepth {
		return p.fail(op.Col-1, fmt.Sprintf("opcode %s", op.Code), fmt.Sprintf("D1 to D%d", MaxDepth))
	}
	p.rec.Perft = append(p.rec.Perft, Count{depth, nodes})
	slices.SortFunc(p.rec.Perft, func(a, b Count) int { return a.Depth - b.Depth })
	return nil
}

// clocks puts the operands of hmvc and fmvn into the position. They may repeat
// the clocks of a six-field position but not contradict them.
func (p *parser) clocks() *SyntaxError {
	half, full := p.rec.Op("hmvc"), p.rec.Op("fmvn")
	if half == nil && full == nil {
		return nil
	}
	given := len(strings.Fields(p.board)) - 4
	before, ok := game.ToChess(p.rec.Position)
	if !ok {
		at := cmp.Or(half, full)
		return p.fail(at.Col-1, fmt.Sprintf("opcode %s in a position of shogi", at.Code), "the number of the ply as the last field of the position")
	}
	counts := [2]int{before.Halfmove(), before.Fullmove()}
	for i, op := range []*Op{half, full} {
		if op == nil {
			continue
		}
		n, err := p.number(*op, i, 9999)
		if err != nil {
			return err
		}
		if i < given && n != counts[i] {
			return p.fail(op.ArgCol-1, fmt.Sprintf("%s %d contradicts the %d of the position", op.Code, n, counts[i]), "one value")
		}
		counts[i] = n
	}
	position, err := game.ParsePosition(fmt.Sprintf("%s %d %d", p.rec.Position.EPD(), counts[0], counts[1]))
	if err != nil {
		at := cmp.Or(half, full)
		fen := fenError(err, 0)
		return p.fail(at.ArgCol-1, fmt.Sprintf("%s %s: %s", at.Code, at.Raw, fen.What), fen.Want)
	}
	p.rec.Position = position
	return nil
}

// isBlank reports whether c separates words.
func isBlank(c byte) bool { return c == ' ' || c == '\t' }

// isNumber reports whether word is digits only.
func isNumber(word string) bool { return word != "" && strings.Trim(word, "0123456789") == "" }

// controlByte returns where the first control character but a tab stands, -1
// when there is none.
func controlByte(line string) int {
	for i := range len(line) {
		if c := line[i]; c < ' ' && c != '\t' || c == 0x7f {
			return i
		}
	}
	return -1
}

// sameFields reports whether text has the same fields as want, with any blanks between them.
func sameFields(text, want string) bool {
	return text == want || strings.Join(strings.Fields(text), " ") == want
}

// fenError returns err with its place in the line; the fields start at the byte
// given, counted from 0.
func fenError(err error, start int) *SyntaxError {
	fen, _ := errors.AsType[*game.PositionError](err)
	return &SyntaxError{Col: start + fen.Offset + 1, What: fen.What, Want: fen.Want}
}
