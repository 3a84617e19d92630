package uci

import (
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"sync"
	"syscall"
	"time"
)

// How long is waited for what a dead process has left in its pipes, and for the
// processes that it has started to end by themselves.
const (
	drainTime = 250 * time.Millisecond
	graceTime = 100 * time.Millisecond
)

// child is a process that runs as an engine. Its methods may be called from
// several goroutines but for write.
type child struct {
	limits  Limits
	family  *Family
	box     *inbox
	errors  tail
	started time.Time
	pid     int
	cpus    int
	path    string
	scratch string // private working directory; empty: none

	in, out, err *os.File // our ends of its pipes
	readers      sync.WaitGroup
	drained      chan struct{} // closed when both outputs are at their end
	exited       chan struct{} // closed when the process is gone

	mu     sync.Mutex
	reaped bool // its number may belong to another process
	left   int  // processes that it has left behind
	jail   jail // what the system needs to hold all that it starts
}

// startChild starts the program of a command. Its error is a *Fault, or says
// what is wrong with the command.
func startChild(command *Command, limits Limits, log *transcript, family *Family) (*child, error) {
	c := &child{
		limits: limits, family: family, cpus: len(command.Affinity),
		drained: make(chan struct{}), exited: make(chan struct{}),
	}
	if c.cpus == 0 {
		c.cpus = runtime.NumCPU()
	}
	c.box = newInbox(log, limits.Output, func() { c.signal(killSignal) })
	cmd, err := c.prepare(command)
	if err != nil {
		c.discard()
		return nil, err
	}
	result := make(chan error)
	go c.live(cmd, command.Affinity, result)
	if err := <-result; err != nil {
		c.closePipes()
		c.discard()
		return nil, &Fault{Class: ClassStart, Detail: fmt.Sprintf("engine %s did not start: %v", Printable(command.Path), reason(err))}
	}
	return c, nil
}

// prepare builds the command with its pipes.
func (c *child) prepare(command *Command) (*exec.Cmd, error) {
	all := command.Environ
	if all == nil {
		all = os.Environ()
	}
	variables, err := c.family.Environment(all, command.Env)
	if err != nil {
		return nil, err
	}
	path, err := exec.LookPath(command.Path)
	if err == nil {
		path, err = filepath.Abs(path)
	}
	if err != nil {
		return nil, &Fault{Class: ClassStart, Detail: fmt.Sprintf("engine %s did not start: %v", Printable(command.Path), reason(err))}
	}
	c.path = path
	cmd := &exec.Cmd{Path: path, Args: append([]string{command.Path}, command.Args...), Env: variables, Dir: command.Dir}
	if cmd.Dir == "" {
		if c.scratch, err = MakeFolder(); err != nil {
			return nil, err
		}
		cmd.Dir, c.family.folder = c.scratch, c.scratch
	}
	cmd.SysProcAttr = attributes()
	return cmd, nil
}

// reason is the cause of an error of the system, without the call and the path.
func reason(err error) error {
	var call *exec.Error
	var path *os.PathError
	switch {
	case errors.As(err, &call):
		return reason(call.Err)
	case errors.As(err, &path):
		return path.Err
	}
	return err
}

// live starts the process and stays with it until it is gone. It keeps its
// thread all that time: the system may tie the life of a process to the thread
// that has started it.
func (c *child) live(cmd *exec.Cmd, affinity []int, result chan<- error) {
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	if err := c.start(cmd, affinity); err != nil {
		result <- err
		return
	}
	result <- nil
	state, err := awaitExit(cmd.Process)
	c.box.leave()
	c.await(c.drained, drainTime)
	left := c.remaining(graceTime)
	c.signal(killSignal) // what is left of its group, while the number is still its own
	c.await(c.drained, graceTime)
	c.mu.Lock()
	if state == nil && err == nil {
		state, err = cmd.Process.Wait()
	}
	c.reaped, c.left = true, left
	c.family.Waited()
	c.jail.release()
	c.mu.Unlock()
	c.box.end(endingOf(state, err))
	close(c.exited)
}

// start makes the pipes, starts the process on the processors given, and begins
// to read.
func (c *child) start(cmd *exec.Cmd, affinity []int) error {
	var theirs [3]*os.File
	defer func() {
		for _, f := range theirs {
			if f != nil {
				f.Close()
			}
		}
	}()
	var err error
	if theirs[0], c.in, err = os.Pipe(); err != nil {
		return err
	}
	if c.out, theirs[1], err = os.Pipe(); err != nil {
		return err
	}
	if c.err, theirs[2], err = os.Pipe(); err != nil {
		return err
	}
	cmd.Stdin, cmd.Stdout, cmd.Stderr = theirs[0], theirs[1], theirs[2]
	release, err := pin(affinity)
	if err != nil {
		return err
	}
	c.started = time.Now()
	err = c.family.Start(cmd)
	release()
	if err != nil {
		return err
	}
	c.pid = cmd.Process.Pid
	c.jail = confine(c.pid)
	c.readers.Go(func() { c.box.drain(c.out) })
	c.readers.Go(func() { c.errors.drain(c.err, c.box.count) })
	go func() {
		c.readers.Wait()
		close(c.drained)
	}()
	return nil
}

// endingOf translates the state of a process.
func endingOf(state *os.ProcessState, err error) ending {
	if err != nil {
		return ending{text: err.Error(), code: -1}
	}
	status, ok := state.Sys().(syscall.WaitStatus)
	return ending{text: state.String(), code: state.ExitCode(), signal: ok && status.Signaled()}
}

// await waits for done, at most for the time given.
func (c *child) await(done <-chan struct{}, most time.Duration) bool {
	timer := time.NewTimer(most)
	defer timer.Stop()
	select {
	case <-done:
		return true
	case <-timer.C:
		return false
	}
}

// remaining counts the processes of the engine but itself that are still there
// after some time.
func (c *child) remaining(patience time.Duration) int {
	limit := time.Now().Add(patience)
	for {
		n := len(c.family.strays())
		if n == 0 || time.Now().After(limit) {
			return n
		}
		time.Sleep(5 * time.Millisecond)
	}
}

// signal sends a signal to the process and all of its group.
func (c *child) signal(s syscall.Signal) {
	c.mu.Lock()
	defer c.mu.Unlock()
	if !c.reaped && c.pid != 0 {
		signalGroup(c.pid, c.jail, s)
	}
}

// write sends text to the process. An error is os.ErrDeadlineExceeded when the
// process did not read it in time.
func (c *child) write(text string, limit time.Duration) error {
	// What there is room for needs no patience, and must not fail for want of it
	// when this process was held up itself.
	text = text[writeNow(c.in, text):]
	if text == "" {
		return nil
	}
	err := c.in.SetWriteDeadline(time.Now().Add(limit))
	if err == nil {
		_, err = io.WriteString(c.in, text)
		return err
	}
	if !errors.Is(err, os.ErrNoDeadline) {
		return err
	}
	done := make(chan error, 1)
	go func() {
		_, err := io.WriteString(c.in, text)
		done <- err
	}()
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case err := <-done:
		return err
	case <-timer.C:
		return os.ErrDeadlineExceeded
	}
}

func (c *child) cpu() (time.Duration, bool) { return processCPU(c.pid) }

func (c *child) asleep() bool { return isAsleep(c.pid) }

func (c *child) resident() int64 { return c.family.resident(c.limits.Memory) }

func (c *child) threads() int { return c.cpus }

func (c *child) program() string { return c.path }

func (c *child) stderr() string { return c.errors.text() }

// end ends the process, politely first when there was no fault, and sweeps up
// what it has started. It may be called again.
func (c *child) end(polite bool) farewell {
	forced := false
	if polite {
		// An engine that does not read is not worth more than a moment.
		_ = c.write("quit\n", graceTime)
		c.in.Close()
		c.await(c.exited, c.limits.Quit)
	}
	for _, step := range []struct {
		signal syscall.Signal
		wait   time.Duration
	}{{termSignal, c.limits.Term}, {killSignal, c.limits.Kill}} {
		if c.isGone() {
			break
		}
		forced = true
		c.signal(step.signal)
		c.await(c.exited, step.wait)
	}
	swept := c.family.Sweep(c.limits.Kill)
	c.await(c.exited, c.limits.Kill) // a process may hang in the system: it is given up
	c.closePipes()
	c.await(c.drained, c.limits.Kill)
	c.discard()
	if c.isGone() {
		c.family.Release()
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	return farewell{forced: forced, left: max(c.left, swept)}
}

func (c *child) isGone() bool {
	select {
	case <-c.exited:
		return true
	default:
		return false
	}
}

func (c *child) closePipes() {
	for _, f := range []*os.File{c.in, c.out, c.err} {
		if f != nil {
			f.Close()
		}
	}
}

// discard removes the private working directory.
func (c *child) discard() {
	if c.scratch != "" {
		os.RemoveAll(c.scratch)
	}
}
