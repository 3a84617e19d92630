//go:build linux

package uci

import (
	"errors"
	"fmt"
	"os"
	"regexp"
	"runtime"
	"runtime/debug"
	"slices"
	"strconv"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
)

// TestCPUTime shows that a limit by CPU time is one of the engine's own clock.
func TestCPUTime(t *testing.T) {
	p := dialFake(t, nil, "go: spin 80ms | await stop | normal")
	r := answerOf(t, p, engine.Task{Start: game.Chess.Start(), Limits: engine.Limits{CPUTime: 30 * time.Millisecond}})
	if r.Stop != engine.StopTime || r.CPU < 80*time.Millisecond || r.CPU > 5*time.Second || r.Time < 0 {
		t.Errorf("CPU %v, wall %v, stop %v", r.CPU, r.Time, r.Stop)
	}
}

// TestNoSpin checks that waiting for an engine with closed output takes no CPU time.
func TestNoSpin(t *testing.T) {
	p := dialFake(t, func(c *Command) { c.Allowance.Close, c.Allowance.Term = 400*time.Millisecond, 100*time.Millisecond }, "go: close out | hang")
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
	size := 32
	if must.Slow() {
		size = 1024
	}
	for _, test := range []struct{ name, action string }{
		{"lines", `out %d "info depth 1 score cp 1 nodes 1 pv e2e4 e7e5\n"`},
		{"one line", `out %d "x"`},
		{"stderr", `err %d "oops\n"`},
		{"both", `both %d "x"`},
	} {
		t.Run(test.name, func(t *testing.T) {
			p := dialFake(t, func(c *Command) { c.Allowance.Output, c.Allowance.Position = 4<<30, time.Hour }, "go: flood "+fmt.Sprintf(test.action, size)+" | say | say bestmove e2e4")
			runtime.GC()
			if err := os.WriteFile("/proc/self/clear_refs", []byte("5"), 0); err != nil {
				t.Skip("the peak of the memory cannot be reset")
			}
			before := peak(t)
			answerOf(t, p, depth(5))
			if grown := peak(t) - before; grown > 24<<10 && !raced() {
				t.Errorf("memory grew by %d KiB, want at most 24 MiB", grown)
			}
		})
	}
}

// peak returns the most memory in KiB that this process held.
func peak(t *testing.T) int {
	text := must.Get(os.ReadFile("/proc/self/status"))(t)
	return must.Get(strconv.Atoi(regexp.MustCompile(`VmHWM:\s*(\d+)`).FindStringSubmatch(string(text))[1]))(t)
}

// TestSignals shows that an engine gets the polite signal before the other.
func TestSignals(t *testing.T) {
	for script, want := range map[string]string{"start: normal": "signal: terminated", "start: ignore TERM": "signal: killed"} {
		p := dialFake(t, func(c *Command) {
			c.Allowance.Quit, c.Allowance.Term, c.Allowance.Kill = 200*time.Millisecond, forever, forever
			if want == "signal: killed" {
				c.Allowance.Term = 200 * time.Millisecond
			}
		}, script, "quit: hang")
		fault := (*Fault)(nil)
		if err := p.Close(); !errors.As(err, &fault) || fault.Class != ClassStop || fault.Report.Exit != want {
			t.Errorf("%s: close %v, end %q, want %q", script, err, fault.Report.Exit, want)
		}
	}
}

// TestMemoryDefault checks the memory limit that stands for each setting.
func TestMemoryDefault(t *testing.T) {
	for given, want := range map[int64]int64{0: 2 << 30, -1: -1, 5: 5} {
		if got := (Allowance{Memory: given}).withDefaults().Memory; got != want {
			t.Errorf("memory %d: got %d, want %d", given, got, want)
		}
	}
}

// raced reports whether the race detector is at work, which needs several times
// the memory.
func raced() bool {
	info, ok := debug.ReadBuildInfo()
	return ok && slices.Contains(info.Settings, debug.BuildSetting{Key: "-race", Value: "true"})
}
