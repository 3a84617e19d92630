package process

import (
	"os"
	"strconv"

	"golang.org/x/sys/unix"
)

// orphans returns the processes that this one has inherited: its children in sessions
// that are not its own, except the programs of trees. Those that have ended are reaped.
func (r *registry) orphans() map[int]stat {
	for {
		if found, ended := r.orphansAmong(childrenOf(os.Getpid())); !ended {
			return found
		}
	}
}

// orphansAmong returns the orphans among some processes. Ended reports that one of them had ended: its own children
// have then become orphans that the list may lack.
func (r *registry) orphansAmong(pids []int) (found map[int]stat, ended bool) {
	me := os.Getpid()
	own := readStat(statOf(me)).session
	found = make(map[int]stat)
	for _, pid := range pids {
		if pid == me || r.isLeader(pid) {
			continue
		}
		s := readStat(statOf(pid))
		switch {
		case s.parent != me || s.session == own:
		case s.isDead():
			reaped, _ := unix.Wait4(pid, nil, unix.WNOHANG, nil)
			ended = ended || reaped == pid
		default:
			found[pid] = s
		}
	}
	return found, ended
}

// isMarked reports whether a process surely belongs to the tree: it carries its
// mark, has its limit, or is in its session or folder.
func (t *Tree) isMarked(pid int, s stat) bool {
	if t.leader != 0 && s.session == t.leader || hasVariable(pid, tokenVariable+"="+t.token) || t.sandbox.holds(pid) {
		return true
	}
	folder, _ := os.Readlink("/proc/" + strconv.Itoa(pid) + "/cwd") // gone: empty
	return folder != "" && folder == t.folder
}

// isStray reports whether an orphan comes from some tree but no longer shows which one.
func (r *registry) isStray(pid int, s stat) bool {
	if s.begun < r.first || hasVariable(pid, otherVariable+"="+r.other) {
		return false // it was here before, or is of a build
	}
	for t := range r.running {
		if !t.retired && t.isMarked(pid, s) {
			return false
		}
	}
	return true
}

// endStrays ends the orphans that belong to no tree, counts each once, and returns how many it found. Left until the
// last tree ends, they would hold memory charged to no tree; a guess might charge it to the wrong program.
func (r *registry) endStrays() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	n := 0
	for pid, s := range r.orphans() {
		if !r.isStray(pid, s) {
			continue
		}
		n++
		if r.ended[pid] != s.begun {
			r.ended[pid] = s.begun
			r.strays++
		}
		endProcess(pid, func() bool { return startTime(pid) == s.begun })
	}
	if n == 0 {
		clear(r.ended)
	}
	return n
}
