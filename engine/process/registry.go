package process

import (
	"fmt"
	"os"
	"os/exec"
	"sync"
	"time"
)

// registry owns the trees of this process that were not released, and all that
// they have left behind.
type registry struct {
	mu      sync.Mutex // held while a program starts, so that it is never seen unknown
	running map[*Tree]bool
	first   uint64         // when the first program of all was started
	other   string         // what the children carry that are in no tree; empty: not settled
	groups  string         // the folder in which control groups are made; empty: none are
	ended   map[int]uint64 // strays that were told to end, by number, and when they had begun
	strays  int            // how many of them nobody was told of
}

// trees is the registry of this process. To inherit orphans is a property of a
// process as a whole, so what tells whose they are has to be one as well.
var trees = &registry{running: make(map[*Tree]bool), ended: make(map[int]uint64)}

// otherVariable marks what this process starts otherwise, such as builds, so that
// what they leave running is not taken for an orphan of a tree.
const otherVariable = "ZUGWATCH_OTHER"

// start starts the program of a tree, which has to get a session of its own where
// the system knows sessions. From the first start on this process is the parent
// of what programs leave behind.
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
	t.jail.confine(t.leader)
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

// takeEndedStrays returns the number of strays that were ended and not reported yet.
func (r *registry) takeEndedStrays() int {
	n := r.strays
	r.strays = 0
	return n
}

// prepareOnce makes this process ready to inherit orphans, once, and clears away what
// others that were killed have left.
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

// isLeader reports whether a number is that of a program that was not waited for.
func (r *registry) isLeader(pid int) bool {
	for t := range r.running {
		if t.leader == pid && !t.reaped {
			return true
		}
	}
	return false
}
