package mutant

import (
	"context"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"
	"time"
)

// TestBuild builds every patched engine, and holds that it has another signature than
// the engine as it is: a mutant that changes no node proves nothing. The programs are
// kept in the folder ZUGWATCH_MUTANTS where that is set.
func TestBuild(t *testing.T) {
	if os.Getenv("ZUGWATCH_SLOW") == "" {
		t.Skip("ZUGWATCH_SLOW is not set")
	}
	folder := os.Getenv("ZUGWATCH_MUTANTS")
	if folder == "" {
		folder = t.TempDir()
	}
	base := filepath.Join(folder, "base")
	if err := (&Mutant{Name: "base"}).Build(t.Context(), root, "./cmd/zugwatch", base, t.TempDir()); err != nil {
		t.Fatal(err)
	}
	same := signature(t, base)
	for _, m := range load(t) {
		t.Run(m.Name, func(t *testing.T) {
			program, args := base, []string(nil)
			if m.Patched() {
				program = filepath.Join(folder, m.Name)
				if _, err := os.Stat(program); err != nil {
					if err := m.Build(t.Context(), root, "./cmd/zugwatch", program, t.TempDir()); err != nil {
						t.Fatal(err)
					}
				}
			}
			for _, o := range m.Options {
				args = append(args, "--"+flagOf[o.Name], o.Value)
			}
			nodes := signature(t, program, args...)
			fmt.Printf("signature\t%s\t%s\t%s\n", m.Kind, m.Name, nodes)
			if nodes == same {
				t.Errorf("%s has the signature %s of the engine as it is", m.Name, same)
			}
		})
	}
}

// flagOf is the flag of bench for each option.
var flagOf = map[string]string{"Search": "search", "NullMove": "nullmove", "Hash": "hash"}

// signature is what bench says, to a depth that takes a few seconds.
func signature(t *testing.T, program string, args ...string) string {
	t.Helper()
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	out, err := exec.CommandContext(ctx, program, append([]string{"bench"}, args...)...).CombinedOutput()
	if ctx.Err() != nil {
		return "none within a minute"
	}
	found := regexp.MustCompile(`Nodes searched  : (\d+)`).FindSubmatch(out)
	if err != nil || found == nil {
		t.Fatalf("%s: %v: %.2000s", program, err, out)
	}
	return string(found[1])
}
