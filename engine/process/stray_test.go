//go:build linux

package process

import (
	"fmt"
	"os"
	"sync"
	"syscall"
	"testing"

	"github.com/zugwatch/zugwatch/engine/must"
)

// TestFamilies checks that no process outlives several trees that end at once, however it hid. Each is reported once,
// with its tree as long as that is known. It runs with and without control groups. ZUGWATCH_SLOW tries other numbers of trees too.
func TestFamilies(t *testing.T) {
	run(t, "exit").End(true) // the registry is settled from now on
	groups := trees.groups
	t.Cleanup(func() { setGroups(groups) })
	counts := []int{2}
	if must.Slow() {
		counts = []int{1, 2, 4}
	}
	for _, n := range counts {
		for text, want := range map[string]EndReport{
			"daemon":                     {Left: 1, Escaped: 1},
			"stray":                      {Strays: 1},
			"brood":                      {Strays: 2},
			"stray; daemon; stray; same": {Left: 2, Escaped: 1, Strays: 2},
		} {
			t.Run(fmt.Sprintf("%d %s", n, text), func(t *testing.T) {
				setGroups(groups)
				families(t, n, text, want)
			})
			t.Run(fmt.Sprintf("%d %s without groups", n, text), func(t *testing.T) {
				setGroups("")
				families(t, n, text, want)
			})
		}
	}
}

// setGroups says where control groups are made from now on.
func setGroups(folder string) {
	trees.mu.Lock()
	defer trees.mu.Unlock()
	trees.groups = folder
}

func families(t *testing.T, n int, text string, want EndReport) {
	var all []*script
	var pids []int
	for range n {
		s := run(t, text+"; exec cat >/dev/null")
		all, pids = append(all, s), append(pids, s.children(t, want.Left+want.Strays)...)
	}
	reports := make([]EndReport, n)
	var ends sync.WaitGroup
	for i, s := range all {
		ends.Go(func() { reports[i] = s.End(true) })
	}
	ends.Wait()
	strays := 0
	for _, report := range reports {
		strays += report.Strays
		if report.Strays = want.Strays; report != want {
			t.Errorf("%+v, want %+v", report, want)
		}
	}
	if strays != n*want.Strays {
		t.Errorf("%d strays were told of, want %d", strays, n*want.Strays)
	}
	for _, pid := range pids {
		if isAlive(pid) {
			t.Errorf("process %d lives", pid)
		}
	}
}

// TestOrphanOfListed checks that a process is found even if its parent ends after the children were listed, so that
// it is missing from the list.
func TestOrphanOfListed(t *testing.T) {
	s := run(t, "brood; exec cat >/dev/null")
	pids := s.children(t, 2)
	parent, child := pids[0], pids[1]
	if readStat(statOf(parent)).parent == child {
		parent, child = child, parent
	}
	awaitOrphan(t, parent)
	listed := []int{parent}
	must.Do(t, syscall.Kill(parent, syscall.SIGKILL))
	waitFor(t, "parents", 0, func() int { return boolToInt(isAlive(parent)) })
	trees.mu.Lock()
	defer trees.mu.Unlock()
	found, ended := trees.orphansAmong(listed)
	if _, known := found[child]; known || !ended {
		t.Errorf("child found in an old list: %t, another look wanted: %t", known, ended)
	}
	if _, known := trees.orphans()[child]; !known {
		t.Error("the child is not found")
	}
}

// awaitOrphan waits until this process has inherited another one.
func awaitOrphan(t *testing.T, pid int) {
	t.Helper()
	waitFor(t, "parent", os.Getpid(), func() int { return readStat(statOf(pid)).parent })
}

// TestStrayAtLook checks that the next memory check of any tree ends a process with an
// unknown tree. A daemon of another tree stays.
func TestStrayAtLook(t *testing.T) {
	first, second := run(t, "stray; exec cat >/dev/null"), run(t, "daemon; exec cat >/dev/null")
	stray, daemon := first.children(t, 1)[0], second.children(t, 1)[0]
	awaitOrphan(t, stray) // its parent has yet to end
	second.IsOverMemory()
	waitFor(t, "strays", 0, func() int { return boolToInt(isAlive(stray)) })
	if !isAlive(daemon) {
		t.Error("the daemon of a tree was ended")
	}
	if report := second.End(true); report != (EndReport{Left: 1, Escaped: 1, Strays: 1}) {
		t.Errorf("%+v", report)
	}
}

// TestDaemonMemory checks that the memory of a daemon is charged to the tree that started it, and to no other.
func TestDaemonMemory(t *testing.T) {
	const text = "exec cat >/dev/null"
	first, second := run(t, "daemon; "+text), run(t, text)
	daemon := first.children(t, 1)[0]
	for s, want := range map[*script]bool{first: true, second: false} {
		if _, found := s.members()[daemon]; found != want {
			t.Errorf("the daemon is charged to tree %d: %t, want %t", s.pid, found, want)
		}
	}
}
