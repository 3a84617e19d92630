package doctor

import (
	"context"
	"errors"
	"fmt"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/zugwatch/zugwatch/engine/process"
	"github.com/zugwatch/zugwatch/engine/text"
	"github.com/zugwatch/zugwatch/engine/uci"
)

// DefaultPatience is the longest time that an engine may take for a quick reply.
const DefaultPatience = 5 * time.Second

// Examine runs the program and checks its behaviour, each check in a fresh process. Patience is the longest time for
// a quick reply; starts and searches may take twice as long. Examine ignores the limits of the command.
//
// The error is that of the context or of the machine; an engine that does not start is an observation.
func Examine(ctx context.Context, command uci.Command, patience time.Duration) (*Report, error) {
	e := &examination{ctx: ctx, command: command, sheet: testPositionsOf(command.Protocol), patience: patience, report: new(Report)}
	folder, err := process.MakeFolder()
	if err != nil {
		return nil, err
	}
	defer os.RemoveAll(folder)
	if e.folder = command.Dir; e.folder == "" {
		e.folder = folder
	}
	before, err := names(e.folder)
	if err != nil {
		return nil, err
	}
	if e.introduction() {
		e.runner()
		e.check("isready while thinking", e.readiness)
		e.check("go depth", e.depth)
		e.check("go nodes", e.nodes)
		e.check("go movetime", e.movetime)
		e.check("go mate", e.mate)
		e.check("searchmoves", e.searchmoves)
		e.check("answers", e.answers)
		e.checkTerminal()
		e.check("quit", e.quit)
		e.check("end of input", e.endOfInput)
		e.leftovers(before)
	}
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	return e.report, nil
}

// startAdvice is the advice about a program that does not start.
const startAdvice = "look at its path and its rights, and start it by hand"

// examination is the state between checks.
type examination struct {
	ctx      context.Context
	command  uci.Command
	sheet    *testPositions
	patience time.Duration
	folder   string // where the engine runs
	report   *Report
	strays   strays
	declared []uci.Declared
}

func (e *examination) ok(check, format string, args ...any) {
	e.report.add(check, OK, "", format, args...)
}

func (e *examination) warn(check, advice, format string, args ...any) {
	e.report.add(check, Warning, advice, format, args...)
}

func (e *examination) fault(check, advice, format string, args ...any) {
	e.report.add(check, Fault, advice, format, args...)
}

// check runs a check in its own process, or records why there is none.
func (e *examination) check(name string, run func(check string, t *conversation)) {
	if t := e.open(name); t != nil {
		defer t.end()
		run(name, t)
	}
}

// open starts a process and sets its options. After a failure it returns nil and records a fault of the check.
func (e *examination) open(check string) *conversation {
	t, err := startConversation(&e.command, e.folder, &e.strays)
	if err != nil {
		e.fault(check, startAdvice, "the engine does not start: %v", err)
		return nil
	}
	protocol := e.command.Protocol
	t.sendLines(protocol.String())
	if err = t.expect(e.ctx, 2*e.patience, protocol.ReadyWord()); err == nil {
		if e.hasBook() {
			t.sendLines("setoption name " + e.option("OwnBook").Name + " value false") // as a run does; the options may say otherwise
		}
		for _, o := range e.command.Options {
			if d := e.option(o.Name); d != nil { // a run refuses one that is not declared
				t.sendLines(d.SetCommand(o.Value))
			}
		}
		t.sendLines("isready")
		err = t.expect(e.ctx, 2*e.patience, "readyok")
	}
	if err != nil {
		e.fault(check, "start it twice by hand, one after the other: what the first has written or locked may be in the way", "the engine does not get ready again: %s", t.failureText(err))
		t.end()
		return nil
	}
	return t
}

// failureText returns why an answer did not come.
func (t *conversation) failureText(err error) string {
	if errors.Is(err, errDead) {
		return "it " + t.exitText()
	}
	return err.Error()
}

// introduction checks the introduction of the engine, and reports whether further checks make sense.
func (e *examination) introduction() bool {
	const check = "introduction"
	t, err := startConversation(&e.command, e.folder, &e.strays)
	if err != nil {
		e.fault(check, startAdvice, "the engine does not start: %v", err)
		return false
	}
	defer t.end()
	odd := ""
	author := ""
	protocol := e.command.Protocol
	t.sendLines(protocol.String())
	err = t.readUntil(e.ctx, 2*e.patience, func(line string) bool {
		switch words := strings.Fields(line); {
		case len(words) > 2 && words[0] == "id" && words[1] == "name":
			e.report.Name = strings.Join(words[2:], " ")
		case len(words) > 2 && words[0] == "id" && words[1] == "author":
			author = words[2]
		case firstWord(line) == "option":
			d, err := uci.ParseDeclared(line)
			if err == nil && d.Kind != uci.Button {
				err = d.Check(d.Default)
			}
			if err != nil {
				odd = err.Error()
				return false
			}
			e.declared = append(e.declared, d)
		}
		return firstWord(line) == protocol.ReadyWord()
	})
	if err != nil {
		advice := "run it by hand and type uci; some programs speak UCI only with an argument, such as 'ENGINE --uci'"
		if protocol == uci.USI {
			advice = "run it by hand and type usi; some programs speak USI only with an argument or an option"
		}
		e.fault(check, advice, "no %s after %s within %v: %s", protocol.ReadyWord(), protocol, 2*e.patience, t.failureText(err))
		return false
	}
	t.sendLines("isready")
	if err := t.expect(e.ctx, 2*e.patience, "readyok"); err != nil {
		e.fault(check, "have it answer isready with readyok, at once or as soon as it is ready", "no readyok after isready within %v: %s", 2*e.patience, t.failureText(err))
		return false
	}
	if e.report.Name == "" || author == "" {
		e.warn(check, "have it print id name and id author before "+protocol.ReadyWord()+": reports name the engine so", "it does not say its name and author (id name, id author)")
	} else {
		e.ok(check, "says who it is, and is ready")
	}
	e.options(t, odd)
	return true
}

// options checks the options that the engine declares.
func (e *examination) options(t *conversation, odd string) {
	const check = "options"
	seen := make(map[string]bool)
	for _, d := range e.declared {
		name := strings.ToLower(d.Name)
		if seen[name] {
			odd = fmt.Sprintf("option %q is declared twice", d.Name)
		}
		seen[name] = true
		if d.Kind != uci.Button {
			t.sendLines(d.SetCommand(d.Default))
		}
	}
	t.sendLines("isready")
	switch err := t.expect(e.ctx, 2*e.patience, "readyok"); {
	case err != nil:
		e.fault(check, "set its options one by one by hand, with isready behind each, to find the one; a run sets none but those that it is given", "not ready after its options were set to their own defaults: %s", t.failureText(err))
	case odd != "":
		e.warn(check, "mend that line of the engine; other options can be set all the same", "%s", clip(odd))
	case !seen["hash"] && e.command.Protocol == uci.UCI:
		e.warn(check, "have it declare option name Hash type spin, or set the memory by its arguments", "%d, none of them Hash: its memory cannot be set", len(e.declared))
	default:
		e.ok(check, "%d, each takes its own default", len(e.declared))
	}
	if e.hasBook() {
		e.warn("own book", "nothing for suites; switch it off in a GUI too when results are to be compared", "is on by default; zugwatch switches it off where no option keeps it")
	}
	if d := e.option("Threads"); d != nil && d.Default != "1" {
		e.warn("threads", "set it by --option Threads=1, or in zugwatch.yaml by options: {Threads: 1}", "%s by default, and then no search can be repeated: set Threads to 1", clip(d.Default))
	}
}

// option returns the engine's declaration of an option, nil if there is none.
func (e *examination) option(name string) *uci.Declared {
	d, _ := e.command.Protocol.Find(e.declared, name) // the error is that there is none
	return d
}

// hasBook reports whether the engine plays from a book by default.
func (e *examination) hasBook() bool {
	d := e.option("OwnBook")
	return d != nil && d.Kind == uci.Check && d.Default == "true"
}

// runner checks that a run can use the engine as it was described.
func (e *examination) runner() {
	const check = "zugwatch run"
	dialed, err := uci.Start(e.ctx, e.command)
	if err != nil {
		e.fault(check, "mend that first: no suite can be run before", "%s", text.Escaped(err.Error()))
		return
	}
	if err := dialed.Close(); err != nil {
		e.warn(check, "mend its end, or set limits: {quit: TIME} in zugwatch.yaml if it only takes longer", "can use it, but: %s", text.Escaped(err.Error()))
		return
	}
	e.ok(check, "can use it")
}

// names lists the entries of a folder.
func names(folder string) ([]string, error) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil, err
	}
	var all []string
	for _, entry := range entries {
		all = append(all, entry.Name())
	}
	return all, nil
}

// leftovers reports foreign output, processes and files that the engine left in all checks.
func (e *examination) leftovers(before []string) {
	protocol := strings.ToUpper(e.command.Protocol.String())
	switch {
	case e.strays.count > 0:
		e.warn("output", "have it print them as info string, or on the standard error", "%d lines that are no %s, the first: %s", e.strays.count, protocol, quoted(e.strays.first))
	case e.strays.greeting != "":
		e.ok("output", "nothing but %s after a greeting: %s", protocol, quoted(e.strays.greeting))
	default:
		e.ok("output", "nothing but %s", protocol)
	}
	if n := e.strays.processes; n > 0 {
		e.warn("processes", "have it end at quit what it has started", "left %d behind in all checks; they were ended", n)
	} else {
		e.ok("processes", "none left behind")
	}
	after, err := names(e.folder)
	after = slices.DeleteFunc(after, func(name string) bool { return slices.Contains(before, name) })
	switch {
	case err != nil:
		e.warn("files", "keep it from deleting the folder that it runs in", "the working directory is gone: %v", err)
	case len(after) > 0:
		e.warn("files", "switch its log off, or name a folder for it: dir: FOLDER in zugwatch.yaml", "left in its working directory: %s", clip(strings.Join(after, ", ")))
	default:
		e.ok("files", "none left behind")
	}
}
