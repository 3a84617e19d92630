package uci

import (
	"fmt"
	"os"
	"os/exec"
	"sync"
	"time"
)

// Family is the processes of one engine: the program that was started, and all
// that it has started in turn. They are known by a mark in their environment
// and, on Linux, by who has inherited them. It may be used concurrently.
type Family struct {
	token  string
	folder string // where the engine alone works; empty: it has none for itself
	leader int    // the program; 0: it was not started, or was released
	begun  uint64 // when it was started, on the clock of the system's processes
	reaped bool   // its number may belong to another process
}

// NewFamily is a family without processes. Its error is that of the source of
// random numbers.
func NewFamily() (*Family, error) {
	token, err := newToken()
	if err != nil {
		return nil, err
	}
	return &Family{token: token}, nil
}

// Environment is the variables for the program, sorted: the mark, those that
// every engine gets out of all, and the extra ones, names or "NAME=value". The
// error is that of CheckVariable.
func (f *Family) Environment(all, extra []string) ([]string, error) {
	return environment(all, extra, f.token)
}

// Start starts the program, which has to get a session of its own where the
// system knows sessions. From the first start on this process is the parent of
// what engines leave behind.
func (f *Family) Start(cmd *exec.Cmd) error {
	h := households
	h.mu.Lock()
	defer h.mu.Unlock()
	if err := h.settle(); err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	f.leader, f.reaped = cmd.Process.Pid, false
	f.begun = begunAt(f.leader)
	if len(h.families) == 0 && h.first == 0 {
		h.first = f.begun
	}
	h.families[f] = true
	return nil
}

// Waited says that the program has been waited for: its number is free.
func (f *Family) Waited() {
	households.mu.Lock()
	defer households.mu.Unlock()
	f.reaped = true
}

// Sweep ends all processes of the family, for as long as the time given, and
// counts them but for the program itself.
func (f *Family) Sweep(most time.Duration) int { return f.sweep(most) }

// Release forgets the program, which has to be waited for. A later Sweep still
// ends what carries the mark.
func (f *Family) Release() {
	h := households
	h.mu.Lock()
	defer h.mu.Unlock()
	delete(h.families, f)
	f.leader = 0
}

// household is the families of this process that were not released.
type household struct {
	mu       sync.Mutex // held while a program starts, so that it is never seen unknown
	families map[*Family]bool
	first    uint64 // when the first program of all was started
	other    string // what the children carry that are no engines; empty: not settled
}

// households is the household of this process. To inherit orphans is a property
// of a process as a whole, so what tells whose they are has to be one as well.
var households = &household{families: make(map[*Family]bool)}

// otherVariable marks what this process starts otherwise, such as builds, so that
// what they leave running is not taken for that of an engine.
const otherVariable = "ZUGWATCH_OTHER"

// settle makes this process ready to inherit orphans, once, and clears away what
// others that were killed have left.
func (h *household) settle() error {
	if h.other != "" {
		return nil
	}
	token, err := newToken()
	if err != nil {
		return err
	}
	if err := os.Setenv(otherVariable, token); err != nil {
		return fmt.Errorf("environment: %w", err)
	}
	h.other = token
	adopt()
	clearAway(os.TempDir())
	return nil
}

// leads tells whether a number is that of a program that was not waited for.
func (h *household) leads(pid int) bool {
	for f := range h.families {
		if f.leader == pid && !f.reaped {
			return true
		}
	}
	return false
}
