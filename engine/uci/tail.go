package uci

import (
	"io"
	"strings"
	"sync"
)

// tailSize is how much of what an engine writes to its standard error is kept.
const tailSize = 64 << 10

// tail keeps the end of a stream. It is safe for concurrent use.
type tail struct {
	mu   sync.Mutex
	kept []byte
}

// drain reads r to its end and reports the size of every piece to count.
func (t *tail) drain(r io.Reader, count func(int)) {
	buffer := make([]byte, 32<<10)
	for {
		n, err := r.Read(buffer)
		t.add(buffer[:n])
		count(n)
		if err != nil {
			return
		}
	}
}

func (t *tail) add(piece []byte) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.kept = append(t.kept, piece...)
	if len(t.kept) > 2*tailSize {
		t.kept = append(t.kept[:0], t.kept[len(t.kept)-tailSize:]...)
	}
}

// text is what is kept.
func (t *tail) text() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.kept[max(0, len(t.kept)-tailSize):])
}

// lastLine is the last line that is not blank.
func lastLine(text string) string {
	text = strings.TrimSpace(text)
	return strings.TrimSpace(text[strings.LastIndexAny(text, "\r\n")+1:])
}
