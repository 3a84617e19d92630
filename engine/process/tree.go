package process

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"runtime"
	"sync"
	"sync/atomic"
	"syscall"
	"time"
)

// drainTime is the wait for output left in the pipes of a dead program, graceTime the wait for its children to end by
// themselves.
const (
	drainTime = 250 * time.Millisecond
	graceTime = 100 * time.Millisecond
)

// Quota bounds the time, output and memory of a tree.
type Quota struct {
	Quit   time.Duration // from the end of its input to the polite signal
	Term   time.Duration // from that to the other; 0: it gets the other alone
	Kill   time.Duration // from the other to giving the program up
	Output int64         // bytes printed after a call of ResetOutputCount; 0: any number
	Memory int64         // bytes resident of all its processes together, on Linux; 0 or less: any number
}

// Options say how to run a program, and which functions to call. The functions are called from goroutines of the
// tree; all but Output may be nil.
type Options struct {
	// Env names variables to pass on in addition to the standard ones, or sets them as "NAME=value". CheckVariable
	// rejects some.
	Env []string
	// Affinity lists the processors that the tree may use, on Linux; empty: all.
	Affinity []int
	Quota    Quota
	// Output reads the output of the program. If it returns before the end, the tree is killed.
	Output func(io.Reader)
	// Flooded is called when the output exceeds its limit, before the tree is killed.
	Flooded func()
	// Exited is called when the program has ended; the last of its output may still come.
	Exited func()
	// Ended is called with the exit after the end of all output.
	Ended func(Exit)
}

// Exit describes the end of a program.
type Exit struct {
	Text   string // "exit status 3", "signal: killed"
	Code   int    // exit code; -1: it was ended by a signal, or it is not known
	Signal bool   // it was ended by a signal
}

// exitOf translates the state of a process.
func exitOf(state *os.ProcessState, err error) Exit {
	if err != nil {
		return Exit{Text: err.Error(), Code: -1}
	}
	status, ok := state.Sys().(syscall.WaitStatus)
	return Exit{Text: state.String(), Code: state.ExitCode(), Signal: ok && status.Signaled()}
}

// EndReport says how a tree was ended.
type EndReport struct {
	Forced  bool // the program did not end by itself
	Left    int  // processes that it had left behind
	Escaped int  // those of them that had left its group
	Strays  int  // processes with an unknown tree, ended since the last farewell
	Alive   int  // processes that could not be ended in time
}

// StartError is the error of the system about a program that did not start.
type StartError struct{ Err error }

// Error returns the text of the system.
func (e *StartError) Error() string { return e.Err.Error() }

// Unwrap returns the error of the system.
func (e *StartError) Unwrap() error { return e.Err }

// Tree is a running program with all processes that it has started in turn. On Linux it identifies them by their
// parents, by inherited marks, and by a control group if possible. Methods other than Write are safe for concurrent
// use.
type Tree struct {
	options Options
	token   string  // the mark
	folder  string  // private working directory, which the tree alone works in; empty: none
	pid     int     // the program's
	sandbox sandbox // system resources that identify and hold its processes
	begun   uint64  // when the program was started, on the clock of the system's processes
	started time.Time
	cpu     cpuMeter

	in, out, err *os.File // our ends of its pipes
	errors       tail
	printed      atomic.Int64 // bytes since the last ResetOutputCount
	flooded      atomic.Bool
	readers      sync.WaitGroup
	drained      chan struct{} // closed when both outputs are at their end
	exited       chan struct{} // closed when the program is gone
	exit         Exit          // how, from then on

	// Guarded by the registry.
	leader  int  // the program; 0: it was not started, or the tree was released
	reaped  bool // its number may belong to another process
	retired bool // it was ended, as far as it could be
	left    int  // processes that it has left behind
}

// Start starts the program of a command as a tree. It passes on little of the command's environment. An empty Dir
// stands for a private folder, empty at the start and removed at the end. Standard streams and attributes are
// replaced. The error is a *StartError, that of CheckVariable, or a *MachineError. On Linux the calling process
// becomes the parent of what its programs leave behind, to be able to end it.
func Start(cmd *exec.Cmd, options Options) (*Tree, error) {
	token, err := newToken()
	if err != nil {
		return nil, err
	}
	t := &Tree{options: options, token: token, drained: make(chan struct{}), exited: make(chan struct{})}
	if cmd.Env == nil {
		cmd.Env = os.Environ()
	}
	if cmd.Env, err = environment(cmd.Env, options.Env, token); err != nil {
		return nil, err
	}
	if cmd.Err != nil {
		return nil, &StartError{cmd.Err}
	}
	if cmd.Dir == "" {
		if t.folder, err = MakeFolder(); err != nil {
			return nil, &MachineError{err}
		}
		cmd.Dir = t.folder
	}
	result := make(chan error)
	go t.runProgram(cmd, result)
	if err := <-result; err != nil {
		t.closePipes()
		t.discard()
		if isShortage(err) {
			return nil, &MachineError{fmt.Errorf("engine start: %w", err)}
		}
		return nil, &StartError{err}
	}
	return t, nil
}

// runProgram starts the program and stays with it until it is gone. It keeps its
// thread all that time: the system may tie the life of a process to the thread
// that has started it.
func (t *Tree) runProgram(cmd *exec.Cmd, result chan<- error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := t.start(cmd); err != nil {
		result <- err
		return
	}
	result <- nil
	state, err := awaitExit(cmd.Process)
	if t.options.Exited != nil {
		t.options.Exited()
	}
	await(t.drained, drainTime)
	left := t.remaining(graceTime)
	t.signal(killSignal) // the rest of its group, while the number still belongs to it
	await(t.drained, graceTime)
	trees.mu.Lock()
	if state == nil && err == nil {
		state, err = cmd.Process.Wait()
	}
	t.reaped, t.left, t.exit = true, left, exitOf(state, err)
	t.sandbox.release()
	trees.mu.Unlock()
	if t.options.Ended != nil {
		t.options.Ended(t.exit)
	}
	close(t.exited)
}

// start makes the pipes, starts the program on its processors, and begins to
// read.
func (t *Tree) start(cmd *exec.Cmd) error {
	var theirs [3]*os.File
	defer func() {
		for _, f := range theirs {
			if f != nil {
				f.Close()
			}
		}
	}()
	var err error
	if theirs[0], t.in, err = os.Pipe(); err != nil {
		return err
	}
	if t.out, theirs[1], err = os.Pipe(); err != nil {
		return err
	}
	if t.err, theirs[2], err = os.Pipe(); err != nil {
		return err
	}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = theirs[0], theirs[1], theirs[2]
	release, err := pinThread(t.options.Affinity)
	if err != nil {
		return err
	}
	t.started = time.Now()
	err = trees.start(t, cmd)
	release()
	if err != nil {
		return err
	}
	t.pid = t.leader
	t.readers.Go(func() { t.read(t.out, t.options.Output) })
	t.readers.Go(func() { t.read(t.err, func(r io.Reader) { _, _ = io.Copy(&t.errors, r) }) })
	go func() {
		t.readers.Wait()
		close(t.drained)
	}()
	return nil
}

// signal sends a signal to the program and all of its group.
func (t *Tree) signal(s syscall.Signal) {
	trees.mu.Lock()
	defer trees.mu.Unlock()
	if !t.reaped && t.pid != 0 {
		t.sandbox.signal(t.pid, s)
	}
}

// await waits for done, at most for the time given.
func await(done <-chan struct{}, most time.Duration) {
	timer := time.NewTimer(most)
	defer timer.Stop()
	select {
	case <-done:
	case <-timer.C:
	}
}

// remaining counts the processes of the tree but its program that are still
// there after some time.
func (t *Tree) remaining(patience time.Duration) int {
	limit := time.Now().Add(patience)
	for {
		n := len(t.descendants())
		if n == 0 || time.Now().After(limit) {
			return n
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// CloseInput closes the standard input of the program.
func (t *Tree) CloseInput() { t.in.Close() }

// Started returns when the program was started.
func (t *Tree) Started() time.Time { return t.started }

// CPU returns the CPU time that the program has used so far; false: unknown. On Linux it includes descendants, among
// them ended ones that their parents waited for, but not processes that left their parents. The time of a
// descendant younger than 50 ms may be missing, and count later. It is safe for concurrent use.
func (t *Tree) CPU() (time.Duration, bool) { return t.cpu.read(t.pid) }

// IsAsleep reports whether the program and those below it surely have no running or runnable thread.
func (t *Tree) IsAsleep() bool { return isAsleep(t.pid) }

// IsOverMemory reports whether the tree exceeds its memory limit, or was killed by the system for it. It also ends
// the strays of all trees, so that their memory does not go uncharged.
func (t *Tree) IsOverMemory() bool {
	trees.endStrays()
	limit := t.options.Quota.Memory
	return limit > 0 && (t.sandbox.hasRunOut() || t.resident(limit) > limit)
}

// Processors returns how many processors the program can use at once, at most.
func (t *Tree) Processors() int {
	if n := len(t.options.Affinity); n > 0 {
		return n
	}
	return runtime.NumCPU()
}

// Stderr returns the end of the standard error, at most 64 KiB.
func (t *Tree) Stderr() string { return t.errors.text() }

// Exited is closed when the program is gone.
func (t *Tree) Exited() <-chan struct{} { return t.exited }

// Exit returns how the program has ended, once it is gone.
func (t *Tree) Exit() Exit { return t.exit }

// End ends the program and all its processes. A graceful end closes the input first and gives the program time to
// end by itself. End may be called again.
func (t *Tree) End(graceful bool) EndReport {
	quota, forced := &t.options.Quota, false
	if graceful {
		t.in.Close()
		await(t.exited, quota.Quit)
	}
	force := func(s syscall.Signal, wait time.Duration) {
		if !t.isGone() {
			forced = true
			t.signal(s)
			await(t.exited, wait)
		}
	}
	if quota.Term > 0 {
		force(termSignal, quota.Term)
	}
	force(killSignal, quota.Kill)
	report := t.endAll(quota.Kill)
	await(t.exited, quota.Kill) // a process may hang in the system: it is given up
	t.closePipes()
	await(t.drained, quota.Kill)
	t.discard()
	report.Alive += trees.forgetTree(t, quota.Kill)
	trees.mu.Lock()
	defer trees.mu.Unlock()
	report.Forced, report.Left = forced, max(t.left, report.Left)
	report.Strays, trees.strays = trees.strays, 0
	return report
}

func (t *Tree) isGone() bool {
	select {
	case <-t.exited:
		return true
	default:
		return false
	}
}

func (t *Tree) closePipes() {
	for _, f := range []*os.File{t.in, t.out, t.err} {
		if f != nil {
			f.Close()
		}
	}
}

// discard removes the private working directory.
func (t *Tree) discard() {
	if t.folder != "" {
		os.RemoveAll(t.folder)
	}
}
