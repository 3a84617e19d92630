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
	known bool // it surely belongs to this tree; else there is no other that it could belong to
}

func begunAt(pid int) uint64 { return readStat(statOf(pid)).begun }

func statOf(pid int) string { return "/proc/" + strconv.Itoa(pid) + "/stat" }

// descendants lists the living processes of the tree but its program. Orphans
// that have ended are reaped on the way.
func (t *Tree) descendants() []descendant {
	r := trees
	r.mu.Lock()
	defer r.mu.Unlock()
	me := os.Getpid()
	own := readStat(statOf(me)).session
	var found []descendant
	for _, pid := range processes() {
		if pid == me || r.leads(pid) {
			continue
		}
		s := readStat(statOf(pid))
		if s.parent != me || s.session == own {
			if carries(pid, tokenVariable+"="+t.token) {
				found = append(found, descendant{pid, s.group, s.begun, true})
			}
			continue
		}
		// It was inherited: all other children of this process are in its session.
		if s.state == 'Z' {
			_, _ = unix.Wait4(pid, nil, unix.WNOHANG, nil)
		} else if mine, known := r.inherited(t, pid, s); mine {
			found = append(found, descendant{pid, s.group, s.begun, known})
		}
	}
	return found
}

// inherited tells whether an orphan in a session that is not ours belongs to a
// tree, and whether surely: it carries its mark or is in its session or folder.
// One that has shed all marks belongs to it if no other tree can have started
// it.
func (r *registry) inherited(t *Tree, pid int, s stat) (mine, known bool) {
	if s.session == t.leader || carries(pid, tokenVariable+"="+t.token) {
		return true, true
	}
	if s.begun < r.first || carries(pid, otherVariable+"="+r.other) {
		return false, false // it was here before, or is of a build
	}
	folder, _ := os.Readlink("/proc/" + strconv.Itoa(pid) + "/cwd") // gone: empty
	if folder != "" && folder == t.folder {
		return true, true
	}
	for o := range r.running {
		if o != t && (s.begun >= o.begun || s.session == o.leader || folder != "" && folder == o.folder) {
			return false, false // it may be of the other
		}
	}
	return true, s.begun >= t.begun
}

// sweep ends the processes of the tree, and counts those but its program and, of
// them, those outside its group.
func (t *Tree) sweep(most time.Duration) (left, escaped int) {
	ended := make(map[int]bool)
	limit := time.Now().Add(most)
	for {
		t.endProgram()
		found := t.descendants()
		for _, d := range found {
			if !ended[d.pid] && d.known {
				left++
				if d.group != t.pid {
					escaped++
				}
			}
			ended[d.pid] = true
			endIf(d.pid, func() bool { return begunAt(d.pid) == d.begun })
		}
		if len(found) == 0 || time.Now().After(limit) {
			break
		}
		time.Sleep(2 * time.Millisecond)
	}
	t.reap(ended)
	return left, escaped
}

// endProgram ends the program unless it was waited for.
func (t *Tree) endProgram() {
	trees.mu.Lock()
	defer trees.mu.Unlock()
	if t.leader != 0 && !t.reaped {
		_ = unix.Kill(t.leader, unix.SIGKILL) // its number is still its own
	}
}

// endIf ends a process if it still is the one meant: a handle to it is taken
// before the look, so that no other can get its number in between.
func endIf(pid int, isMeant func() bool) {
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

// reapSome reaps what has ended and tells whether some are still about to.
func (t *Tree) reapSome(ended map[int]bool) (waiting bool) {
	r := trees
	r.mu.Lock()
	defer r.mu.Unlock()
	me := os.Getpid()
	for _, pid := range processes() {
		s := readStat(statOf(pid))
		if s.parent != me || r.leads(pid) || !ended[pid] && (t.leader == 0 || s.session != t.leader) {
			continue
		}
		if s.state == 'Z' {
			_, _ = unix.Wait4(pid, nil, unix.WNOHANG, nil)
		} else {
			waiting = true
		}
	}
	return waiting
}

// carries tells whether a process has a variable with a value among its first
// ones.
func carries(pid int, variable string) bool {
	return strings.Contains(firstVariables(pid), variable)
}

// firstVariables is the beginning of the environment that a process was started
// with, each variable with a zero byte behind it. That of a dead one cannot be
// read.
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
