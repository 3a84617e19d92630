package process

import (
	"os/exec"
	"sync/atomic"
	"syscall"

	"golang.org/x/sys/unix"
)

// maxFileSize is the longest file in bytes that a program may write. It gets a
// signal for more.
const maxFileSize = 1 << 30

// sandbox holds the inherited properties that identify and confine the processes of a tree, besides the mark in their
// environment.
type sandbox struct {
	locks uint64 // its limit on file locks, which no other tree has; 0: none was set
	group cgroup
}

// sandboxes counts the sandboxes of this process.
var sandboxes atomic.Uint64

// maxLockLimit is above the limits of all trees on file locks. The system has known
// that limit by name alone since Linux 2.4.
const maxLockLimit = 1 << 60

// inherit sets a unique limit on file locks for the next program, until release. A process still has that limit after
// it clears its environment, leaves its session and changes its folder.
func (j *sandbox) inherit() (release func()) {
	var before unix.Rlimit
	if unix.Prlimit(0, unix.RLIMIT_LOCKS, nil, &before) != nil {
		return func() {}
	}
	locks := min(before.Max, maxLockLimit) - sandboxes.Add(1)
	if unix.Prlimit(0, unix.RLIMIT_LOCKS, &unix.Rlimit{Cur: locks, Max: before.Max}, nil) != nil {
		return func() {}
	}
	j.locks = locks
	return func() { _ = unix.Prlimit(0, unix.RLIMIT_LOCKS, &before, nil) } // it was allowed before
}

// launch starts the program of a tree in its sandbox. The program has its own session, dies with the starting thread,
// and is in a control group if possible. The group's memory limit is twice that of the tree, a backstop between two
// polls.
func (r *registry) launch(t *Tree, cmd *exec.Cmd) error {
	defer t.sandbox.inherit()()
	cmd.SysProcAttr = attributes()
	if r.groups == "" {
		return cmd.Start()
	}
	group := makeCgroup(r.groups, t.token, 2*t.options.Quota.Memory)
	if group.folder == "" {
		return cmd.Start()
	}
	again := exec.Cmd{Path: cmd.Path, Args: cmd.Args, Env: cmd.Env, Dir: cmd.Dir, Stdin: cmd.Stdin, Stdout: cmd.Stdout, Stderr: cmd.Stderr, SysProcAttr: attributes()}
	cmd.SysProcAttr.UseCgroupFD, cmd.SysProcAttr.CgroupFD = true, int(group.handle.Fd())
	err := cmd.Start()
	group.handle.Close()
	if err == nil {
		t.sandbox.group = group
		return nil
	}
	group.remove()
	if again.Start() != nil {
		return err
	}
	r.groups = "" // it is the system that starts nothing there
	cmd.Process = again.Process
	return nil
}

func attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setsid: true, Pdeathsig: syscall.SIGKILL}
}

// confine forbids core dumps, which fill the disk after crashes, and limits the length of files. Stricter limits
// stay. Errors are ignored.
func (*sandbox) confine(pid int) {
	_ = unix.Prlimit(pid, unix.RLIMIT_CORE, &unix.Rlimit{}, nil)
	var now unix.Rlimit
	if err := unix.Prlimit(pid, unix.RLIMIT_FSIZE, nil, &now); err == nil {
		now.Cur, now.Max = min(now.Cur, maxFileSize), min(now.Max, maxFileSize)
		_ = unix.Prlimit(pid, unix.RLIMIT_FSIZE, &now, nil)
	}
}

// holds reports whether a process has the limit of the sandbox, or is in its control
// group.
func (j *sandbox) holds(pid int) bool {
	var now unix.Rlimit
	if j.locks > 0 && unix.Prlimit(pid, unix.RLIMIT_LOCKS, nil, &now) == nil && now.Cur == j.locks {
		return true
	}
	return j.group.holds(pid)
}

// signal sends a signal to a process and its group.
func (*sandbox) signal(pid int, s syscall.Signal) { _ = syscall.Kill(-pid, s) }

// release does nothing on Linux: other code ends the remaining processes.
func (*sandbox) release() {}

// hasRunOut reports whether the system has ended processes for their memory.
func (j *sandbox) hasRunOut() bool { return j.group.hasRunOut() }
