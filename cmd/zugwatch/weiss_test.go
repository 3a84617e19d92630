package main

import (
	"bytes"
	"context"
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestWeiss repeats the story of the README on a clone of Weiss, which ZUGWATCH_WEISS names. It takes three minutes.
func TestWeiss(t *testing.T) {
	clone := os.Getenv("ZUGWATCH_WEISS")
	if clone == "" {
		t.Skip("ZUGWATCH_WEISS=PATH, a clone of Weiss, runs it")
	}
	const base, head = "4f9883b", "34acf47"
	folder := t.TempDir()
	for _, args := range [][]string{{"clone", "--quiet", clone, folder}, {"-C", folder, "checkout", "--quiet", head}} {
		if out, err := exec.Command("git", args...).CombinedOutput(); err != nil {
			t.Fatalf("git %v: %v\n%s", args, err, out)
		}
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
