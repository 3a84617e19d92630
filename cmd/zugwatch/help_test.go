package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"unicode/utf8"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/cmd/command"
	"github.com/zugwatch/zugwatch/engine/golden"
	"github.com/zugwatch/zugwatch/engine/must"
)

// TestHelpPages compares the help page of every command byte for byte, and finds pages of removed commands.
func TestHelpPages(t *testing.T) {
	pages := make(map[string]bool)
	var visit func(path []string, commands []*cli.Command)
	visit = func(path []string, commands []*cli.Command) {
		for _, command := range commands {
			if command.Hidden {
				continue
			}
			here := append(path[:len(path):len(path)], command.Name)
			name := strings.Join(here, "-") + ".txt"
			pages[name] = true
			t.Run(strings.Join(here, " "), func(t *testing.T) { helpPage(t, name, here) })
			visit(here, command.Subcommands)
		}
	}
	visit(nil, newApp().Commands)
	files := must.Get(os.ReadDir(filepath.Join("testdata", "help")))(t)
	for _, file := range files {
		if !pages[file.Name()] {
			t.Errorf("testdata/help/%s is the page of no command", file.Name())
		}
	}
}

// helpPage holds one page.
func helpPage(t *testing.T, name string, path []string) {
	var out, diagnostics bytes.Buffer
	words := append(append([]string{"zugwatch"}, path...), "--help")
	if code := run(context.Background(), words, strings.NewReader(""), &out, &diagnostics); code != 0 {
		t.Fatalf("exit code %d", code)
	}
	if diagnostics.Len() > 0 {
		t.Errorf("diagnostics: %s", diagnostics.String())
	}
	for line := range strings.Lines(out.String()) {
		if utf8.RuneCountInString(line) > 80+1 {
			t.Errorf("more than 80 characters: %s", line)
		}
	}
	golden.Check(t, filepath.Join("testdata", "help", name), out.Bytes())
}

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
