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
		pids, listed := childrenOf(os.Getpid())
		if !listed {
			pids = processes()
		}
		if found, ended := r.orphansAmong(pids); !ended {
			return found
		}
	}
}

// orphansAmong returns the orphans among some processes, and reports whether one had ended. This
// process has then inherited what that one had started, which the list may lack.
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
	if t.leader != 0 && s.session == t.leader || hasVariable(pid, tokenVariable+"="+t.token) || t.jail.holds(pid) {
		return true
	}
	folder, _ := os.Readlink("/proc/" + strconv.Itoa(pid) + "/cwd") // gone: empty
	return folder != "" && folder == t.folder
}

// isStray reports whether an orphan has been started by some tree but no longer
// tells by which.
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

// endStrays ends the orphans that belong to no tree, each counted once, and tells
// how many there were. To leave them until the last tree has ended would let them
// hold memory that is nobody's; to guess whose they are would charge one program
// with what another does.
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
