package uci

import (
	"slices"
	"sync"
)

// The last lines of a conversation that are kept: so many each way, so many
// bytes of each.
const (
	transcriptLines = 200
	transcriptWidth = 1 << 10
)

// Line is one line of a conversation, without its end.
type Line struct {
	Sent bool // to the engine
	Text string
}

// transcript keeps the last lines both ways. It is safe for concurrent use.
type transcript struct {
	mu    sync.Mutex
	count int
	sent  ring
	got   ring
}

// ring keeps the last lines of one way, with their place in the conversation.
type ring struct {
	lines [transcriptLines]numbered
	n     int
}

type numbered struct {
	number int
	Line
}

func (r *ring) add(l numbered) {
	r.lines[r.n%transcriptLines] = l
	r.n++
}

func (r *ring) last() []numbered { return r.lines[:min(r.n, transcriptLines)] }

// add notes a line.
func (t *transcript) add(sent bool, text string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.note(sent, text)
}

// receive notes lines of the engine.
func (t *transcript) receive(lines []string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	for _, text := range lines {
		t.note(false, text)
	}
}

func (t *transcript) note(sent bool, text string) {
	t.count++
	l := numbered{t.count, Line{sent, clip(text, transcriptWidth)}}
	if sent {
		t.sent.add(l)
	} else {
		t.got.add(l)
	}
}

// lines is what is kept, oldest first.
func (t *transcript) lines() []Line {
	t.mu.Lock()
	defer t.mu.Unlock()
	all := slices.Concat(t.sent.last(), t.got.last())
	slices.SortFunc(all, func(a, b numbered) int { return a.number - b.number })
	lines := make([]Line, len(all))
	for i, l := range all {
		lines[i] = l.Line
	}
	return lines
}

// clip is at most width bytes of text, in memory of its own when it was cut.
func clip(text string, width int) string {
	if len(text) <= width {
		return text
	}
	return text[:width-3] + "..."
}
