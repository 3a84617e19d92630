package main

import (
	"bytes"
	"context"
	"io"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/bench/store"
	"github.com/zugwatch/zugwatch/cmd/command"
	"github.com/zugwatch/zugwatch/engine/must"
)

// TestSecondRunner checks that two runs never write one file, and that the second names the first in its error.
func TestSecondRunner(t *testing.T) {
	file := filepath.Join(t.TempDir(), "run.json")
	first := must.Get(store.OpenCheckpoint(file, store.CheckpointOptions{Holder: "process 12, started at noon"}))(t)
	args := []string{"zugwatch", "run", "h3", "--nodes", "100", "-o", file}
	var out, diagnostics bytes.Buffer
	code := run(context.Background(), args, strings.NewReader(""), &out, &diagnostics)
	want := "zugwatch: output: " + file + ".lock: file is locked by process 12, started at noon (expected one runner for each output)\n"
	if code != command.CodeMachine || diagnostics.String() != want || !strings.HasSuffix(out.String(), "verdict=inconclusive code=7\n") {
		t.Errorf("exit code %d, %q, %q", code, &out, &diagnostics)
	}
	must.Do(t, first.Close())
	if code := run(context.Background(), args, strings.NewReader(""), &out, &diagnostics); code != command.CodePass {
		t.Errorf("after the first: exit code %d, %s", code, &diagnostics)
	}
}

func TestCheckpointErrors(t *testing.T) {
	tests := []struct {
		name string
		err  error
		code int
		text string
	}{
		{"nothing", nil, command.CodePass, ""},
		{"pending", &store.PendingError{Path: "j"}, command.CodeInput, "zugwatch: j: journal of an unfinished run is there (expected --resume to go on with it, or --fresh to start over)"},
		{
			"another run", &store.KeyError{Path: "j", Differences: []store.KeyDifference{{Name: "limits", Journal: `"a"`, Now: `"b"`}}}, command.CodeBaseline,
			"zugwatch: j: journal is of another run\n  limits: \"a\" in the journal, \"b\" now\n  (expected the command of that run; or --fresh to start over)",
		},
		{
			"damage", &file.JournalError{Path: "j", Offset: 9, Kept: 2, Detail: "x"}, command.CodeMachine,
			"zugwatch: j: journal is damaged at byte 9, after 2 positions: x (hint: --salvage goes on with what stands before, --fresh starts over)",
		},
		{"no header", &file.JournalError{Path: "j", Detail: "x"}, command.CodeMachine, "zugwatch: j: journal is damaged at byte 0, after 0 positions: x (hint: --fresh starts over)"},
		{"locked", &file.LockedError{Path: "l"}, command.CodeMachine, "zugwatch: output: l: file is locked by another process (expected one runner for each output)"},
		{"disk", &file.WriteError{Path: "j", Step: "sync", Err: syscall.EIO}, command.CodeMachine, "zugwatch: output: j: sync: input/output error"},
		{"setup", &bench.SetupError{Text: "x"}, command.CodeInput, "zugwatch: x"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			err := runner.CheckpointError(test.err)
			if code := command.CodeOf(err); code != test.code || command.Message("zugwatch", err) != test.text {
				t.Errorf("code %d, %q, want %d, %q", code, command.Message("zugwatch", err), test.code, test.text)
			}
		})
	}
}

// TestSalvageIsTold checks that a run reports the loss of a part of its journal.
func TestSalvageIsTold(t *testing.T) {
	file := filepath.Join(t.TempDir(), "run.json")
	args := []string{"zugwatch", "run", "wac", "--filter", "1-3", "--nodes", "100", "-o", file}
	measure := func(more ...string) string {
		t.Helper()
		var out, diagnostics bytes.Buffer
		if code := run(context.Background(), append(args, more...), strings.NewReader(""), &out, &diagnostics); code != command.CodePass {
			t.Fatalf("exit code %d, %s", code, &diagnostics)
		}
		return diagnostics.String()
	}
	if text := measure(); text != "" {
		t.Errorf("a first run says %q", text)
	}
	journal := journalOf(t, file)
	lines := bytes.SplitAfter(journal, []byte("\n"))
	torn := journal[:len(journal)-10]
	broken := append(bytes.Join(lines[:2], nil), "garbage\n"...)
	broken = append(broken, lines[3]...)
	for _, test := range []struct{ journal, mode, want string }{
		{string(torn), "--resume", "bytes at its end were not written to the end and are cut off\nresumed: 2 of 3 positions are finished already\n"},
		{string(broken), "--salvage", "after 1 positions: record is broken, and whole ones follow; what stood there is lost\nresumed: 1 of 3 positions are finished already\n"},
		{string(journal), "--resume", "resumed: 3 of 3 positions are finished already\n"},
	} {
		must.Do(t, os.WriteFile(store.JournalPath(file), []byte(test.journal), 0o666))
		if text := measure(test.mode); !strings.HasSuffix(text, test.want) {
			t.Errorf("%s: got %q, want %q at its end", test.mode, text, test.want)
		}
	}
}

// journalOf writes the journal that the run in a file has had before its end.
func journalOf(t *testing.T, file string) []byte {
	t.Helper()
	measured := must.Get(store.Load(file))(t)
	times := must.Get(store.LoadTiming(file))(t)
	key := must.Get((&runner.Runner{Tool: version()}).CheckpointKey(engines.Engine{}, 1))(t)
	c := must.Get(store.OpenCheckpoint(file, store.CheckpointOptions{Key: key}))(t)
	must.Get(c.Begin(measured))(t)
	for i, o := range measured.Outcomes {
		must.Do(t, c.Record(bench.Answer{Index: i, Outcome: o, Time: times.Positions[i]}))
	}
	must.Do(t, c.Close())
	return must.Get(os.ReadFile(store.JournalPath(file)))(t)
}

// contextOf returns the context that the action of a command line gets.
func contextOf(t *testing.T, diagnostics *bytes.Buffer, args ...string) *cli.Context {
	t.Helper()
	app := newApp()
	var captured *cli.Context
	for _, command := range app.Commands {
		command.Action = func(c *cli.Context) error {
			captured = c
			return nil
		}
	}
	words := append([]string{"zugwatch"}, args...)
	if code := command.Run(context.Background(), app, words, strings.NewReader(""), io.Discard, diagnostics); code != 0 || captured == nil {
		t.Fatalf("%v: exit code %d", args, code)
	}
	return captured
}

func TestTellFaults(t *testing.T) {
	t.Chdir(t.TempDir())
	measured := new(bench.Run)
	for _, id := range []string{"WAC.001", "it's \x1b", "fine", "WAC.003"} {
		measured.Outcomes = append(measured.Outcomes, bench.Outcome{ID: id, Verdict: bench.Faulted, Fault: bench.FaultExit})
	}
	measured.Outcomes[2].Verdict = bench.Solved
	measured.Outcomes[3].Verdict, measured.Outcomes[3].Retried = bench.Solved, bench.FaultExit
	capsule := store.FaultReportPath("x.json", "WAC.003")
	must.Do(t, os.MkdirAll(filepath.Dir(capsule), 0o777))
	must.Do(t, os.WriteFile(capsule, nil, 0o666))
	var diagnostics bytes.Buffer
	c := contextOf(t, &diagnostics, "run", "wac", "--nodes", "500", "--stop-when-solved", "--filter", "1-50", "--shard", "1/2", "--workers", "2",
		"--repeat", "2", "--nullmove", "r4,guard=none", "-o", "x.json", "--fresh", "--verbose", "--limit", "a b")
	printFaults(c, engines.Engine{}, "x.json", measured)
	want := `reproduce: zugwatch run wac --filter WAC.001 --nodes=500 '--limit=a b' --stop-when-solved=3 --repeat=2 --nullmove=r4,guard=none
reproduce: zugwatch run wac --filter 'it'\''s ?' --nodes=500 '--limit=a b' --stop-when-solved=3 --repeat=2 --nullmove=r4,guard=none
reproduce: zugwatch run wac --filter WAC.003 --nodes=500 '--limit=a b' --stop-when-solved=3 --repeat=2 --nullmove=r4,guard=none
  what happened is in x.json.faults/WAC.003-`
	if got := diagnostics.String(); !strings.HasPrefix(got, want) {
		t.Errorf("got\n%s\nwant\n%s", got, want)
	}
	diagnostics.Reset()
	for range 12 {
		measured.Outcomes = append(measured.Outcomes, measured.Outcomes[0])
	}
	printFaults(c, engines.Engine{}, "x.json", measured)
	if got := diagnostics.String(); strings.Count(got, "reproduce: ") != report.MaxReproduced || !strings.HasSuffix(got, "and 5 more\n") {
		t.Errorf("many faults: got\n%s", got)
	}
}
