package uci

import (
	"slices"
	"strings"
	"testing"
)

// TestInbox fills an inbox from which nobody takes: what a conversation hangs on
// stays, of the rest the newest, and all within the cap.
func TestInbox(t *testing.T) {
	rang := 0
	box := newInbox(&transcript{}, 1<<40, func() { rang++ })
	news := "info string " + strings.Repeat("x", 1000)
	box.put([]string{"readyok"})
	for range 5 * inboxCap / len(news) {
		box.put([]string{news})
		if box.held > inboxCap {
			t.Fatalf("%d bytes are held, at most %d may be", box.held, inboxCap)
		}
	}
	box.put([]string{"bestmove e2e4"})
	lines, status := box.take(nil)
	if lines[0] != "readyok" || lines[len(lines)-1] != "bestmove e2e4" || !slices.Contains(lines, news) {
		t.Errorf("%d lines from %.20q to %.20q", len(lines), lines[0], lines[len(lines)-1])
	}
	if status.flooded || rang > 0 || box.dropped() == 0 {
		t.Errorf("state %+v, %d alarms, %d lines dropped", status, rang, box.dropped())
	}
	pivotal := "readyok " + strings.Repeat("x", 1000)
	for range 2 * inboxCap / len(pivotal) {
		box.put([]string{pivotal})
	}
	if _, status := box.take(nil); !status.flooded || rang != 1 {
		t.Errorf("state %+v, %d alarms after a flood of what can not be dropped", status, rang)
	}
}
