//go:build linux

package uci

import (
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"
	"time"
)

// spawned asks a fake engine, which starts processes then, for their numbers.
func spawned(t *testing.T, p *Process) (pids []int) {
	t.Helper()
	answerOf(t, p, depth(1))
	for _, l := range received(p) {
		var pid int
		if _, err := fmt.Sscanf(l, "info string child %d", &pid); err == nil {
			pids = append(pids, pid)
		}
	}
	for _, pid := range pids {
		if !isAlive(pid) {
			t.Fatalf("child %d does not live", pid)
		}
	}
	return pids
}

// isAlive tells whether a process works or waits; a zombie does not.
func isAlive(pid int) bool {
	state := readStat(statOf(pid)).state
	return state != 0 && state != 'Z' && state != 'X'
}

// TestBareChildren shows that processes without any mark of their engine end
// with it, are told of, and are reaped.
func TestBareChildren(t *testing.T) {
	for kinds, want := range map[string]string{
		"spawn bare":                                   "engine left 1 processes behind",
		"spawn bare-session":                           "engine left 1 processes behind",
		"spawn bare-double":                            "engine left 1 processes behind",
		"spawn bare-session | spawn bare-double":       "engine left 2 processes behind",
		"spawn bare-double | spawn quiet | spawn bare": "engine left 3 processes behind",
	} {
		p := dialFake(t, nil, "go: "+kinds+" | normal")
		pids := spawned(t, p)
		fault := (*Fault)(nil)
		if err := p.Close(); !errors.As(err, &fault) || fault.Class != ClassLeftover || fault.Detail != want {
			t.Errorf("%s: close %v, want %s", kinds, err, want)
		}
		for _, pid := range pids {
			if s := readStat(statOf(pid)); s.state != 0 {
				t.Errorf("%s: child %d is in state %c", kinds, pid, s.state)
			}
		}
	}
}

// TestNeighbours shows that the end of one engine leaves what another has started
// alone, marked or not.
func TestNeighbours(t *testing.T) {
	script := "go: spawn bare-session | spawn bare-double | spawn session | normal"
	first, second := dialFake(t, nil, script), dialFake(t, nil, script)
	mine, others := spawned(t, first), spawned(t, second)
	first.Close()
	for _, pid := range mine {
		if isAlive(pid) {
			t.Errorf("child %d of the engine that ended lives", pid)
		}
	}
	for _, pid := range others {
		if !isAlive(pid) {
			t.Errorf("child %d of the other engine was ended", pid)
		}
	}
	second.Close()
	for _, pid := range others {
		if isAlive(pid) {
			t.Errorf("child %d lives after the end of its engine", pid)
		}
	}
}

// TestOtherChildren shows that nothing happens to what this process starts that
// is no engine, nor to what that leaves running in a session of its own.
func TestOtherChildren(t *testing.T) {
	p := dialFake(t, nil)
	direct := exec.Command("/bin/sleep", "60")
	if err := direct.Start(); err != nil {
		t.Fatal(err)
	}
	build := exec.Command("/bin/sh", "-c", "/bin/sleep 60 <&- >&- 2>&- & echo $!")
	build.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	number, err := build.Output()
	if err != nil {
		t.Fatal(err)
	}
	daemon, err := strconv.Atoi(strings.TrimSpace(string(number)))
	if err != nil {
		t.Fatal(err)
	}
	if err := p.Close(); err != nil {
		t.Errorf("close: %v", err)
	}
	for name, pid := range map[string]int{"process": direct.Process.Pid, "daemon of a build": daemon} {
		if !isAlive(pid) {
			t.Errorf("%s was ended", name)
		}
	}
	direct.Process.Kill()
	direct.Wait()
	syscall.Kill(daemon, syscall.SIGKILL)
	settled(t, "daemons", 0, func() int {
		if time.Sleep(time.Millisecond); isAlive(daemon) {
			return 1
		}
		return 0
	})
	var status syscall.WaitStatus
	syscall.Wait4(daemon, &status, syscall.WNOHANG, nil)
}

// TestMembers shows that all processes of an engine are found for its memory,
// and none of another.
func TestMembers(t *testing.T) {
	script := "go: spawn same | spawn quiet | spawn bare-session | spawn bare-double | spawn session | normal"
	first, second := dialFake(t, nil, script), dialFake(t, nil, script)
	for _, p := range []*Process{first, second} {
		want := spawned(t, p)
		leader := p.session.body.(*child).pid
		want = append(want, leader)
		got := p.session.body.(*child).family.members()
		slices.Sort(want)
		if slices.Sort(got); !slices.Equal(got, want) {
			t.Errorf("members %v, want %v", got, want)
		}
		own, shared := memoryOf(leader)
		if all := residentBytes(leader); own <= 0 || own+shared > all {
			t.Errorf("memory %d and %d shared, want within %d", own, shared, all)
		}
	}
	first.Close()
	second.Close()
}

// TestConfine shows the limits that the system keeps.
func TestConfine(t *testing.T) {
	p := dialFake(t, nil)
	text, err := os.ReadFile(fmt.Sprintf("/proc/%d/limits", p.session.body.(*child).pid))
	if err != nil {
		t.Fatal(err)
	}
	for _, want := range []string{`Max core file size +0 +0 `, `Max file size +1073741824 +1073741824 `} {
		if !regexp.MustCompile(want).Match(text) {
			t.Errorf("limits are\n%swant %q", text, want)
		}
	}
}

// TestMemoryDefault shows what is watched when nothing is said.
func TestMemoryDefault(t *testing.T) {
	for given, want := range map[int64]int64{0: 2 << 30, -1: -1, 5: 5} {
		if got := (Limits{Memory: given}).withDefaults().Memory; got != want {
			t.Errorf("memory %d: got %d, want %d", given, got, want)
		}
	}
}
