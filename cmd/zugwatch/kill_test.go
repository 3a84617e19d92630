package main

import (
	"bytes"
	"errors"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/bench/store"
	"github.com/zugwatch/zugwatch/engine/must"
)

// mortal is a command that is killed.
type mortal struct {
	args  []string // with --resume
	file  string   // that is journalled
	left  []string // files that are there at the end, by name
	exact []string // those of them that are the same every time

	scratch string // folder of temporary files, which identifies its processes
}

// TestKill kills commands at random moments, with nothing they could do about it,
// and lets the last attempt of each go on to its end: the files are those of an
// undisturbed one. Some are killed several times. The match is a test that is
// decided before all games are played.
func TestKill(t *testing.T) {
	t.Parallel()
	tests := []struct {
		name        string
		kills, slow int // and with ZUGWATCH_SLOW
		mortal      mortal
	}{
		{"run", 2, 2000, mortal{
			args: []string{"run", "wac", "--filter", "1-16", "--nodes", "500", "--hash", "1", "--workers", "2", "--resume", "-o", "run.json"},
			file: "run.json", left: []string{"run.json", "run.timing.json"}, exact: []string{"run.json"},
		}},
		{"engines", 2, 500, mortal{
			args: []string{"run", "wac", "--filter", "1-16", "--nodes", "500", "--hash", "1", "--workers", "2", "--isolate", "--resume", "-o", "run.json"},
			file: "run.json", left: []string{"run.json", "run.timing.json"}, exact: []string{"run.json"},
		}},
		{"match", 2, 1000, mortal{
			args: []string{
				"match", "--a", "nodes=200", "--b", "nodes=20", "--hash", "1", "--games", "60", "--max-moves", "60",
				"--sprt", "elo0=0,elo1=90", "--workers", "2", "--resume", "-o", "match.json", "--pgn", "match.pgn",
			},
			file: "match.json", left: []string{"match.json", "match.pgn"}, exact: []string{"match.json", "match.pgn"},
		}},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			t.Parallel()
			if must.Slow() {
				test.kills = test.slow
			}
			test.mortal.killAll(t, test.kills)
		})
	}
}

// killAll kills so many commands, some side by side: most of the time is waiting
// for the disk. No process of an engine outlives them.
func (m *mortal) killAll(t *testing.T, kills int) {
	m.scratch = t.TempDir()
	directory := t.TempDir()
	start := time.Now()
	m.finish(t, directory)
	whole := time.Since(start)
	want := m.files(t, directory)
	lanes := min(4, kills)
	resumed := make([]int, lanes)
	t.Run("lanes", func(t *testing.T) {
		for lane := range lanes {
			t.Run(strconv.Itoa(lane), func(t *testing.T) {
				t.Parallel()
				resumed[lane] = m.killOften(t, (kills+lanes-1)/lanes, whole, want, rand.New(rand.NewPCG(uint64(lane), 0)))
			})
		}
	})
	sum := 0
	for _, n := range resumed {
		sum += n
	}
	if sum == 0 {
		t.Error("no kill found a command in its middle")
	}
	t.Logf("%d kills, %d commands went on from a journal", kills, sum)
	m.expectNoProcess(t)
}

// expectNoProcess waits until no process is left of any of the commands.
func (m *mortal) expectNoProcess(t *testing.T) {
	t.Helper()
	left := []int{0}
	for limit := time.Now().Add(5 * time.Minute); len(left) > 0 && time.Now().Before(limit); time.Sleep(20 * time.Millisecond) {
		left = processesWith("TMPDIR=" + m.scratch)
	}
	if len(left) > 0 {
		t.Errorf("processes %v are still there", left)
	}
}

// processesWith lists the processes with a variable, on systems with /proc.
func processesWith(variable string) (numbers []int) {
	folders, _ := filepath.Glob("/proc/[0-9]*") // a pattern below them would read every folder
	for _, folder := range folders {
		text, err := os.ReadFile(folder + "/environ")
		if err == nil && bytes.Contains(text, []byte(variable+"\x00")) {
			number, _ := strconv.Atoi(filepath.Base(folder))
			numbers = append(numbers, number)
		}
	}
	return numbers
}

// killOften kills commands until so many have died, and tells how many left
// something to go on from.
func (m *mortal) killOften(t *testing.T, kills int, whole time.Duration, want []byte, random *rand.Rand) (resumed int) {
	directory := t.TempDir()
	for done := 0; done < kills; {
		for range 1 + random.IntN(4) {
			until := func() { time.Sleep(time.Duration(random.Int64N(int64(whole)))) }
			if done == 0 {
				until = func() { m.awaitRecord(t, directory) }
			}
			if dies(t, m.command(directory), until) {
				done++
			}
			if journaled(t, filepath.Join(directory, m.file)) > 0 {
				resumed++
			}
		}
		m.finish(t, directory)
		if got := m.files(t, directory); !bytes.Equal(got, want) {
			t.Fatalf("after a kill the files differ:\n%s", got)
		}
		for _, name := range m.left {
			if err := os.Remove(filepath.Join(directory, name)); err != nil {
				t.Fatal(err)
			}
		}
	}
	return resumed
}

// command returns the command that resumes from the files in a folder.
func (m *mortal) command(directory string) *exec.Cmd {
	c := exec.Command("zugwatch", m.args...)
	c.Dir = directory
	c.Env = append(os.Environ(), "TMPDIR="+m.scratch)
	return c
}

// finish lets the command go on to its end.
func (m *mortal) finish(t *testing.T, directory string) {
	t.Helper()
	if text, err := m.command(directory).CombinedOutput(); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
}

// files returns the reproducible files of the command. It fails the test if others than the expected files exist.
func (m *mortal) files(t *testing.T, directory string) (all []byte) {
	t.Helper()
	entries, err := os.ReadDir(directory)
	if err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, entry := range entries {
		names = append(names, entry.Name())
		text, err := os.ReadFile(filepath.Join(directory, entry.Name()))
		if err != nil {
			t.Fatal(err)
		}
		if slices.Contains(m.exact, entry.Name()) {
			all = append(all, text...)
		}
	}
	if !slices.Equal(names, m.left) {
		t.Errorf("files: got %s, want %s", strings.Join(names, " "), strings.Join(m.left, " "))
	}
	return all
}

// awaitRecord waits for something to go on from, or for the end of the command: one
// kill of each lane is to find it in its middle.
func (m *mortal) awaitRecord(t *testing.T, directory string) {
	file := filepath.Join(directory, m.file)
	for limit := time.Now().Add(5 * time.Minute); journaled(t, file) == 0 && time.Now().Before(limit); time.Sleep(time.Millisecond) {
		if _, err := os.Stat(file); err == nil {
			return
		}
	}
}

// dies reports whether the command was killed after the wait: it may have ended before.
func dies(t *testing.T, command *exec.Cmd, wait func()) bool {
	t.Helper()
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	wait()
	if err := command.Process.Kill(); err != nil && !errors.Is(err, os.ErrProcessDone) {
		t.Fatal(err)
	}
	command.Wait()
	return command.ProcessState.ExitCode() < 0
}

// journaled counts the whole records of the journal of a file behind its header.
func journaled(t *testing.T, file string) int {
	t.Helper()
	data, err := os.ReadFile(store.JournalPath(file))
	if err != nil && !errors.Is(err, os.ErrNotExist) {
		t.Fatal(err)
	}
	return max(0, bytes.Count(data, []byte("\n"))-1)
}
