package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/match/play"
	"github.com/zugwatch/zugwatch/bench/matrix"
	"github.com/zugwatch/zugwatch/cmd/command"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/nullmove"
	"github.com/zugwatch/zugwatch/engine/search"
	"github.com/zugwatch/zugwatch/suites"
)

// sourceRow is a row of the table of the sources.
type sourceRow struct {
	item, where string
	commands    []string
}

// sources reads the table of the sources in docs/paper.md.
func sources(t *testing.T) (rows []sourceRow) {
	t.Helper()
	content := must.Get(os.ReadFile("../../docs/paper.md"))(t)
	_, section, found := strings.Cut(string(content), "\n## Sources, item by item\n")
	if !found {
		t.Fatal("docs/paper.md has no table of the sources")
	}
	section, _, _ = strings.Cut(section, "\n## ")
	_, table, _ := strings.Cut(section, "\n| --- | --- | --- | --- |\n")
	for line := range strings.Lines(table) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "|"), "|")
		if len(cells) != 4 {
			t.Errorf("row has %d cells, want 4: %s", len(cells), line)
			continue
		}
		row := sourceRow{item: strings.TrimSpace(cells[1]), where: cells[2]}
		for _, quoted := range regexp.MustCompile("`([^`]+)`").FindAllStringSubmatch(cells[3], -1) {
			row.commands = append(row.commands, quoted[1])
		}
		rows = append(rows, row)
	}
	return rows
}

// TestSources checks that each row of the table of sources has a place in the code and a valid command. No named
// policy, table or match may be missing.
func TestSources(t *testing.T) {
	rows := sources(t)
	shown := make(map[string]bool) // names that follow a flag
	for _, row := range rows {
		if row.item == "" || !strings.Contains(row.where, "](../") || len(row.commands) == 0 {
			t.Errorf("row %+v (expected an item, a link into the code and a command)", row)
		}
		for _, line := range row.commands {
			if err := taken(t, line); err != nil {
				t.Errorf("%s: %s: %v", row.item, line, err)
			}
			args := words(t, line)
			for i := range args[1:] {
				if args[i] == "--preset" || args[i] == "--nullmove" {
					shown[args[1]+" "+args[i+1]] = true
				}
			}
		}
	}
	want := make([]string, 0, 64)
	for _, name := range nullmove.Names() {
		want = append(want, "run "+name)
	}
	for _, p := range matrix.Presets() {
		want = append(want, "matrix "+p.Name)
	}
	for _, p := range play.Presets() {
		want = append(want, "match "+p.Name)
	}
	for _, name := range want {
		if !shown[name] {
			t.Errorf("no command of the table of the sources shows %s", name)
		}
	}
}

// TestSourcesTaken checks that invalid commands are found.
func TestSourcesTaken(t *testing.T) {
	if err := taken(t, "zugwatch run crafty --limit sd --nullmove r3"); err != nil {
		t.Error(err)
	}
	for _, line := range []string{
		"echo zugwatch", "zugwatch", "zugwatch rnu crafty", "zugwatch run nosuch.epd", "zugwatch run crafty --limt sd", "zugwatch run crafty --limit so",
		"zugwatch run crafty --nullmove r9", "zugwatch run crafty --search falcno", "zugwatch matrix --preset table8", "zugwatch match --preset table8",
		"zugwatch zugzwang --option NullMove", "zugwatch zugzwang --option NullMove=r9",
	} {
		if err := taken(t, line); err == nil {
			t.Errorf("%s is taken", line)
		}
	}
}

// taken tells why the program does not take a command line. It reads the flags, the
// policies and searches, the presets, limits and suites, and runs nothing.
func taken(t *testing.T, line string) error {
	t.Helper()
	args := words(t, line)
	if len(args) < 2 || args[0] != "zugwatch" {
		return fmt.Errorf("%q is no command of the program", line)
	}
	app := newApp()
	var fault error
	reached := false
	var replace func(commands []*cli.Command)
	replace = func(commands []*cli.Command) {
		for _, one := range commands {
			if one.Action != nil {
				one.Action = func(c *cli.Context) error {
					reached, fault = true, readable(c)
					return nil
				}
			}
			replace(one.Subcommands)
		}
	}
	replace(app.Commands)
	var diagnostics bytes.Buffer
	switch code := command.Run(context.Background(), app, args, strings.NewReader(""), &diagnostics, &diagnostics); {
	case code != 0:
		return fmt.Errorf("exit code %d: %s", code, &diagnostics)
	case !reached:
		return fmt.Errorf("it runs nothing: %s", &diagnostics)
	}
	return fault
}

// readable returns an error about an invalid flag value of a command.
func readable(c *cli.Context) error {
	readers := map[string]func(string) error{
		"nullmove": func(s string) error { _, err := nullmove.Parse(s); return err },
		"search":   func(s string) error { _, err := search.ParseParams(s); return err },
		"limit":    func(s string) error { _, err := bench.ParseLimits(s); return err },
		"preset": func(s string) error {
			if c.Command.Name == "match" {
				_, err := play.FindPreset(s)
				return err
			}
			_, err := matrix.PresetOptions(s)
			return err
		},
		"option": func(s string) error {
			option, err := engine.ParseOption(s)
			if err == nil && option.Name == "NullMove" {
				_, err = nullmove.Parse(option.Value)
			}
			return err
		},
	}
	for name, read := range readers {
		values := c.StringSlice(name)
		if value := c.String(name); values == nil && value != "" {
			values = []string{value}
		}
		for _, value := range values {
			if err := read(value); c.IsSet(name) && err != nil {
				return err
			}
		}
	}
	if slices.Contains([]string{"run", "audit"}, c.Command.Name) {
		for _, name := range c.Args().Slice() {
			if _, err := suites.Resolve(name); err != nil {
				return err
			}
		}
	}
	return nil
}
