package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"strings"
	"syscall"
	"testing"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/store"
	"github.com/zugwatch/zugwatch/epd"
)

// endedBy is a context that a cause has ended.
func endedBy(cause error) context.Context {
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(cause)
	return ctx
}

func TestCodeOf(t *testing.T) {
	syntax := &epd.SyntaxError{File: "a.epd", Line: 3, Col: 9, What: "wrong"}
	cut := &bench.IncompleteError{Finished: 1, Total: 2, Cause: &signalError{signal: os.Interrupt}}
	tests := []struct {
		name string
		err  error
		code int
		text string
	}{
		{"nothing", nil, 0, ""},
		{"told already", &failure{code: codeRegression}, 1, ""},
		{"bad flag", badInput("flag --x"), 3, "zugwatch: flag --x"},
		{"bad command", badInput("zugwatch ci: unknown flag"), 3, "zugwatch ci: unknown flag"},
		{"bad suite", withCode(codeInput, syntax), 3, "a.epd:3:9: wrong"},
		{"code given twice", withCode(codeMachine, badInput("x")), 3, "zugwatch: x"},
		{"no error given a code", withCode(codeMachine, nil), 0, ""},
		{"bad setup", fmt.Errorf("x: %w", &bench.SetupError{Text: "y"}), 3, "zugwatch: x: y"},
		{"bad reason", &store.AcceptError{Text: "y"}, 3, "zugwatch: y"},
		{"engine does not open", &bench.OpenError{Class: bench.FaultStart, Err: errors.New("y")}, 4, "zugwatch: engine open: start-failed: y"},
		{"too many faults", &bench.IncompleteError{Total: 2, Cause: &bench.FaultLimitError{Faults: 2, Allowed: 1}}, 4, "zugwatch: run is incomplete: 0 of 2 positions are finished: engine faults are 2 (allowed: 1)"},
		{"baseline", &store.FileError{Path: "b.json", Reason: store.Missing}, 5, "b.json: file is missing"},
		{"baselines", errors.Join(&store.FileError{Path: "b.json", Reason: store.Missing}, nil), 5, "b.json: file is missing"},
		{"incomplete", &bench.IncompleteError{Finished: 1, Total: 2}, 6, "zugwatch: run is incomplete: 1 of 2 positions are finished"},
		{"disk", &store.WriteError{Path: "c.json", Step: "write", Err: syscall.ENOSPC}, 7, "zugwatch: c.json: write: no space left on device"},
		{"anything else", fs.ErrPermission, 7, "zugwatch: permission denied"},
		{"interrupted", interruption(endedBy(cut.Cause), cut), 130, "zugwatch: run is incomplete: 1 of 2 positions are finished: ended by signal: interrupt"},
		{"terminated", interruption(endedBy(&signalError{signal: syscall.SIGTERM}), context.Canceled), 143, "zugwatch: ended by signal: terminated"},
		{"ended from within", interruption(endedBy(context.DeadlineExceeded), context.DeadlineExceeded), 6, "zugwatch: context deadline exceeded"},
		{"finished all the same", interruption(endedBy(context.Canceled), nil), 0, ""},
		{"not ended", interruption(context.Background(), fs.ErrExist), 7, "zugwatch: file already exists"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if code := codeOf(test.err); code != test.code {
				t.Errorf("code = %d, want %d", code, test.code)
			}
			if text := message(test.err); text != test.text {
				t.Errorf("message = %q, want %q", text, test.text)
			}
		})
	}
}

func TestVerdictCode(t *testing.T) {
	tests := []struct {
		verdict compare.Verdict
		faulted bool
		code    int
	}{
		{compare.Pass, false, 0},
		{compare.Pass, true, 0}, // as many as the gate allows
		{compare.Fail, false, 1},
		{compare.Fail, true, 1},
		{compare.Inconclusive, true, 4},
		{compare.Inconclusive, false, 6},
		{compare.Verdict(99), false, 6},
	}
	for _, test := range tests {
		t.Run(fmt.Sprintf("%v faulted %t", test.verdict, test.faulted), func(t *testing.T) {
			if code := verdictCode(test.verdict, test.faulted); code != test.code {
				t.Errorf("code = %d, want %d", code, test.code)
			}
		})
	}
}

// TestExitTable holds that every code has one row and that the help shows it.
func TestExitTable(t *testing.T) {
	var out, diagnostics bytes.Buffer
	if code := run(context.Background(), []string{"zugwatch", "--help"}, strings.NewReader(""), &out, &diagnostics); code != 0 {
		t.Fatalf("help: exit code %d, %s", code, &diagnostics)
	}
	want := []int{0, 1, 2, 3, 4, 5, 6, 7, 130, 143}
	rows := exitTable()
	if len(rows) != len(want) {
		t.Fatalf("the table has %d rows, want %d", len(rows), len(want))
	}
	for i, row := range rows {
		if line := fmt.Sprintf("\n   %3d  %s\n", row.code, row.meaning); row.code != want[i] || !strings.Contains(out.String(), line) {
			t.Errorf("row %d is code %d, want %d, and %q in the help", i, row.code, want[i], line)
		}
	}
}

// broken is a writer that fails.
type broken struct{ err error }

func (b broken) Write([]byte) (int, error) { return 0, b.err }

// TestBrokenOutput holds that a report which nobody could read is not a success.
func TestBrokenOutput(t *testing.T) {
	for _, args := range []string{"suite list", "--help", "version", "run h3 --nodes 100", "perft 1"} {
		t.Run(args, func(t *testing.T) {
			var diagnostics bytes.Buffer
			code := run(context.Background(), append([]string{"zugwatch"}, strings.Fields(args)...), strings.NewReader(""), broken{syscall.ENOSPC}, &diagnostics)
			if want := "zugwatch: standard output: no space left on device\n"; code != codeMachine || diagnostics.String() != want {
				t.Errorf("exit code %d, %q, want %d, %q", code, &diagnostics, codeMachine, want)
			}
		})
	}
}
