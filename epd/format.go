package epd

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/zugwatch/zugwatch/engine/game"
)

// Format appends the canonical line of r, without a line ending, to dst. An unreadable result is an error: an illegal
// move, quotes in an id, an operand with a bare semicolon, a number out of range. Parse of the line returns a record
// equal to r, and Format of that the same line.
func Format(dst []byte, r *Record) ([]byte, error) {
	if err := r.writable(); err != nil {
		return dst, fmt.Errorf("record %s: %w", strconv.Quote(r.Key()), err)
	}
	dst = appendPosition(dst, r.Position)
	dst = appendMoves(dst, "bm", r.Position, r.Best)
	dst = appendMoves(dst, "am", r.Position, r.Avoid)
	if r.HasMate {
		dst = appendInt(dst, "dm", r.MateIn)
	}
	if r.Result != NoResult {
		dst = appendOp(dst, r.Result.String(), "")
	}
	if r.Depth != 0 {
		dst = appendInt(dst, "sd", r.Depth)
	}
	if r.ID != "" {
		dst = appendOp(dst, "id", `"`+r.ID+`"`)
	}
	others := r.keptOps()
	for len(others) > 0 && others[0].kind() == kindComment {
		dst = appendOp(dst, others[0].Code, others[0].quoted())
		others = others[1:]
	}
	if r.Start != nil {
		dst = appendOp(dst, "history", `"`+r.historyText()+`"`)
	}
	for _, c := range r.Perft {
		dst = appendOp(dst, "D"+strconv.Itoa(c.Depth), strconv.FormatUint(c.Nodes, 10))
	}
	for _, op := range others {
		dst = appendOp(dst, op.Code, op.Raw)
	}
	return dst, nil
}

// String returns the canonical line of r, or the reason why it has none.
func (r *Record) String() string {
	line, err := Format(nil, r)
	if err != nil {
		return err.Error()
	}
	return string(line)
}

// appendPosition appends a position with its counters. Those of chess are operations, left out at 0 and 1; that of
// shogi is the last field of its SFEN.
func appendPosition(dst []byte, p game.Position) []byte {
	c, ok := game.ToChess(p)
	if !ok {
		return append(dst, p.String()...)
	}
	dst = append(dst, c.EPD()...)
	if n := c.Halfmove(); n != 0 {
		dst = appendInt(dst, "hmvc", n)
	}
	if n := c.Fullmove(); n != 1 {
		dst = appendInt(dst, "fmvn", n)
	}
	return dst
}

func appendOp(dst []byte, code, operands string) []byte {
	dst = append(dst, ' ')
	dst = append(dst, code...)
	if operands != "" {
		dst = append(dst, ' ')
		dst = append(dst, operands...)
	}
	return append(dst, ';')
}

func appendInt(dst []byte, code string, n int) []byte {
	return appendOp(dst, code, strconv.Itoa(n))
}

func appendMoves(dst []byte, code string, p game.Position, moves []game.Move) []byte {
	if len(moves) == 0 {
		return dst
	}
	names := make([]string, len(moves))
	for i, m := range moves {
		names[i] = p.Notation(m)
	}
	return appendOp(dst, code, strings.Join(names, " "))
}

// quoted returns the text of a comment in quotes; text that has quotes inside stays
// as it is.
func (o Op) quoted() string {
	if strings.IndexByte(o.Raw, '"') >= 0 {
		return o.Raw
	}
	return `"` + o.Raw + `"`
}

// writable says why r has no line that reads back as r.
func (r *Record) writable() error {
	switch {
	case controlByte(r.ID) >= 0 || strings.IndexByte(r.ID, '"') >= 0:
		return fmt.Errorf("id has quotes or control characters inside")
	case r.HasMate && (r.MateIn == 0 || r.MateIn < -MaxMate || r.MateIn > MaxMate):
		return fmt.Errorf("mate in %d is out of range", r.MateIn)
	case r.Depth < 0 || r.Depth > MaxDepth:
		return fmt.Errorf("depth %d is out of range", r.Depth)
	}
	for _, list := range [][]game.Move{r.Best, r.Avoid} {
		for _, m := range list {
			if !r.Position.IsLegal(m) {
				return fmt.Errorf("move %s is not legal", m)
			}
		}
	}
	if r.Start != nil {
		if what := r.checkHistory(); what != "" {
			return errors.New(what)
		}
	}
	depth := 0
	for _, c := range r.Perft {
		if c.Depth <= depth || c.Depth > MaxDepth {
			return fmt.Errorf("perft depth %d is out of range or order", c.Depth)
		}
		depth = c.Depth
	}
	for i, op := range r.Ops {
		if err := op.writable(); err != nil {
			return err
		}
		if r.Op(op.Code) != &r.Ops[i] {
			return fmt.Errorf("opcode %s is listed twice", op.Code)
		}
	}
	return nil
}

// writable says why o does not read back as it is.
func (o Op) writable() error {
	if !isCode(o.Code) {
		return fmt.Errorf("opcode %s is malformed", strconv.Quote(o.Code))
	}
	if end, ok := operandEnd(o.Raw, 0); !ok || end < len(o.Raw) {
		return fmt.Errorf("operands %s of %s have an open quote or a bare semicolon", quoted(o.Raw), o.Code)
	}
	if controlByte(o.Raw) >= 0 || strings.Trim(o.Raw, " \t") != o.Raw {
		return fmt.Errorf("operands %s of %s have control characters or outer blanks", quoted(o.Raw), o.Code)
	}
	return nil
}

// Writer writes canonical EPD with LF line endings. Call Flush at the end: it reports write errors. It is not safe
// for concurrent use.
type Writer struct {
	out  *bufio.Writer
	line []byte
}

// WriteSuite writes a header, each line of it as a comment, and the records behind it.
func WriteSuite(w io.Writer, header string, records []Record) error {
	out := NewWriter(w)
	out.Comment(header)
	for i := range records {
		if err := out.Write(&records[i]); err != nil {
			return err
		}
	}
	return out.Flush()
}

// NewWriter writes to w.
func NewWriter(w io.Writer) *Writer { return &Writer{out: bufio.NewWriter(w)} }

// Write writes the line of r. See Format for what cannot be written.
func (w *Writer) Write(r *Record) error {
	line, err := Format(w.line[:0], r)
	w.line = line
	if err != nil {
		return err
	}
	w.put(string(line))
	return nil
}

// Comment writes each line of text as a comment.
func (w *Writer) Comment(text string) {
	for line := range strings.Lines(text) {
		w.put(strings.TrimRight("# "+line, " \t\r\n"))
	}
}

// put writes one line as it is. Flush reports its errors.
func (w *Writer) put(line string) { _, _ = w.out.WriteString(line + "\n") }

// Flush hands everything to the underlying writer. Its error is the first that
// this gave.
func (w *Writer) Flush() error {
	if err := w.out.Flush(); err != nil {
		return fmt.Errorf("suite: %w", err)
	}
	return nil
}
