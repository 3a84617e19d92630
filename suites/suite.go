package suites

import (
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"slices"
	"strings"

	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/input"
	"github.com/zugwatch/zugwatch/epd"
)

// Suite is a named list of records. It is not changed after loading and may be
// read concurrently.
type Suite struct {
	Name    string // short, as typed on a command line: "wac"
	Path    string // file that it was read from; empty when it is embedded
	Title   string // the texts of the header, empty where it has none
	Kind    string // "tactics", "zugzwang", "mates", "rules", "nodes", "perft" or another word of the header
	Source  string
	License string
	Checked string
	InForms int // largest number of forms of a position; 0: only the original
	// Related reports whether the preludes of later rounds of forms are positions behind the record's own moves: see Prelude.
	Related bool
	Digest  string // SHA-256 of the canonical lines, hexadecimal; comments and families do not count
	Records []epd.Record
}

// Load reads a suite; file names it in errors, and its base name without the
// extension names the suite. Malformed lines and keys that are listed twice are
// *epd.SyntaxErrors; a suite without records is an error.
func Load(r io.Reader, file string) (*Suite, error) {
	base := filepath.Base(file)
	s := &Suite{Name: strings.TrimSuffix(base, filepath.Ext(base)), Path: file}
	var bad epd.SyntaxErrors
	header := &header{texts: map[string]*string{"title": &s.Title, "kind": &s.Kind, "source": &s.Source, "license": &s.License, "checked": &s.Checked}}
	lines := make(map[string]int)
	scanner := epd.NewScanner(r, file)
	scanner.OnComment(func(text string) {
		if len(s.Records) == 0 {
			header.add(text)
		}
	})
	for scanner.Scan() {
		if problem := scanner.Problem(); problem != nil {
			bad.Add(problem)
			continue
		}
		record := scanner.Record().Clone()
		if other := otherGame(s, &record, file); other != nil {
			bad.Add(other)
			continue
		}
		if again := repeated(lines, &record, file); again != nil {
			bad.Add(again)
			continue
		}
		s.Records = append(s.Records, record)
	}
	if err := errors.Join(scanner.Err(), bad.Err()); err != nil {
		return nil, err
	}
	if err := s.seal(); err != nil {
		return nil, err
	}
	return s, nil
}

// maxFile is the largest suite file that is read, in bytes: over a million positions.
const maxFile = 256 << 20

// LoadFile reads a suite from a file of at most maxFile bytes.
func LoadFile(path string) (*Suite, error) {
	f, err := input.Open(path, maxFile)
	if err != nil {
		return nil, fmt.Errorf("suite: %w", err)
	}
	defer f.Close()
	return Load(f, path)
}

// otherGame returns the error that a record is of another game than the first one.
func otherGame(s *Suite, r *epd.Record, file string) *epd.SyntaxError {
	if len(s.Records) == 0 || r.Position.Game() == s.Game() {
		return nil
	}
	return &epd.SyntaxError{
		File: file, Line: r.Line, Col: 1,
		What: fmt.Sprintf("position of %s in a suite of %s", r.Position.Game(), s.Game()), Want: "one game in a suite",
	}
}

// repeated notes the key of a record in lines and returns an error when it is
// there already: outcomes are known by it.
func repeated(lines map[string]int, r *epd.Record, file string) *epd.SyntaxError {
	key := r.Key()
	first, seen := lines[key]
	if !seen {
		lines[key] = r.Line
		return nil
	}
	col, want := 1, "each position once, or with ids of their own"
	if id := r.Op("id"); r.ID != "" && id != nil {
		col, want = id.Col, "each id once"
	}
	return &epd.SyntaxError{
		File: file, Line: r.Line, Col: col,
		What: fmt.Sprintf("record %q stands in line %d already", key, first), Want: want,
	}
}

// seal computes the digest once the records are complete.
func (s *Suite) seal() error {
	if len(s.Records) == 0 {
		return fmt.Errorf("%s: suite has no records", s.Path)
	}
	sum := sha256.New()
	var line []byte
	for i := range s.Records {
		var err error
		if line, err = epd.Format(line[:0], withoutFamily(&s.Records[i])); err != nil {
			return fmt.Errorf("suite %s: %w", s.Name, err)
		}
		sum.Write(append(line, '\n'))
		if prelude, found := s.Prelude(i); found {
			fmt.Fprintf(sum, "prelude %s depth=%d\n", prelude.String(), PreludeDepth)
		}
	}
	s.Digest = hex.EncodeToString(sum.Sum(nil))
	return nil
}

// Game returns the game of the positions.
func (s *Suite) Game() game.Game { return s.Records[0].Position.Game() }

// Positions returns the positions of the records, in their order.
func (s *Suite) Positions() []game.Position {
	positions := make([]game.Position, len(s.Records))
	for i := range s.Records {
		positions[i] = s.Records[i].Position
	}
	return positions
}

// NamesDepths reports whether every record names a depth (sd).
func (s *Suite) NamesDepths() bool {
	return !slices.ContainsFunc(s.Records, func(r epd.Record) bool { return r.Depth == 0 })
}

// header reads the texts of a suite from the comments before its first record.
type header struct {
	texts map[string]*string // by key
	last  *string            // value that an indented line continues; nil: none
}

// add parses one comment line, from # on. It ignores comments that are neither "# key: text" nor continue one.
func (h *header) add(comment string) {
	text, ok := strings.CutPrefix(comment, "#")
	if ok && h.last != nil && strings.HasPrefix(text, "  ") {
		*h.last += " " + strings.TrimSpace(text)
		return
	}
	key, value, _ := strings.Cut(strings.TrimSpace(text), ":")
	if h.last = h.texts[key]; !ok {
		h.last = nil
	}
	if h.last != nil {
		*h.last = strings.TrimSpace(value)
	}
}
