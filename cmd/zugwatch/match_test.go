package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine/must"
)

// TestMatchReaders has two other programs read 1,000 games of a match: pgn-extract checks every move, and polyglot
// makes a book of them. At least one must be installed. It runs with ZUGWATCH_ENGINES=1.
func TestMatchReaders(t *testing.T) {
	if os.Getenv("ZUGWATCH_ENGINES") == "" {
		t.Skip("needs programs of others; ZUGWATCH_ENGINES=1 asks for it")
	}
	t.Setenv("PATH", os.Getenv("PATH")+":/usr/games")
	directory := t.TempDir()
	play := exec.Command("zugwatch", "match", "--a", "nodes=300", "--b", "nodes=150", "--hash", "1", "--games", "1000",
		"--book", "start", "--random-plies", "8", "--pgn", "games.pgn")
	play.Dir = directory
	printed(t, play)
	readers := []struct {
		words []string
		want  string
	}{
		{[]string{"pgn-extract", "-r", "-s", "games.pgn"}, `^Games: 1000\s*$`},
		{[]string{"polyglot", "make-book", "-pgn", "games.pgn", "-bin", "games.bin", "-max-ply", "400", "-min-game", "1"}, `1001 games`}, // polyglot counts the end of the file as well
	}
	found := 0
	for _, reader := range readers {
		path, err := exec.LookPath(reader.words[0])
		if err != nil {
			t.Logf("%s is not there", reader.words[0])
			continue
		}
		found++
		read := exec.Command(path, reader.words[1:]...)
		read.Dir = directory
		text, err := read.CombinedOutput()
		if err != nil || !regexp.MustCompile(reader.want).Match(text) || strings.Contains(strings.ToLower(string(text)), "illegal") {
			t.Errorf("%s: %v: %s", filepath.Base(path), err, text)
		}
	}
	if found == 0 {
		t.Error("neither pgn-extract nor polyglot is there")
	}
}

// TestBullet plays 200 games at 1+0.01 between two policies, asked for by
// ZUGWATCH_SLOW=1: the built-in engine loses none on time. The machine has to have
// nothing else to do.
func TestBullet(t *testing.T) {
	must.SkipUnlessSlow(t, "takes five minutes of an idle machine")
	play := exec.Command("zugwatch", "match", "--a", "nullmove=nmr3-4", "--b", "nullmove=adaptive2-3", "--tc", "1+0.01", "--games", "200", "--workers", "2")
	play.Dir = t.TempDir()
	text, err := play.CombinedOutput()
	if err != nil || !strings.Contains(string(text), " games=200 ") || !strings.Contains(string(text), " time_losses=0 faults=0 ") {
		t.Errorf("%v: %s", err, text)
	}
}
