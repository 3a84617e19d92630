package command

import (
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
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/bench/store"
	"github.com/zugwatch/zugwatch/epd"
)

// endedBy returns a context that a cause has ended.
func endedBy(cause error) context.Context {
	ctx, cancel := context.WithCancelCause(context.Background())
	cancel(cause)
	return ctx
}

func TestCodeOf(t *testing.T) {
	syntax := &epd.SyntaxError{File: "a.epd", Line: 3, Col: 9, What: "wrong"}
	cut := &bench.IncompleteError{Finished: 1, Total: 2, Cause: &SignalError{Signal: os.Interrupt}}
	tests := []struct {
		name string
		err  error
		code int
		text string
	}{
		{"nothing", nil, 0, ""},
		{"told already", failure.With(failure.Regression, nil), 1, ""},
		{"bad flag", failure.Inputf("flag --x"), 3, "zugwatch: flag --x"},
		{"bad command", failure.Inputf("zugwatch ci: unknown flag"), 3, "zugwatch ci: unknown flag"},
		{"bad suite", failure.Default(failure.Input, syntax), 3, "a.epd:3:9: wrong"},
		{"code given twice", failure.Default(failure.Machine, failure.Inputf("x")), 3, "zugwatch: x"},
		{"no error given a code", failure.Default(failure.Machine, nil), 0, ""},
		{"bad setup", fmt.Errorf("x: %w", &bench.SetupError{Text: "y"}), 3, "zugwatch: x: y"},
		{"bad reason", &store.AcceptError{Text: "y"}, 3, "zugwatch: y"},
		{"engine does not open", &bench.OpenError{Class: bench.FaultStart, Err: errors.New("y")}, 4, "zugwatch: engine open: start-failed: y"},
		{"too many faults", &bench.IncompleteError{Total: 2, Cause: &bench.FaultLimitError{Faults: 2, Allowed: 1}}, 4, "zugwatch: run is incomplete: 0 of 2 positions are finished: engine faults are 2 (allowed: 1)"},
		{"baseline", &file.Error{Path: "b.json", Reason: file.Missing}, 5, "b.json: file is missing"},
		{"baselines", errors.Join(&file.Error{Path: "b.json", Reason: file.Missing}, nil), 5, "b.json: file is missing"},
		{"incomplete", &bench.IncompleteError{Finished: 1, Total: 2}, 6, "zugwatch: run is incomplete: 1 of 2 positions are finished"},
		{"disk", &file.WriteError{Path: "c.json", Step: "write", Err: syscall.ENOSPC}, 7, "zugwatch: c.json: write: no space left on device"},
		{"anything else", fs.ErrPermission, 7, "zugwatch: permission denied"},
		{"interrupted", failure.Interruption(endedBy(cut.Cause), cut), 130, "zugwatch: run is incomplete: 1 of 2 positions are finished: ended by signal: interrupt"},
		{"terminated", failure.Interruption(endedBy(&SignalError{Signal: syscall.SIGTERM}), context.Canceled), 143, "zugwatch: ended by signal: terminated"},
		{"ended from within", failure.Interruption(endedBy(context.DeadlineExceeded), context.DeadlineExceeded), 6, "zugwatch: context deadline exceeded"},
		{"finished all the same", failure.Interruption(endedBy(context.Canceled), nil), 0, ""},
		{"not ended", failure.Interruption(context.Background(), fs.ErrExist), 7, "zugwatch: file already exists"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if code := CodeOf(test.err); code != test.code {
				t.Errorf("code = %d, want %d", code, test.code)
			}
			if text := Message("zugwatch", test.err); text != test.text {
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
			if code := kindCodes[test.verdict.Failure(test.faulted)]; code != test.code {
				t.Errorf("code = %d, want %d", code, test.code)
			}
		})
	}
}

// TestHarmless checks that no message is a workflow command to GitHub's runner, which also reads the standard error.
// A terminal must show all of it and obey nothing.
func TestHarmless(t *testing.T) {
	for text, want := range map[string]string{
		"zugwatch: a ##[error]b":            `zugwatch: a ##\x5berror]b`,
		"::error::x.epd:1: what":            `:\x3aerror::x.epd:1: what`,
		"one\n  ::warning::two\nthree::x":   "one\n" + `:\x3awarning::two` + "\nthree::x",
		"zugwatch: plain # text [x]":        "zugwatch: plain # text [x]",
		"a\x1b]0;t\x07\r\u202eb\u009b\xffc": `a\x1b]0;t\x07\x0d\u{202e}b\u{9b}\xffc`,
		"one\ttab\nand ♔ ü\uFFFD":           "one\ttab\nand ♔ ü\uFFFD",
	} {
		if got := Message("zugwatch", errors.New(text)); strings.Contains(got, "##[") {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
		if got := escapeMessage(text); got != want {
			t.Errorf("%q: got %q, want %q", text, got, want)
		}
	}
}
