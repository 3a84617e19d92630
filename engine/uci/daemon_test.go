//go:build linux

package uci

import (
	"errors"
	"fmt"
	"regexp"
	"strconv"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/process"
)

// TestDaemons has several engines start daemons and end at once, and checks that all daemons end and each is
// reported. ZUGWATCH_SLOW tries other numbers of engines too.
func TestDaemons(t *testing.T) {
	counts := []int{2}
	if must.Slow() {
		counts = []int{1, 2, 4}
	}
	for _, n := range counts {
		for _, test := range []struct{ name, script, each, all string }{
			{"daemon", "go: daemon number | normal", "ok; leftover-processes: engine left 1 processes behind", ""},
			{"stray", "go: daemon shed; number | normal", "ok; ok", "processes were ended that hid"},
			{"daemon without its first thread", "go: daemon number; headless | normal", "ok; leftover-processes: engine left 1 processes behind", ""},
			{"daemon of one that ends", "go: daemon number | exit 9", "crash-exit: engine ended with exit status 9 while it searched; leftover-processes: engine left 1 processes behind", ""},
			{"stray of one that ends", "go: daemon shed; number | exit 9", "crash-exit: engine ended with exit status 9 while it searched; ok", "processes were ended that hid"},
			{"daemon with memory", "go: daemon number; alloc 150 | hang", "memory-limit: engine took too much memory while it searched (limit memory=104857600 bytes); leftover-processes: engine left 1 processes behind", ""},
			{"stray with memory", "go: daemon shed; number; alloc 150 | sleep 1s | normal", "ok; ok", "processes were ended that hid"},
		} {
			t.Run(fmt.Sprintf("%s %d", test.name, n), func(t *testing.T) { daemons(t, n, test.script, test.each, test.all) })
		}
	}
}

// daemons searches with n engines at once and closes them at once. Their outcomes must be those of each; where all
// describes a report about all engines, its numbers must add up to n.
func daemons(t *testing.T, n int, script, each, all string) {
	var processes []*Process
	for range n {
		processes = append(processes, dialFake(t, func(c *Command) { c.Allowance.Memory = 100 << 20 }, script))
	}
	errs, closes := make([]error, n), make([]error, n)
	var searches, ends sync.WaitGroup
	for i, p := range processes {
		searches.Go(func() { _, errs[i] = p.Search(t.Context(), depth(1), nil) })
	}
	searches.Wait()
	for i, p := range processes {
		ends.Go(func() { closes[i] = p.Close() })
	}
	ends.Wait()
	told := 0
	for i, p := range processes {
		ended := faultText(t, closes[i])
		if match := regexp.MustCompile(`^leftover-processes: (\d+) ` + all).FindStringSubmatch(ended); all != "" && match != nil {
			number, _ := strconv.Atoi(match[1])
			told, ended = told+number, "ok"
		}
		if got := faultText(t, errs[i]) + "; " + ended; got != each {
			t.Errorf("engine %d: %s\nwant %s", i, got, each)
		}
		livesNot(t, p)
	}
	if all != "" && told != n {
		t.Errorf("told of %d strays, want %d", told, n)
	}
}

// livesNot looks for the daemon that an engine has started.
func livesNot(t *testing.T, p *Process) {
	for _, line := range p.session.log.lines() {
		number, found := strings.CutPrefix(line.Text, "info string child ")
		pid, err := strconv.Atoi(number)
		if !found || line.Sent {
			continue
		}
		if number == "" { // it was ended before it could say
			return
		}
		if err != nil {
			t.Errorf("no daemon: %q", line.Text)
		} else if syscall.Kill(pid, 0) == nil {
			t.Errorf("daemon %d lives", pid)
			syscall.Kill(pid, syscall.SIGKILL)
		}
		return
	}
	t.Error("no daemon was told of")
}

// swollenBody is a process that the system has ended for its memory.
type swollenBody struct{ *puppet }

func (swollenBody) IsOverMemory() bool { return true }

// TestEndedForMemory checks that an engine killed by the system for its memory is not reported as a crash.
func TestEndedForMemory(t *testing.T) {
	for _, test := range []struct {
		memory int64
		signal bool
		want   Class
	}{{1 << 20, true, ClassMemory}, {-1, true, ClassSignal}, {1 << 20, false, ClassExit}} {
		box := newInbox(&transcript{})
		box.end(process.Exit{Text: "killed", Code: -1, Signal: test.signal})
		s := newSession(&Command{}, Allowance{Memory: test.memory, Kill: time.Second}.withDefaults(), swollenBody{&puppet{box: box}}, "fake", box)
		if fault := (*Fault)(nil); !errors.As(s.crashed(), &fault) || fault.Class != test.want {
			t.Errorf("%+v: %v", test, fault)
		}
	}
}
