package uci

import (
	"slices"
	"strings"
	"testing"
)

// TestInbox fills an inbox without a reader, and checks that it keeps the essential lines and the newest of the rest,
// within the cap.
func TestInbox(t *testing.T) {
	box := newInbox(&transcript{})
	news := "info string " + strings.Repeat("x", 1000)
	box.put([]string{"readyok"})
	for range 5 * inboxCap / len(news) {
		if !box.put([]string{news}) || box.held > inboxCap {
			t.Fatalf("%d bytes are held, at most %d may be", box.held, inboxCap)
		}
	}
	box.put([]string{"bestmove e2e4"})
	lines, status := box.take(nil)
	if lines[0] != "readyok" || lines[len(lines)-1] != "bestmove e2e4" || !slices.Contains(lines, news) {
		t.Errorf("%d lines from %.20q to %.20q", len(lines), lines[0], lines[len(lines)-1])
	}
	if status.flooded || box.dropped() == 0 {
		t.Errorf("state %+v, %d lines dropped", status, box.dropped())
	}
	pivotal := "readyok " + strings.Repeat("x", 1000)
	room := true
	for n := 0; room && n < 2*inboxCap/len(pivotal); n++ {
		room = box.put([]string{pivotal})
	}
	if _, status := box.take(nil); !status.flooded || room {
		t.Errorf("state %+v, room %t after a flood of what cannot be dropped", status, room)
	}
}

// TestInboxFlood shows that nothing is read behind such a flood.
func TestInboxFlood(t *testing.T) {
	box := newInbox(&transcript{})
	flood := strings.NewReader(strings.Repeat("readyok\n", 1<<20))
	box.drain(flood)
	if _, status := box.take(nil); !status.flooded || status.closed || flood.Len() == 0 {
		t.Errorf("state %+v, %d bytes left", status, flood.Len())
	}
}
