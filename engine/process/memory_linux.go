package process

import (
	"bytes"
	"maps"
	"os"
	"slices"
	"strconv"
	"strings"
)

// resident returns the resident memory of the tree in bytes, 0 if unknown. If the sum exceeds limit, it counts again:
// without mapped files, and with shared memory only once.
func (t *Tree) resident(limit int64) int64 {
	members := t.members()
	var all int64
	for pid := range members {
		all += residentBytes(pid)
	}
	if all <= limit {
		return all
	}
	var own, shared int64
	for pid := range members {
		o, s := memoryOf(pid)
		own, shared = own+o, max(shared, s)
	}
	return own + shared
}

// maxDescents bounds the descents of members, for a tree that makes processes without end.
const maxDescents = 10

// members returns the processes of the tree, its program included: the roots and all below them, each with its state.
// A process whose parent ends meanwhile becomes a root, so that the roots are read until nothing is new. Where the system
// lists children, the cost does not grow with the number of other processes.
func (t *Tree) members() map[int]stat {
	found := make(map[int]stat)
	for range maxDescents {
		trees.mu.Lock()
		added := t.roots()
		trees.mu.Unlock()
		maps.DeleteFunc(added, func(pid int, s stat) bool { return found[pid].begun == s.begun })
		if len(added) == 0 {
			break
		}
		maps.Copy(found, added)
		all := slices.Collect(maps.Keys(added))
		for i := 0; i < len(all); i++ { // it grows
			for _, pid := range childrenOf(all[i]) {
				if s := readStat(statOf(pid)); s.parent == all[i] && found[pid].begun != s.begun {
					found[pid] = s
					all = append(all, pid)
				}
			}
		}
	}
	return found
}

// roots returns the program of the tree, its orphans, and the processes in its control group. The registry must be
// locked.
func (t *Tree) roots() map[int]stat {
	found := make(map[int]stat)
	if t.leader != 0 && !t.reaped {
		found[t.leader] = readStat(statOf(t.leader))
	}
	for pid, s := range trees.orphans() {
		if t.isMarked(pid, s) {
			found[pid] = s
		}
	}
	for _, pid := range t.sandbox.group.members() {
		found[pid] = readStat(statOf(pid))
	}
	maps.DeleteFunc(found, func(_ int, s stat) bool { return s.begun == 0 }) // gone
	return found
}

// childrenOf returns the children of a process, none when it is gone.
func childrenOf(pid int) []int {
	if all, listed := listedChildren(pid); listed {
		return all
	}
	return childrenAmong(processes(), pid)
}

// listedChildren lists the children that the threads of a process have; false: the system does not list them, or the process
// is gone.
func listedChildren(pid int) (all []int, listed bool) {
	folder := "/proc/" + strconv.Itoa(pid) + "/task/"
	threads, err := os.ReadDir(folder)
	if err != nil {
		return nil, false
	}
	for _, thread := range threads {
		text, err := os.ReadFile(folder + thread.Name() + "/children") // gone: none
		listed = listed || err == nil
		for word := range strings.FieldsSeq(string(text)) {
			if child, err := strconv.Atoi(word); err == nil {
				all = append(all, child)
			}
		}
	}
	return all, listed
}

// childrenAmong returns those processes whose parent is the given one. It serves kernels without
// /proc/PID/task/TID/children.
func childrenAmong(pids []int, parent int) (children []int) {
	for _, pid := range pids {
		if readStat(statOf(pid)).parent == parent {
			children = append(children, pid)
		}
	}
	return children
}

// memoryOf returns the private and the shared memory of a process in bytes, both without files.
func memoryOf(pid int) (own, shared int64) {
	text, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/status") // gone: nothing
	for line := range bytes.Lines(text) {
		fields := strings.Fields(string(line))
		if len(fields) < 2 {
			continue
		}
		n, _ := strconv.ParseInt(fields[1], 10, 64)
		switch fields[0] {
		case "RssAnon:":
			own = n << 10
		case "RssShmem:":
			shared = n << 10
		}
	}
	return own, shared
}
