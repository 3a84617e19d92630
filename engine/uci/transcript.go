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
	sent  []numbered // the newest last, up to twice transcriptLines
	got   []numbered
}

// numbered is a line with its place in the conversation.
type numbered struct {
	number int
	Line
}

// add notes lines.
func (t *transcript) add(sent bool, lines ...string) {
	t.mu.Lock()
	defer t.mu.Unlock()
	way := &t.got
	if sent {
		way = &t.sent
	}
	for _, text := range lines {
		t.count++
		if len(*way) == 2*transcriptLines {
			*way = slices.Delete(*way, 0, transcriptLines)
		}
		*way = append(*way, numbered{t.count, Line{sent, Clip(text, transcriptWidth)}})
	}
}

// lines returns the kept lines, oldest first.
func (t *transcript) lines() []Line {
	t.mu.Lock()
	defer t.mu.Unlock()
	all := slices.Concat(t.sent[max(0, len(t.sent)-transcriptLines):], t.got[max(0, len(t.got)-transcriptLines):])
	slices.SortFunc(all, func(a, b numbered) int { return a.number - b.number })
	lines := make([]Line, len(all))
	for i, l := range all {
		lines[i] = l.Line
	}
	return lines
}

// Clip returns at most width bytes of text, in memory of its own when it was cut.
func Clip(text string, width int) string {
	if len(text) <= width {
		return text
	}
	return text[:width-3] + "..."
}
