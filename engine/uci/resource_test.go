//go:build linux

package uci

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"runtime"
	"strconv"
	"syscall"
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
	if after := allowed(t, os.Getpid()); after != before {
		t.Errorf("this process may use %q, before %q", after, before)
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

// TestGroup shows that a child without the mark of its engine goes with the
// group.
func TestGroup(t *testing.T) {
	p := dialFake(t, nil, "go: spawn bare | normal")
	answerOf(t, p, depth(1))
	pid := 0
	for _, l := range received(p) {
		if _, err := fmt.Sscanf(l, "info string child %d", &pid); err == nil {
			break
		}
	}
	if err := syscall.Kill(pid, 0); pid == 0 || err != nil {
		t.Fatalf("child %d: %v", pid, err)
	}
	if err := p.Close(); err != nil {
		t.Error(err) // the child is not known, so it is not counted
	}
	settled(t, "children", 0, func() int {
		if syscall.Kill(pid, 0) != nil {
			return 0
		}
		return 1
	})
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
