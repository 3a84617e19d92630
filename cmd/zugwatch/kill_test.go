package main

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/bench/store"
)

// TestKill kills runs at random moments, with nothing they could do about it, and
// lets the last attempt of each go on to its end: the file is the one of an
// undisturbed run. Some runs are killed several times.
func TestKill(t *testing.T) {
	kills := 50
	if os.Getenv("ZUGWATCH_SLOW") != "" {
		kills = 2000
	}
	directory := t.TempDir()
	start := time.Now()
	if text, err := killable(directory).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	whole := time.Since(start)
	want, err := os.ReadFile(filepath.Join(directory, "run.json"))
	if err != nil {
		t.Fatal(err)
	}
	const lanes = 4 // side by side: most of the time is waiting for the disk
	resumed := make([]int, lanes)
	t.Run("lanes", func(t *testing.T) {
		for lane := range lanes {
			t.Run(strconv.Itoa(lane), func(t *testing.T) {
				t.Parallel()
				resumed[lane] = killOften(t, (kills+lanes-1)/lanes, whole, want, rand.New(rand.NewPCG(uint64(lane), 0)))
			})
		}
	})
	sum := 0
	for _, n := range resumed {
		sum += n
	}
	if sum == 0 {
		t.Error("no kill found a run in its middle")
	}
	t.Logf("%d kills, %d runs went on from a journal with positions", kills, sum)
}

// killable is a command that goes on with the run of a folder.
func killable(directory string) *exec.Cmd {
	c := exec.Command("zugwatch", "run", "wac", "--filter", "1-16", "--nodes", "500", "--hash", "1", "--workers", "2", "--resume", "-o", "run.json")
	c.Dir = directory
	return c
}

// killOften kills runs until so many have died, and tells how many left some
// positions to go on from.
func killOften(t *testing.T, kills int, whole time.Duration, want []byte, random *rand.Rand) (resumed int) {
	directory := t.TempDir()
	file := filepath.Join(directory, "run.json")
	for done := 0; done < kills; {
		for range 1 + random.IntN(4) {
			if diesAfter(t, killable(directory), time.Duration(random.Int64N(int64(whole)))) {
				done++
			}
			if journaledPositions(t, file) > 0 {
				resumed++
			}
		}
		if text, err := killable(directory).CombinedOutput(); err != nil {
			t.Fatalf("after a kill: %v: %s", err, text)
		}
		got, err := os.ReadFile(file)
		if err != nil || !bytes.Equal(got, want) {
			t.Fatalf("after a kill: %v, the file differs:\n%s", err, got)
		}
		expectClean(t, directory)
	}
	return resumed
}

// diesAfter tells whether the command was killed after the time: it may have ended
// before.
func diesAfter(t *testing.T, command *exec.Cmd, after time.Duration) bool {
	t.Helper()
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	time.Sleep(after)
	if err := command.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		t.Fatal(err)
	}
	command.Wait()
	return command.ProcessState.ExitCode() < 0
}

// journaledPositions counts the whole records of the journal behind its header.
func journaledPositions(t *testing.T, file string) int {
	t.Helper()
	data, err := os.ReadFile(store.JournalPath(file))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	return max(0, bytes.Count(data, []byte("\n"))-1)
}

// expectClean holds that nothing is left beside the run and its times.
func expectClean(t *testing.T, directory string) {
	t.Helper()
	entries, err := os.ReadDir(directory)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
	}
	if got, want := strings.Join(names, " "), "run.json run.timing.json"; got != want {
		t.Errorf("files: got %s, want %s", got, want)
	}
}
