package uci

import (
	"bytes"
	"io"
	"strings"
	"sync"

	"github.com/zugwatch/zugwatch/engine/process"
)

// Limits for the kept output of an engine, in bytes.
const (
	lineCap  = 16 << 10 // of one line
	inboxCap = 1 << 20  // bytes of lines not read yet
	newsCap  = 64 << 10 // of them, when there are too many: the newest without a meaning of their own
)

// state is the state of the process behind an inbox.
type state struct {
	flooded bool          // it printed more than it may
	closed  bool          // its output is at its end
	gone    bool          // it has ended; the last of its output may still come
	ended   *process.Exit // how, when there is nothing more to come; nil before
}

// inbox takes in all that an engine prints, whether anybody listens or not, and
// keeps a bounded part of it. It is safe for concurrent use.
type inbox struct {
	log     *transcript
	changed chan struct{} // gets a value after each change

	mu     sync.Mutex
	lines  []string
	held   int // bytes of lines
	lost   int // lines dropped
	status state
}

func newInbox(log *transcript) *inbox {
	return &inbox{log: log, changed: make(chan struct{}, 1)}
}

func (b *inbox) signalReader() {
	select {
	case b.changed <- struct{}{}:
	default:
	}
}

// take gives the lines that came since the last call, in the memory of old, and
// the state after them.
func (b *inbox) take(old []string) ([]string, state) {
	b.mu.Lock()
	defer b.mu.Unlock()
	taken := b.lines
	b.lines, b.held = old[:0], 0
	return taken, b.status
}

// dropped returns the number of lines that were thrown away unread.
func (b *inbox) dropped() int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.lost
}

// setExited records that the process has ended. Its exit status follows after all output was read.
func (b *inbox) setExited() { b.set(func(s *state) { s.gone = true }) }

// end says how the process ended.
func (b *inbox) end(e process.Exit) { b.set(func(s *state) { s.ended = &e }) }

// flood says that the process printed more than it may.
func (b *inbox) flood() { b.set(func(s *state) { s.flooded = true }) }

// close says that the output is at its end.
func (b *inbox) close() { b.set(func(s *state) { s.closed = true }) }

func (b *inbox) set(change func(*state)) {
	b.mu.Lock()
	change(&b.status)
	b.mu.Unlock()
	b.signalReader()
}

// put adds whole lines. It is false when there is no room for all on which the
// conversation hangs: that is a flood.
func (b *inbox) put(lines []string) bool {
	b.log.add(false, lines...)
	b.mu.Lock()
	for _, l := range lines {
		b.lines = append(b.lines, l)
		b.held += len(l)
	}
	if b.held > inboxCap || len(b.lines) > inboxCap/8 {
		b.dropLines()
		b.status.flooded = b.status.flooded || b.held > inboxCap
	}
	room := b.held <= inboxCap
	b.mu.Unlock()
	b.signalReader()
	return room
}

// dropLines drops all lines but those on which a conversation hangs and the newest
// of the others.
func (b *inbox) dropLines() {
	keepFrom, news := len(b.lines), 0
	for keepFrom > 0 && news+len(b.lines[keepFrom-1]) < newsCap && len(b.lines)-keepFrom < newsCap/8 {
		keepFrom--
		news += len(b.lines[keepFrom])
	}
	kept := b.lines[:0]
	b.held = 0
	for i, l := range b.lines {
		if i < keepFrom && !isProtocolReply(l) {
			b.lost++
			continue
		}
		kept = append(kept, l)
		b.held += len(l)
	}
	clear(b.lines[len(kept):])
	b.lines = kept
}

// isProtocolReply reports whether the conversation depends on the line.
func isProtocolReply(line string) bool {
	switch word, _ := cutWord(line); word {
	case "uciok", "readyok", "bestmove", "id", "option":
		return true
	}
	return false
}

// cutWord splits a line after its first word, which is empty at the end.
func cutWord(line string) (word, rest string) {
	line = strings.Trim(line, " \t")
	if i := strings.IndexAny(line, " \t"); i >= 0 {
		return line[:i], strings.TrimLeft(line[i:], " \t")
	}
	return line, ""
}

// drain reads r to its end, or to a flood. A line ends with LF or CR; of a longer one than
// lineCap the rest is dropped, and blank lines are.
func (b *inbox) drain(r io.Reader) {
	buffer := make([]byte, 64<<10)
	var line []byte
	var lines []string
	for {
		n, err := r.Read(buffer)
		for rest := buffer[:n]; len(rest) > 0; {
			i := bytes.IndexAny(rest, "\r\n")
			piece := rest
			if i >= 0 {
				piece = rest[:i]
			}
			line = append(line, piece[:min(len(piece), lineCap-len(line))]...)
			if i < 0 {
				break
			}
			rest = rest[i+1:]
			if len(line) > 0 {
				lines = append(lines, string(line))
			}
			line = line[:0]
		}
		if err != nil && len(line) > 0 {
			lines = append(lines, string(line))
		}
		if len(lines) > 0 && !b.put(lines) {
			return
		}
		lines = lines[:0]
		if err != nil {
			b.close()
			return
		}
	}
}
