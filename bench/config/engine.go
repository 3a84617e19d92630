package config

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/goccy/go-yaml/ast"

	"github.com/zugwatch/zugwatch/bench/mutant"
	"github.com/zugwatch/zugwatch/bench/profile"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/builtin"
	"github.com/zugwatch/zugwatch/engine/nullmove"
	"github.com/zugwatch/zugwatch/engine/process"
	"github.com/zugwatch/zugwatch/engine/search"
	"github.com/zugwatch/zugwatch/engine/text"
	"github.com/zugwatch/zugwatch/engine/uci"
)

// maxRestart is the largest Engine.Restart, in positions.
const maxRestart = 1000

// maxMateScore is the largest Engine.MateScore, in centipawns.
const maxMateScore = 1_000_000

// SelfCommand is this program, as the command of an engine.
const SelfCommand = "self"

// Engine is one engine of a configuration: a program that speaks UCI or USI.
type Engine struct {
	Name        string
	Command     string // a path, a name to be found in PATH, or "self" for the built-in engine in a process of its own
	Args        []string
	Protocol    uci.Protocol    // the protocol that it speaks
	Speaks      bool            // the file says what
	Dir         string          // working directory; empty: a private one that is removed afterwards
	Options     []engine.Option // UCI options, in the order of the file
	Environment []string        // NAME or NAME=value, beside what every engine gets
	Limits      uci.Allowance   // zero fields have their defaults
	Bench       []string        // the arguments with which it searches positions of its own, and ends; nil: "bench"
	Build       []string        // argv of what makes the program; nil: nothing does
	Profile     []string        // how it is profiled: perf, gperftools, or its own flags with {file}; nil: not at all
	Restart     int             // after so many positions of a suite: see bench.Config
	MateScore   int             // by which it tells mates in centipawns: see uci.Command
	NullMoveOff engine.Option   // what switches the null move off; zero: nothing does
	Switches    []engine.Option // what takes a rule of the search away, each alone; see AllSwitches
	Line, Col   int             // where it stands in the file, from 1
}

// engine reads one entry of the list.
func (p *reader) engine(n ast.Node) Engine {
	var e Engine
	e.Line, e.Col = place(n)
	p.mapping(n, "an engine", map[string]func(ast.Node){
		"name":         func(n ast.Node) { e.Name = read(p, n, ParseEngineName) },
		"command":      func(n ast.Node) { e.Command, _ = p.text(n) },
		"args":         func(n ast.Node) { e.Args = p.words(n, "args") },
		"protocol":     func(n ast.Node) { e.Protocol, e.Speaks = read(p, n, uci.ParseProtocol), true },
		"dir":          func(n ast.Node) { e.Dir, _ = p.text(n) },
		"options":      func(n ast.Node) { e.Options = p.options(n, "options") },
		"switches":     func(n ast.Node) { e.Switches = p.options(n, "switches") },
		"environment":  func(n ast.Node) { e.Environment = p.variables(n) },
		"limits":       func(n ast.Node) { p.limits(n, &e.Limits) },
		"bench":        func(n ast.Node) { e.Bench = p.bench(n) },
		"build":        func(n ast.Node) { e.Build = p.build(n) },
		"profile":      func(n ast.Node) { e.Profile = p.profiler(n) },
		"restart":      func(n ast.Node) { e.Restart = p.number(n, 1, maxRestart) },
		"mate-score":   func(n ast.Node) { e.MateScore = p.number(n, engine.MinMateCentipawns, maxMateScore) },
		"nullmove-off": func(n ast.Node) { e.NullMoveOff = read(p, n, engine.ParseOption) },
	})
	if len(p.faults.First) > 0 {
		return e
	}
	p.require(n, "engine", "name", e.Name != "")
	p.require(n, "engine", "command", e.Command != "")
	if e.Command == SelfCommand && len(e.Args) > 0 {
		p.fault(n, "command self takes no args", "options:, or another command")
	}
	return e
}

// AllSwitches returns what takes a rule of the search away, the null move first.
func (e *Engine) AllSwitches() []engine.Option {
	if e.NullMoveOff.Name == "" {
		return e.Switches
	}
	return append([]engine.Option{e.NullMoveOff}, e.Switches...)
}

// ParseEngineName reads the name of an engine, which is also part of file names.
func ParseEngineName(text string) (string, error) {
	if _, own := builtin.GameOf(text); own {
		return "", fmt.Errorf("name %q is that of a built-in engine (expected another)", text)
	}
	return parseName(text)
}

// reference is the name of an engine where a configuration uses it.
type reference struct {
	node ast.Node
	name string
}

// engineName reads the name of an engine that may be described further below.
func (p *reader) engineName(n ast.Node) string {
	name, ok := p.text(n)
	if ok {
		p.references = append(p.references, reference{n, name})
	}
	return name
}

// resolve finds names of engines that nothing describes.
func (p *reader) resolve(engines []Engine) {
	known := EngineNames(engines)
	for _, r := range p.references {
		if !slices.Contains(known, r.name) {
			p.fault(r.node, fmt.Sprintf("unknown engine %q", r.name), text.JoinOr(known)+text.DidYouMean(r.name, known))
		}
	}
}

// EngineNames lists the built-in engines and those of a configuration.
func EngineNames(engines []Engine) []string {
	names := builtin.Names()
	for _, e := range engines {
		names = append(names, e.Name)
	}
	return names
}

// KnownEngines returns the names of the engines of the configuration in the working
// directory, the built-in ones first; without a sound one these alone.
func KnownEngines() []string {
	settings, err := Load("")
	if err != nil {
		return EngineNames(nil)
	}
	return EngineNames(settings.Engines)
}

// variables reads which variables of the environment an engine gets.
func (p *reader) variables(n ast.Node) []string {
	var all []string
	for _, entry := range p.entries(n, "environment", "[NAME, NAME=value]") {
		variable, ok := p.text(entry)
		if !ok {
			continue
		}
		if err := process.CheckVariable(variable); err != nil {
			p.fault(entry, err.Error(), "no variable of a CI service, and none named like a secret")
			continue
		}
		all = append(all, variable)
	}
	return all
}

// words reads a list of texts.
func (p *reader) words(n ast.Node, what string) []string {
	var all []string
	for _, entry := range p.entries(n, what, "[one, two]") {
		if word, ok := p.text(entry); ok {
			all = append(all, word)
		}
	}
	return all
}

// entries returns the entries of a list.
func (p *reader) entries(n ast.Node, what, want string) []ast.Node {
	list, ok := n.(*ast.SequenceNode)
	if !ok {
		p.fault(n, what+" is no list", want)
		return nil
	}
	return list.Values
}

// options reads the names and values of a key; a value may be empty.
func (p *reader) options(n ast.Node, key string) []engine.Option {
	m, ok := n.(*ast.MappingNode)
	if !ok {
		p.fault(n, key+" is no mapping", "Name: value lines")
		return nil
	}
	var all []engine.Option
	for _, entry := range m.Values {
		value := ""
		if text, isText := entry.Value.(*ast.StringNode); !isText || text.Value != "" {
			if value, ok = p.text(entry.Value); !ok {
				continue
			}
		}
		all = append(all, engine.Option{Name: entry.Key.GetToken().Value, Value: value})
	}
	return all
}

// build reads a command: a list as it is, a line for the shell.
func (p *reader) build(n ast.Node) []string {
	if _, isList := n.(*ast.SequenceNode); isList {
		words := p.words(n, "build")
		if len(words) == 0 {
			p.fault(n, "build is empty", "a command")
		}
		return words
	}
	line, ok := p.text(n)
	if !ok {
		return nil
	}
	return []string{"sh", "-c", line}
}

// bench reads arguments: a list as it is, a line parted at blanks.
func (p *reader) bench(n ast.Node) []string {
	if _, isList := n.(*ast.SequenceNode); isList {
		return p.words(n, "bench")
	}
	line, _ := p.text(n)
	return strings.Fields(line)
}

// profiler reads how an engine is profiled: a list of flags, or a word.
func (p *reader) profiler(n ast.Node) []string {
	if _, isList := n.(*ast.SequenceNode); !isList {
		return read(p, n, profile.ParseProfiler)
	}
	words := p.words(n, "profile")
	if err := profile.CheckProfiler(words); err != nil {
		p.fault(n, err.Error(), "")
	}
	return words
}

// limits reads what bounds an engine; the names are those of its faults.
func (p *reader) limits(n ast.Node, l *uci.Allowance) {
	readers := make(map[string]func(ast.Node))
	for name, field := range map[string]*time.Duration{
		"start": &l.Start, "ready": &l.Ready, "position": &l.Position, "overrun": &l.Overrun,
		"stall": &l.Stall, "stop": &l.Stop, "write": &l.Write, "close": &l.Close,
		"quit": &l.Quit, "term": &l.Term, "kill": &l.Kill,
	} {
		readers[name] = func(n ast.Node) { *field = read(p, n, parseWait) }
	}
	readers["output"] = func(n ast.Node) { l.Output = read(p, n, parseSize) }
	readers["memory"] = func(n ast.Node) { l.Memory = read(p, n, parseMemory) }
	p.mapping(n, "limits", readers)
}

func parseWait(text string) (time.Duration, error) {
	d, err := time.ParseDuration(text)
	if err != nil || d < time.Millisecond || d > 24*time.Hour {
		return 0, fmt.Errorf("time %q (expected one from 1ms to 24h, such as 10s)", text)
	}
	return d, nil
}

// parseMemory reads how much memory is too much: -1 for none.
func parseMemory(text string) (int64, error) {
	if text == "off" {
		return -1, nil
	}
	n, err := parseSize(text)
	if err != nil {
		return 0, fmt.Errorf("%w, or off", err)
	}
	return n, nil
}

// parseSize reads a number of bytes.
func parseSize(text string) (int64, error) {
	shift := 0
	digits := text
	for unit, s := range map[string]int{"KiB": 10, "MiB": 20, "GiB": 30} {
		if number, found := strings.CutSuffix(text, unit); found {
			digits, shift = strings.TrimSpace(number), s
		}
	}
	n, err := strconv.ParseInt(digits, 10, 64)
	if err != nil || n < 1 || n > 1<<(40-shift) {
		return 0, errors.New("size " + strconv.Quote(text) + " (expected bytes from 1 to 1024GiB, such as 512MiB)")
	}
	return n << shift, nil
}

// Program returns the path of an engine's program: one with a folder in it starts
// from the folder of the configuration.
func (c *Config) Program(command string) (string, error) {
	if filepath.Base(command) == command {
		return command, nil
	}
	return filepath.Abs(c.Path(command)) // a path that is no mere name, which would be sought in PATH
}

// mutant reads one entry of the list: UCI options, or settings of the built-in engine.
func (p *reader) mutant(n ast.Node) mutant.Mutant {
	var m mutant.Mutant
	m.Line, m.Col = place(n)
	set := func(name, value string) {
		m.Options = engine.Override(m.Options, []engine.Option{{Name: name, Value: value}})
	}
	before := len(p.faults.First)
	p.mapping(n, "a mutant", map[string]func(ast.Node){
		"name":     func(n ast.Node) { m.Name = read(p, n, mutant.ParseName) },
		"kind":     func(n ast.Node) { m.Kind = read(p, n, mutant.ParseKind) },
		"what":     func(n ast.Node) { m.What, _ = p.text(n) },
		"nullmove": func(n ast.Node) { set(builtin.NullMoveOption, read(p, n, nullmove.Parse).String()) },
		"search":   func(n ast.Node) { set(builtin.SearchOption, read(p, n, search.ParseParams).String()) },
		"hash":     func(n ast.Node) { set(builtin.HashOption, strconv.Itoa(p.number(n, 1, search.MaxHashMB))) },
		"options": func(n ast.Node) {
			for _, o := range p.options(n, "options") {
				set(o.Name, o.Value)
			}
		},
	})
	if len(p.faults.First) > before {
		return m
	}
	p.require(n, "mutant", "name", m.Name != "")
	p.require(n, "mutant", "kind", m.Kind != 0)
	if len(m.Options) == 0 {
		p.fault(n, "mutant changes nothing", "options: with UCI options, or nullmove:, search: or hash: of the built-in engine")
	}
	return m
}
