package mutant

import (
	"embed"
	"errors"
	"fmt"
	"path"
	"strings"

	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/builtin"
)

// corpus is the mutants of the built-in engine.
//
//go:embed corpus/*.txt
var corpus embed.FS

// corpusFiles lists the files of mutants in the order of reports.
var corpusFiles = []string{"settings.txt", "patches.txt", "neutral.txt", "neutral-patches.txt"}

// Corpus returns the mutants of the built-in engine, the damaging ones first. It is the same
// in every build of one version.
func Corpus() ([]Mutant, error) {
	var all []Mutant
	for _, name := range corpusFiles {
		text, err := corpus.ReadFile(path.Join("corpus", name))
		if err != nil {
			return nil, err
		}
		some, err := parseMutants(name, string(text))
		if err != nil {
			return nil, err
		}
		all = append(all, some...)
	}
	return all, nil
}

// parseMutants reads mutants. Each begins with a line "KIND NAME: WHAT". Settings follow as "search
// TEXT", "nullmove TEXT" and "hash MIB". An edit is the line of a file, then lines that
// begin with - for the text to find, and with + for its replacement. Empty lines and those
// that begin with # separate mutants. The error names file and line.
func parseMutants(name, text string) ([]Mutant, error) {
	p := parser{}
	for line := range strings.Lines(text) {
		p.line++
		if err := p.read(strings.TrimRight(line, "\r\n")); err != nil {
			return nil, failure.With(failure.Input, fmt.Errorf("%s:%d:1: %w", name, p.line, err))
		}
	}
	for i := range p.all {
		if m := &p.all[i]; len(m.Edits) == 0 && len(m.Options) == 0 {
			return nil, failure.Inputf("%s:%d:1: mutant %s changes nothing (expected search, nullmove, hash or the name of a file)", name, m.Line, m.Name)
		}
	}
	return p.all, nil
}

// parser is the state of parseMutants.
type parser struct {
	all  []Mutant
	line int
	open bool // the last mutant goes on

	old, fresh []string // lines of the last edit
}

func (p *parser) read(line string) error {
	word, rest, _ := strings.Cut(line, " ")
	kind, err := ParseKind(word)
	switch {
	case line == "" || line[0] == '#':
		p.open = false
		return nil
	case err == nil:
		return p.beginMutant(kind, rest)
	case !p.open:
		return fmt.Errorf("line %.40q (expected damaging NAME: WHAT, or neutral NAME: WHAT)", line)
	}
	m := &p.all[len(p.all)-1]
	switch {
	case line[0] == '-' || line[0] == '+':
		return p.addLine(m, line[0], line[1:])
	case line == "tuned":
		m.Tuned = true
		return nil
	case strings.HasSuffix(line, ".go") && rest == "":
		m.Edits = append(m.Edits, Edit{File: line, Line: p.line})
		p.old, p.fresh = nil, nil
		return nil
	}
	return m.set(word, rest)
}

// beginMutant parses the first line of a mutant.
func (p *parser) beginMutant(kind Kind, text string) error {
	text, what, found := strings.Cut(text, ": ")
	if !found {
		return fmt.Errorf("mutant without what it changes (expected %s NAME: WHAT)", kind)
	}
	name, err := ParseName(text)
	if err != nil {
		return err
	}
	p.all = append(p.all, Mutant{Name: name, Kind: kind, What: what, Line: p.line, Col: 1})
	p.open = true
	return nil
}

// ParseName reads the name of a mutant, which is also part of file names.
func ParseName(name string) (string, error) {
	if name == "" || strings.Trim(name, "abcdefghijklmnopqrstuvwxyz0123456789-") != "" || name[0] == '-' || len(name) > 60 {
		return "", fmt.Errorf("mutant %.60q (expected small letters, digits and dashes)", name)
	}
	return name, nil
}

// set sets an option of the built-in engine.
func (m *Mutant) set(key, value string) error {
	option, known := optionOf[key]
	if !known {
		return fmt.Errorf("key %.20q (expected search, nullmove, hash, tuned or the name of a file)", key)
	}
	m.Options = append(m.Options, engine.Option{Name: option, Value: value})
	_, err := builtin.Defaults().With(m.Options)
	return err
}

// optionOf is the UCI option of each key.
var optionOf = map[string]string{
	"search": builtin.SearchOption, "nullmove": builtin.NullMoveOption, "hash": builtin.HashOption,
}

// addLine adds a line to the last edit.
func (p *parser) addLine(m *Mutant, mark byte, line string) error {
	if len(m.Edits) == 0 {
		return errors.New("edit without a file (expected the name of a Go file above it)")
	}
	e := &m.Edits[len(m.Edits)-1]
	if mark == '-' {
		p.old = append(p.old, line)
		e.Old = strings.Join(p.old, "\n")
	} else {
		p.fresh = append(p.fresh, line)
		e.New = strings.Join(p.fresh, "\n")
	}
	return nil
}
