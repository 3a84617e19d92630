package match

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strings"

	"github.com/zugwatch/zugwatch/engine/chess"
)

// maxPGN is the largest PGN book that is read, in bytes.
const maxPGN = 256 << 20

// ReadPGN reads a book of games and keeps the first plies of each. Comments,
// variations and glyphs are passed over; a move that cannot be read is an error
// with its place. Games that are shorter are openings as long as they are, unless
// they leave no move to play.
func ReadPGN(r io.Reader, name string, plies int) (*Book, error) {
	l := &pgnReader{in: bufio.NewReader(io.LimitReader(r, maxPGN)), name: name, plies: plies, line: 1}
	l.begin()
	for {
		err := l.item()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return nil, err
		}
	}
	if err := l.finish(); err != nil {
		return nil, err
	}
	if len(l.openings) == 0 {
		return nil, fmt.Errorf("%s: book holds no game (expected PGN)", name)
	}
	return newBook(filepath.Base(name), l.openings), nil
}

// pgnReader reads games item by item.
type pgnReader struct {
	in       *bufio.Reader
	name     string
	plies    int
	line     int
	openings []Opening

	opening  Opening // of the present game
	position chess.Position
	moved    bool // the movetext has begun
	found    bool // there is something of a game
}

func (l *pgnReader) begin() {
	l.opening = Opening{Start: chess.Start()}
	l.position = l.opening.Start
	l.moved, l.found = false, false
}

// finish takes the present game over.
func (l *pgnReader) finish() error {
	if !l.found {
		return nil
	}
	if l.position.CountLegal() == 0 {
		if n := len(l.opening.Moves); n > 0 {
			l.opening.Moves = l.opening.Moves[:n-1]
		} else {
			return l.wrong("opening has no legal move")
		}
	}
	l.openings = append(l.openings, l.opening)
	l.begin()
	return nil
}

func (l *pgnReader) wrong(format string, args ...any) error {
	return fmt.Errorf("%s:%d: %s", l.name, l.line, fmt.Sprintf(format, args...))
}

func (l *pgnReader) next() (byte, error) {
	c, err := l.in.ReadByte()
	if c == '\n' {
		l.line++
	}
	return c, err
}

// item reads a tag, a comment, a variation or a word.
func (l *pgnReader) item() error {
	c, err := l.next()
	if err != nil {
		return err
	}
	switch c {
	case ' ', '\t', '\r', '\n':
		return nil
	case '[':
		return l.tag()
	case '{':
		return l.skip("comment", '}')
	case ';', '%':
		if l.skip("comment", '\n') != nil {
			return io.EOF // which may end it as well
		}
		return nil
	case '(':
		return l.variation()
	}
	word := []byte{c}
	for {
		b, err := l.in.Peek(1)
		if err != nil || strings.IndexByte(" \t\r\n{}();[]", b[0]) >= 0 {
			break
		}
		c, _ := l.next()
		word = append(word, c)
	}
	return l.word(string(word))
}

// skip reads up to a byte.
func (l *pgnReader) skip(what string, end byte) error {
	for {
		c, err := l.next()
		if err != nil {
			return fmt.Errorf("%w: %w", l.wrong("%s has no end", what), io.ErrUnexpectedEOF)
		}
		if c == end {
			return nil
		}
	}
}

// variation passes over moves that were not played, and those within.
func (l *pgnReader) variation() error {
	for depth := 1; depth > 0; {
		c, err := l.next()
		if err != nil {
			return l.wrong("variation has no end")
		}
		switch c {
		case '(':
			depth++
		case ')':
			depth--
		case '{':
			if err := l.skip("comment", '}'); err != nil {
				return err
			}
		}
	}
	return nil
}

// tag reads [Name "value"]; only FEN matters.
func (l *pgnReader) tag() error {
	if l.moved {
		if err := l.finish(); err != nil {
			return err
		}
	}
	l.found = true
	var text []byte
	for quoted := false; ; {
		c, err := l.next()
		if err != nil || c == '\n' {
			return l.wrong("tag has no end")
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
		return l.wrong("FEN: %v", err)
	}
	l.opening.Start, l.position = p, p
	return nil
}

// word reads a move, a number, a glyph or a result.
func (l *pgnReader) word(word string) error {
	switch word {
	case "1-0", "0-1", "1/2-1/2", "*":
		l.found = true
		return l.finish()
	}
	if word[0] == '$' {
		return nil
	}
	l.moved, l.found = true, true
	move := strings.TrimLeft(word, "0123456789")
	if strings.HasPrefix(move, "-0") { // castling with zeros
		move = word
	}
	if move = strings.TrimRight(strings.TrimLeft(move, "."), "!?"); move == "" || len(l.opening.Moves) >= l.plies {
		return nil
	}
	m, err := l.position.ParseSAN(move)
	if err != nil {
		return l.wrong("%v", err)
	}
	l.position = l.position.After(m)
	l.opening.Moves = append(l.opening.Moves, m)
	return nil
}
