//go:build !linux

package process

import (
	"os"
	"os/exec"
	"time"
)

func startTime(int) uint64 { return 0 }

// descendants returns nothing: this system does not show the environment of other processes.
func (t *Tree) descendants() []struct{} { return nil }

func (t *Tree) endAll(time.Duration) EndReport { return EndReport{} }

// endStrays does nothing: there are none, as orphans are not inherited.
func (r *registry) endStrays() int { return 0 }

// launch starts the program of a tree.
func (r *registry) launch(t *Tree, cmd *exec.Cmd) error {
	cmd.SysProcAttr = attributes()
	return cmd.Start()
}

// ownCgroup is not known.
func ownCgroup() string { return "" }

func (*sandbox) hasRunOut() bool { return false }

// resident is not known.
func (t *Tree) resident(int64) int64 { return 0 }

// thisRunner is not known: there is no portable way to tell a process from a
// later one with its number.
func thisRunner() runner { return runner{} }

// removeAbandoned does nothing, because no runner is known to be dead.
func removeAbandoned(string, string) {}

func becomeSubreaper() {}

// pinThread does nothing: there is no portable way to tie a process to processors.
func pinThread([]int) (release func(), err error) { return func() {}, nil }

// awaitExit waits until the process has ended. Its number is free then, but not
// given to another process at once.
func awaitExit(p *os.Process) (*os.ProcessState, error) { return p.Wait() }

func isAsleep(int) bool { return false }
