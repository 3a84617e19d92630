package imported

import (
	"bufio"
	"bytes"
	"encoding/csv"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/zugwatch/zugwatch/engine/text"
	"github.com/zugwatch/zugwatch/epd"
)

// maxLine is the longest line of a table, in bytes. Those of Lichess have hundreds.
const maxLine = 64 << 10

// table reads the puzzles of Lichess line by line. No field of it goes over the end of
// a line, so that a quote without an end spoils one line and not the rest.
type table struct {
	file    string
	lines   *bufio.Reader
	source  bytes.Reader // of the current line
	csv     *csv.Reader
	line    int
	fields  []string
	columns map[string]int
	width   int
	themes  map[string]bool // of all puzzles read
}

// newTable reads the header. Faults of the header are errors even with SkipDamaged.
func newTable(r io.Reader, file string) (*table, error) {
	t := &table{file: file, lines: bufio.NewReaderSize(r, maxLine), columns: make(map[string]int), themes: make(map[string]bool)}
	t.csv = csv.NewReader(&t.source)
	t.csv.FieldsPerRecord, t.csv.ReuseRecord = -1, true
	err := t.read()
	if errors.Is(err, io.EOF) {
		return nil, &epd.SyntaxError{File: file, Line: 1, Col: 1, What: "file is empty", Want: "the header of the puzzles of Lichess"}
	}
	if err != nil {
		return nil, err
	}
	for i, name := range t.fields {
		t.columns[strings.TrimPrefix(name, "\ufeff")] = i
	}
	t.width = len(t.fields)
	for _, name := range columnNames {
		if _, ok := t.columns[name]; !ok {
			return nil, &epd.SyntaxError{
				File: file, Line: 1, Col: 1, What: fmt.Sprintf("header has no column %s", name),
				Want: "PuzzleId,FEN,Moves,Rating,RatingDeviation,Popularity,NbPlays,Themes,GameUrl,OpeningTags",
			}
		}
	}
	return t, nil
}

// read takes the next line apart. The error is io.EOF at the end, an *epd.SyntaxError
// for a line that is damaged.
func (t *table) read() error {
	line, err := t.lines.ReadSlice('\n')
	t.line++
	switch {
	case errors.Is(err, bufio.ErrBufferFull):
		for errors.Is(err, bufio.ErrBufferFull) {
			_, err = t.lines.ReadSlice('\n')
		}
		if err != nil && !errors.Is(err, io.EOF) {
			return fmt.Errorf("%s: %w", t.file, err)
		}
		return t.wrong(1, "line is too long", fmt.Sprintf("at most %d bytes", maxLine))
	case errors.Is(err, io.EOF) && len(line) == 0:
		return io.EOF
	case err != nil && !errors.Is(err, io.EOF):
		return fmt.Errorf("%s: %w", t.file, err)
	}
	if len(strings.TrimRight(string(line), "\r\n")) == 0 {
		return t.wrong(1, "line is empty", "a puzzle")
	}
	t.source.Reset(line)
	t.fields, err = t.csv.Read()
	if bad, ok := errors.AsType[*csv.ParseError](err); ok {
		t.source.Reset(nil)
		return t.wrong(bad.Column, bad.Err.Error(), "fields with commas between them")
	}
	return err
}

func (t *table) wrong(col int, what, want string) error {
	return &epd.SyntaxError{File: t.file, Line: t.line, Col: col, What: what, Want: want}
}

// puzzle reads the next line.
func (t *table) puzzle() (z puzzle, err error) {
	if err := t.read(); err != nil {
		return z, err
	}
	if len(t.fields) != t.width {
		return z, t.wrong(1, fmt.Sprintf("line has %d fields", len(t.fields)), fmt.Sprintf("%d, as the header has", t.width))
	}
	z, err = puzzleOf(func(column string) string { return t.fields[t.columns[column]] })
	return z, t.at(err)
}

// at adds the place of a field to an error about it.
func (t *table) at(err error) error {
	bad, ok := errors.AsType[*fieldError](err)
	if !ok {
		return err
	}
	_, col := t.csv.FieldPos(t.columns[bad.column])
	return t.wrong(col, bad.what, bad.want)
}

// each hands every puzzle that passes the filters to take. It stops at the end of the
// file, and where a line is damaged unless damaged says nil.
func (t *table) each(o *Options, c *Counts, take func(*epd.Record) error, damaged func(error) error) error {
	for {
		z, err := t.puzzle()
		if errors.Is(err, io.EOF) {
			return t.checkThemes(o)
		}
		c.Read++
		for _, theme := range z.themes {
			t.themes[theme] = true
		}
		var r *epd.Record
		if err == nil && z.passes(o) {
			r, err = z.record()
			err = t.at(err)
		}
		if err != nil {
			if err := damaged(err); err != nil {
				return err
			}
			continue
		}
		if r != nil {
			if err := take(r); err != nil {
				return err
			}
		}
	}
}

// checkThemes returns an error if a filter names a theme that occurs in no puzzle: it would be misspelt.
func (t *table) checkThemes(o *Options) error {
	for _, theme := range slices.Concat(o.Themes, o.Without) {
		if !t.themes[theme] {
			return fmt.Errorf("%s: theme %q is that of no puzzle (expected one of its %d themes%s)", t.file, theme, len(t.themes),
				text.DidYouMean(theme, slices.Sorted(maps.Keys(t.themes))))
		}
	}
	return nil
}
