package main

import (
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/goccy/go-yaml/ast"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/uci"
)

const (
	builtinName = "zugwatch" // the engine that Zugwatch brings
	selfCommand = "self"     // this program, as the command of an engine
)

// engineConfig is one engine of a configuration: a program that speaks UCI.
type engineConfig struct {
	Name        string
	Command     string // a path, a name to be found in PATH, or "self" for the built-in engine in a process of its own
	Args        []string
	Dir         string          // working directory; empty: a private one that is removed afterwards
	Options     []engine.Option // UCI options, in the order of the file
	Environment []string        // NAME or NAME=value, beside what every engine gets
	Limits      uci.Limits      // zero fields have their defaults
	Build       []string        // argv of what makes the program; nil: nothing does
	Profile     []string        // how it is profiled: perf, gperftools, or its own flags with {file}; nil: not at all
	NullMoveOff engine.Option   // what switches the null move off; zero: nothing does
	Line, Col   int             // where it stands in the file, from 1
}

// engines reads the list of engines.
func (p *configParser) engines(n ast.Node) []engineConfig {
	return named(p, n, "engine", p.engine, func(e engineConfig) (string, int) { return e.Name, e.Line })
}

// engine reads one entry of the list.
func (p *configParser) engine(n ast.Node) engineConfig {
	var e engineConfig
	e.Line, e.Col = place(n)
	p.mapping(n, "an engine", map[string]func(ast.Node){
		"name":         func(n ast.Node) { e.Name = read(p, n, parseEngineName) },
		"command":      func(n ast.Node) { e.Command, _ = p.text(n) },
		"args":         func(n ast.Node) { e.Args = p.words(n, "args") },
		"dir":          func(n ast.Node) { e.Dir, _ = p.text(n) },
		"options":      func(n ast.Node) { e.Options = p.options(n) },
		"environment":  func(n ast.Node) { e.Environment = p.variables(n) },
		"limits":       func(n ast.Node) { p.limits(n, &e.Limits) },
		"build":        func(n ast.Node) { e.Build = p.build(n) },
		"profile":      func(n ast.Node) { e.Profile = p.profiler(n) },
		"nullmove-off": func(n ast.Node) { e.NullMoveOff = read(p, n, parseOption) },
	})
	if len(p.faults.First) > 0 {
		return e
	}
	p.require(n, "engine", "name", e.Name != "")
	p.require(n, "engine", "command", e.Command != "")
	if e.Command == selfCommand && len(e.Args) > 0 {
		p.fault(n, "command self takes no args", "options:, or another command")
	}
	return e
}

// parseEngineName reads the name of an engine, which is also part of file names.
func parseEngineName(text string) (string, error) {
	if text == builtinName {
		return "", fmt.Errorf("name %q is that of the built-in engine (expected another)", text)
	}
	return parseName(text)
}

// reference is the name of an engine where a configuration uses it.
type reference struct {
	node ast.Node
	name string
}

// engineName reads the name of an engine that may be described further below.
func (p *configParser) engineName(n ast.Node) string {
	name, ok := p.text(n)
	if ok {
		p.references = append(p.references, reference{n, name})
	}
	return name
}

// resolve finds names of engines that nothing describes.
func (p *configParser) resolve(engines []engineConfig) {
	known := engineNames(engines)
	for _, r := range p.references {
		if !slices.Contains(known, r.name) {
			p.fault(r.node, fmt.Sprintf("unknown engine %q", r.name), alternatives(known)+didYouMean(r.name, known))
		}
	}
}

// engineNames lists the built-in engine and those of a configuration.
func engineNames(engines []engineConfig) []string {
	names := []string{builtinName}
	for _, e := range engines {
		names = append(names, e.Name)
	}
	return names
}

// parseOption reads an assignment.
func parseOption(text string) (engine.Option, error) {
	name, value, found := strings.Cut(text, "=")
	if name = strings.TrimSpace(name); !found || name == "" {
		return engine.Option{}, fmt.Errorf("option %q (expected NAME=VALUE)", text)
	}
	return engine.Option{Name: name, Value: strings.TrimSpace(value)}, nil
}

// variables reads which variables of the environment an engine gets.
func (p *configParser) variables(n ast.Node) []string {
	var all []string
	for _, entry := range p.entries(n, "environment", "[NAME, NAME=value]") {
		variable, ok := p.text(entry)
		if !ok {
			continue
		}
		if err := uci.CheckVariable(variable); err != nil {
			p.fault(entry, err.Error(), "no variable of a CI service, and none named like a secret")
			continue
		}
		all = append(all, variable)
	}
	return all
}

// words reads a list of texts.
func (p *configParser) words(n ast.Node, what string) []string {
	var all []string
	for _, entry := range p.entries(n, what, "[one, two]") {
		if word, ok := p.text(entry); ok {
			all = append(all, word)
		}
	}
	return all
}

// entries are those of a list.
func (p *configParser) entries(n ast.Node, what, want string) []ast.Node {
	list, ok := n.(*ast.SequenceNode)
	if !ok {
		p.fault(n, what+" is no list", want)
		return nil
	}
	return list.Values
}

// options reads names with their values; a value may be empty.
func (p *configParser) options(n ast.Node) []engine.Option {
	m, ok := n.(*ast.MappingNode)
	if !ok {
		p.fault(n, "options is no mapping", "Name: value lines")
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
func (p *configParser) build(n ast.Node) []string {
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

// profiler reads how an engine is profiled: a list of flags, or a word.
func (p *configParser) profiler(n ast.Node) []string {
	if _, isList := n.(*ast.SequenceNode); !isList {
		return read(p, n, parseProfiler)
	}
	words := p.words(n, "profile")
	if err := checkProfiler(words); err != nil {
		p.fault(n, err.Error(), "")
	}
	return words
}

// limits reads what bounds an engine; the names are those of its faults.
func (p *configParser) limits(n ast.Node, l *uci.Limits) {
	readers := make(map[string]func(ast.Node))
	for name, field := range map[string]*time.Duration{
		"start": &l.Start, "ready": &l.Ready, "position": &l.Position, "overrun": &l.Overrun,
		"stall": &l.Stall, "stop": &l.Stop, "write": &l.Write, "close": &l.Close,
		"quit": &l.Quit, "term": &l.Term, "kill": &l.Kill,
	} {
		readers[name] = func(n ast.Node) { *field = read(p, n, parsePatience) }
	}
	readers["output"] = func(n ast.Node) { l.Output = read(p, n, parseSize) }
	readers["memory"] = func(n ast.Node) { l.Memory = read(p, n, parseMemory) }
	p.mapping(n, "limits", readers)
}

// parsePatience reads a time to wait.
func parsePatience(text string) (time.Duration, error) {
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

// program is the path of an engine's program: one with a folder in it starts
// from the folder of the configuration.
func (c *config) program(command string) (string, error) {
	if filepath.Base(command) == command {
		return command, nil
	}
	return filepath.Abs(c.path(command)) // a path that is no mere name, which would be sought in PATH
}
