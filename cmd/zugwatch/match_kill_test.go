package main

import (
	"bytes"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"
)

// TestKillMatch kills matches at random moments and lets the last attempt of each
// go on to its end: the match, its PGN and the decision of the test are those of
// an undisturbed one.
func TestKillMatch(t *testing.T) {
	kills := 30
	if os.Getenv("ZUGWATCH_SLOW") != "" {
		kills = 1000
	}
	directory := t.TempDir()
	start := time.Now()
	if text, err := killableMatch(directory).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	whole := time.Since(start)
	want := matchFiles(t, directory)
	const lanes = 3 // side by side: most of the time is waiting for the disk
	resumed := make([]int, lanes)
	t.Run("lanes", func(t *testing.T) {
		for lane := range lanes {
			t.Run(strconv.Itoa(lane), func(t *testing.T) {
				t.Parallel()
				resumed[lane] = killMatchOften(t, kills/lanes, whole, want, rand.New(rand.NewPCG(uint64(lane), 8)))
			})
		}
	})
	sum := 0
	for _, n := range resumed {
		sum += n
	}
	if sum == 0 {
		t.Error("no kill found a match in its middle")
	}
	t.Logf("%d kills, %d matches went on from a journal with games", kills, sum)
}

// killableMatch is a command that goes on with the match of a folder: a test that
// is decided before all games are played.
func killableMatch(directory string) *exec.Cmd {
	c := exec.Command("zugwatch", "match", "--a", "nodes=200", "--b", "nodes=20", "--hash", "1", "--games", "60", "--max-moves", "60",
		"--sprt", "elo0=0,elo1=90", "--workers", "2", "--resume", "-o", "match.json", "--pgn", "match.pgn")
	c.Dir = directory
	return c
}

// matchFiles is what a match leaves: its file and its PGN, and nothing else.
func matchFiles(t *testing.T, directory string) []byte {
	t.Helper()
	entries, err := os.ReadDir(directory)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	var all []byte
	for _, entry := range entries {
		names = append(names, entry.Name())
		text, err := os.ReadFile(filepath.Join(directory, entry.Name()))
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, text...)
	}
	if got, want := strings.Join(names, " "), "match.json match.pgn"; got != want {
		t.Errorf("files: got %s, want %s", got, want)
	}
	return all
}

// killMatchOften kills matches until so many have died, and tells how many left
// some games to go on from.
func killMatchOften(t *testing.T, kills int, whole time.Duration, want []byte, random *rand.Rand) (resumed int) {
	directory := t.TempDir()
	file := filepath.Join(directory, "match.json")
	for done := 0; done < kills; {
		for range 1 + random.IntN(4) {
			if diesAfter(t, killableMatch(directory), time.Duration(random.Int64N(int64(whole)))) {
				done++
			}
			if journaledPositions(t, file) > 0 {
				resumed++
			}
		}
		if text, err := killableMatch(directory).CombinedOutput(); err != nil {
			t.Fatalf("after a kill: %v: %s", err, text)
		}
		if got := matchFiles(t, directory); !bytes.Equal(got, want) {
			t.Fatalf("after a kill the files differ:\n%s", got)
		}
		for _, name := range []string{"match.json", "match.pgn"} {
			if err := os.Remove(filepath.Join(directory, name)); err != nil {
				t.Fatal(err)
			}
		}
	}
	return resumed
}
