package process

import (
	"fmt"
	"os"
	"os/exec"
	"sync"
	"time"
)

// registry owns the unreleased trees of this process and all processes left behind by them.
type registry struct {
	mu      sync.Mutex // held while a program starts, so that it is never seen unknown
	running map[*Tree]bool
	first   uint64         // when the first program of all was started
	other   string         // value of otherVariable in children outside any tree; empty: not set yet
	groups  string         // parent folder of the control groups; empty: none are made
	ended   map[int]uint64 // start times of killed strays, by process number
	strays  int            // killed strays not reported yet
}

// trees is the registry of this process. It is global because the system hands orphans to a process as a whole.
var trees = &registry{running: make(map[*Tree]bool), ended: make(map[int]uint64)}

// otherVariable marks children outside any tree, such as builds, so that processes that they leave running are not
// taken for orphans of a tree.
const otherVariable = "ZUGWATCH_OTHER"

// start starts the program of a tree, in its own session where the system has sessions. The first call makes this
// process the parent of all orphans of its programs.
func (r *registry) start(t *Tree, cmd *exec.Cmd) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if err := r.prepareOnce(); err != nil {
		return err
	}
	if err := r.launch(t, cmd); err != nil {
		return err
	}
	t.leader = cmd.Process.Pid
	t.begun = startTime(t.leader)
	if r.first == 0 {
		r.first = t.begun
	}
	t.sandbox.confine(t.leader)
	r.running[t] = true
	return nil
}

// forgetTree forgets a tree that was ended, unless its program hangs in the system. A
// later sweep still ends what carries its mark. With the last of all trees goes
// all that any of them has left; what could not be ended in the time given is
// counted.
func (r *registry) forgetTree(t *Tree, most time.Duration) (alive int) {
	r.mu.Lock()
	t.retired = true
	if t.isGone() {
		delete(r.running, t)
		t.leader = 0
	}
	last := true
	for o := range r.running {
		last = last && o.retired
	}
	r.mu.Unlock()
	if !last {
		return 0
	}
	limit := time.Now().Add(most)
	for alive = r.endStrays(); alive > 0 && time.Now().Before(limit); alive = r.endStrays() {
		time.Sleep(2 * time.Millisecond)
	}
	return alive
}

// prepareOnce makes this process inherit orphans and clears away the remains of killed runners. Only the first call
// does something.
func (r *registry) prepareOnce() error {
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
	becomeSubreaper()
	r.groups = ownCgroup()
	removeAbandoned(os.TempDir(), r.groups)
	return nil
}

// isLeader reports whether pid is the program of a tree that was not reaped yet.
func (r *registry) isLeader(pid int) bool {
	for t := range r.running {
		if t.leader == pid && !t.reaped {
			return true
		}
	}
	return false
}
