package uci

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/zugwatch/zugwatch/engine"
)

// Capsule is what there is to know of a failure. All text in it comes from the
// engine or its command as it was: escape it where it is shown.
type Capsule struct {
	Position  string          // the last position sent, "fen FEN moves MOVE..."; empty: none
	Go        string          // what was asked about it, "depth 9"; empty: nothing
	Options   []engine.Option // as they were set
	Lines     []Line          // the end of the conversation, at most 200 lines each way
	Stderr    string          // the end of the standard error, at most 64 KiB
	Exit      string          // how the process ended by itself; empty: it did not
	Reproduce string          // a shell command that asks the same of the engine
}

// Text is the capsule for a file or a terminal: printable ASCII and line feeds
// only.
func (c *Capsule) Text() string {
	var b strings.Builder
	row := func(key, value string) {
		if value != "" {
			fmt.Fprintf(&b, "%s: %s\n", key, Printable(value))
		}
	}
	row("position", c.Position)
	row("go", c.Go)
	for _, o := range c.Options {
		row("option", o.Name+"="+o.Value)
	}
	row("end", c.Exit)
	row("reproduce", c.Reproduce)
	b.WriteString("conversation:\n")
	for _, l := range c.Lines {
		arrow := "<"
		if l.Sent {
			arrow = ">"
		}
		fmt.Fprintf(&b, "  %s %s\n", arrow, Printable(l.Text))
	}
	if c.Stderr != "" {
		b.WriteString("stderr:\n")
		for line := range strings.Lines(c.Stderr) {
			fmt.Fprintf(&b, "  %s\n", Printable(strings.TrimRight(line, "\r\n")))
		}
	}
	return b.String()
}

// Printable is text with everything but printable ASCII as an escape, so that
// it stays on one line and does nothing to a terminal.
func Printable(text string) string {
	clean := true
	for i := range len(text) {
		clean = clean && text[i] >= ' ' && text[i] < 0x7f
	}
	if clean {
		return text
	}
	var b strings.Builder
	for i := range len(text) {
		if c := text[i]; c >= ' ' && c < 0x7f {
			b.WriteByte(c)
		} else {
			fmt.Fprintf(&b, `\x%02x`, c)
		}
	}
	return b.String()
}

// reproduction is a shell command that sends lines to an engine and leaves its
// input open for some seconds.
func reproduction(dir, path string, args, lines []string) string {
	words := []string{"(printf", `'%s\n'`}
	for _, l := range lines {
		words = append(words, shellQuote(l))
	}
	words = append(words, "; sleep 10) |", shellQuote(path))
	for _, a := range args {
		words = append(words, shellQuote(a))
	}
	text := strings.Join(words, " ")
	if dir != "" {
		text = "cd " + shellQuote(dir) + " && " + text
	}
	return text
}

// shellQuote writes a word so that a POSIX shell reads it as it is.
func shellQuote(word string) string {
	plain := func(r rune) bool {
		return r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z' || r >= '0' && r <= '9' || strings.ContainsRune("-_./=+,:@", r)
	}
	if word != "" && strings.IndexFunc(word, func(r rune) bool { return !plain(r) }) < 0 {
		return word
	}
	return "'" + strings.ReplaceAll(word, "'", `'\''`) + "'"
}

// replay is the commands that lead to a search.
func (s *session) replay() []string {
	lines := []string{"uci"}
	lines = append(lines, s.settings...)
	lines = append(lines, "isready", "ucinewgame", "isready")
	if s.position != "" {
		lines = append(lines, s.position)
	}
	if s.ask != "" {
		lines = append(lines, s.ask)
	}
	return lines
}

// capsule describes the present state of a conversation.
func (s *session) capsule(exit string) *Capsule {
	dir := s.command.Dir
	if dir != "" {
		if absolute, err := filepath.Abs(dir); err == nil {
			dir = absolute
		}
	}
	return &Capsule{
		Position:  strings.TrimPrefix(s.position, "position "),
		Go:        strings.TrimPrefix(s.ask, "go "),
		Options:   slices.Clone(s.options),
		Lines:     s.log.lines(),
		Stderr:    s.body.stderr(),
		Exit:      exit,
		Reproduce: reproduction(dir, s.body.program(), s.command.Args, s.replay()),
	}
}
