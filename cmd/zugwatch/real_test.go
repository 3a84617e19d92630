package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/cmd/command"
	"github.com/zugwatch/zugwatch/engine/must"
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

// TestRealRuns runs all of WAC at 20,000 nodes on engines of Debian, without a fault, if ZUGWATCH_ENGINES=1. Engines
// that solve less than half of it do not search that far: Ethereal 12.00 takes a node limit for no time at all and
// answers at depth 1.
func TestRealRuns(t *testing.T) {
	if os.Getenv("ZUGWATCH_ENGINES") == "" {
		t.Skip("needs engines of others; ZUGWATCH_ENGINES=1 asks for it")
	}
	t.Setenv("PATH", os.Getenv("PATH")+":/usr/games")
	for _, test := range []struct {
		engine  string
		shallow bool // it does not keep to the node limit but stops at once
	}{
		{engine: "stockfish"},
		{engine: "fairy-stockfish"},
		{engine: "ethereal-chess", shallow: true},
		{engine: "gnuchess --uci"},
		{engine: "toga2"},
		{engine: "glaurung"},
	} {
		t.Run(test.engine, func(t *testing.T) {
			var out, diagnostics bytes.Buffer
			code := run(context.Background(), []string{"zugwatch", "run", "wac", "--limit", "nodes=20000", "--engine", test.engine}, strings.NewReader(""), &out, &diagnostics)
			found := regexp.MustCompile(`(?m)^zugwatch: verdict=complete code=0 suite=wac solved=(\d+) total=300 faults=0 nodes=\d+$`).FindStringSubmatch(out.String())
			if code != command.CodePass || found == nil {
				t.Fatalf("exit code %d, output\n%s%s", code, &out, &diagnostics)
			}
			solved := must.Get(strconv.Atoi(found[1]))(t)
			t.Log(found[0])
			if (solved < 150) != test.shallow {
				t.Errorf("solved %d of 300, want less than half: %t", solved, test.shallow)
			}
		})
	}
}
