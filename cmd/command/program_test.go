package command

import (
	"bytes"
	"context"
	"errors"
	"os"
	"strings"
	"syscall"
	"testing"
	"time"
)

// TestObey checks that a signal cancels the context, and exits a process that ignores it after some time.
func TestObey(t *testing.T) {
	for caught, want := range map[os.Signal]int{os.Interrupt: 130, syscall.SIGTERM: 143} {
		ctx, cancel := context.WithCancelCause(context.Background())
		var diagnostics bytes.Buffer
		code := 0
		after := func(waits time.Duration) <-chan time.Time {
			if waits != 3*time.Second || ctx.Err() == nil {
				t.Errorf("waits %v, context %v", waits, ctx.Err())
			}
			due := make(chan time.Time, 1)
			due <- time.Time{}
			return due
		}
		handleSignal("tool", caught, cancel, after, &diagnostics, func(c int) { code = c })
		if cause, ok := errors.AsType[*SignalError](context.Cause(ctx)); !ok || cause.Signal != caught || code != want {
			t.Errorf("%v: cause %v, exit code %d, want %d", caught, context.Cause(ctx), code, want)
		}
		if text := "tool: ended by signal: " + caught.String() + ": an engine did not stop within 3s "; !strings.HasPrefix(diagnostics.String(), text) {
			t.Errorf("%v: got %q", caught, &diagnostics)
		}
	}
}
