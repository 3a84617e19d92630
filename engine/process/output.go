package process

import (
	"io"
	"sync"
)

// read has one of the outputs read to its end.
func (t *Tree) read(output io.Reader, by func(io.Reader)) {
	m := &meter{tree: t, output: output}
	by(m)
	if !m.over {
		t.signal(killSignal)
		_, _ = io.Copy(io.Discard, m) // it may be at its end by now
	}
}

// meter counts the bytes read from an output.
type meter struct {
	tree   *Tree
	output io.Reader
	over   bool // it is at its end
}

func (m *meter) Read(p []byte) (int, error) {
	n, err := m.output.Read(p)
	m.over = err != nil
	t := m.tree
	limit := t.options.Quota.Output
	if now := t.printed.Add(int64(n)); limit > 0 && now > limit && !t.flooded.Swap(true) {
		if t.options.Flooded != nil {
			t.options.Flooded()
		}
		t.signal(killSignal)
	}
	return n, err
}

// ResetOutputCount sets the count of output bytes to zero.
func (t *Tree) ResetOutputCount() { t.printed.Store(0) }

// tailSize is the number of bytes of standard error that are kept, from its end.
const tailSize = 64 << 10

// tail keeps the end of the data written to it. It is safe for concurrent use.
type tail struct {
	mu   sync.Mutex
	kept []byte
}

// Write keeps the end of what was written.
func (t *tail) Write(piece []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.kept = append(t.kept, piece...)
	if len(t.kept) > 2*tailSize {
		t.kept = append(t.kept[:0], t.kept[len(t.kept)-tailSize:]...)
	}
	return len(piece), nil
}

// text returns the kept end of the output.
func (t *tail) text() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return string(t.kept[max(0, len(t.kept)-tailSize):])
}
