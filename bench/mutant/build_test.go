package mutant

import (
	"bytes"
	"context"
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/engine/must"
)

// TestBuild builds every patched engine. Each mutant must have another signature than the
// unchanged engine, or search zugzwangs differently: one that changes nothing proves nothing.
// The programs are kept in the folder ZUGWATCH_MUTANTS if that is set.
func TestBuild(t *testing.T) {
	must.SkipUnlessSlow(t, "builds every mutant")
	folder := os.Getenv("ZUGWATCH_MUTANTS")
	if folder == "" {
		folder = t.TempDir()
	}
	base := builds(t, &Mutant{Name: "base"}, folder)
	all := load(t)
	slices.SortStableFunc(all, func(a, b Mutant) int { return len(b.Edits) - len(a.Edits) })
	var same [len(depths)]uint64
	for i, depth := range depths {
		same[i] = signature(t, base, depth)
	}
	sameRun := zugzwangs(t, base)
	for _, m := range all {
		t.Run(m.Name, func(t *testing.T) {
			program, args := base, []string(nil)
			if m.HasEdits() {
				program = builds(t, &m, folder)
			}
			for _, o := range m.Options {
				args = append(args, "--"+flagOf[o.Name], o.Value)
			}
			for i, depth := range depths {
				if signature(t, program, depth, args...) != same[i] {
					return
				}
			}
			if bytes.Equal(zugzwangs(t, program, args...), sameRun) {
				t.Errorf("%s searches as the engine as it is", m.Name)
			}
		})
	}
}

// depths are tried one after the other until the signature differs.
var depths = [...]int{8, 11, 12}

// builds builds a mutant into the folder, unless it is there, and returns its path.
func builds(t *testing.T, m *Mutant, folder string) string {
	t.Helper()
	program := filepath.Join(folder, m.Name)
	if _, err := os.Stat(program); err == nil {
		return program
	}
	must.Do(t, m.Build(t.Context(), root, program, t.TempDir()))
	return program
}

// zugzwangs returns a run of the suite, position by position, without its head, which names the
// engine and its options.
func zugzwangs(t *testing.T, program string, args ...string) []byte {
	t.Helper()
	out := filepath.Join(t.TempDir(), "run.json")
	run := exec.CommandContext(t.Context(), program, append([]string{"run", "zugzwang", "--nodes", "100000", "-o", out}, args...)...)
	if printed, err := run.CombinedOutput(); err != nil {
		t.Fatalf("%s: %v: %.2000s", program, err, printed)
	}
	text := must.Get(os.ReadFile(out))(t)
	var kept [][]byte
	for _, line := range bytes.Split(text, []byte("\n")) {
		if bytes.Contains(line, []byte(`"verdict":`)) {
			kept = append(kept, line)
		}
	}
	return bytes.Join(kept, []byte("\n"))
}

// flagOf is the flag of bench for each option.
var flagOf = map[string]string{"Search": "search", "NullMove": "nullmove", "Hash": "hash"}

// signature returns what bench says, to a depth that takes a few seconds, and 0 where it has no end.
func signature(t *testing.T, program string, depth int, args ...string) uint64 {
	t.Helper()
	nodes, err := Signature(t.Context(), 10*time.Minute, program, depth, args...)
	if err != nil && !strings.Contains(err.Error(), "no end within") {
		t.Fatal(err)
	}
	return nodes
}

// TestSignatureEnds: an endless search of a mutant is a fault of that engine; the end of the
// caller's context is none.
func TestSignatureEnds(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the program is a shell script")
	}
	program := filepath.Join(t.TempDir(), "endless")
	must.Do(t, os.WriteFile(program, []byte("#!/bin/sh\nexec sleep 600\n"), 0o755))
	_, err := Signature(t.Context(), 20*time.Millisecond, program, 9)
	if failure.Of(err) != failure.Engine || !strings.HasSuffix(err.Error(), "endless bench: no end within 20ms") {
		t.Errorf("an endless bench: %v", err)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if _, err := Signature(ctx, time.Hour, program, 9); !errors.Is(err, context.Canceled) {
		t.Errorf("an ended caller: %v", err)
	}
}
