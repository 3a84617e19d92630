//go:build linux

package process

import (
	"fmt"
	"maps"
	"os"
	"os/exec"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"syscall"
	"testing"

	"github.com/zugwatch/zugwatch/engine/must"
)

// TestBareChildren checks that processes end with their engine, marked or not, and that they are reported and reaped.
func TestBareChildren(t *testing.T) {
	for kinds, want := range map[string]EndReport{
		"same; bare":  {Left: 2},
		"bare_double": {Left: 1, Escaped: 1},
		"same; quiet; bare; session; double; bare_session; bare_double": {Left: 7, Escaped: 4},
	} {
		s := run(t, kinds+"; exec cat >/dev/null")
		pids := s.children(t, want.Left)
		if report := s.End(true); report != want {
			t.Errorf("%s: %+v, want %+v", kinds, report, want)
		}
		for _, pid := range pids {
			if s := readStat(statOf(pid)); s.state != 0 {
				t.Errorf("%s: child %d is in state %c", kinds, pid, s.state)
			}
		}
	}
}

// TestKilledParents checks that a process ends with its tree whose parent is killed while the tree is searched. Few runs
// meet that moment; there are more with ZUGWATCH_SLOW.
func TestKilledParents(t *testing.T) {
	runs := 8
	if must.Slow() {
		runs = 400
	}
	run(t, "exec cat >/dev/null") // another tree, so that strays are not ended with the last
	groups := trees.groups
	t.Cleanup(func() { setGroups(groups) })
	setGroups("")
	const text = `sh -c "echo \$\$; setsid sh -c '$quiet' & exec sleep 600 <&- >&- 2>&-" & exec cat >/dev/null`
	for i := range runs {
		s := run(t, text)
		pids := s.children(t, 2)
		report := s.End(true)
		for _, pid := range pids {
			if report.Left != 2 || report.Alive > 0 || isAlive(pid) {
				t.Fatalf("run %d: %+v, process %d alive: %t", i, report, pid, isAlive(pid))
			}
		}
	}
}

// TestNeighbours checks that the end of one tree spares the processes of another, marked or not.
func TestNeighbours(t *testing.T) {
	const text = "bare_session; bare_double; session; exec cat >/dev/null"
	first, second := run(t, text), run(t, text)
	mine, others := first.children(t, 3), second.children(t, 3)
	first.End(true)
	for _, pid := range mine {
		if isAlive(pid) {
			t.Errorf("child %d of the tree that ended lives", pid)
		}
	}
	for _, pid := range others {
		if !isAlive(pid) {
			t.Errorf("child %d of the other tree was ended", pid)
		}
	}
	second.End(true)
	for _, pid := range others {
		if isAlive(pid) {
			t.Errorf("child %d lives after the end of its tree", pid)
		}
	}
}

// TestOtherChildren checks that children of this process that are not trees survive, and so do the daemons that they
// leave in a session of their own.
func TestOtherChildren(t *testing.T) {
	s := run(t, "exec cat >/dev/null")
	direct := exec.Command("/bin/sleep", "60")
	must.Do(t, direct.Start())
	build := exec.Command("/bin/sh", "-c", "/bin/sleep 60 <&- >&- 2>&- & echo $!")
	build.SysProcAttr = &syscall.SysProcAttr{Setsid: true}
	daemon := must.Get(strconv.Atoi(strings.TrimSpace(string(must.Get(build.Output())(t)))))(t)
	if report := s.End(true); report != (EndReport{}) {
		t.Errorf("end: %+v", report)
	}
	for name, pid := range map[string]int{"process": direct.Process.Pid, "daemon of a build": daemon} {
		if !isAlive(pid) {
			t.Errorf("%s was ended", name)
		}
	}
	direct.Process.Kill()
	direct.Wait()
	syscall.Kill(daemon, syscall.SIGKILL)
	waitFor(t, "daemons", 0, func() int { return boolToInt(isAlive(daemon)) })
	var status syscall.WaitStatus
	syscall.Wait4(daemon, &status, syscall.WNOHANG, nil)
}

// TestMembers checks that members finds all processes of a tree, and none of another, with and without control groups.
func TestMembers(t *testing.T) {
	const text = "same; quiet; bare_session; bare_double; session; exec cat >/dev/null"
	run(t, "exit").End(true) // the registry is settled from now on
	groups := trees.groups
	t.Cleanup(func() { setGroups(groups) })
	for _, folder := range []string{groups, ""} {
		setGroups(folder)
		for _, s := range []*script{run(t, text), run(t, text)} {
			want := append(s.children(t, 5), s.pid)
			got := slices.Sorted(maps.Keys(s.members()))
			if slices.Sort(want); !slices.Equal(got, want) {
				t.Errorf("members %v, want %v", got, want)
			}
			own, shared := memoryOf(s.pid)
			if all := residentBytes(s.pid); own <= 0 || own+shared > all {
				t.Errorf("memory %d and %d shared, want within %d", own, shared, all)
			}
		}
	}
}

// TestChildren checks both ways to list the children of a process.
func TestChildren(t *testing.T) {
	s := run(t, "same; quiet; bare; exec cat >/dev/null")
	want := s.children(t, 3)
	slices.Sort(want)
	for name, got := range map[string][]int{"listed": childrenOf(s.pid), "by their parents": childrenAmong(processes(), s.pid)} {
		if slices.Sort(got); !slices.Equal(got, want) {
			t.Errorf("%s: children %v, want %v", name, got, want)
		}
	}
	if got := childrenOf(1 << 30); got != nil {
		t.Errorf("a process that does not exist has children %v", got)
	}
}

// TestConfine checks the limits of a program. The limit on file locks differs between trees and from that of this
// process.
func TestConfine(t *testing.T) {
	seen := make(map[string]bool)
	for _, pid := range []int{run(t, "exec cat").pid, run(t, "exec cat").pid, os.Getpid()} {
		text := must.Get(os.ReadFile(fmt.Sprintf("/proc/%d/limits", pid)))(t)
		for _, want := range []string{`Max core file size +0 +0 `, `Max file size +1073741824 +1073741824 `} {
			if pid != os.Getpid() && !regexp.MustCompile(want).Match(text) {
				t.Errorf("limits are\n%swant %q", text, want)
			}
		}
		locks := regexp.MustCompile(`Max file locks +(\S+)`).FindSubmatch(text)
		if locks == nil || seen[string(locks[1])] {
			t.Errorf("limits are\n%swant one on locks that is not among %v", text, seen)
		} else {
			seen[string(locks[1])] = true
		}
	}
}
