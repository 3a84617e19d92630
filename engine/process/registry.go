package process

import (
	"fmt"
	"os"
	"os/exec"
	"sync"
)

// registry is the trees of this process that were not released.
type registry struct {
	mu      sync.Mutex // held while a program starts, so that it is never seen unknown
	running map[*Tree]bool
	first   uint64 // when the first program of all was started
	other   string // what the children carry that are in no tree; empty: not settled
}

// trees is the registry of this process. To inherit orphans is a property of a
// process as a whole, so what tells whose they are has to be one as well.
var trees = &registry{running: make(map[*Tree]bool)}

// otherVariable marks what this process starts otherwise, such as builds, so that
// what they leave running is not taken for an orphan of a tree.
const otherVariable = "ZUGWATCH_OTHER"

// start starts the program of a tree, which has to get a session of its own where
// the system knows sessions. From the first start on this process is the parent
// of what programs leave behind.
func (r *registry) start(t *Tree, cmd *exec.Cmd) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.settle(); err != nil {
		return err
	}
	if err := cmd.Start(); err != nil {
		return err
	}
	t.leader = cmd.Process.Pid
	t.begun = begunAt(t.leader)
	if len(r.running) == 0 && r.first == 0 {
		r.first = t.begun
	}
	r.running[t] = true
	return nil
}

// release forgets a tree whose program is gone. A later sweep still ends what
// carries the mark.
func (r *registry) release(t *Tree) {
	r.mu.Lock()
	defer r.mu.Unlock()
	delete(r.running, t)
	t.leader = 0
}

// settle makes this process ready to inherit orphans, once, and clears away what
// others that were killed have left.
func (r *registry) settle() error {
	if r.other != "" {
		return nil
	}
	token, err := newToken()
	if err != nil {
		return err
	}
	if err := os.Setenv(otherVariable, token); err != nil {
		return fmt.Errorf("environment: %w", err)
	}
	r.other = token
	adopt()
	clearAway(os.TempDir())
	return nil
}

// leads tells whether a number is that of a program that was not waited for.
func (r *registry) leads(pid int) bool {
	for t := range r.running {
		if t.leader == pid && !t.reaped {
			return true
		}
	}
	return false
}
