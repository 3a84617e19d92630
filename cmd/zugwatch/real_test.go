package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/cmd/command"
)

// TestRealEngines examines engines of Debian if ZUGWATCH_ENGINES=1, and checks the known faults of each: those that
// always occur, and whether there may be others.
func TestRealEngines(t *testing.T) {
	if os.Getenv("ZUGWATCH_ENGINES") == "" {
		t.Skip("needs engines of others; ZUGWATCH_ENGINES=1 asks for it")
	}
	t.Setenv("PATH", os.Getenv("PATH")+":/usr/games")
	tests := []struct {
		engine string
		faults []string
		others bool // there may be more
	}{
		{engine: "stockfish"},
		{engine: "fairy-stockfish"},
		{engine: "ethereal-chess", faults: []string{"go nodes"}}, // takes them for no time at all
		{engine: "gnuchess --uci", faults: []string{"go nodes"}},
		{engine: "toga2", faults: []string{"go nodes"}, others: true}, // its counts are not always the same
		{engine: "glaurung", others: true},                            // searches with several threads
	}
	for _, test := range tests {
		t.Run(test.engine, func(t *testing.T) {
			if _, err := exec.LookPath(strings.Fields(test.engine)[0]); err != nil {
				t.Fatalf("%v (CONTRIBUTING.md says how to install it)", err)
			}
			var out, diagnostics bytes.Buffer
			code := run(context.Background(), []string{"zugwatch", "doctor", test.engine}, strings.NewReader(""), &out, &diagnostics)
			t.Logf("%s%s", &out, &diagnostics)
			var faults []string
			for _, row := range regexp.MustCompile(`(?m)^│ fault +│ (.*?) +│`).FindAllStringSubmatch(out.String(), -1) {
				faults = append(faults, row[1])
			}
			for _, fault := range test.faults {
				if !slices.Contains(faults, fault) {
					t.Errorf("fault %q was not found", fault)
				}
			}
			if !test.others && len(faults) != len(test.faults) {
				t.Errorf("faults: got %q, want %q", faults, test.faults)
			}
			if (code == command.CodeEngine) != (len(faults) > 0) || code != command.CodePass && code != command.CodeEngine {
				t.Errorf("exit code %d with faults %q", code, faults)
			}
		})
	}
}
