package uci

import (
	"bytes"
	"fmt"
	"io"
	"os"
	"strconv"
	"strings"
	"syscall"
	"time"

	"golang.org/x/sys/unix"
)

const (
	termSignal = syscall.SIGTERM
	killSignal = syscall.SIGKILL
)

// jail is not needed: a group, a mark in the environment and adoption hold all
// that an engine starts.
type jail struct{}

// confine forbids core dumps, which fill the disk after crashes.
func confine(pid int) jail {
	_ = unix.Prlimit(pid, unix.RLIMIT_CORE, &unix.Rlimit{}, nil) // nothing depends on it
	return jail{}
}

// attributes put an engine into a session of its own and tie its life to the
// thread that starts it.
func attributes() *syscall.SysProcAttr {
	return &syscall.SysProcAttr{Setsid: true, Pdeathsig: syscall.SIGKILL}
}

// adopt makes this process the parent of orphans among its descendants, so that
// it can wait for those that it ends.
func adopt() {
	_ = unix.Prctl(unix.PR_SET_CHILD_SUBREAPER, 1, 0, 0, 0) // kernels before 3.4 leave orphans to init
}

// pin ties the calling thread to processors until release. A process that it
// starts in between stays tied to them.
func pin(cpus []int) (release func(), err error) {
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

func (jail) release() {}

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

// signalGroup sends a signal to a process and its group.
func signalGroup(pid int, _ jail, s syscall.Signal) { _ = syscall.Kill(-pid, s) }

// processCPU is the CPU time that all threads of a process have used.
func processCPU(pid int) (time.Duration, bool) {
	var ts unix.Timespec
	clock := int32(^uint32(pid)<<3 | 2) // the scheduler's clock of a process
	if err := unix.ClockGettime(clock, &ts); err != nil {
		return 0, false
	}
	return time.Duration(ts.Nano()), true
}

// isAsleep tells whether every thread of a process waits for something.
func isAsleep(pid int) bool {
	folder := "/proc/" + strconv.Itoa(pid) + "/task/"
	threads, err := os.ReadDir(folder)
	for _, thread := range threads {
		stat := readStat(folder + thread.Name() + "/stat")
		if stat.state != 'S' && stat.state != 'I' {
			return false
		}
	}
	return err == nil && len(threads) > 0
}

// residentBytes is the memory that a process holds, 0 when it is not known.
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

// stat is a part of what the system tells of a process; the zero value when it
// is gone.
type stat struct {
	state   byte
	parent  int
	session int
}

func readStat(path string) stat {
	text, err := os.ReadFile(path)
	// The name of the program stands in brackets and may hold anything.
	fields := strings.Fields(string(text[bytes.LastIndexByte(text, ')')+1:]))
	if err != nil || len(fields) < 4 {
		return stat{}
	}
	parent, _ := strconv.Atoi(fields[1])
	session, _ := strconv.Atoi(fields[3])
	return stat{fields[0][0], parent, session}
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

// marked lists the living processes that carry a token, but the one given.
func marked(token string, but int) []int {
	var found []int
	for _, pid := range processes() {
		if pid != but && carries(pid, token) {
			found = append(found, pid)
		}
	}
	return found
}

// carries tells whether a process has the token among its first variables. Those
// of a dead one can not be read.
func carries(pid int, token string) bool {
	f, err := os.Open("/proc/" + strconv.Itoa(pid) + "/environ")
	if err != nil {
		return false
	}
	defer f.Close()
	var start [16 << 10]byte
	n, _ := io.ReadFull(f, start[:])
	return bytes.Contains(start[:n], []byte(tokenVariable+"="+token))
}

// sweep ends the processes that carry a token, counts them but for the leader,
// and reaps them.
func sweep(token string, leader int, most time.Duration) int {
	ended := make(map[int]bool)
	limit := time.Now().Add(most)
	for {
		found := marked(token, 0)
		for _, pid := range found {
			if pid != leader {
				ended[pid] = true
			}
			endMarked(pid, token)
		}
		if len(found) == 0 || time.Now().After(limit) {
			break
		}
		time.Sleep(2 * time.Millisecond)
	}
	reap(ended, leader)
	return len(ended)
}

// endMarked ends a process if it still carries the token: a handle to it is
// taken before the look, so that no other can get its number in between.
func endMarked(pid int, token string) {
	handle, err := unix.PidfdOpen(pid, 0)
	if err != nil {
		return // it is gone
	}
	defer unix.Close(handle)
	if carries(pid, token) {
		_ = unix.PidfdSendSignal(handle, unix.SIGKILL, nil, 0) // gone, or looked at again
	}
}

// reap waits for adopted children that have ended: those that were swept up and
// those of the session of a leader.
func reap(ended map[int]bool, leader int) {
	self := os.Getpid()
	for range 20 {
		waiting := false
		for _, pid := range processes() {
			s := readStat("/proc/" + strconv.Itoa(pid) + "/stat")
			if pid == leader || s.parent != self || !ended[pid] && s.session != leader {
				continue
			}
			if s.state == 'Z' {
				_, _ = unix.Wait4(pid, nil, unix.WNOHANG, nil)
			} else {
				waiting = true
			}
		}
		if !waiting {
			return
		}
		time.Sleep(2 * time.Millisecond)
	}
}
