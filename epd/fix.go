package epd

import (
	"fmt"
	"io"
	"strings"
)

// WriteCanonical copies a suite from r to w in canonical form: records as Format writes
// them, LF line endings, no byte order mark. Comments and blank lines stay
// where they are, without the blanks around them. Malformed lines stay as they
// are and are returned as *SyntaxErrors; file names the source in them. After
// any other error, a line longer than maxLine included, what was written is
// cut short and must not replace the source.
//
// WriteCanonical of fixed bytes returns the same bytes, and Lint finds no Note in them.
func WriteCanonical(w io.Writer, r io.Reader, file string) error {
	var bad SyntaxErrors
	s := NewScanner(r, file)
	out := NewWriter(w)
	for kind := s.step(); kind != lineEnd; kind = s.step() {
		if s.lines.long {
			return s.problem
		}
		if kind == lineMalformed {
			bad.Add(s.problem)
		}
		line, err := s.canonicalLine(kind)
		if err != nil {
			return err
		}
		out.put(line)
	}
	if err := s.Err(); err != nil {
		return err
	}
	if err := out.Flush(); err != nil {
		return err
	}
	return bad.Err()
}

// canonicalLine returns the current line as WriteCanonical leaves it.
func (s *Scanner) canonicalLine(kind lineKind) (string, error) {
	switch kind {
	case lineMalformed:
		return string(s.lines.text), nil
	case lineRecord:
		line, err := Format(nil, &s.parser.rec)
		if err != nil {
			return "", err
		}
		if len(line) > maxLine {
			return "", &SyntaxError{
				File: s.file, Line: s.lines.number, Col: maxLine + 1,
				What: "line is too long in canonical form", Want: fmt.Sprintf("at most %d bytes", maxLine),
			}
		}
		return string(line), nil
	}
	return strings.Trim(string(s.lines.text), " \t\r"), nil
}
