//go:build !linux

package process

import (
	"os"
	"time"
)

func begunAt(int) uint64 { return 0 }

// descendants are not known: processes cannot be told apart by their environment.
func (t *Tree) descendants() []struct{} { return nil }

func (t *Tree) sweep(time.Duration) (left, escaped int) { return 0, 0 }

// resident is not known.
func (t *Tree) resident(int64) int64 { return 0 }

// thisRunner is not known: there is no portable way to tell a process from a
// later one with its number.
func thisRunner() runner { return runner{} }

// clearAway does nothing, because no runner is known to be dead.
func clearAway(string) {}

func adopt() {}

// pin does nothing: there is no portable way to tie a process to processors.
func pin([]int) (release func(), err error) { return func() {}, nil }

// awaitExit waits until the process has ended. Its number is free then, but not
// given to another process at once.
func awaitExit(p *os.Process) (*os.ProcessState, error) { return p.Wait() }

func isAsleep(int) bool { return false }
