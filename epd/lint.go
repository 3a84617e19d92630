package epd

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strings"

	"github.com/zugwatch/zugwatch/engine/game"
)

// Lint reads a suite and returns its issues in order of line and column. Issues are malformed lines, contradictions
// within and between records, repeated ids and positions, records without id or purpose, and every tolerance.
// WriteCanonical does not change a file without issues. The error is a read error. Lint remembers each record's
// position and id, so its memory grows with the file.
func Lint(r io.Reader) ([]Issue, error) {
	l := linter{ids: make(map[string]int), positions: make(map[string]firstClaim)}
	s := NewScanner(r, "")
	s.parser.spelling = true
	for kind := s.step(); kind != lineEnd; kind = s.step() {
		l.line(s, kind)
	}
	l.endings()
	slices.SortStableFunc(l.issues, func(a, b Issue) int {
		return cmp.Or(cmp.Compare(a.Line, b.Line), cmp.Compare(a.Col, b.Col))
	})
	return l.issues, s.Err()
}

// linter gathers issues over the lines of one suite.
type linter struct {
	issues    []Issue
	ids       map[string]int // id: the line it stands in first
	positions map[string]firstClaim
	first     game.Position // of the suite, nil before it
	returns   int           // lines that end in CR LF
	returned  int           // the first of them
	cut       int           // the last line, when no line feed ends it
}

// firstClaim holds the solution in the first record of a position.
type firstClaim struct {
	line        int
	best, avoid []game.Move
	mate        int // 0: none
}

func (l *linter) add(line, col int, kind Kind, format string, args ...any) {
	l.issues = append(l.issues, Issue{Line: line, Col: col, Kind: kind, Text: fmt.Sprintf(format, args...)})
}

// line checks one line of any kind.
func (l *linter) line(s *Scanner, kind lineKind) {
	number := s.lines.number
	switch s.lines.ending {
	case endReturn:
		l.returns++
		if l.returns == 1 {
			l.returned = number
		}
	case endNone:
		l.cut = number
	}
	if s.lines.marked {
		l.add(number, 1, ByteOrderMark, "file begins with a byte order mark")
	}
	switch kind {
	case lineMalformed:
		text := s.problem.What
		if s.problem.Want != "" {
			text += " (expected " + s.problem.Want + ")"
		}
		l.add(number, s.problem.Col, Malformed, "%s", text)
	case lineRecord:
		l.record(s.Record())
	default:
		if text := string(s.lines.text); strings.Trim(text, " \t\r") != text {
			l.add(number, 1, Layout, "blanks around a comment or in an empty line")
		}
	}
}

// endings reports the line endings once for the file.
func (l *linter) endings() {
	if l.returns > 0 {
		l.add(l.returned, 1, LineEnding, "%d lines end in CR LF, this is the first", l.returns)
	}
	if l.cut > 0 {
		l.add(l.cut, 1, LineEnding, "last line has no line feed")
	}
}

// record checks one record by itself and against earlier ones.
func (l *linter) record(r *Record) {
	for _, t := range r.Tolerances {
		if t.Kind != ByteOrderMark && t.Kind != LineEnding {
			t.Line = r.Line
			l.issues = append(l.issues, t)
		}
	}
	if len(r.Tolerances) == 0 && r.String() != r.Text {
		l.add(r.Line, 1, Layout, "blanks or order differ from the canonical line")
	}
	l.identity(r)
	l.purpose(r)
	l.consistency(r)
	l.counts(r)
	l.position(r)
	for _, op := range r.Ops {
		if known := op.knownSpelling(); known != "" {
			l.add(r.Line, op.Col, OpcodeCase, "opcode %s is not known (did you mean %s?)", op.Code, known)
		}
		if !op.isWellFormed(r) {
			l.add(r.Line, op.ArgCol, Operand, "%s %s (expected %s)", op.Code, quoted(op.Raw), op.kind())
		}
	}
}

// identity finds missing and repeated ids.
func (l *linter) identity(r *Record) {
	if r.ID == "" {
		l.add(r.Line, 1, MissingID, "record has no id and is known as %s", r.Key())
		return
	}
	col := r.column("id")
	if first, seen := l.ids[r.ID]; seen {
		l.add(r.Line, col, DuplicateID, "id %s stands in line %d already", quoted(r.ID), first)
		return
	}
	l.ids[r.ID] = r.Line
}

// purpose finds records that ask for nothing and positions without an answer.
func (l *linter) purpose(r *Record) {
	if !r.HasVerdict() && len(r.Perft) == 0 && r.Depth == 0 {
		l.add(r.Line, 1, NoPurpose, "record asks for nothing: no bm, am, dm, points, sd or D1")
	}
	if r.Position.CountLegal() == 0 {
		l.add(r.Line, 1, GameOver, "side to move has no legal move")
	}
}

// consistency finds operations of one record that cannot both hold.
func (l *linter) consistency(r *Record) {
	for _, m := range r.Best {
		if slices.Contains(r.Avoid, m) {
			l.add(r.Line, r.column("am"), Contradiction, "%s is in bm and in am", r.Position.Notation(m))
		}
		if r.MateIn == 1 && !isMateInOne(r.Position, m) {
			l.add(r.Line, r.column("bm"), Contradiction, "%s does not mate, against dm 1", r.Position.Notation(m))
		}
	}
}

// counts compares the perft count of depth 1 with the legal moves.
func (l *linter) counts(r *Record) {
	if len(r.Perft) == 0 || r.Perft[0].Depth != 1 {
		return
	}
	if n := uint64(r.Position.CountLegal()); n != r.Perft[0].Nodes {
		l.add(r.Line, r.column("D1"), Contradiction, "D1 is %d, but the position has %d legal moves", r.Perft[0].Nodes, n)
	}
}

// position compares r with the first record of the same four fields.
func (l *linter) position(r *Record) {
	if l.first == nil {
		l.first = r.Position
	}
	if of := l.first.Game(); r.Position.Game() != of {
		l.add(r.Line, 1, Contradiction, "position of %s in a suite of %s", r.Position.Game(), of)
	}
	key := r.Position.EPD()
	first, seen := l.positions[key]
	if !seen {
		l.positions[key] = firstClaim{r.Line, slices.Clone(r.Best), slices.Clone(r.Avoid), r.MateIn}
		return
	}
	switch {
	case len(first.best) > 0 && len(r.Best) > 0 && !sameMoves(first.best, r.Best):
		l.add(r.Line, r.column("bm"), Contradiction, "position stands in line %d with other best moves", first.line)
	case overlap(first.best, r.Avoid) || overlap(first.avoid, r.Best):
		l.add(r.Line, 1, Contradiction, "position stands in line %d, where a best move is one to avoid here or the reverse", first.line)
	case first.mate != 0 && r.MateIn != 0 && first.mate != r.MateIn:
		l.add(r.Line, 1, Contradiction, "position stands in line %d with mate in %d", first.line, first.mate)
	default:
		l.add(r.Line, 1, DuplicatePosition, "position stands in line %d already", first.line)
	}
}

// column returns where an operation stands, the start of the line without it.
func (r *Record) column(code string) int {
	if op := r.Op(code); op != nil {
		return op.Col
	}
	return 1
}

// isMateInOne reports whether m mates at once.
func isMateInOne(p game.Position, m game.Move) bool {
	next := p.After(m)
	return next.InCheck() && next.CountLegal() == 0
}

// sameMoves reports whether a and b, each without repetition, have the same moves.
func sameMoves(a, b []game.Move) bool {
	return len(a) == len(b) && !slices.ContainsFunc(a, func(m game.Move) bool { return !slices.Contains(b, m) })
}

// overlap reports whether a and b share a move.
func overlap(a, b []game.Move) bool {
	return slices.ContainsFunc(a, func(m game.Move) bool { return slices.Contains(b, m) })
}
