package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/cmd/command"
	"github.com/zugwatch/zugwatch/engine/golden"
	"github.com/zugwatch/zugwatch/engine/must"
)

// pages returns the texts for readers, from the root of the repository.
func pages(t *testing.T) []string {
	t.Helper()
	docs, err := filepath.Glob("docs/*.md")
	if err != nil || len(docs) == 0 {
		t.Fatalf("docs has no pages: %v", err)
	}
	measured := must.Get(filepath.Glob("docs/measured/*.md"))(t)
	return slices.Concat([]string{"README.md", "CONTRIBUTING.md", "CHANGELOG.md"}, docs, measured)
}

// transcripts matches the transcripts of a page. Those marked for an engine author run in a folder that holds only an
// engine, all others in the root of the repository. Slow ones run only with ZUGWATCH_SLOW, which CI sets.
var transcripts = regexp.MustCompile("(?ms)^(<!-- in the folder of an engine -->\n|<!-- takes seconds -->\n)?```console\n(.*?)^```$")

// TestReadme runs every command in the transcripts of all pages and compares its output with the text. It also
// compares the table of exit codes with the program's.
func TestReadme(t *testing.T) {
	if testing.Short() {
		t.Skip("searches for seconds")
	}
	t.Chdir("../..")
	count := 0
	for _, page := range pages(t) {
		t.Run(page, func(t *testing.T) {
			text := must.Get(os.ReadFile(page))(t)
			got := transcripts.ReplaceAllStringFunc(string(text), func(block string) string {
				count++
				parts := transcripts.FindStringSubmatch(block)
				fill := func(t *testing.T) {
					block = parts[1] + "```console\n" + replay(t, parts[2]) + "```"
				}
				switch {
				case strings.Contains(parts[1], "engine"):
					t.Run("engine", func(t *testing.T) { enterEngine(t); fill(t) })
				case parts[1] == "" || must.Slow():
					fill(t)
				}
				return block
			})
			if page == "README.md" {
				got = withCodes(t, got)
			}
			if !t.Failed() {
				golden.Check(t, page, got)
			}
		})
	}
	if count < 4 {
		t.Errorf("the pages have %d transcripts, want 4 or more", count)
	}
}

// TestReadmeCommands checks that the README shows the two commands of the repository and a transcript for TestReadme.
func TestReadmeCommands(t *testing.T) {
	text := must.Get(os.ReadFile("../../README.md"))(t)
	for _, command := range []string{"go run ./cmd/zugwatch ci ", "go test ./... "} {
		if !strings.Contains(string(text), "\n"+command) {
			t.Errorf("the README does not show %q", command)
		}
	}
	if !transcripts.Match(text) {
		t.Error("the README has no transcript")
	}
}

// withCodes returns the README with the program's table of exit codes.
func withCodes(t *testing.T, text string) string {
	t.Helper()
	table := regexp.MustCompile(`(?s)<!-- exit codes -->\n.*?<!-- end -->`)
	if !table.MatchString(text) {
		t.Fatal("the README has no table of exit codes")
	}
	return table.ReplaceAllLiteralString(text, "<!-- exit codes -->\n"+markdownCodes()+"<!-- end -->")
}

// recipe matches the commands of the README that make the folder of an engine.
var recipe = regexp.MustCompile("(?ms)^<!-- makes the folder of an engine -->\n```\n(.*?)^```$")

// enterEngine makes the folder of an engine as the README does, and enters it. There zugwatch is the built-in engine with
// two rules: it answers a move time at once, as how late it is depends on the machine, and it keeps a table of 1 MiB, as
// a larger one takes long to clear.
func enterEngine(t *testing.T) {
	t.Helper()
	text := must.Get(os.ReadFile("README.md"))(t)
	commands := recipe.FindSubmatch(text)
	if commands == nil {
		t.Fatal("the README does not make the folder of an engine")
	}
	fake := must.Get(exec.LookPath("fake"))(t)
	path := t.TempDir()
	program := "#!/bin/sh\nexec '" + fake + "' 'in ^go movetime => SAY bestmove e1g1 && DROP' 'in ^setoption name Hash => DROP'\n"
	must.Do(t, os.WriteFile(filepath.Join(path, "zugwatch"), []byte(program), 0o777))
	t.Setenv("PATH", path+string(os.PathListSeparator)+os.Getenv("PATH"))
	t.Chdir(t.TempDir())
	printed(t, exec.Command("sh", "-c", string(commands[1])))
	before := releaseCommit
	releaseCommit = strings.Repeat("0", 40)
	t.Cleanup(func() { releaseCommit = before })
}

// replay runs the commands of a transcript and returns it with their output.
func replay(t *testing.T, transcript string) string {
	t.Helper()
	var b strings.Builder
	code := 0
	for line := range strings.Lines(transcript) {
		command, ok := strings.CutPrefix(line, "$ ")
		if !ok {
			continue
		}
		b.WriteString(line)
		command = strings.TrimSpace(command)
		if command == "echo $?" {
			fmt.Fprintln(&b, code)
			continue
		}
		command, last := cutTail(t, command)
		args := words(t, strings.Replace(command, "go run ./cmd/zugwatch", "zugwatch", 1))
		if len(args) == 0 || args[0] != "zugwatch" {
			t.Fatalf("a page has a command that no test can run: %s", command)
		}
		if len(args) > 1 && args[1] == "init" {
			args = append(args, "--try", "0") // what suites can tell takes a minute to find out, and differs between machines
		}
		var out, diagnostics bytes.Buffer
		code = run(context.Background(), args, strings.NewReader(""), &out, &diagnostics)
		lines := strings.SplitAfter(maskTimes(out.String()), "\n")
		if last > 0 {
			code = 0 // that of tail
			lines = lines[max(0, len(lines)-1-last):]
		}
		b.WriteString(strings.Join(lines, ""))
		for line := range strings.Lines(progressLine.ReplaceAllString(diagnostics.String(), "")) {
			if !strings.HasPrefix(line, "games have limit ") { // another one, on slow machines
				b.WriteString(line)
			}
		}
	}
	if b.Len() == 0 {
		t.Errorf("a transcript has no command (expected a line that begins with \"$ \"):\n%s", transcript)
	}
	return b.String()
}

// cutTail takes "| tail -n N" off a command; N is 0 where there is none.
func cutTail(t *testing.T, command string) (rest string, lines int) {
	t.Helper()
	rest, number, piped := strings.Cut(command, " | tail -n ")
	if !piped {
		return command, 0
	}
	lines, err := strconv.Atoi(number)
	if err != nil || lines < 1 {
		t.Fatalf("a page has a command that no test can run: %s", command)
	}
	return rest, lines
}

// words splits a command line at blanks outside of single quotes.
func words(t *testing.T, line string) []string {
	t.Helper()
	var list []string
	for i, part := range strings.Split(line, "'") {
		if i%2 == 1 {
			list = append(list, part)
			continue
		}
		list = append(list, strings.Fields(part)...)
	}
	return list
}

// markdownCodes returns the table of exit codes.
func markdownCodes() string {
	var b strings.Builder
	b.WriteString("| code | meaning |\n| ---: | --- |\n")
	for _, row := range command.ExitTable() {
		fmt.Fprintf(&b, "| %d | %s |\n", row.Code, row.Meaning)
	}
	return b.String()
}

// TestWeiss repeats the story of the README on a clone of Weiss, which ZUGWATCH_WEISS names. It takes three minutes.
func TestWeiss(t *testing.T) {
	clone := os.Getenv("ZUGWATCH_WEISS")
	if clone == "" {
		t.Skip("ZUGWATCH_WEISS=PATH, a clone of Weiss, runs it")
	}
	const base, head = "4f9883b", "34acf47"
	folder := t.TempDir()
	for _, args := range [][]string{{"clone", "--quiet", clone, folder}, {"-C", folder, "checkout", "--quiet", head}} {
		printed(t, exec.Command("git", args...))
	}
	t.Chdir(folder)
	say := func(args ...string) (string, int) {
		var out, diagnostics bytes.Buffer
		code := run(context.Background(), append([]string{"zugwatch"}, args...), strings.NewReader(""), &out, &diagnostics)
		t.Logf("zugwatch %s: %d\n%s%s", strings.Join(args, " "), code, diagnostics.String(), out.String())
		return out.String(), code
	}
	if _, code := say("init"); code != 0 {
		t.Fatalf("init: exit code %d", code)
	}
	out, code := say("ab", "--base", base, "--head", head, "--speed", "0")
	if code != 1 || !strings.Contains(out, "FAIL  head 34acf47") || !strings.Contains(out, "KRKN.Z.") {
		t.Errorf("ab: exit code %d", code)
	}
	if out, code := say("explain", "KRKN.Z.003", "--base", base, "--head", head); code != 0 || !strings.Contains(out, "the defender is then in mutual zugzwang") {
		t.Errorf("explain: exit code %d", code)
	}
	if _, code := say("ab", "--base", base, "--head", base, "--speed", "0"); code != 0 {
		t.Errorf("ab of one revision: exit code %d", code)
	}
	// Since January 2025 a history of Weiss outlives ucinewgame. A commit without functional change is identical all the same.
	if out, code := say("ab", "--base", "01c75ac^", "--head", "01c75ac", "--speed", "0", "zugzwang"); code != 0 || !strings.Contains(out, "identical in 1 suite") {
		t.Errorf("ab of a revision with state that lasts: exit code %d", code)
	}
}
