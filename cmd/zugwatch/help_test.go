package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/google/go-cmp/cmp"
	"github.com/urfave/cli/v2"
)

// TestHelpPages holds the page of every command to the byte, and that there is
// no page of a command that is gone.
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
	files, err := os.ReadDir(filepath.Join("testdata", "help"))
	if err != nil {
		t.Fatal(err)
	}
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
	file := filepath.Join("testdata", "help", name)
	if *update {
		if err := os.WriteFile(file, out.Bytes(), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	for line := range strings.Lines(out.String()) {
		if utf8.RuneCountInString(line) > 80+1 {
			t.Errorf("more than 80 characters: %s", line)
		}
	}
	want, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	if diff := cmp.Diff(string(want), out.String()); diff != "" {
		t.Errorf("page differs (-want +got), go test -run HelpPages -update writes it:\n%s", diff)
	}
}
