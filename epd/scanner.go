package epd

import (
	"bytes"
	"fmt"
	"io"
	"strings"
)

// Scanner reads records from a stream of any length in constant memory. A malformed line is a value like a record:
// Scan continues after it.
//
//	s := epd.NewScanner(r, "wac.epd")
//	for s.Scan() {
//		if p := s.Problem(); p != nil { … } else { use s.Record() … }
//	}
//	err := s.Err()
//
// For speed a Scanner does not check the spelling of moves and fields; Parse, Lint and WriteCanonical do. It is not
// safe for concurrent use.
type Scanner struct {
	file    string
	lines   lineReader
	parser  parser
	problem *SyntaxError
	comment func(text string)
}

// NewScanner reads from r; file names the source in errors.
func NewScanner(r io.Reader, file string) *Scanner {
	return &Scanner{file: file, lines: newLineReader(r)}
}

// OnComment makes Scan call f with the text, from # or % on, of every comment it passes.
func (s *Scanner) OnComment(f func(text string)) { s.comment = f }

// Scan goes to the next record or malformed line, over blank lines and
// comments. It returns false at the end and after a read error.
func (s *Scanner) Scan() bool {
	for {
		switch s.step() {
		case lineRecord, lineMalformed:
			return true
		case lineComment:
			if s.comment != nil {
				s.comment(strings.Trim(string(s.lines.text), " \t\r"))
			}
		case lineEnd:
			return false
		}
	}
}

// Record returns the record that Scan found, nil when the line is malformed.
// The next Scan overwrites it: Clone what shall stay.
func (s *Scanner) Record() *Record {
	if s.problem != nil {
		return nil
	}
	return &s.parser.rec
}

// Problem returns the fault of the line that Scan found, nil if it holds a record.
func (s *Scanner) Problem() *SyntaxError { return s.problem }

// Err returns the read error that ended the scan, nil at the end of the file.
func (s *Scanner) Err() error {
	if s.lines.err != nil {
		return fmt.Errorf("suite %s: line %d: %w", s.file, s.lines.number+1, s.lines.err)
	}
	return nil
}

// lineKind is the kind of content of a line.
type lineKind uint8

const (
	lineEnd lineKind = iota // no line: the end of the file or a read error
	lineBlank
	lineComment
	lineRecord
	lineMalformed
)

// step reads one line of any kind.
func (s *Scanner) step() lineKind {
	if !s.lines.next() {
		return lineEnd
	}
	s.problem = nil
	text := bytes.TrimLeft(s.lines.text, " \t")
	switch {
	case s.lines.long:
		s.problem = &SyntaxError{
			File: s.file, Line: s.lines.number, Col: maxLine + 1,
			What: "line is too long", Want: fmt.Sprintf("at most %d bytes", maxLine),
		}
		return lineMalformed
	case len(text) == 0:
		return lineBlank
	case text[0] == '#' || text[0] == '%':
		return lineComment
	}
	if err := s.parser.parse(string(s.lines.text)); err != nil {
		s.problem = err
		err.File, err.Line = s.file, s.lines.number
		return lineMalformed
	}
	rec := &s.parser.rec
	rec.Line = s.lines.number
	if s.lines.marked {
		s.parser.tolerate(ByteOrderMark, 0, "")
	}
	if s.lines.ending != endFeed {
		s.parser.tolerate(LineEnding, len(rec.Text), "")
	}
	return lineRecord
}
