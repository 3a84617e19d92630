package process

import (
	"bytes"
	"os"
	"strconv"
	"strings"
)

// resident is the memory that all processes of the tree hold, 0 when it is not
// known. What exceeds the limit is looked at closely: files that are only mapped
// do not count then, and what is shared counts once.
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

// members lists the living processes of the tree, the program among them. It
// asks for children where the system lists them, which does not take longer the
// more other processes there are.
func (t *Tree) members() []int {
	r := trees
	r.mu.Lock()
	leader, me := t.leader, os.Getpid()
	r.mu.Unlock()
	var found []int
	if leader != 0 {
		found = append(found, leader)
	}
	if _, err := os.Stat("/proc/" + strconv.Itoa(me) + "/task/" + strconv.Itoa(me) + "/children"); err != nil {
		for _, d := range t.descendants() {
			found = append(found, d.pid)
		}
		return found
	}
	found = append(found, t.orphans(me)...)
	for i := 0; i < len(found); i++ { // it grows
		found = append(found, childrenOf(found[i])...)
	}
	return found
}

// orphans lists the children of this process that it has inherited from the
// tree.
func (t *Tree) orphans(me int) []int {
	r := trees
	r.mu.Lock()
	defer r.mu.Unlock()
	own := readStat(statOf(me)).session
	var found []int
	for _, pid := range childrenOf(me) {
		if r.leads(pid) {
			continue
		}
		if s := readStat(statOf(pid)); s.parent == me && s.session != own {
			if mine, _ := r.inherited(t, pid, s); mine {
				found = append(found, pid)
			}
		}
	}
	return found
}

// childrenOf lists the children that the threads of a process have.
func childrenOf(pid int) []int {
	folder := "/proc/" + strconv.Itoa(pid) + "/task/"
	threads, err := os.ReadDir(folder)
	if err != nil {
		return nil // it is gone
	}
	var all []int
	for _, thread := range threads {
		text, _ := os.ReadFile(folder + thread.Name() + "/children") // gone: none
		for word := range strings.FieldsSeq(string(text)) {
			if child, err := strconv.Atoi(word); err == nil {
				all = append(all, child)
			}
		}
	}
	return all
}

// memoryOf is the memory that a process holds for itself, and what it may share
// with others, both without files.
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
