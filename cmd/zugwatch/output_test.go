package main

import (
	"bytes"
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/cmd/flags"
	"github.com/zugwatch/zugwatch/engine/must"
)

// inputFlags name input files and folders, and the cache, which is optional.
var inputFlags = map[string]bool{"config": true, "from": true, "stored": true, "source": true, "base-folder": true, "cache": true, "only": true, "eval-file": true, "send-key": true}

// argumentsOf are the arguments and flags that a command does not go without.
var argumentsOf = map[string][]string{
	"explain": {"ZUG.020", "--nullmove", "r3"},
	"run":     {"wac"}, "audit": {"wac"}, "audit compare": {"a.json", "b.json"}, "profile record": {"wac"}, "profile top": {"a.pb.gz"}, "profile diff": {"a.pb.gz", "b.pb.gz"},
	"suite export": {"wac"}, "suite fix": {"a.epd"}, "suite import": {"a.csv"}, "profile flame": {"a.pb.gz"}, "merge": {"a.json", "-o", "whole.json"}, "report": {"a.json"}, "compare": {"a.json", "b.json"},
	"history show": {"a.jsonl"}, "match": {"--preset", "table6"}, "doctor": {"zugwatch"}, "matrix": {"--preset", "table1"},
}

// TestOutputFlags gives every output flag of every command an unwritable path. The command must refuse it before it
// measures, always in the same way. The test finds the flags by itself: a flag for a file is an output flag unless it
// is in inputFlags.
func TestOutputFlags(t *testing.T) {
	dir := t.TempDir()
	t.Chdir(dir)
	t.Setenv("GITHUB_STEP_SUMMARY", filepath.Join(dir, "missing", "summary.md"))
	for name, text := range map[string]string{"plain": "a file\n", "zugwatch.yaml": "suites:\n  - {name: wac, kind: tactics, limit: nodes=1000000000}\n"} {
		must.Do(t, os.WriteFile(name, []byte(text), 0o666))
	}
	found := 0
	var visit func(path []string, commands []*cli.Command)
	visit = func(path []string, commands []*cli.Command) {
		for _, command := range commands {
			here := append(path[:len(path):len(path)], command.Name)
			visit(here, command.Subcommands)
			for _, flag := range command.Flags {
				for _, c := range outputCases(t, strings.Join(here, " "), flag) {
					found++
					t.Run(strings.Join(here, " ")+" "+c.args[0], func(t *testing.T) { c.refused(t, here) })
				}
			}
		}
	}
	visit(nil, newApp().Commands)
	if found < 60 {
		t.Errorf("%d cases", found)
	}
	if left, err := filepath.Glob("*"); err != nil || strings.Join(left, " ") != "plain zugwatch.yaml" {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// outputCase is a flag with an unwritable path.
type outputCase struct {
	args []string
	code int
	want string
}

// outputCases returns those of a flag of a command.
func outputCases(t *testing.T, command string, flag cli.Flag) []outputCase {
	name := flag.Names()[0]
	dashed := "--" + name + "="
	switch flag := flag.(type) {
	case *flags.Output:
		if strings.Contains(flag.Usage, "`FOLDER`") {
			return []outputCase{
				{[]string{dashed + "plain"}, 3, "zugwatch: flag " + dashed + "plain: plain is no folder (expected one, or a name that is free)\n"},
				{[]string{dashed + "plain/x"}, 3, "plain is no folder"},
				{[]string{dashed}, 3, "zugwatch: flag " + dashed + ": no folder is named (expected a name)\n"},
			}
		}
		cases := []outputCase{
			{[]string{dashed + "missing/x"}, 3, "zugwatch: flag " + dashed + "missing/x: missing is no folder (expected one that exists)\n"},
			{[]string{dashed + "plain/x"}, 3, "zugwatch: flag " + dashed + "plain/x: plain is no folder (expected one that exists)\n"},
			{[]string{dashed + "."}, 7, "zugwatch: flag " + dashed + ".: .: create: is not a regular file\n"},
			{[]string{dashed}, 3, "zugwatch: flag " + dashed + ": no file is named (expected a name)\n"},
		}
		if name == "into" {
			cases = append(cases, outputCase{[]string{dashed + "plain"}, 3, "zugwatch: plain: there is no line "})
		}
		return cases
	case *cli.PathFlag:
		if !inputFlags[name] {
			t.Errorf("%s: flag --%s is neither for input nor for output", command, name)
		}
	}
	switch name {
	case "report":
		return []outputCase{{[]string{"--report=json=missing/x"}, 3, "zugwatch: flag --report=json=missing/x: missing is no folder (expected one that exists)\n"}}
	case "github":
		return []outputCase{{[]string{"--github"}, 7, "zugwatch: job summary: "}}
	}
	return nil
}

// limitOfOutput ends what measures after all.
const limitOfOutput = 5 * time.Minute

// refused checks that the case is an error without any other effect.
func (c *outputCase) refused(t *testing.T, path []string) {
	args := append(append([]string{"zugwatch"}, path...), argumentsOf[strings.Join(path, " ")]...)
	if strings.HasPrefix(c.args[0], "--out=") {
		args = append(append([]string{"zugwatch"}, path...), firstArguments(argumentsOf[strings.Join(path, " ")])...)
	}
	ctx, cancel := context.WithTimeout(t.Context(), limitOfOutput)
	defer cancel()
	var out, diagnostics bytes.Buffer
	code := run(ctx, append(args, c.args...), strings.NewReader(""), &out, &diagnostics)
	if code != c.code || !strings.Contains(diagnostics.String(), c.want) {
		t.Errorf("%v: exit code %d, %swant %d, %s", append(args, c.args...), code, diagnostics.String(), c.code, c.want)
	}
	if bytes.Count(diagnostics.Bytes(), []byte("\n")) != 1 {
		t.Errorf("%v: something is told before:\n%s", c.args, diagnostics.String())
	}
}

// firstArguments returns arguments without the output that the case names itself.
func firstArguments(args []string) []string {
	for i, arg := range args {
		if arg == "-o" {
			return args[:i]
		}
	}
	return args
}
