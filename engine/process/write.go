package process

import (
	"errors"
	"io"
	"os"
	"time"
)

// Write sends text to the program. Its error is os.ErrDeadlineExceeded when that
// did not read it in time.
func (t *Tree) Write(text string, limit time.Duration) error {
	// Text that fits into the pipe is written at once, without a deadline. So it cannot time
	// out when this process itself was delayed.
	text = text[writeNow(t.in, text):]
	if text == "" {
		return nil
	}
	err := t.in.SetWriteDeadline(time.Now().Add(limit))
	if err == nil {
		_, err = io.WriteString(t.in, text)
		return err
	}
	if !errors.Is(err, os.ErrNoDeadline) {
		return err
	}
	done := make(chan error, 1)
	go func() {
		_, err := io.WriteString(t.in, text)
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
