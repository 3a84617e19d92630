package main

import (
	"bytes"
	"context"
	"fmt"
	"strings"
	"syscall"
	"testing"

	"github.com/zugwatch/zugwatch/cmd/command"
)

// TestExitTable checks that every code has one row and that the help shows it.
func TestExitTable(t *testing.T) {
	var out, diagnostics bytes.Buffer
	if code := run(context.Background(), []string{"zugwatch", "--help"}, strings.NewReader(""), &out, &diagnostics); code != 0 {
		t.Fatalf("help: exit code %d, %s", code, &diagnostics)
	}
	want := []int{0, 1, 2, 3, 4, 5, 6, 7, 130, 143}
	rows := command.ExitTable()
	if len(rows) != len(want) {
		t.Fatalf("the table has %d rows, want %d", len(rows), len(want))
	}
	for i, row := range rows {
		if line := fmt.Sprintf("\n   %3d  %s\n", row.Code, row.Meaning); row.Code != want[i] || !strings.Contains(out.String(), line) {
			t.Errorf("row %d is code %d, want %d, and %q in the help", i, row.Code, want[i], line)
		}
	}
}

// broken is a writer that fails.
type broken struct{ err error }

func (b broken) Write([]byte) (int, error) { return 0, b.err }

// TestBrokenOutput checks that a command whose output cannot be written fails.
func TestBrokenOutput(t *testing.T) {
	for _, args := range []string{"suite list", "--help", "version", "run h3 --nodes 100", "perft 1"} {
		t.Run(args, func(t *testing.T) {
			var diagnostics bytes.Buffer
			code := run(context.Background(), append([]string{"zugwatch"}, strings.Fields(args)...), strings.NewReader(""), broken{syscall.ENOSPC}, &diagnostics)
			if want := "zugwatch: standard output: no space left on device\n"; code != command.CodeMachine || diagnostics.String() != want {
				t.Errorf("exit code %d, %q, want %d, %q", code, &diagnostics, command.CodeMachine, want)
			}
		})
	}
}
