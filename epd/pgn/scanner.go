// Package pgn reads games in Portable Game Notation: the moves played, with their comments and places. It skips
// variations and glyphs.
package pgn

import (
	"bufio"
	"errors"
	"io"
	"strings"

	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/epd"
)

// maxComment is the number of bytes of a move's comments that are kept.
const maxComment = 4096

// Game is one game.
type Game struct {
	Number int            // in the file, from 1
	Line   int            // line in which it ends
	Start  chess.Position // from the tag FEN, otherwise the initial position of chess
	Plies  []Ply
}

// Ply is a move with its place and comments.
type Ply struct {
	Move      chess.Move
	Line, Col int    // where it stands, from 1; Col in bytes
	Comment   string // in braces, as it stands; several have a blank between them
}

// Scanner reads games one by one. It is not safe for concurrent use.
type Scanner struct {
	in        *bufio.Reader
	file      string
	plies     int
	line, col int  // of the last byte read
	broken    bool // the last byte was a line feed
	err       error

	number   int
	game     Game
	position chess.Position
	problem  *epd.SyntaxError
	moved    bool // the movetext has begun
	found    bool // there is something of a game
}

// NewScanner reads from r; file names it in problems. It reads the given number of plies of each game, 0: all. It
// scans the rest only for the end of the game.
func NewScanner(r io.Reader, file string, plies int) *Scanner {
	return &Scanner{in: bufio.NewReader(r), file: file, plies: plies, line: 1}
}

// Scan moves on to the next game, sound or with a problem. It returns false at the end of the input and at a read
// error; see Err.
func (s *Scanner) Scan() bool {
	if s.err != nil {
		return false
	}
	s.number++
	s.game = Game{Number: s.number, Start: chess.Start(), Plies: s.game.Plies[:0]}
	s.position, s.problem, s.moved, s.found = s.game.Start, nil, false, false
	for done := false; !done; {
		if done, s.err = s.item(); s.err != nil {
			break
		}
	}
	s.game.Line = s.line
	if errors.As(s.err, &s.problem) {
		s.err = s.skipGame()
		return true
	}
	return s.found && (s.err == nil || errors.Is(s.err, io.EOF))
}

// Game returns the present game. It belongs to the scanner and holds until the next Scan.
func (s *Scanner) Game() *Game { return &s.game }

// Problem returns the fault of the present game, nil for a sound one. The rest up to the next tags has been skipped.
func (s *Scanner) Problem() *epd.SyntaxError { return s.problem }

// Err returns why the input could not be read to its end.
func (s *Scanner) Err() error {
	if errors.Is(s.err, io.EOF) {
		return nil
	}
	return s.err
}

func (s *Scanner) syntaxError(line, col int, what, want string) error {
	return &epd.SyntaxError{File: s.file, Line: line, Col: col, What: what, Want: want}
}

func (s *Scanner) next() (byte, error) {
	c, err := s.in.ReadByte()
	if err != nil {
		return 0, err
	}
	if s.broken {
		s.line++
		s.col = 0
	}
	s.col++
	s.broken = c == '\n'
	return c, nil
}

// skipGame passes over the rest of a damaged game: up to a tag behind an empty line.
func (s *Scanner) skipGame() error {
	empty := false
	for {
		start, err := s.in.Peek(1)
		if err != nil {
			return err
		}
		if empty && start[0] == '[' {
			return nil
		}
		blank := s.broken || s.col == 0
		for {
			c, err := s.next()
			if err != nil {
				return err
			}
			if c == '\n' {
				break
			}
			blank = blank && (c == ' ' || c == '\t' || c == '\r')
		}
		empty = blank
	}
}

// item reads a tag, a comment, a variation or a word; done says that the game ends.
func (s *Scanner) item() (done bool, err error) {
	if b, err := s.in.Peek(1); err == nil && b[0] == '[' && s.moved {
		return true, nil
	}
	c, err := s.next()
	if err != nil {
		return false, err
	}
	switch c {
	case ' ', '\t', '\r', '\n':
		return false, nil
	case '[':
		return false, s.tag()
	case '{':
		return false, s.comment()
	case ';', '%':
		for c != '\n' {
			if c, err = s.next(); err != nil {
				return false, err // the end of the file ends it as well
			}
		}
		return false, nil
	case '(':
		return false, s.variation()
	}
	line, col := s.line, s.col
	word := []byte{c}
	for len(word) < maxComment {
		b, err := s.in.Peek(1)
		if err != nil || strings.IndexByte(" \t\r\n{}();[]", b[0]) >= 0 {
			break
		}
		c, _ := s.next()
		word = append(word, c)
	}
	return s.word(string(word), line, col)
}

// braceComment reads up to a closing brace.
func (s *Scanner) braceComment() (text string, err error) {
	line, col := s.line, s.col
	var b strings.Builder
	for {
		c, err := s.next()
		if err != nil {
			return "", s.syntaxError(line, col, "comment has no end", "}")
		}
		if c == '}' {
			return b.String(), nil
		}
		if b.Len() < maxComment {
			b.WriteByte(c)
		}
	}
}

// comment gives the last move a comment.
func (s *Scanner) comment() error {
	text, err := s.braceComment()
	if n := len(s.game.Plies); err == nil && n > 0 {
		last := &s.game.Plies[n-1]
		last.Comment = strings.TrimSpace(last.Comment + " " + text)
		if len(last.Comment) > maxComment {
			last.Comment = last.Comment[:maxComment]
		}
	}
	return err
}

// variation passes over moves that were not played, and those within.
func (s *Scanner) variation() error {
	line, col := s.line, s.col
	for depth := 1; depth > 0; {
		c, err := s.next()
		if err != nil {
			return s.syntaxError(line, col, "variation has no end", ")")
		}
		switch c {
		case '(':
			depth++
		case ')':
			depth--
		case '{':
			if _, err := s.braceComment(); err != nil {
				return err
			}
		}
	}
	return nil
}

// tag reads [Name "value"]; only FEN matters.
func (s *Scanner) tag() error {
	line, col := s.line, s.col
	s.found = true
	var text []byte
	for quoted := false; ; {
		c, err := s.next()
		if err != nil || c == '\n' {
			return s.syntaxError(line, col, "tag has no end", "]")
		}
		if c == ']' && !quoted {
			break
		}
		if c == '"' {
			quoted = !quoted
		}
		text = append(text, c)
	}
	key, value, _ := strings.Cut(string(text), " ")
	if !strings.EqualFold(key, "FEN") {
		return nil
	}
	p, err := chess.ParseFEN(strings.Trim(strings.TrimSpace(value), `"`))
	if err != nil {
		return s.syntaxError(line, col, "FEN: "+err.Error(), "")
	}
	s.game.Start, s.position = p, p
	return nil
}

// word reads a move, a number, a glyph or a result.
func (s *Scanner) word(word string, line, col int) (done bool, err error) {
	switch word {
	case "1-0", "0-1", "1/2-1/2", "*":
		s.found = true
		return true, nil
	}
	if word[0] == '$' {
		return false, nil
	}
	s.moved, s.found = true, true
	move := strings.TrimLeft(word, "0123456789")
	if strings.HasPrefix(move, "-0") { // castling with zeros
		move = word
	}
	move = strings.TrimLeft(move, ".")
	col += len(word) - len(move)
	if move = strings.TrimRight(move, "!?"); move == "" || s.plies > 0 && len(s.game.Plies) >= s.plies {
		return false, nil
	}
	m, err := s.position.ParseSAN(move)
	if err != nil {
		return false, s.syntaxError(line, col, err.Error(), "")
	}
	s.position = s.position.After(m)
	s.game.Plies = append(s.game.Plies, Ply{Move: m, Line: line, Col: col})
	return false, nil
}
