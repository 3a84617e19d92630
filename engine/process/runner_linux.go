package process

import (
	"hash/fnv"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"
)

// thisRunner returns this process; without a number where the system does not tell
// enough.
func thisRunner() runner {
	boot, err := os.ReadFile("/proc/sys/kernel/random/boot_id")
	if err != nil {
		return runner{}
	}
	numbering, err := os.Readlink("/proc/self/ns/pid")
	if err != nil {
		return runner{}
	}
	sum := fnv.New64a()
	sum.Write(boot)
	sum.Write([]byte(numbering))
	r := runner{space: sum.Sum64(), pid: os.Getpid()}
	if r.begun = startTime(r.pid); r.begun == 0 {
		return runner{}
	}
	return r
}

// isDead reports whether a runner has surely ended. Of one on another machine, or
// in another container, nothing is known.
func (r runner) isDead() bool {
	if now := self(); now.pid == 0 || r.space != now.space {
		return false
	}
	s := readStat(statOf(r.pid))
	return s.begun != r.begun || s.isDead()
}

// removeAbandoned removes the remains of killed runners: tree folders in folder, control groups in groups, and
// processes. It touches only those of this user with a well-formed mark.
func removeAbandoned(folder, groups string) {
	for _, path := range abandonedIn(folder) {
		_ = os.RemoveAll(path) // what cannot be removed stays
	}
	if groups != "" {
		for _, path := range abandonedIn(groups) {
			g := cgroup{folder: path}
			g.remove()
		}
	}
	for _, pid := range processes() {
		if isOwnFolder("/proc/"+strconv.Itoa(pid)) && isAbandoned(pid) {
			endProcess(pid, func() bool { return isAbandoned(pid) })
		}
	}
}

// abandonedIn lists the folders in one that a dead runner has made for its trees.
func abandonedIn(folder string) (paths []string) {
	entries, err := os.ReadDir(folder)
	if err != nil {
		return nil // nothing is made there either
	}
	for _, entry := range entries {
		path := filepath.Join(folder, entry.Name())
		mark, ours := strings.CutPrefix(entry.Name(), folderPrefix)
		if r, ok := parseRunner(mark); ours && ok && isOwnFolder(path) && r.isDead() {
			paths = append(paths, path)
		}
	}
	return paths
}

// isOwnFolder reports whether a file is a folder and belongs to this user.
func isOwnFolder(path string) bool {
	info, err := os.Lstat(path)
	if err != nil || !info.IsDir() {
		return false
	}
	owner, ok := info.Sys().(*syscall.Stat_t)
	return ok && int(owner.Uid) == os.Geteuid()
}

// isAbandoned reports whether a process carries the mark of a runner that is dead.
func isAbandoned(pid int) bool {
	for variable := range strings.SplitSeq(firstVariables(pid), "\x00") {
		if mark, found := strings.CutPrefix(variable, tokenVariable+"="); found {
			r, ok := parseRunner(mark)
			return ok && r.isDead()
		}
	}
	return false
}
