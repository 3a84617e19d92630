package main

import (
	"bytes"
	"context"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// TestReadme runs every command of the README's transcripts in the root of the
// repository, the main job among them, and holds what they print against the
// text; the table of exit codes is held against the program's.
func TestReadme(t *testing.T) {
	if testing.Short() {
		t.Skip("runs the main job")
	}
	t.Chdir("../..")
	text, err := os.ReadFile("README.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, command := range []string{"go run ./cmd/zugwatch ci ", "go test ./... "} {
		if !strings.Contains(string(text), "\n"+command) {
			t.Errorf("the README does not show %q", command)
		}
	}
	transcripts := regexp.MustCompile("(?ms)^```console\n(.*?)^```$")
	count := 0
	got := transcripts.ReplaceAllStringFunc(string(text), func(block string) string {
		count++
		return "```console\n" + replay(t, transcripts.FindStringSubmatch(block)[1]) + "```"
	})
	if count == 0 {
		t.Fatal("the README has no transcript")
	}
	table := regexp.MustCompile(`(?s)<!-- exit codes -->\n.*?<!-- end -->`)
	if !table.MatchString(got) {
		t.Fatal("the README has no table of exit codes")
	}
	got = table.ReplaceAllLiteralString(got, "<!-- exit codes -->\n"+markdownCodes()+"<!-- end -->")
	if *update {
		if err := os.WriteFile("README.md", []byte(got), 0o666); err != nil {
			t.Fatal(err)
		}
		return
	}
	if diff := cmp.Diff(string(text), got); diff != "" {
		t.Errorf("README.md is not what the program prints (-text +program), go test ./cmd/zugwatch -run Readme -update mends it:\n%s", diff)
	}
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
		args := words(t, strings.Replace(command, "go run ./cmd/zugwatch", "zugwatch", 1))
		if len(args) == 0 || args[0] != "zugwatch" {
			t.Fatalf("the README has a command that no test can run: %s", command)
		}
		var out, diagnostics bytes.Buffer
		code = run(context.Background(), args, strings.NewReader(""), &out, &diagnostics)
		b.WriteString(maskTimes(out.String()))
		for line := range strings.Lines(diagnostics.String()) {
			if !strings.Contains(line, " positions, ") { // not the progress of a slow machine
				b.WriteString(line)
			}
		}
	}
	return b.String()
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

// markdownCodes is the table of exit codes.
func markdownCodes() string {
	var b strings.Builder
	b.WriteString("| code | meaning |\n| ---: | --- |\n")
	for _, row := range exitTable() {
		fmt.Fprintf(&b, "| %d | %s |\n", row.code, row.meaning)
	}
	return b.String()
}
