package epd

import (
	"bufio"
	"bytes"
	"errors"
	"io"
)

// maxLine is the longest line that is read, in bytes without its ending.
const maxLine = 16 << 10

// byteOrderMark is the mark that some editors write before UTF-8.
var byteOrderMark = []byte("\uFEFF")

// lineEnding is the kind of end of a line.
type lineEnding uint8

const (
	endFeed   lineEnding = iota // LF
	endReturn                   // CR LF
	endNone                     // end of the file
)

// lineReader reads lines of bounded length in constant memory.
type lineReader struct {
	in     *bufio.Reader
	number int        // of the current line, from 1
	text   []byte     // the current line, valid until the next one
	ending lineEnding // of the current line
	marked bool       // the current line began with a byte order mark
	long   bool       // the current line is longer than maxLine, text is its start
	err    error      // why there are no more lines, nil at the end of the file
}

func newLineReader(r io.Reader) lineReader {
	return lineReader{in: bufio.NewReaderSize(r, maxLine+len(byteOrderMark)+2)}
}

// next goes to the next line; false at the end and after a read error.
func (l *lineReader) next() bool {
	text, err := l.in.ReadSlice('\n')
	l.long = errors.Is(err, bufio.ErrBufferFull)
	if l.long {
		text = text[:maxLine]
		err = l.discard()
	}
	switch {
	case err != nil && !errors.Is(err, io.EOF):
		l.err = err
		return false
	case err != nil && len(text) == 0:
		return false
	}
	l.number++
	l.marked = false
	for l.number == 1 && bytes.HasPrefix(text, byteOrderMark) {
		text, l.marked = text[len(byteOrderMark):], true
	}
	l.text, l.ending = cutEnding(text)
	if len(l.text) > maxLine {
		l.text, l.long = l.text[:maxLine], true
	}
	return true
}

// discard skips the rest of a long line.
func (l *lineReader) discard() error {
	for {
		if _, err := l.in.ReadSlice('\n'); !errors.Is(err, bufio.ErrBufferFull) {
			return err
		}
	}
}

// cutEnding splits a line from its ending, however many carriage returns that
// has.
func cutEnding(text []byte) ([]byte, lineEnding) {
	ending := endNone
	if n := len(text); n > 0 && text[n-1] == '\n' {
		text, ending = text[:n-1], endFeed
	}
	if short := bytes.TrimRight(text, "\r"); len(short) < len(text) {
		return short, endReturn
	}
	return text, ending
}
