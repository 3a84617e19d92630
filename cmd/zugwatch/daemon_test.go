//go:build linux

package main

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/zugwatch/zugwatch/bench/config"
)

// TestDaemons runs a suite on an engine that starts daemons. With any number of workers no daemon outlives the run,
// its memory counts, and every form of the report mentions it.
func TestDaemons(t *testing.T) {
	t.Parallel()
	const left, hid = "engine left ", " processes were ended that hid which engine had started them"
	for _, test := range []struct {
		kind, word string
		code       int
	}{
		{"plain", left, 0},
		{"stray", hid, 0},
		{"big", "memory-limit: engine took too much memory while it searched (limit memory=104857600 bytes)", 4},
		{"big-stray", hid, 0},
	} {
		for _, workers := range []int{1, 2} {
			t.Run(fmt.Sprintf("%s %d", test.kind, workers), func(t *testing.T) {
				t.Parallel()
				folder := t.TempDir()
				flags := []string{"--workers", strconv.Itoa(workers)}
				formats := []string{"markdown", "json", "jsonl", "junit", "github", "bench"}
				for _, format := range formats {
					flags = append(flags, "--report", format+"="+filepath.Join(folder, format))
				}
				out, code := runWithDaemons(t, test.kind, flags...)
				if code != test.code || !strings.Contains(out, test.word) {
					t.Errorf("exit code %d, want %d with %q:\n%s", code, test.code, test.word, out)
				}
				if test.code != 0 {
					return
				}
				for _, format := range formats {
					if text := readText(t, filepath.Join(folder, format)); !strings.Contains(text, test.word) {
						t.Errorf("%s has no %q:\n%s", format, test.word, text)
					}
				}
			})
		}
	}
}

// TestDoctorDaemons checks that the doctor finds daemons that hide their origin.
func TestDoctorDaemons(t *testing.T) {
	t.Parallel()
	if out, _ := withDaemons(t, "stray", "doctor", "sly"); !strings.Contains(out, "behind in all checks; they were ended") {
		t.Errorf("the doctor does not tell of processes:\n%s", out)
	}
}

// runWithDaemons runs two positions on an engine with daemons.
func runWithDaemons(t *testing.T, kind string, flags ...string) (out string, code int) {
	t.Helper()
	return withDaemons(t, kind, append([]string{"run", "wac", "--filter", "1-2", "--nodes", "9", "--engine", "sly"}, flags...)...)
}

// withDaemons runs a command on an engine that starts a daemon at each position, and
// looks whether one lives. An engine whose daemon holds too much never answers.
func withDaemons(t *testing.T, kind string, args ...string) (out string, code int) {
	t.Helper()
	directory := t.TempDir()
	numbers := filepath.Join(directory, "numbers")
	then := "WAIT 150ms"
	if kind == "big" {
		then = "HANG"
	}
	settings := fmt.Sprintf("engines:\n  - {name: sly, command: fake, args: ['in ^go => DAEMON %s %s && %s'], limits: {memory: 100MiB}}\n", numbers, kind, then) +
		"suites:\n  - {name: wac, kind: tactics, limit: nodes=9}\n"
	if err := os.WriteFile(filepath.Join(directory, config.FileName), []byte(settings), 0o666); err != nil {
		t.Fatal(err)
	}
	command := exec.Command("zugwatch", args...)
	command.Dir = directory
	var both bytes.Buffer
	command.Stdout, command.Stderr = &both, &both
	_ = command.Run() // its exit code is looked at
	text, err := os.ReadFile(numbers)
	if err != nil {
		t.Fatalf("no daemon was started: %v\n%s", err, &both)
	}
	for word := range strings.FieldsSeq(string(text)) {
		pid, err := strconv.Atoi(word)
		if err != nil {
			t.Fatal(err)
		}
		if syscall.Kill(pid, 0) == nil {
			t.Errorf("daemon %d lives", pid)
			syscall.Kill(-pid, syscall.SIGKILL)
			syscall.Kill(pid, syscall.SIGKILL)
		}
	}
	return both.String(), command.ProcessState.ExitCode()
}
