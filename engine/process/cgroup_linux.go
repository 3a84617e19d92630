package process

import (
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// cgroup is a control group of version 2. A process in it starts its children there, and no two groups share a
// process. Only a process with write access to the parent group can leave it, and the same user may have that. The
// zero value is none, and its methods do nothing.
type cgroup struct {
	folder string
	handle *os.File // the folder, open until its program was started
}

// ownCgroup returns the folder of the control group of this process, if groups can be made and programs started below
// it. Otherwise it returns "".
func ownCgroup() string {
	mounts, err := os.ReadFile("/proc/self/mountinfo")
	if err != nil {
		return ""
	}
	groups, err := os.ReadFile("/proc/self/cgroup")
	if err != nil {
		return ""
	}
	folder := cgroupFolder(string(mounts), string(groups))
	if folder == "" {
		return ""
	}
	// Moving a process into a group below requires write access here.
	procs, err := os.OpenFile(filepath.Join(folder, "cgroup.procs"), os.O_WRONLY, 0)
	if err != nil {
		return ""
	}
	procs.Close()
	return folder
}

// cgroupFolder returns where the control group of a process is, by its list of mounts
// and of groups; empty when it cannot be reached.
func cgroupFolder(mounts, groups string) string {
	var path string
	for line := range strings.Lines(groups) {
		if rest, found := strings.CutPrefix(strings.TrimSpace(line), "0::"); found {
			path = rest
		}
	}
	if path == "" || slices.Contains(strings.Split(path, "/"), "..") {
		return "" // it is outside of what can be seen
	}
	for line := range strings.Lines(mounts) {
		left, right, _ := strings.Cut(line, " - ")
		fields := strings.Fields(left)
		if len(fields) < 5 || !strings.HasPrefix(right, "cgroup2 ") {
			continue
		}
		root := strings.TrimSuffix(fields[3], "/")
		if below, found := strings.CutPrefix(path, root); found && (below == "" || below[0] == '/') {
			return filepath.Join(fields[4], below)
		}
	}
	return ""
}

// makeCgroup makes a control group for the tree with a mark. Memory is its limit in bytes where the system supports
// one; 0 or less: none. It returns no group if the system cannot kill a group as a whole.
func makeCgroup(parent, token string, memory int64) cgroup {
	g := cgroup{folder: filepath.Join(parent, folderPrefix+token)}
	if os.Mkdir(g.folder, 0o755) != nil {
		return cgroup{}
	}
	var err error
	if g.handle, err = os.Open(g.folder); err == nil {
		_, err = os.Stat(filepath.Join(g.folder, "cgroup.kill"))
	}
	if err != nil {
		g.handle.Close()
		g.remove()
		return cgroup{}
	}
	g.limit(memory)
	return g
}

// limit has the system end the whole group when it holds more than memory bytes, where the system counts memory.
func (g *cgroup) limit(memory int64) {
	if memory > 0 {
		g.write("memory.max", strconv.FormatInt(memory, 10))
		g.write("memory.swap.max", "0")
		g.write("memory.oom.group", "1")
	}
}

// write writes to a file of the group, if there is one.
func (g *cgroup) write(name, text string) {
	if g.folder == "" {
		return
	}
	f, err := os.OpenFile(filepath.Join(g.folder, name), os.O_WRONLY, 0)
	if err != nil {
		return
	}
	_, _ = f.WriteString(text) // the looks of this process do without
	f.Close()
}

// holds reports whether a process is in the group or one below it.
func (g *cgroup) holds(pid int) bool {
	if g.folder == "" {
		return false
	}
	text, _ := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/cgroup") // gone: no
	return slices.Contains(strings.FieldsFunc(string(text), func(r rune) bool { return r == '/' || r == '\n' }), filepath.Base(g.folder))
}

// members lists the living processes in the group and those below it.
func (g *cgroup) members() (pids []int) {
	for _, folder := range g.folders() {
		text, _ := os.ReadFile(filepath.Join(folder, "cgroup.procs")) // gone: none
		for word := range strings.FieldsSeq(string(text)) {
			if pid, err := strconv.Atoi(word); err == nil && pid > 0 {
				pids = append(pids, pid)
			}
		}
	}
	return pids
}

// folders lists the group and all below it, from the top.
func (g *cgroup) folders() (all []string) {
	_ = filepath.WalkDir(g.folder, func(path string, entry fs.DirEntry, err error) error {
		if err == nil && entry.IsDir() {
			all = append(all, path)
		}
		return nil
	})
	return all
}

// kill ends all processes in the group at once, including those just being started.
func (g *cgroup) kill() { g.write("cgroup.kill", "1") }

// hasRunOut reports whether a process of the group was ended because all of them
// held too much memory.
func (g *cgroup) hasRunOut() bool {
	if g.folder == "" {
		return false
	}
	text, _ := os.ReadFile(filepath.Join(g.folder, "memory.events")) // not known: no
	for line := range strings.Lines(string(text)) {
		if count, found := strings.CutPrefix(strings.TrimSpace(line), "oom_kill "); found {
			return count != "0"
		}
	}
	return false
}

// remove ends the processes of the group and removes it. A group that cannot be removed stays until a later runner
// clears it away.
func (g *cgroup) remove() {
	for range 50 {
		g.kill()
		folders := g.folders()
		for _, folder := range slices.Backward(folders) {
			_ = os.Remove(folder) // a process is on its way out: once more
		}
		if _, err := os.Lstat(g.folder); err != nil {
			return
		}
		time.Sleep(2 * time.Millisecond)
	}
}
