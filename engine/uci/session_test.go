//go:build linux

package uci

import (
	"context"
	"errors"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/process"
)

// TestExtendDeadline checks that the time in which this process was held up does not count against the engine.
func TestExtendDeadline(t *testing.T) {
	t.Parallel()
	at := time.Unix(100, 0)
	for _, row := range []struct {
		name       string
		until, now time.Duration
		want       time.Duration
	}{
		{"resumed at once", -9 * time.Second, -9 * time.Second, 0},
		{"resumed sooner", -8 * time.Second, -9 * time.Second, 0},
		{"busy machine", -9 * time.Second, -8 * time.Second, 0},
		{"held up", -9 * time.Second, 11 * time.Second, 20 * time.Second},
	} {
		if got := extendDeadline(at, at.Add(row.until), at.Add(row.now)); !got.Equal(at.Add(row.want)) {
			t.Errorf("%s: the deadline is extended by %v (expected %v)", row.name, got.Sub(at), row.want)
		}
	}
}

// puppet is the process behind a fuzzed conversation: each byte is its reaction to one command. All its answers
// differ, so that the test can tell them apart.
type puppet struct {
	t       *testing.T
	box     *inbox
	mu      sync.Mutex
	bytes   []byte
	moves   []game.Move // the answers not given yet
	asked   int         // go commands so far
	askedAt map[game.Move]int
	ended   bool
	plans   int
	used    time.Duration
}

func (p *puppet) byte() byte {
	if len(p.bytes) == 0 {
		return 1
	}
	b := p.bytes[0]
	p.bytes = p.bytes[1:]
	return b
}

func (p *puppet) Write(text string, _ time.Duration) error {
	p.mu.Lock()
	defer p.mu.Unlock()
	if p.ended {
		p.t.Errorf("%q is written after the end", text)
	}
	if strings.Contains(text, "\ngo ") {
		p.asked++ // the question stands as soon as it is sent
	}
	for line := range strings.Lines(text) {
		word, _ := cutWord(strings.TrimSpace(line))
		p.react(word)
	}
	return nil
}

// react carries out the reaction of the next byte.
func (p *puppet) react(word string) {
	b := p.byte()
	wait := time.Duration(b>>4) * 7 * time.Millisecond
	switch b & 7 {
	case 0: // nothing
	case 1, 2:
		p.properly(word)
	case 3:
		p.later(wait, func() { p.properly(word) })
	case 4:
		p.answer()
		p.properly(word)
	case 5:
		p.properly(word)
		p.later(wait, p.answer)
	case 6:
		p.say("readyok")
		p.properly(word)
	case 7:
		if b>>4 == 15 {
			p.box.close()
			p.box.setExited()
			p.later(time.Second, func() { p.box.end(process.Exit{Text: "exit status 3", Code: 3}) })
			return
		}
		p.say("info score cp")
		p.later(wait, p.answer)
	}
}

// later runs do at a time shared with no other event, because simultaneous events have no order.
func (p *puppet) later(wait time.Duration, do func()) {
	p.plans++
	at := time.Now().Truncate(time.Millisecond).Add(wait + time.Duration(p.plans)*time.Microsecond)
	go func() {
		time.Sleep(time.Until(at))
		p.mu.Lock()
		defer p.mu.Unlock()
		do()
	}()
}

func (p *puppet) properly(word string) {
	switch word {
	case "uci":
		p.say("uciok")
	case "isready":
		p.say("readyok")
	case "go", "stop":
		p.answer()
	}
}

func (p *puppet) say(line string) { p.box.put([]string{line}) }

func (p *puppet) answer() {
	if len(p.moves) == 0 {
		return
	}
	m := p.moves[0]
	p.moves = p.moves[1:]
	p.askedAt[m] = p.asked
	p.say("info depth 1 score cp 1 nodes 1 pv " + m.String())
	p.say("bestmove " + m.String())
}

func (p *puppet) CPU() (time.Duration, bool) {
	p.used += time.Millisecond
	return p.used, true
}

func (p *puppet) ResetOutputCount()  {}
func (p *puppet) IsAsleep() bool     { return false }
func (p *puppet) IsOverMemory() bool { return false }
func (p *puppet) Processors() int    { return 1 }
func (p *puppet) Stderr() string     { return "" }

func (p *puppet) End(bool) process.EndReport {
	p.mu.Lock()
	defer p.mu.Unlock()
	if !p.ended {
		p.ended = true
		p.box.end(process.Exit{Text: "signal: killed", Code: -1, Signal: true})
	}
	return process.EndReport{}
}

// FuzzSession has a conversation with a puppet. Every call ends within its limits of virtual time with an answer or a
// fault. Each answer was given while its own question was open, and none is taken twice.
func FuzzSession(f *testing.F) {
	for _, seed := range []string{"", "\x01\x01\x01\x04", "\x01\x01\x05\xf5\xf5\x35\x01\x05", "\x31\x63\xf3\x06\x06\x07\x04", "11&$00", "110&01&0&$0", "\x01\x01\x01\x01\x01\x01\x35\x01\x01\x01", "\xf7"} {
		f.Add([]byte(seed), false)
		f.Add([]byte(seed), true)
	}
	f.Fuzz(func(t *testing.T, script []byte, cputime bool) {
		if len(script) > 200 {
			return
		}
		synctest.Test(t, func(t *testing.T) { converse(t, script, cputime) })
	})
}

func converse(t *testing.T, script []byte, cputime bool) {
	defer time.Sleep(2 * time.Second) // lets all that is still to happen happen
	start := game.Chess.Start()
	limits := Allowance{
		Start: 50 * time.Millisecond, Ready: 50 * time.Millisecond, Position: 60 * time.Millisecond,
		Stop: 20 * time.Millisecond, Close: 10 * time.Millisecond,
	}.withDefaults()
	box := newInbox(&transcript{})
	p := &puppet{t: t, box: box, bytes: script, moves: start.LegalMoves(), askedAt: make(map[game.Move]int)}
	session := newSession(&Command{Allowance: limits}, limits, p, "puppet", box)
	engineUnder, err := open(t.Context(), session, time.Now())
	if err != nil {
		mustBeFault(t, err)
		return
	}
	task := engine.Task{Start: start, Limits: engine.Limits{Depth: 3}}
	if cputime {
		task.Limits = engine.Limits{CPUTime: 10 * time.Millisecond}
	}
	taken := make(map[game.Move]bool)
	for round := 1; round <= 6; round++ {
		before := time.Now()
		if round%3 != 0 {
			if err := engineUnder.Reset(t.Context()); err != nil {
				mustBeFault(t, err)
				break
			}
		}
		asked := p.asked
		ctx, cancel := context.WithTimeout(t.Context(), time.Duration(round)*30*time.Millisecond)
		r, err := engineUnder.Search(ctx, task, nil)
		cancel()
		if elapsed := time.Since(before); elapsed > limits.Budget(task.Limits) {
			t.Fatalf("round %d took %v", round, elapsed)
		}
		if err != nil {
			if !errors.Is(err, context.DeadlineExceeded) {
				mustBeFault(t, err)
			}
			break
		}
		p.mu.Lock()
		asking, askedAt := p.asked, p.askedAt[r.Best]
		p.mu.Unlock()
		if asking != asked+1 || askedAt != asking || taken[r.Best] {
			t.Fatalf("round %d: answer %s was given at question %d, this is %d (taken: %v)", round, r.Best, askedAt, asking, taken)
		}
		taken[r.Best] = true
	}
	engineUnder.Close()
}

func mustBeFault(t *testing.T, err error) {
	t.Helper()
	fault := (*Fault)(nil)
	if !errors.As(err, &fault) || fault.Class == ClassInternal || fault.Report == nil {
		t.Fatalf("error %v, want a fault with a capsule", err)
	}
}

// TestLimitsInVirtualTime passes the default limits one by one, which takes
// minutes, without waiting for them.
func TestLimitsInVirtualTime(t *testing.T) {
	tests := []struct {
		name   string
		script string
		limits engine.Limits
		want   string
		most   time.Duration
	}{
		{"no uciok", "\x00", engine.Limits{Depth: 1}, "handshake-timeout: engine did not answer uci with uciok within 10s (limit start=10s)", 10 * time.Second},
		{"no readyok", "\x01\x00", engine.Limits{Depth: 1}, "ready-timeout: engine did not answer isready with readyok within 15s while it got ready (limit ready=15s)", 15 * time.Second},
		{"no answer", "\x01\x01\x01\x00\x00", engine.Limits{Depth: 1}, "search-timeout: engine did not answer within 1m0s, nor when it was told to stop (limit position=1m0s)", 63 * time.Second},
		{"late answer", "\x01\x01\x01\x00\x01", engine.Limits{Nodes: 1}, "search-timeout: engine did not answer within 1m0s, only when it was told to stop (limit position=1m0s)", 60 * time.Second},
		{"move time", "\x01\x01\x01\x00\x00", engine.Limits{MoveTime: 2 * time.Minute}, "stop-ignored: engine did not answer within 3s of being told to stop (limit stop=3s)", 124 * time.Second},
		{"clock", "\x01\x01\x01\x00\x00", engine.Limits{Clock: &engine.Clock{Left: [2]time.Duration{time.Minute, time.Hour}}}, "stop-ignored: engine did not answer within 3s of being told to stop (limit stop=3s)", 64 * time.Second},
		{"CPU time", "\x01\x01\x01\x00\x00", engine.Limits{CPUTime: time.Second}, "stop-ignored: engine did not answer within 3s of being told to stop (limit stop=3s)", 24 * time.Second},
		{"slow end", "\x01\x01\x01\xf7", engine.Limits{Depth: 1}, "crash-exit: engine ended with exit status 3 while it searched", 2 * time.Second},
		{"answer", "\x01\x01\x01\x01\x01", engine.Limits{Depth: 1}, "", 0},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				defer time.Sleep(2 * time.Second) // lets all that is still to happen happen
				start := game.Chess.Start()
				limits := Allowance{}.withDefaults()
				box := newInbox(&transcript{})
				p := &puppet{t: t, box: box, bytes: []byte(test.script), moves: start.LegalMoves(), askedAt: make(map[game.Move]int)}
				began := time.Now()
				e, err := open(t.Context(), newSession(&Command{}, limits, p, "puppet", box), began)
				if err == nil {
					_, err = e.Search(t.Context(), engine.Task{Start: start, Limits: test.limits}, nil)
				}
				got := ""
				if err != nil {
					got = err.Error()
				}
				if got != test.want || time.Since(began) > test.most {
					t.Errorf("error %q after %v, want %q within %v", got, time.Since(began), test.want, test.most)
				}
			})
		})
	}
}
