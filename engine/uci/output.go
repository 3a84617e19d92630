package uci

import (
	"fmt"
	"io"
	"strings"
	"sync"
)

// output writes whole lines. It is safe for concurrent use.
type output struct {
	mu  sync.Mutex
	w   io.Writer
	err error // the first that happened; nothing is written after it
}

// line writes one line.
func (o *output) line(format string, args ...any) {
	text := strings.ReplaceAll(fmt.Sprintf(format, args...), "\n", " ")
	o.mu.Lock()
	defer o.mu.Unlock()
	o.put([]byte(text + "\n"))
}

// note writes a line for people.
func (o *output) note(format string, args ...any) { o.line("info string "+format, args...) }

// Write writes text that may hold several lines.
func (o *output) Write(p []byte) (int, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	o.put(p)
	return len(p), o.err
}

func (o *output) put(p []byte) {
	if o.err == nil {
		_, o.err = o.w.Write(p)
	}
}

func (o *output) failure() error {
	o.mu.Lock()
	defer o.mu.Unlock()
	return o.err
}
