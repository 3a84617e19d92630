//go:build linux

package main

import (
	"bytes"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/engine/must"
)

// TestMatchLeavesNothing plays a match against an engine that dies in every game:
// each time another process is started, no descriptor stays open, and at the end
// neither a process nor a folder is left.
func TestMatchLeavesNothing(t *testing.T) {
	directory, scratch := t.TempDir(), t.TempDir()
	settings := "engines:\n  - {name: mortal, command: fake, args: ['in ^position .*moves( \\S+){3} => EXIT 3']}\nsuites:\n  - {name: wac, kind: tactics, limit: nodes=9}\n"
	must.Do(t, os.WriteFile(filepath.Join(directory, config.FileName), []byte(settings), 0o666))
	command := exec.Command("zugwatch", "match", "zugwatch", "mortal", "--isolate", "--hash", "1", "--nodes", "50", "--games", "30", "--max-faults", "30", "--workers", "2")
	command.Dir = directory
	command.Env = append(os.Environ(), "TMPDIR="+scratch)
	var out bytes.Buffer
	command.Stdout, command.Stderr = &out, &out
	must.Do(t, command.Start())
	stop, most := make(chan bool), make(chan int)
	go func() {
		open := 0
		for {
			entries, _ := os.ReadDir(filepath.Join("/proc", strconv.Itoa(command.Process.Pid), "fd"))
			open = max(open, len(entries))
			select {
			case <-stop:
				most <- open
				return
			case <-time.After(5 * time.Millisecond):
			}
		}
	}()
	err := command.Wait()
	close(stop)
	if open := <-most; open < 8 || open > 60 {
		t.Errorf("%d descriptors were open at once", open)
	}
	if err != nil || !strings.Contains(out.String(), " games=30 won=30 ") || !strings.Contains(out.String(), " faults=30 ") {
		t.Errorf("%v: %s", err, &out)
	}
	if left, err := os.ReadDir(scratch); err != nil || len(left) > 0 {
		t.Errorf("folders are left: %v, %v", left, err)
	}
	for limit := time.Now().Add(5 * time.Minute); ; time.Sleep(10 * time.Millisecond) {
		left := livingIn(scratch)
		if len(left) == 0 {
			return
		}
		if time.Now().After(limit) {
			t.Fatalf("processes are left: %v", left)
		}
	}
}

// livingIn lists the processes whose working folder lies or lay in a folder.
func livingIn(folder string) (found []string) {
	processes, _ := filepath.Glob("/proc/[0-9]*") // a pattern below them would read every folder
	for _, process := range processes {
		if at, err := os.Readlink(process + "/cwd"); err == nil && strings.HasPrefix(at, folder) {
			found = append(found, process)
		}
	}
	return found
}
