// Command zugwatch runs tactical test suites on a chess engine and says
// whether a change of its pruning cost tactics, zugzwang safety, nodes or speed.
package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/signal"
	"syscall"
	"time"
)

func main() {
	ctx, cancel := context.WithCancelCause(context.Background())
	signals := make(chan os.Signal, 1)
	signal.Notify(signals, os.Interrupt, syscall.SIGTERM)
	go func() {
		caught := <-signals
		signal.Stop(signals) // a second one ends the process at once
		obey(caught, cancel, time.After, os.Stderr, os.Exit)
	}()
	os.Exit(run(ctx, os.Args, os.Stdin, os.Stdout, os.Stderr))
}

// patience is how long a command may take to end after a signal. An engine that
// does not let go has cost its position by then, and nothing else: what was
// finished is in the journal.
const patience = 3 * time.Second

// obey ends what is going on because of a signal, and the process if that does
// not end in time.
func obey(caught os.Signal, cancel context.CancelCauseFunc, after func(time.Duration) <-chan time.Time, diagnostics io.Writer, exit func(int)) {
	cause := &signalError{signal: caught}
	cancel(cause)
	<-after(patience)
	fmt.Fprintf(diagnostics, "zugwatch: %v: an engine did not stop within %v (what is finished is kept; a run with --out goes on with --resume)\n", cause, patience)
	exit(signalCode(caught))
}

// run executes one command line and returns its exit code. It is the whole
// program but for the process around it: args[0] is the program's name, a done
// context ends a measurement early, and its cause says which signal did.
func run(ctx context.Context, args []string, in io.Reader, out, diagnostics io.Writer) int {
	stdout := &guard{w: out}
	app := newApp(in, stdout, diagnostics)
	err := dispatch(ctx, app, args)
	if stdout.err != nil && (err == nil || errors.Is(err, stdout.err)) {
		err = &failure{code: codeMachine, err: fmt.Errorf("standard output: %w", stdout.err)}
	}
	if text := message(err); text != "" {
		fmt.Fprintln(diagnostics, text)
	}
	return codeOf(err)
}

// guard remembers the first error of a writer whose callers do not look.
type guard struct {
	w   io.Writer
	err error
}

// Write hands p on until a first write fails.
func (g *guard) Write(p []byte) (int, error) {
	if g.err != nil {
		return 0, g.err
	}
	n, err := g.w.Write(p)
	g.err = err
	return n, err
}
