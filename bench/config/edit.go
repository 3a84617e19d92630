package config

import (
	"fmt"
	"reflect"
	"slices"
	"strings"

	"github.com/goccy/go-yaml/ast"

	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/epd"
)

// Setting is a value of a suite that Edit writes.
type Setting struct {
	Suite string
	Gate  bool   // the key is one of the gate of the suite
	Key   string // "forms", "without", "nodes-solution", "lost-forms" or "nodes-total"
	Value string // as it stands there: a word, or a list of the form [A, B]
	// Mark begins the line of comment above the value; one that begins so is replaced.
	// Reason is the rest of that line.
	Mark, Reason string
}

// Edit writes settings into the text of a configuration, each with a comment above it. It
// replaces present settings, inserts missing ones, and leaves every other byte. The result
// must read back as the same configuration with these settings, otherwise Edit returns an
// error. The error, of the kind Input, has the place in the file.
func Edit(file string, text []byte, settings []Setting) ([]byte, error) {
	before, err := Parse(file, text)
	if err != nil {
		return nil, err
	}
	if err := before.checkSameLine(file, settings); err != nil {
		return nil, failure.With(failure.Input, err)
	}
	mark := "\ufeff"
	plain, marked := strings.CutPrefix(string(text), mark)
	if !marked {
		mark = ""
	}
	e := &editor{file: file, lines: strings.SplitAfter(plain, "\n")}
	for i := range settings {
		if err := e.set(&settings[i]); err != nil {
			return nil, failure.With(failure.Input, err)
		}
	}
	for i := range settings {
		if err := e.check(&settings[i]); err != nil {
			return nil, failure.With(failure.Input, err)
		}
	}
	edited := []byte(mark + strings.Join(e.lines, ""))
	after, err := Parse(file, edited)
	switch {
	case err != nil:
		return nil, failure.Inputf("%s cannot be edited, the result would not be read: %w", file, err)
	case len(edited) > maxConfigBytes:
		return nil, failure.Inputf("%s cannot be edited, it would be larger than %d KiB", file, maxConfigBytes>>10)
	}
	before.forget(settings)
	after.forget(settings)
	if !reflect.DeepEqual(before, after) {
		return nil, failure.Inputf("%s cannot be edited, more than the settings would change (expected plain entries, as in docs/suites.md)", file)
	}
	return edited, nil
}

// checkSameLine returns an error if two suites of settings begin on one line, where a comment would
// stand for both.
func (c *Config) checkSameLine(file string, settings []Setting) error {
	lines := make(map[int]string)
	for i := range settings {
		s := &settings[i]
		for _, suite := range c.Suites {
			if suite.Name != s.Suite {
				continue
			}
			if other := lines[suite.Line]; other != "" && other != suite.Name {
				return &epd.SyntaxError{
					File: file, Line: suite.Line, Col: suite.Col, What: fmt.Sprintf("suite %s: %s cannot be written: it does not stand alone on its line", s.Suite, s.Key),
					Want: "each suite on a line of its own",
				}
			}
			lines[suite.Line] = suite.Name
		}
	}
	return nil
}

// forget clears the places in the file and what settings may say.
func (c *Config) forget(settings []Setting) {
	for i := range c.Engines {
		c.Engines[i].Line, c.Engines[i].Col = 0, 0
	}
	for i := range c.Mutants {
		c.Mutants[i].Line, c.Mutants[i].Col = 0, 0
	}
	for i := range c.Games {
		c.Games[i].Line, c.Games[i].Col = 0, 0
	}
	for i := range c.Suites {
		s := &c.Suites[i]
		s.Line, s.Col = 0, 0
		for _, set := range settings {
			switch {
			case set.Suite != s.Name:
			case set.Key == "forms":
				s.Forms, s.First = 0, 0
			case set.Key == "without":
				s.Without = nil
			case set.Key == "nodes-solution":
				s.Gate.Solution = nil
			case set.Key == "lost-forms":
				s.Gate.LostForms = nil
			case set.Key == "nodes-total":
				s.Gate.Total = 0
			}
		}
	}
}

// editor changes the lines of a configuration, each with its end.
type editor struct {
	file  string
	lines []string
}

// fault says that a place cannot be edited.
func (e *editor) fault(n ast.Node, s *Setting, what, want string) error {
	line, column := place(n)
	return &epd.SyntaxError{File: e.file, Line: line, Col: column, What: fmt.Sprintf("suite %s: %s cannot be written: %s", s.Suite, s.Key, what), Want: want}
}

// find returns the suite's entry for a setting, the mapping that has its key or is to have it, and the
// value. The mapping is nil if the suite has no gate, the value nil if it is not set.
func (e *editor) find(s *Setting) (entry, owner *ast.MappingNode, value ast.Node, err error) {
	p := &reader{file: e.file}
	root := p.tree([]byte(strings.ReplaceAll(strings.Join(e.lines, ""), "\r\n", "\n")))
	if err := p.faults.Err(); err != nil {
		return nil, nil, nil, err
	}
	list, _ := valueOf(root, "suites").(*ast.SequenceNode)
	if list != nil {
		for _, node := range list.Values {
			if name := valueOf(node, "name"); name != nil && name.GetToken().Value == s.Suite {
				entry, _ = node.(*ast.MappingNode)
			}
		}
	}
	if entry == nil {
		return nil, nil, nil, e.fault(root, s, "there is no such suite", "an entry of suites:")
	}
	if owner = entry; s.Gate {
		owner, _ = valueOf(entry, "gate").(*ast.MappingNode)
	}
	if owner == nil {
		return entry, nil, nil, nil
	}
	return entry, owner, valueOf(owner, s.Key), nil
}

// valueOf returns the value of a key of a mapping, nil without one.
func valueOf(n ast.Node, key string) ast.Node {
	m, ok := n.(*ast.MappingNode)
	if !ok {
		return nil
	}
	for _, pair := range m.Values {
		if pair.Key.GetToken().Value == key {
			return pair.Value
		}
	}
	return nil
}

// set writes one setting and its comment.
func (e *editor) set(s *Setting) error {
	entry, owner, value, err := e.find(s)
	if err != nil {
		return err
	}
	at := 0
	switch {
	case value != nil:
		at, err = e.replace(value, s)
	case owner != nil:
		at, err = e.insert(owner, s, s.Key+": "+s.Value)
	default:
		at, err = e.insert(entry, s, "gate: {"+s.Key+": "+s.Value+"}")
	}
	if err == nil {
		e.comment(at, s)
	}
	return err
}

// check reads a setting back, which one that was written later may have spoiled.
func (e *editor) check(s *Setting) error {
	entry, _, value, err := e.find(s)
	if err != nil {
		return err
	}
	if value == nil {
		return e.fault(entry, s, "it does not read back", "a plain entry")
	}
	at, begin, end, ok := e.span(value)
	same := 0
	for i := at - 1; i >= 0 && isComment(e.lines[i]); i-- {
		if strings.TrimSpace(e.lines[i]) == s.comment() {
			same++
		}
	}
	if !ok || e.lines[at][begin:end] != s.Value || same != 1 {
		return e.fault(value, s, "it does not stand alone on its line", "each suite on a line of its own")
	}
	return nil
}

// span returns where the text of a value of one line begins and ends: its line, from 0, and
// the bytes of it.
func (e *editor) span(n ast.Node) (line, begin, end int, ok bool) {
	switch n := n.(type) {
	case *ast.StringNode, *ast.IntegerNode, *ast.FloatNode, *ast.BoolNode:
		return e.scalar(n)
	case *ast.SequenceNode:
		return e.list(n)
	}
	return 0, 0, 0, false
}

// list returns span of a list in brackets.
func (e *editor) list(n *ast.SequenceNode) (line, begin, end int, ok bool) {
	if !n.IsFlowStyle || n.Start == nil || n.End == nil || n.Start.Position.Line != n.End.Position.Line {
		return 0, 0, 0, false
	}
	line = n.Start.Position.Line - 1
	if line < 0 || line >= len(e.lines) {
		return 0, 0, 0, false
	}
	text := e.lines[line]
	begin, opens := byteOf(text, n.Start.Position.Column)
	end, closes := byteOf(text, n.End.Position.Column)
	if !opens || !closes || text[begin] != '[' || text[end] != ']' {
		return 0, 0, 0, false
	}
	return line, begin, end + 1, true
}

// scalar returns span of a word.
func (e *editor) scalar(n ast.Node) (line, begin, end int, ok bool) {
	token := n.GetToken()
	line = token.Position.Line - 1
	if line < 0 || line >= len(e.lines) {
		return 0, 0, 0, false
	}
	if begin, ok = byteOf(e.lines[line], token.Position.Column); !ok {
		return 0, 0, 0, false
	}
	rest := e.lines[line][begin:]
	for _, text := range []string{token.Value, `"` + token.Value + `"`, "'" + token.Value + "'"} {
		after, found := strings.CutPrefix(rest, text)
		if found && token.Value != "" && (after == "" || strings.ContainsRune(" \t\r\n,}", rune(after[0]))) {
			return line, begin, begin + len(text), true
		}
	}
	return 0, 0, 0, false
}

// byteOf returns the byte at which a column of a line begins, which counts characters from 1.
func byteOf(line string, column int) (at int, ok bool) {
	for i := range line {
		if column--; column == 0 {
			return i, true
		}
	}
	return 0, false
}

// replace writes another value for one that is there, and says in which line, from 0.
func (e *editor) replace(n ast.Node, s *Setting) (line int, err error) {
	line, begin, end, ok := e.span(n)
	if _, list := n.(*ast.SequenceNode); !ok && list {
		return 0, e.fault(n, s, "its list is not in brackets on one line", s.Key+": [A, B]")
	}
	if !ok {
		return 0, e.fault(n, s, "its value is no plain text on one line", "KEY: VALUE")
	}
	text := e.lines[line]
	e.lines[line] = text[:begin] + s.Value + text[end:]
	return line, nil
}

// insert puts a key and its value into a mapping, and says in which line, from 0.
func (e *editor) insert(m *ast.MappingNode, s *Setting, pair string) (line int, err error) {
	if m.IsFlowStyle {
		line = m.End.Position.Line - 1
		at, ok := byteOf(e.lines[line], m.End.Position.Column)
		if !ok || e.lines[line][at] != '}' {
			return 0, e.fault(m, s, "the end of its mapping is not found", "{KEY: VALUE}")
		}
		if len(m.Values) > 0 {
			pair = ", " + pair
		}
		e.lines[line] = e.lines[line][:at] + pair + e.lines[line][at:]
		return line, nil
	}
	for _, known := range slices.Backward(m.Values) {
		line, _, end, ok := e.span(known.Value)
		rest := ""
		if ok {
			rest = strings.TrimSpace(e.lines[line][end:])
		}
		if !ok || rest != "" && rest[0] != '#' {
			continue
		}
		_, column := place(m)
		e.add(line+1, strings.Repeat(" ", column-1)+pair)
		return line + 1, nil
	}
	return 0, e.fault(m, s, "no key has its value on the same line", "KEY: VALUE")
}

// add puts a line before another one, with the end that its neighbor has.
func (e *editor) add(at int, text string) {
	end := "\n"
	if near := e.lines[max(0, at-1)]; strings.HasSuffix(near, "\r\n") || !strings.HasSuffix(near, "\n") && len(e.lines) > 1 && strings.HasSuffix(e.lines[0], "\r\n") {
		end = "\r\n"
	}
	if at > 0 && !strings.HasSuffix(e.lines[at-1], "\n") {
		e.lines[at-1] += end
		end = ""
	}
	e.lines = slices.Insert(e.lines, at, text+end)
}

// comment returns the line of comment of a setting, without its indentation.
func (s *Setting) comment() string { return "# " + s.Mark + s.Reason }

// isComment reports whether there is nothing but a comment on a line.
func isComment(line string) bool { return strings.HasPrefix(strings.TrimLeft(line, " \t"), "#") }

// comment writes the comment above a line, in place of an earlier one.
func (e *editor) comment(line int, s *Setting) {
	for i := line - 1; i >= 0 && isComment(e.lines[i]); i-- {
		text := strings.TrimLeft(e.lines[i], " \t")
		if strings.HasPrefix(text, "# "+s.Mark) {
			indent := e.lines[i][:len(e.lines[i])-len(text)]
			e.lines[i] = indent + s.comment() + text[len(strings.TrimRight(text, "\r\n")):]
			return
		}
	}
	text := e.lines[line]
	e.add(line, text[:len(text)-len(strings.TrimLeft(text, " "))]+s.comment())
}
