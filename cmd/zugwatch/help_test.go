package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/urfave/cli/v2"

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
