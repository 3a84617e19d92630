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
	for _, pid := range members {
		all += residentBytes(pid)
	}
	if all <= limit {
		return all
	}
	var own, shared int64
	for _, pid := range members {
		o, s := memoryOf(pid)
		own, shared = own+o, max(shared, s)
	}
	return own + shared
}

// members lists the processes of the tree, its program included: the roots and all below them. Where the system lists
// children, the cost does not grow with the number of other processes.
func (t *Tree) members() []int {
	trees.mu.Lock()
	found := t.roots()
	trees.mu.Unlock()
	all := slices.Collect(maps.Keys(found))
	for i := 0; i < len(all); i++ { // it grows
		for _, pid := range childrenOf(all[i]) {
			if !found[pid] {
				found[pid] = true
				all = append(all, pid)
			}
		}
	}
	return all
}

// roots returns the program of the tree, its orphans, and the processes in its control group. The registry must be
// locked.
func (t *Tree) roots() map[int]bool {
	found := make(map[int]bool)
	if t.leader != 0 && !t.reaped {
		found[t.leader] = true
	}
	for pid, s := range trees.orphans() {
		found[pid] = t.isMarked(pid, s)
	}
	for _, pid := range t.jail.group.members() {
		found[pid] = true
	}
	maps.DeleteFunc(found, func(_ int, mine bool) bool { return !mine })
	return found
}

// childrenOf lists the children that the threads of a process have; none when it is gone.
func childrenOf(pid int) (all []int) {
	folder := "/proc/" + strconv.Itoa(pid) + "/task/"
	threads, err := os.ReadDir(folder)
	if err != nil {
		return nil
	}
	listed := false
	for _, thread := range threads {
		text, err := os.ReadFile(folder + thread.Name() + "/children") // gone: none
		listed = listed || err == nil
		for word := range strings.FieldsSeq(string(text)) {
			if child, err := strconv.Atoi(word); err == nil {
				all = append(all, child)
			}
		}
	}
	if !listed {
		return childrenAmong(processes(), pid)
	}
	return all
}

// childrenAmong returns the children of a process among others. It is the way of kernels that list no children.
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
