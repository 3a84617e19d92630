//go:build unix

package doctor

import (
	"os"
	"regexp"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/uci"
)

// faults are engines with things wrong, and what has to be found. The patience is a
// minute unless something hangs, which takes all of it.
var faults = []struct {
	name   string
	rules  []string
	hangs  bool
	option string            // that is set
	usi    bool              // it is asked in USI
	found  map[string]string // by check: a pattern
}{
	{name: "sound", found: map[string]string{}},
	{name: "sound in USI", usi: true, found: map[string]string{}},
	{name: "faults in USI", usi: true, rules: []string{
		"option => option name USI_OwnBook type check default true",
		"checkmate => checkmate G*2c",
		"bestmove resign => bestmove 5a4b",
		"go depth 7 => go depth 7 searchmoves P*5e",
		"go depth 3 searchmoves => go depth 3 searchmoves 1g1f",
	}, found: map[string]string{
		"own book":    `^warning: is on by default; zugwatch switches it off where no option keeps it$`,
		"go mate":     `^warning: go mate: ended without the mate in 3 plies, at checkmate G\*2c with 1 plies$`,
		"answers":     `^fault: bestmove P\*5e is not legal in sfen lnsgkgsnl/`,
		"checkmated":  `^warning: answers with the move 5a4b, where there is none$`,
		"stalemated":  `^warning: answers with the move 5a4b, where there is none$`,
		"searchmoves": `^warning: ignored: told to look at 9g9f alone, it answered 1g1f$`,
	}},
	{name: "what can be lived with", rules: []string{
		"id author => option name SyzygyPath type string default <empty>", // which is set to that, not to ""
		"setoption name SyzygyPath value <empty> =>",
		"setoption name SyzygyPath => EXIT 7",
		"uciok => ALSO option name OwnBook type check default true",
		"option name Hash =>",
		"option name Threads => option name Threads type spin default 4 min 1 max 8",
		"readyok => ALSO hello",
		"go depth 5 => FILE engine.log",
		"go infinite => go depth 3",
		"go nodes => go nodes 25000",
		"go movetime => WAIT 400ms",
		"go mate => go depth 2",
		"go depth 3 searchmoves => go depth 3 searchmoves e2e4",
	}, found: map[string]string{
		"introduction":      `^warning: it does not say its name and author \(id name, id author\)$`,
		"own book":          `^warning: is on by default; zugwatch switches it off where no option keeps it$`,
		"options":           `^warning: 3, none of them Hash: its memory cannot be set$`,
		"threads":           `^warning: 4 by default, and then no search can be repeated: set Threads to 1$`,
		"output":            `^warning: \d\d lines that are no UCI, the first: "hello"$`,
		"files":             `^warning: left in its working directory: engine\.log$`,
		"go infinite, stop": `^warning: bestmove came before stop: go infinite is to last until then$`,
		"go nodes":          `^warning: go nodes 20000: it searched up to 25000, 25% more$`,
		"go movetime":       `^warning: go movetime 200: up to \d+ ms over$`,
		"go mate":           `^warning: go mate 2: ended without the mate, at "cp 1"$`,
		"searchmoves":       `^warning: ignored: told to look at a2a3 alone, it answered e2e4$`,
	}},
	{name: "what ends it, and other answers each time", rules: []string{
		"go depth 5 => EXIT 3",
		"go nodes => go nodes 90000",
		"go mate => EXIT 4",
		"go depth 3 searchmoves => EXIT 6",
		"quit => EXIT 5",
		"info depth 7 => info depth 7 nodes PID0COUNT score cp 1",
	}, found: map[string]string{
		"go depth":      `^fault: go depth 5: the engine ended with exit status 3; it said: ouch$`,
		"go nodes":      `^fault: go nodes 20000: it searched up to 90000$`,
		"go mate":       `^fault: go mate 2: the engine ended with exit status 4; it said: ouch$`,
		"searchmoves":   `^fault: go depth 3 searchmoves a2a3: the engine ended with exit status 6; it said: ouch$`,
		"zugwatch run":  `^warning: can use it, but: crash-exit: engine ended with exit status 5 when it was told to quit`,
		"quit":          `^warning: the engine ended with exit status 5; it said: ouch$`,
		"ucinewgame":    `^fault: 8 of 8 answers to go depth 7 differ the second time, the first: [^ ]+, cp 1, depth 7, \d+01 nodes and [^ ]+, cp 1, depth 7, \d+09 nodes$`,
		"fresh process": `^fault: 8 of 8 answers to go depth 7 differ in another process, the first: [^ ]+, cp 1, depth 7, \d+01 nodes and [^ ]+, cp 1, depth 7, \d+01 nodes$`,
	}},
	{name: "less than was asked", option: "Hsh", rules: []string{
		"go depth 5 => go depth 4",
		"go nodes => go depth 5",
		"id name =>",
		"info depth 1 =>", "info depth 2 =>", "info depth 3 =>",
		"bestmove => bestmove a1a8",
	}, found: map[string]string{
		"go depth":     `^warning: go depth 5: ended at depth 4$`,
		"iterations":   `^warning: 3 of 4 without a line: the nodes to a solution are not known$`,
		"go nodes":     `^fault: go nodes 20000: it stopped after 100, at depth 5$`,
		"introduction": `^warning: it does not say its name and author`,
		"zugwatch run": `^fault: option-rejected: unknown option "Hsh" `,
		"answers":      `^fault: bestmove a1a8 is not legal in rnbqkbnr/pppppppp`,
		"searchmoves":  `^warning: ignored: `,
		"checkmated":   `^warning: answers with the move a1a8, where there is none$`,
		"stalemated":   `^warning: answers with the move a1a8, where there is none$`,
	}},
	{name: "hangs at stop and in corners", hangs: true, rules: []string{
		"go infinite => HANG", "position fen " + chessSheet.mated + " => HANG", "position fen " + chessSheet.stuck + " => HANG",
	}, found: map[string]string{
		"isready while thinking": `^warning: no readyok within 2s$`,
		"go infinite, stop":      `^fault: no bestmove within 2s after stop$`,
		"checkmated":             `^warning: no answer to go depth 3; bestmove \(none\) is usual$`,
		"stalemated":             `^warning: no answer to go depth 3; bestmove \(none\) is usual$`,
	}},
	{name: "takes no time, and does not end", hangs: true, rules: []string{"go movetime => go infinite", "quit =>", "EOF => HANG"}, found: map[string]string{
		"go movetime":  `^fault: go movetime 200: no bestmove within 4s, only after stop$`,
		"zugwatch run": `^warning: can use it, but: stop-ignored: engine did not quit within 500ms \(limit quit=500ms\)`,
		"quit":         `^warning: goes on, and has to be killed$`,
		"end of input": `^warning: goes on: it would outlive a runner that was killed$`,
	}},
	{name: "mute", rules: []string{"uciok => HANG"}, hangs: true, found: map[string]string{
		"introduction": `^fault: no uciok after uci within 4s: no answer$`,
	}},
	{name: "dead", rules: []string{"uci => EXIT 3"}, found: map[string]string{
		"introduction": `^fault: no uciok after uci within 2m0s: it ended with exit status 3; it said: ouch$`,
	}},
}

// observation returns the finding of a check, empty if the check did not run.
func observation(r *Report, check string) string {
	for _, f := range r.Observations {
		if f.Check == check {
			return f.Grade.String() + ": " + f.Text
		}
	}
	return ""
}

// TestFaults examines engines with faults side by side: those that hang do nothing
// else meanwhile. Nothing is found beyond
// them, where there is time enough to tell.
func TestFaults(t *testing.T) {
	self := must.Get(os.Executable())(t)
	type examined struct {
		report *Report
		err    error
	}
	reports := make([]chan examined, len(faults))
	for i, f := range faults {
		patience, quit := time.Minute, time.Minute
		if f.hangs {
			patience, quit = 2*time.Second, 500*time.Millisecond
		}
		command := uci.Command{Path: self, Args: append([]string{engineWord}, f.rules...), Allowance: uci.Allowance{Quit: quit}}
		if f.usi {
			command.Protocol = uci.USI
		}
		if f.option != "" {
			command.Options = []engine.Option{{Name: f.option, Value: "1"}}
		}
		reports[i] = make(chan examined, 1)
		go func() {
			report, err := Examine(t.Context(), command, patience)
			reports[i] <- examined{report, err}
		}()
	}
	for i, f := range faults {
		t.Run(f.name, func(t *testing.T) {
			got := <-reports[i]
			if got.err != nil {
				t.Fatal(got.err)
			}
			for _, one := range got.report.Observations {
				if (one.Advice == "") != (one.Grade == OK) {
					t.Errorf("%s: %v with the advice %q", one.Check, one.Grade, one.Advice)
				}
				if text := one.Grade.String() + ": " + one.Text; !f.hangs && one.Grade != OK && f.found[one.Check] == "" {
					t.Errorf("%s: %s", one.Check, text)
				}
			}
			for check, want := range f.found {
				if text := observation(got.report, check); !regexp.MustCompile(want).MatchString(text) {
					t.Errorf("%s: got %q, want %s", check, text, want)
				}
			}
			if want := 21; len(f.found) == 0 && len(got.report.Observations) != want {
				t.Errorf("%d findings, want %d", len(got.report.Observations), want)
			}
		})
	}
}
