//go:build linux

package uci

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/chess"
)

// TestCPUTime shows that a limit by CPU time is one of the engine's own clock.
func TestCPUTime(t *testing.T) {
	p := dialFake(t, nil, "go: spin 80ms | await stop | normal")
	r := answerOf(t, p, engine.Task{Start: chess.Start(), Limits: engine.Limits{CPUTime: 30 * time.Millisecond}})
	if r.Stop != engine.StopTime || r.CPU < 80*time.Millisecond || r.CPU > 5*time.Second || r.Time < 0 {
		t.Errorf("CPU %v, wall %v, stop %v", r.CPU, r.Time, r.Stop)
	}
}

// TestAffinity shows that an engine stays on its processors, and this process on
// its own.
func TestAffinity(t *testing.T) {
	before := allowed(t, os.Getpid())
	cpu, err := strconv.Atoi(regexp.MustCompile(`^\d+`).FindString(before))
	if err != nil {
		t.Fatal(err)
	}
	p := dialFake(t, func(c *Command) { c.Affinity = []int{cpu} })
	if got := allowed(t, p.session.body.(*child).pid); got != strconv.Itoa(cpu) {
		t.Errorf("engine may use processors %q, want %d", got, cpu)
	}
	threads, err := filepath.Glob("/proc/self/task/*")
	if err != nil {
		t.Fatal(err)
	}
	for _, thread := range threads {
		number, _ := strconv.Atoi(filepath.Base(thread))
		if after := allowed(t, number); after != before {
			t.Errorf("thread %d of this process may use %q, before %q", number, after, before)
		}
	}
}

func allowed(t *testing.T, pid int) string {
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/status", pid))
	if err != nil {
		t.Fatal(err)
	}
	return regexp.MustCompile(`Cpus_allowed_list:\s*(\S+)`).FindStringSubmatch(string(text))[1]
}

// TestNoSpin shows that waiting for an engine that has closed its output costs
// nothing.
func TestNoSpin(t *testing.T) {
	p := dialFake(t, func(c *Command) { c.Limits.Close, c.Limits.Term = 400*time.Millisecond, 100*time.Millisecond }, "go: close out | hang")
	before := ownCPU()
	_, err := p.Search(t.Context(), depth(1), nil)
	if fault := (*Fault)(nil); !errors.As(err, &fault) || fault.Class != ClassOutputClosed {
		t.Errorf("error %v", err)
	}
	if used := ownCPU() - before; used > 150*time.Millisecond {
		t.Errorf("waiting took %v of CPU time", used)
	}
}

// TestFlood reads floods without keeping them.
func TestFlood(t *testing.T) {
	size := 64
	if os.Getenv("ZUGWATCH_SLOW") != "" {
		size = 1024
	}
	for _, test := range []struct{ name, action string }{
		{"lines", `out %d "info depth 1 score cp 1 nodes 1 pv e2e4 e7e5\n"`},
		{"one line", `out %d "x"`},
		{"stderr", `err %d "oops\n"`},
		{"both", `both %d "x"`},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := dialFake(t, func(c *Command) { c.Limits.Output = 4 << 30 }, "go: flood "+fmt.Sprintf(test.action, size)+" | say | say bestmove e2e4")
			runtime.GC()
			if err := os.WriteFile("/proc/self/clear_refs", []byte("5"), 0); err != nil {
				t.Skip("the peak of the memory can not be reset")
			}
			before := peak(t)
			answerOf(t, p, depth(5))
			if grown := peak(t) - before; grown > 64<<10 {
				t.Errorf("memory grew by %d KiB, want at most 64 MiB", grown)
			}
		})
	}
}

// peak is the most memory in KiB that this process held.
func peak(t *testing.T) int {
	text, err := os.ReadFile("/proc/self/status")
	if err != nil {
		t.Fatal(err)
	}
	n, err := strconv.Atoi(regexp.MustCompile(`VmHWM:\s*(\d+)`).FindStringSubmatch(string(text))[1])
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// TestWrite shows that a command for which there is room is written however late
// it is, and that a full pipe fails in time.
func TestWrite(t *testing.T) {
	read, write, err := os.Pipe()
	if err != nil {
		t.Fatal(err)
	}
	defer read.Close()
	defer write.Close()
	c := &child{in: write}
	if err := c.write("isready\n", -time.Second); err != nil {
		t.Errorf("empty pipe: %v", err)
	}
	start := time.Now()
	if err := c.write(strings.Repeat("x", 1<<20), 50*time.Millisecond); !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("full pipe: %v", err)
	}
	if took := time.Since(start); took < 50*time.Millisecond || took > 5*time.Second {
		t.Errorf("full pipe: it took %v", took)
	}
}

// TestSignals shows that an engine gets the polite signal before the other.
func TestSignals(t *testing.T) {
	for script, want := range map[string]string{"quit: hang": "signal: terminated", "quit: ignore TERM | hang": "signal: killed"} {
		p := dialFake(t, func(c *Command) { c.Limits.Quit, c.Limits.Term = 200*time.Millisecond, time.Second }, script)
		fault := (*Fault)(nil)
		if err := p.Close(); !errors.As(err, &fault) || fault.Class != ClassStop || fault.Capsule.Exit != want {
			t.Errorf("%s: close %v, end %q, want %q", script, err, fault.Capsule.Exit, want)
		}
	}
}

// TestOrphanedRunner shows that engines end with a runner that is killed.
func TestOrphanedRunner(t *testing.T) {
	mark := markOf("orphaned")
	runner := exec.Command(os.Args[0], "start: ignore TERM", "go: hang")
	runner.Env = append(os.Environ(), roleVariable+"=runner", mark, "TMPDIR="+t.TempDir())
	out, err := runner.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := runner.Start(); err != nil {
		t.Fatal(err)
	}
	if _, err := out.Read(make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	if n := len(whoCarries(mark, 0)); n != 2 {
		t.Errorf("processes before the kill: %d, want runner and engine", n)
	}
	runner.Process.Kill()
	runner.Wait()
	if left := whoCarries(mark, 2*time.Second); len(left) > 0 {
		t.Errorf("processes left behind: %v", left)
	}
}

// raced tells whether the race detector is at work, which needs several times
// the memory.
func raced() bool {
	info, ok := debug.ReadBuildInfo()
	return ok && slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"})
}
