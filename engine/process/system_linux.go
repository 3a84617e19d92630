package process

import (
	"bytes"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"syscall"

	"golang.org/x/sys/unix"
)

const (
	termSignal = syscall.SIGTERM
	killSignal = syscall.SIGKILL
)

// becomeSubreaper makes this process the parent of its orphaned descendants, so that it can reap them.
func becomeSubreaper() {
	_ = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) // kernels before 3.4 leave orphans to init
}

// pinThread ties the calling thread to processors until release. A process that it
// starts in between stays tied to them.
func pinThread(cpus []int) (release func(), err error) {
	if len(cpus) == 0 {
		return func() {}, nil
	}
	var before, wanted unix.CPUSet
	for _, cpu := range cpus {
		wanted.Set(cpu)
	}
	if err := unix.SchedGetaffinity(0, &before); err != nil {
		return nil, fmt.Errorf("affinity: %w", err)
	}
	if err := unix.SchedSetaffinity(0, &wanted); err != nil {
		return nil, fmt.Errorf("affinity to processors %v: %w", cpus, err)
	}
	return func() { _ = unix.SchedSetaffinity(0, &before) }, nil // it was allowed before
}

// awaitExit waits until the process has ended, and leaves its number reserved
// and its state to be asked for: both are nil.
func awaitExit(p *os.Process) (*os.ProcessState, error) {
	for {
		err := unix.Waitid(unix.P_PID, p.Pid, nil, unix.WEXITED|unix.WNOWAIT, nil)
		if err != unix.EINTR {
			return nil, err
		}
	}
}

// isAsleep reports whether every thread of a process and of those below it waits for something.
func isAsleep(pid int) bool {
	folder := "/proc/" + strconv.Itoa(pid) + "/task/"
	threads, err := os.ReadDir(folder)
	for _, thread := range threads {
		stat := readStat(folder + thread.Name() + "/stat")
		if stat.state != 'S' && stat.state != 'I' {
			return false
		}
	}
	children, _ := listedChildren(pid)
	return err == nil && len(threads) > 0 && !slices.ContainsFunc(children, func(child int) bool { return !isAsleep(child) && !readStat(statOf(child)).isDead() })
}

// residentBytes returns the memory that a process holds, 0 when it is not known.
func residentBytes(pid int) int64 {
	text, err := os.ReadFile("/proc/" + strconv.Itoa(pid) + "/statm")
	fields := strings.Fields(string(text))
	if err != nil || len(fields) < 2 {
		return 0
	}
	pages, err := strconv.ParseInt(fields[1], 10, 64)
	if err != nil {
		return 0
	}
	return pages * int64(os.Getpagesize())
}

// stat is part of the kernel's status of a process; the zero value if it is gone.
type stat struct {
	state   byte
	parent  int
	group   int
	session int
	threads int
	begun   uint64 // ticks since the system was started
	waited  uint64 // ticks of CPU time of its children that have ended
}

// isDead reports whether a process has ended. The first thread of one may end
// before the others do.
func (s stat) isDead() bool {
	return s.state == 0 || s.state == 'X' || s.state == 'Z' && s.threads <= 1
}

func readStat(path string) stat {
	text, err := os.ReadFile(path)
	// The name of the program stands in brackets and may hold anything.
	fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
	if err != nil || len(fields) < 20 {
		return stat{}
	}
	parent, _ := strconv.Atoi(fields[1])
	group, _ := strconv.Atoi(fields[2])
	session, _ := strconv.Atoi(fields[3])
	threads, _ := strconv.Atoi(fields[17])
	begun, _ := strconv.ParseUint(fields[19], 10, 64)
	user, _ := strconv.ParseUint(fields[13], 10, 64)
	system, _ := strconv.ParseUint(fields[14], 10, 64)
	return stat{fields[0][0], parent, group, session, threads, begun, user + system}
}

// processes lists the numbers of all processes.
func processes() []int {
	folder, err := os.Open("/proc")
	if err != nil {
		return nil
	}
	defer folder.Close()
	names, _ := folder.Readdirnames(-1) // what could be read is what there is
	var pids []int
	for _, name := range names {
		if pid, err := strconv.Atoi(name); err == nil {
			pids = append(pids, pid)
		}
	}
	return pids
}
