package main

import (
	"os"
	"os/exec"
	"strings"
	"testing"
)

// TestBullet plays 200 games at 1+0.01 between two policies, asked for by
// ZUGWATCH_SLOW=1: the built-in engine loses none on time. The machine has to have
// nothing else to do.
func TestBullet(t *testing.T) {
	if os.Getenv("ZUGWATCH_SLOW") == "" {
		t.Skip("takes five minutes of an idle machine; ZUGWATCH_SLOW=1 asks for it")
	}
	play := exec.Command("zugwatch", "match", "--a", "nullmove=nmr3-4", "--b", "nullmove=adaptive2-3", "--tc", "1+0.01", "--games", "200", "--workers", "2")
	play.Dir = t.TempDir()
	text, err := play.CombinedOutput()
	if err != nil || !strings.Contains(string(text), " games=200 ") || !strings.Contains(string(text), " time_losses=0 faults=0 ") {
		t.Errorf("%v: %s", err, text)
	}
}
