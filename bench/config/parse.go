package config

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/mutant"
	"github.com/zugwatch/zugwatch/bench/profile"
	"github.com/zugwatch/zugwatch/engine/builtin"
	"github.com/zugwatch/zugwatch/engine/nullmove"
	"github.com/zugwatch/zugwatch/engine/search"
	"github.com/zugwatch/zugwatch/engine/text"
	"github.com/zugwatch/zugwatch/epd"
	"github.com/zugwatch/zugwatch/suites"
)

// The bounds of the configuration's numbers.
const (
	maxTolerated = 1_000_000
	maxFloor     = 1_000_000_000
)

// unset stands for a growth that the configuration does not name.
const unset = compare.Unlimited - 1

// Parse reads a configuration strictly. An unknown key, a key that is listed twice, an alias or a value out of its
// range is an error with its place. Every fault is reported, not only the first.
func Parse(file string, text []byte) (*Config, error) {
	p := &reader{file: file}
	text = bytes.TrimPrefix(text, []byte("\ufeff"))
	root := p.tree(bytes.ReplaceAll(text, []byte("\r\n"), []byte("\n")))
	c := &Config{
		File: file, Engine: builtin.Name,
		Own: builtin.DefaultEngines(),
	}
	if root != nil {
		p.mapping(root, "the configuration", map[string]func(ast.Node){
			"nullmove": func(n ast.Node) { c.Own.Chess.Policy = read(p, n, nullmove.Parse) },
			"search":   func(n ast.Node) { c.Own.Chess.Params = read(p, n, search.ParseParams) },
			"hash":     func(n ast.Node) { c.Own.SetHash(p.number(n, 1, search.MaxHashMB)) },
			"workers":  func(n ast.Node) { c.Workers = p.number(n, 0, bench.MaxWorkers) },
			"engine":   func(n ast.Node) { c.Engine = p.engineName(n) },
			"engines": func(n ast.Node) {
				c.Engines = named(p, n, "engine", p.engine, func(e Engine) (string, int) { return e.Name, e.Line })
			},
			"mutants": func(n ast.Node) {
				c.Mutants = named(p, n, "mutant", p.mutant, func(m mutant.Mutant) (string, int) { return m.Name, m.Line })
			},
			"suites": func(n ast.Node) {
				for _, e := range named(p, n, "suite", p.suiteOrGames, entry.name) {
					if e.games != nil {
						c.Games = append(c.Games, *e.games)
					} else {
						c.Suites = append(c.Suites, *e.suite)
					}
				}
			},
		})
		p.resolve(c.Engines)
		if len(p.faults.First) == 0 && len(c.Suites)+len(c.Games) == 0 && len(c.Engines) == 0 {
			p.fault(root, "no suite is listed", "suites: with at least one entry")
		}
	}
	if err := p.faults.Err(); err != nil {
		return nil, failure.With(failure.Input, err)
	}
	return c, nil
}

// reader turns the syntax tree of a configuration into values and
// gathers what is wrong with it.
type reader struct {
	file       string
	faults     epd.SyntaxErrors
	references []reference
}

// fault records what is wrong at a node.
func (p *reader) fault(n ast.Node, what, want string) {
	line, column := place(n)
	p.faultAt(line, column, what, want)
}

// place returns where a node begins.
func place(n ast.Node) (line, column int) {
	position := n.GetToken().Position
	if m, ok := n.(*ast.MappingNode); ok && len(m.Values) > 0 {
		position = m.Values[0].Key.GetToken().Position
	}
	return position.Line, position.Column
}

func (p *reader) faultAt(line, column int, what, want string) {
	p.faults.Add(&epd.SyntaxError{File: p.file, Line: line, Col: column, What: what, Want: want})
}

// mapping hands each value of a mapping to the reader of its key.
func (p *reader) mapping(n ast.Node, what string, readers map[string]func(ast.Node)) {
	m, ok := n.(*ast.MappingNode)
	if !ok {
		p.fault(n, what+" is no mapping", "key: value lines")
		return
	}
	known := slices.Sorted(maps.Keys(readers))
	for _, entry := range m.Values {
		key := entry.Key.GetToken().Value
		if read, ok := readers[key]; ok {
			read(entry.Value)
			continue
		}
		p.fault(entry.Key, fmt.Sprintf("unknown key %q", key), text.JoinOr(known)+text.DidYouMean(key, known))
	}
}

// text returns the text of a scalar.
func (p *reader) text(n ast.Node) (string, bool) {
	switch n := n.(type) {
	case *ast.StringNode:
		if n.Value != "" {
			return n.Value, true
		}
	case *ast.LiteralNode:
		return strings.TrimSpace(n.Value.Value), true
	case *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode:
		return n.GetToken().Value, true
	}
	p.fault(n, "not a value", "a text or a number")
	return "", false
}

// number returns a whole number within the bounds.
func (p *reader) number(n ast.Node, low, high int) int {
	text, ok := p.text(n)
	if !ok {
		return low
	}
	value, err := strconv.Atoi(text)
	if err != nil || value < low || value > high {
		p.fault(n, "number "+strconv.Quote(text), fmt.Sprintf("a whole number from %d to %d", low, high))
		return low
	}
	return value
}

// read returns what parse makes of a scalar.
func read[T any](p *reader, n ast.Node, parse func(string) (T, error)) T {
	var none T
	text, ok := p.text(n)
	if !ok {
		return none
	}
	value, err := parse(text)
	if err != nil {
		p.fault(n, err.Error(), "")
		return none
	}
	return value
}

// named reads a list of entries of one kind, and reports a name that is listed twice. Of returns the name of an entry
// and its line.
func named[T any](p *reader, n ast.Node, kind string, entry func(ast.Node) T, of func(T) (string, int)) []T {
	var all []T
	for _, node := range p.entries(n, kind+"s", "entries that begin with - name:") {
		next := entry(node)
		name, _ := of(next)
		for _, other := range all {
			if known, line := of(other); name != "" && name == known {
				p.fault(node, fmt.Sprintf("%s %q is listed twice", kind, name), fmt.Sprintf("a name other than that of line %d", line))
			}
		}
		all = append(all, next)
	}
	return all
}

// suite reads one entry of the list.
func (p *reader) suite(n ast.Node) Suite {
	s := Suite{Gate: compare.Gate{Total: unset, Position: compare.Unlimited}}
	s.Line, s.Col = place(n)
	kind := false
	p.mapping(n, "a suite", map[string]func(ast.Node){
		"name":     func(n ast.Node) { s.Name = read(p, n, parseName) },
		"suite":    func(n ast.Node) { s.Source, _ = p.text(n) },
		"kind":     func(n ast.Node) { s.Gate.Axis, kind = read(p, n, parseAnyKind), true },
		"limit":    func(n ast.Node) { s.Limit = read(p, n, bench.ParseLimits) },
		"forms":    func(n ast.Node) { s.First, s.Forms = p.forms(n) },
		"preludes": func(n ast.Node) { s.Related = read(p, n, parsePreludes) },
		"without":  func(n ast.Node) { s.Without = p.words(n, "without") },
		"engine":   func(n ast.Node) { s.Engine = p.engineName(n) },
		"baseline": func(n ast.Node) { s.Baseline, _ = p.text(n) },
		"gate":     func(n ast.Node) { p.gate(n, &s.Gate) },
		"tier":     func(n ast.Node) { s.Tier = read(p, n, ParseTier) },
		"optional": func(n ast.Node) { s.Optional = read(p, n, parseSwitch) },
		"profile":  func(n ast.Node) { s.Profile = read(p, n, parseProfileUse) },
		"samples":  func(n ast.Node) { s.Samples = p.number(n, 1, profile.MaxSamples) },
	})
	if len(p.faults.First) > 0 {
		return s
	}
	p.require(n, "suite", "name", s.Name != "")
	p.require(n, "suite", "kind", kind)
	p.require(n, "suite", "limit", s.Limit != bench.Limits{})
	p.growth(n, &s)
	if s.Forms > 1 {
		if err := s.Gate.CheckForms(); err != nil {
			p.fault(n, err.Error(), "")
		}
	} else if s.Gate.LostForms != nil {
		p.fault(n, "lost-forms is of positions in several forms", "forms: 4 beside it, or lost: in its place")
	}
	if err := s.checkExact(); err != nil {
		p.fault(n, err.Error(), "")
	}
	s.Source, s.Baseline = cmp.Or(s.Source, s.Name), cmp.Or(s.Baseline, baselineFile(s.Name))
	return s
}

// parsePreludes reads which positions are searched before later forms, and returns true for those of the record itself.
func parsePreludes(word string) (related bool, err error) {
	if word != "related" {
		return false, fmt.Errorf("preludes %s (expected related)", strconv.Quote(word))
	}
	return true, nil
}

// forms reads in how many forms positions are searched: 4, or from 4 on to 16 as
// "4-16".
func (p *reader) forms(n ast.Node) (first, most int) {
	text, ok := p.text(n)
	if !ok {
		return 0, 0
	}
	low, high, several := strings.Cut(text, "-")
	if most, _ = strconv.Atoi(low); several {
		first = most
		most, _ = strconv.Atoi(high)
	}
	if most < 1 || most > suites.MaxForms || several && (first < 2 || first >= most) || FormsText(first, most) != text {
		p.fault(n, "forms "+strconv.Quote(text), fmt.Sprintf("a number from 1 to %d, or two from 2 on with a dash between, the smaller first", suites.MaxForms))
		return 0, 0
	}
	return first, most
}

// FormsText returns how a configuration says in how many forms positions are searched first
// and at most; 0 for the first: all at once.
func FormsText(first, most int) string {
	if first == 0 {
		return strconv.Itoa(most)
	}
	return fmt.Sprintf("%d-%d", first, most)
}

// dotted is a word that is read as one without quotes: no number, no truth value, no date.
var dotted = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9]*([._-][A-Za-z0-9]+)+$`)

// ListText returns how a configuration says a list of ids on one line.
func ListText(ids []string) string {
	words := make([]string, len(ids))
	for i, id := range ids {
		if words[i] = id; !dotted.MatchString(id) {
			words[i] = strconv.Quote(id)
		}
	}
	return "[" + strings.Join(words, ", ") + "]"
}

// growth settles how much the nodes may grow, which no limit by nodes alone can
// judge.
func (p *reader) growth(n ast.Node, s *Suite) {
	judged := s.Gate.Axis == compare.Nodes || s.Gate.Total >= 0 || s.Gate.Position >= 0
	switch {
	case judged && s.Limit.FixesNodes():
		p.fault(n, "limit "+s.Limit.String()+" fixes the nodes, so that no growth can show", "a depth in the limit, or kind tactics, zugzwang or mates and no gate on nodes")
	case judged && s.Limit.StopSolved > 0:
		p.fault(n, "limit "+s.Limit.String()+" ends a search once it is solved, so that nodes say nothing", "no stop-when-solved, or kind tactics, zugzwang or mates and no gate on nodes")
	}
	if s.Gate.Total == unset {
		s.Gate.Total = DefaultGrowth(s.Limit)
	}
}

// require records that an entry lacks a key.
func (p *reader) require(n ast.Node, entry, key string, there bool) {
	if !there {
		p.fault(n, entry+" without "+key, key+": and its value")
	}
}

// gate reads the tolerances of a suite.
func (p *reader) gate(n ast.Node, g *compare.Gate) {
	growth := func(n ast.Node) *compare.Growth {
		value := read(p, n, compare.ParseGrowth)
		return &value
	}
	p.mapping(n, "gate", map[string]func(ast.Node){
		"exact":          func(n ast.Node) { g.Exact = read(p, n, parseSwitch) },
		"strict":         func(n ast.Node) { g.Strict = read(p, n, parseSwitch) },
		"symmetric":      func(n ast.Node) { g.Symmetric = read(p, n, parseSwitch) },
		"min-exercised":  func(n ast.Node) { g.MinExercised = read(p, n, compare.ParseShare) },
		"lost":           func(n ast.Node) { g.MaxLost = p.number(n, 0, maxTolerated) },
		"faults":         func(n ast.Node) { g.MaxFaults = p.number(n, 0, maxTolerated) },
		"missed-limits":  func(n ast.Node) { g.MaxMissedLimits = p.number(n, 0, maxTolerated) },
		"points":         func(n ast.Node) { g.MinPoints = p.number(n, 0, maxFloor) },
		"nodes-total":    func(n ast.Node) { g.Total = read(p, n, compare.ParseGrowth) },
		"nodes-position": func(n ast.Node) { g.Position = read(p, n, compare.ParseGrowth) },
		"nodes-floor":    func(n ast.Node) { g.Floor = uint64(p.number(n, 0, maxFloor)) },
		"nodes-solution": func(n ast.Node) { g.Solution = growth(n) },
		"lost-forms":     func(n ast.Node) { value := read(p, n, compare.ParseShare); g.LostForms = &value },
		"speed":          func(n ast.Node) { g.Speed = growth(n) },
		"expected-fail":  func(n ast.Node) { g.ExpectedFail = p.words(n, "expected-fail") },
		"control":        func(n ast.Node) { g.Control = p.words(n, "control") },
		"must-solve":     func(n ast.Node) { g.MustSolve = p.words(n, "must-solve") },
		"quarantine":     func(n ast.Node) { g.Quarantine = p.quarantine(n) },
	})
}

// quarantine reads the positions that are not judged for a while. Whether an
// entry has expired is not known here: see compare.Gate.Check.
func (p *reader) quarantine(n ast.Node) []compare.Quarantine {
	var list []compare.Quarantine
	for _, entry := range p.entries(n, "quarantine", "entries {id: ID, reason: TEXT, until: YYYY-MM-DD}") {
		var q compare.Quarantine
		before := len(p.faults.First)
		p.mapping(entry, "an entry of the quarantine", map[string]func(ast.Node){
			"id":     func(n ast.Node) { q.ID, _ = p.text(n) },
			"reason": func(n ast.Node) { q.Reason, _ = p.text(n) },
			"until":  func(n ast.Node) { q.Until, _ = p.text(n) },
		})
		if len(p.faults.First) == before {
			p.require(entry, "quarantine", "id", q.ID != "")
			p.require(entry, "quarantine", "reason", q.Reason != "")
			p.require(entry, "quarantine", "until", q.Until != "")
		}
		list = append(list, q)
	}
	return list
}
