package process

import (
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// descendant is a process of a tree that is not its program.
type descendant struct {
	pid   int
	group int
	begun uint64
}

func startTime(pid int) uint64 { return readStat(statOf(pid)).begun }

func statOf(pid int) string { return "/proc/" + strconv.Itoa(pid) + "/stat" }

// descendants lists the living processes of the tree except its program.
func (t *Tree) descendants() (found []descendant) {
	members := t.members()
	trees.mu.Lock()
	defer trees.mu.Unlock()
	for pid, s := range members {
		if !trees.isLeader(pid) && !readStat(statOf(pid)).isDead() {
			found = append(found, descendant{pid, s.group, s.begun})
		}
	}
	return found
}

// endAll ends the processes of the tree. It counts those other than the program, those of them outside its group, and
// those still alive.
func (t *Tree) endAll(most time.Duration) (report EndReport) {
	ended := make(map[int]bool)
	limit := time.Now().Add(most)
	for {
		t.endProgram()
		found := t.descendants()
		for _, d := range found {
			if !ended[d.pid] {
				report.Left++
				if d.group != t.pid {
					report.Escaped++
				}
			}
			ended[d.pid] = true
			endProcess(d.pid, func() bool { return startTime(d.pid) == d.begun })
		}
		t.sandbox.group.kill()
		trees.endStrays()
		if report.Alive = len(found); report.Alive == 0 || time.Now().After(limit) {
			break
		}
		time.Sleep(2 * time.Millisecond)
	}
	t.reap(ended)
	t.sandbox.group.remove()
	return report
}

// endProgram ends the program unless it was waited for.
func (t *Tree) endProgram() {
	trees.mu.Lock()
	defer trees.mu.Unlock()
	if t.leader != 0 && !t.reaped {
		_ = unix.Kill(t.leader, unix.SIGKILL) // its number is still its own
	}
}

// endProcess ends a process if isMeant confirms it. It opens a handle first, so that its number cannot pass to
// another process in between.
func endProcess(pid int, isMeant func() bool) {
	handle, err := unix.PidfdOpen(pid, 0)
	if err != nil {
		return // it is gone
	}
	defer unix.Close(handle)
	if isMeant() {
		_ = unix.PidfdSendSignal(handle, unix.SIGKILL, nil, 0) // gone, or looked at again
	}
}

// reap waits for orphans that were ended, and for those of the program's session.
func (t *Tree) reap(ended map[int]bool) {
	for range 20 {
		if !t.reapSome(ended) {
			return
		}
		time.Sleep(2 * time.Millisecond)
	}
}

// reapSome reaps ended processes and reports whether some have yet to end.
func (t *Tree) reapSome(ended map[int]bool) (waiting bool) {
	r := trees
	r.mu.Lock()
	defer r.mu.Unlock()
	me := os.Getpid()
	for _, pid := range childrenOf(me) {
		s := readStat(statOf(pid))
		if s.parent != me || r.isLeader(pid) || !ended[pid] && (t.leader == 0 || s.session != t.leader) {
			continue
		}
		if s.isDead() {
			_, _ = unix.Wait4(pid, nil, unix.WNOHANG, nil)
		} else {
			waiting = true
		}
	}
	return waiting
}

// hasVariable reports whether a process has a variable with a value among its first
// ones.
func hasVariable(pid int, variable string) bool {
	return strings.Contains(firstVariables(pid), variable)
}

// firstVariables returns the beginning of the environment with which a process was started, each variable followed by
// a zero byte. It is empty for a dead process.
func firstVariables(pid int) string {
	f, err := os.Open("/proc/" + strconv.Itoa(pid) + "/environ")
	if err != nil {
		return ""
	}
	defer f.Close()
	var start [16 << 10]byte
	n, _ := io.ReadFull(f, start[:])
	return string(start[:n])
}
