package server

import (
	"fmt"
	"io"
	"strings"
	"sync"
	"time"
)

// output writes whole lines. It is safe for concurrent use.
type output struct {
	mu       sync.Mutex
	w        io.Writer
	err      error         // the first that happened; nothing is written after it
	patience time.Duration // that a report may wait for those behind it
	waiting  []byte        // lines that go out together
	timed    bool          // they will, when the patience is over
	broken   chan struct{} // closed at the first error
}

func newOutput(w io.Writer, patience time.Duration) *output {
	return &output{w: w, patience: patience, broken: make(chan struct{})}
}

// line writes one line, and before it those that wait.
func (o *output) line(format string, args ...any) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.holdLine(format, args)
	o.flush()
}

// report writes one line within the patience of the output.
func (o *output) report(format string, args ...any) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.holdLine(format, args)
	switch {
	case o.patience == 0:
		o.flush()
	case !o.timed:
		o.timed = true
		time.AfterFunc(o.patience, o.writeHeld)
	}
}

func (o *output) holdLine(format string, args []any) {
	text := strings.ReplaceAll(fmt.Sprintf(format, args...), "\n", " ")
	o.waiting = append(append(o.waiting, text...), '\n')
}

// writeHeld writes the lines that were held.
func (o *output) writeHeld() {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.timed = false
	o.flush()
}

func (o *output) flush() {
	if o.err == nil && len(o.waiting) > 0 {
		if _, o.err = o.w.Write(o.waiting); o.err != nil {
			close(o.broken)
		}
	}
	o.waiting = o.waiting[:0]
}

// note writes a line for people.
func (o *output) note(format string, args ...any) { o.line("info string "+format, args...) }

// Write writes text that may hold several lines.
func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.waiting = append(o.waiting, p...)
	o.flush()
	return len(p), o.err
}

func (o *output) failure() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
}
