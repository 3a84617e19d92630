package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/bench/store"
	"github.com/zugwatch/zugwatch/engine/must"
)

// TestRehearsalCancel cancels a job like a runner, by a signal to the shell of the step alone. All processes of the
// step must end soon.
func TestRehearsalCancel(t *testing.T) {
	onlyThorough(t)
	t.Parallel()
	repo := newTestRepo(t, fakeGo)
	repo.edit("zugwatch.yaml", "limit: depth=4", "limit: depth=60")
	baseline := filepath.Join(repo.origin, "bench/baselines/crafty.json")
	b := must.Get(store.LoadBaseline(baseline))(t)
	b.Run.Limits = "depth=60" // nobody has searched so far, and nobody will
	must.Do(t, store.SaveBaseline(baseline, b))
	repo.commit("a limit that nobody waits for")
	pull := repo.pull("still", func() { repo.put("NOTES.md", "nothing of the engine\n") })
	tests := []struct {
		name, step, job string
		signal          os.Signal
		want            string
		asked           bool // to end once more after 7.5 seconds, as a runner does
	}{
		{"suites", "Run the suites", "suite", os.Interrupt, "verdict=inconclusive code=130", true},
		{"suites, not asked twice", "Run the suites", "suite", syscall.SIGTERM, "verdict=inconclusive code=143", false},
		{"race", "Race", "speed", os.Interrupt, "verdict=inconclusive code=143", true},
		{"race, not asked twice", "Race", "speed", syscall.SIGTERM, "verdict=inconclusive code=143", false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			repo.t = t
			s := repo.newGitHub("pull_request", pull)
			var engines []int
			s.started = func(one step, temp string, command *exec.Cmd) {
				if one.Name != test.step {
					return
				}
				engines = awaitEngines(t, filepath.Join(temp, "pids"))
				if err := command.Process.Signal(test.signal); err != nil {
					t.Error(err)
				}
				if test.asked {
					again := time.AfterFunc(7500*time.Millisecond, func() { command.Process.Signal(syscall.SIGTERM) })
					t.Cleanup(func() { again.Stop() })
				}
				late := time.AfterFunc(time.Minute, func() { end(append(engines, command.Process.Pid)) })
				t.Cleanup(func() { late.Stop() })
			}
			begun := time.Now()
			p := s.runJob(s.workflow("gate.yml"), test.job, map[string]string{"matrix.suite": "crafty"})
			if p.ok || !strings.Contains(p.log, test.want) || len(engines) == 0 {
				t.Errorf("ok %v, engines %v, want %s\n%s", p.ok, engines, test.want, p.log)
			}
			for _, id := range engines {
				if alive(id) {
					t.Errorf("engine %d goes on", id)
					end([]int{id})
				}
			}
			if took := time.Since(begun); took > 90*time.Second {
				t.Errorf("the end took %v", took)
			}
		})
	}
}

// awaitEngines waits for the first engines of a step, which write their numbers
// into a file.
func awaitEngines(t *testing.T, file string) []int {
	t.Helper()
	for range 1200 {
		time.Sleep(50 * time.Millisecond)
		text, _ := os.ReadFile(file)
		if !strings.HasSuffix(string(text), "\n") {
			continue
		}
		time.Sleep(300 * time.Millisecond) // they are to be searching
		var ids []int
		for line := range strings.Lines(string(text)) {
			id := must.Get(strconv.Atoi(strings.TrimSpace(line)))(t)
			ids = append(ids, id)
		}
		return ids
	}
	t.Error("no engine was started")
	return nil
}

// alive reports whether there is a process of the number.
func alive(id int) bool {
	process, err := os.FindProcess(id)
	return err == nil && !errors.Is(process.Signal(syscall.Signal(0)), os.ErrProcessDone)
}

// end kills what should have ended by itself.
func end(ids []int) {
	for _, id := range ids {
		if process, err := os.FindProcess(id); err == nil {
			process.Kill()
		}
	}
}
