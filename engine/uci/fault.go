package uci

import (
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/text"
)

// Class names how the process of an engine failed, as files store it.
type Class string

// The classes of faults that an engine's process can have.
const (
	ClassStart         Class = "start-failed"       // it did not start
	ClassHandshake     Class = "handshake-timeout"  // it did not introduce itself in time
	ClassReady         Class = "ready-timeout"      // it did not become ready in time
	ClassOption        Class = "option-rejected"    // it does not have an option, or not this value
	ClassSignal        Class = "crash-signal"       // it was ended by a signal
	ClassExit          Class = "crash-exit"         // it ended by itself
	ClassTimeout       Class = "search-timeout"     // it did not answer within the absolute limit
	ClassStop          Class = "stop-ignored"       // it went on after stop
	ClassIgnored       Class = "go-ignored"         // it was idle after go and told nothing
	ClassNoMove        Class = "no-bestmove"        // it answered without a move
	ClassMalformedMove Class = "malformed-bestmove" // its answer is not a move in coordinates
	ClassIllegalMove   Class = "illegal-bestmove"   // its answer is not legal in the position
	ClassNullMove      Class = "null-bestmove"      // it answered that there is no move although there is
	ClassDuplicateMove Class = "duplicate-bestmove" // it answered twice
	ClassStaleMove     Class = "stale-bestmove"     // it answered what was not asked
	ClassOutputClosed  Class = "closed-stdout"      // it closed its output and lives on
	ClassInputBlocked  Class = "stdin-blocked"      // it does not read its input
	ClassFlood         Class = "output-flood"       // it printed more than it may
	ClassMemory        Class = "memory-limit"       // it took more memory than it may
	ClassLeftover      Class = "leftover-processes" // it left processes behind
	ClassCount         Class = "impossible-nodes"   // it reported impossible node counts
	ClassInternal      Class = "internal"           // anything else
)

// Fault is the error about an engine that broke a rule. After a fault of a search or reset the process is dead, and
// further calls repeat the fault.
type Fault struct {
	Class  Class
	Detail string       // description in one line, with the exceeded limit
	Report *FaultReport // the circumstances; nil when no process was started
}

// Error returns the class and the detail.
func (f *Fault) Error() string { return string(f.Class) + ": " + f.Detail }

// FaultClass returns the name of the class.
func (f *Fault) FaultClass() string { return string(f.Class) }

// FaultReport returns the text of the report, empty if there is none.
func (f *Fault) FaultReport() string {
	if f.Report == nil {
		return ""
	}
	return f.Report.text()
}

// FaultReport holds the circumstances of a failure. All its text is verbatim from the engine or its command: escape it
// for display.
type FaultReport struct {
	Position  string          // the last position sent, "fen FEN moves MOVE..."; empty: none
	Go        string          // what was asked about it, "depth 9"; empty: nothing
	Options   []engine.Option // as they were set
	Lines     []Line          // the end of the conversation, at most 200 lines each way
	Stderr    string          // the end of the standard error, at most 64 KiB
	Exit      string          // how the process ended by itself; empty: it did not
	Reproduce string          // a shell command that asks the same of the engine
}

// text returns the report for a file or a terminal: printable ASCII and line feeds only.
func (c *FaultReport) text() string {
	var b strings.Builder
	row := func(key, value string) {
		if value != "" {
			fmt.Fprintf(&b, "%s: %s\n", key, text.Escaped(value))
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
		fmt.Fprintf(&b, "  %s %s\n", arrow, text.Escaped(l.Text))
	}
	if c.Stderr != "" {
		b.WriteString("stderr:\n")
		for line := range strings.Lines(c.Stderr) {
			fmt.Fprintf(&b, "  %s\n", text.Escaped(strings.TrimRight(line, "\r\n")))
		}
	}
	return b.String()
}

// reproduction returns a shell command that sends lines to an engine and leaves its
// input open for some seconds.
func reproduction(dir, path string, args, lines []string) string {
	words := []string{"(printf", `'%s\n'`}
	for _, l := range lines {
		words = append(words, text.ShellWord(l))
	}
	words = append(words, "; sleep 10) |", text.ShellWord(path))
	for _, a := range args {
		words = append(words, text.ShellWord(a))
	}
	command := strings.Join(words, " ")
	if dir != "" {
		command = "cd " + text.ShellWord(dir) + " && " + command
	}
	return command
}

// replay returns the commands that lead to a search.
func (s *session) replay() []string {
	p := s.command.Protocol
	lines := slices.Concat([]string{p.String()}, s.settings, []string{"isready", p.NewGame(), "isready", s.position, s.ask})
	return slices.DeleteFunc(lines, func(line string) bool { return line == "" })
}

// faultReport describes the present state of a conversation.
func (s *session) faultReport(exit string) *FaultReport {
	dir := s.command.Dir
	if dir != "" {
		if absolute, err := filepath.Abs(dir); err == nil {
			dir = absolute
		}
	}
	return &FaultReport{
		Position:  strings.TrimPrefix(s.position, "position "),
		Go:        strings.TrimPrefix(s.ask, "go "),
		Options:   slices.Clone(s.options),
		Lines:     s.log.lines(),
		Stderr:    s.body.Stderr(),
		Exit:      exit,
		Reproduce: reproduction(dir, s.program, s.command.Args, s.replay()),
	}
}
