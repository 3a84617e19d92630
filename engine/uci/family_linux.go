package uci

import (
	"io"
	"os"
	"strconv"
	"strings"
	"time"

	"golang.org/x/sys/unix"
)

// stray is a process of a family that is not its program.
type stray struct {
	pid   int
	begun uint64
	known bool // it surely belongs to this family; else nobody else is left that it could belong to
}

func begunAt(pid int) uint64 { return readStat(statOf(pid)).begun }

func statOf(pid int) string { return "/proc/" + strconv.Itoa(pid) + "/stat" }

// strays lists the living processes of the family but its program. Orphans that
// have ended are reaped on the way.
func (f *Family) strays() []stray {
	h := households
	h.mu.Lock()
	defer h.mu.Unlock()
	me := os.Getpid()
	own := readStat(statOf(me)).session
	var found []stray
	for _, pid := range processes() {
		if pid == me || h.leads(pid) {
			continue
		}
		s := readStat(statOf(pid))
		if s.parent != me || s.session == own {
			if carries(pid, tokenVariable+"="+f.token) {
				found = append(found, stray{pid, s.begun, true})
			}
			continue
		}
		// It was inherited: all other children of this process are in its session.
		if s.state == 'Z' {
			_, _ = unix.Wait4(pid, nil, unix.WNOHANG, nil)
		} else if mine, known := h.inherited(f, pid, s); mine {
			found = append(found, stray{pid, s.begun, known})
		}
	}
	return found
}

// inherited tells whether an orphan in a session that is not ours belongs to a
// family, and whether surely: it carries its mark or is in its session or folder.
// One that has shed all marks belongs to it if no other family can have started
// it.
func (h *household) inherited(f *Family, pid int, s stat) (mine, known bool) {
	if s.session == f.leader || carries(pid, tokenVariable+"="+f.token) {
		return true, true
	}
	if s.begun < h.first || carries(pid, otherVariable+"="+h.other) {
		return false, false // it was here before, or is of a build
	}
	folder, _ := os.Readlink("/proc/" + strconv.Itoa(pid) + "/cwd") // gone: empty
	if folder != "" && folder == f.folder {
		return true, true
	}
	for g := range h.families {
		if g != f && (s.begun >= g.begun || s.session == g.leader || folder != "" && folder == g.folder) {
			return false, false // it may be of the other
		}
	}
	return true, s.begun >= f.begun
}

// sweep ends the processes of the family and counts those but its program.
func (f *Family) sweep(most time.Duration) int {
	ended := make(map[int]bool)
	count := 0
	limit := time.Now().Add(most)
	for {
		f.endProgram()
		found := f.strays()
		for _, s := range found {
			if !ended[s.pid] && s.known {
				count++
			}
			ended[s.pid] = true
			f.end(s)
		}
		if len(found) == 0 || time.Now().After(limit) {
			break
		}
		time.Sleep(2 * time.Millisecond)
	}
	f.reap(ended)
	return count
}

// endProgram ends the program unless it was waited for.
func (f *Family) endProgram() {
	households.mu.Lock()
	defer households.mu.Unlock()
	if f.leader != 0 && !f.reaped {
		_ = unix.Kill(f.leader, unix.SIGKILL) // its number is still its own
	}
}

// end ends a process if it is still the one that was found: a handle to it is
// taken before the look, so that no other can get its number in between.
func (f *Family) end(s stray) {
	handle, err := unix.PidfdOpen(s.pid, 0)
	if err != nil {
		return // it is gone
	}
	defer unix.Close(handle)
	if begunAt(s.pid) == s.begun {
		_ = unix.PidfdSendSignal(handle, unix.SIGKILL, nil, 0) // gone, or looked at again
	}
}

// reap waits for orphans that were ended, and for those of the program's session.
func (f *Family) reap(ended map[int]bool) {
	for range 20 {
		if !f.reapSome(ended) {
			return
		}
		time.Sleep(2 * time.Millisecond)
	}
}

// reapSome reaps what has ended and tells whether some are still about to.
func (f *Family) reapSome(ended map[int]bool) (waiting bool) {
	h := households
	h.mu.Lock()
	defer h.mu.Unlock()
	me := os.Getpid()
	for _, pid := range processes() {
		s := readStat(statOf(pid))
		if s.parent != me || h.leads(pid) || !ended[pid] && (f.leader == 0 || s.session != f.leader) {
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
// with, each variable with a zero byte behind it. That of a dead one can not be
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
