package progress

import (
	"strings"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/bench"
)

func TestLineProgress(t *testing.T) {
	var out strings.Builder
	event, end := Suite(&out, "wac", 5, 90*time.Minute)
	for i, at := range []struct {
		elapsed time.Duration
		verdict bench.Verdict
	}{
		{3 * time.Second, bench.Solved},
		{10 * time.Second, bench.Missed},
		{19 * time.Second, bench.Solved},
		{21*time.Second + 600*time.Millisecond, bench.Solved},
		{99 * time.Second, bench.Faulted},
	} {
		event(bench.Event{Outcome: bench.Outcome{Verdict: at.verdict}, Finished: i + 1, Total: 5, Elapsed: at.elapsed})
	}
	end()
	const want = "wac: 2 of 5 positions, 1 solved, 10s, about 15s left, 1h30m0s at the very most\n" +
		"wac: 4 of 5 positions, 3 solved, 21s, about 5s left\n" +
		"wac: 5 of 5 positions, 3 solved, 1m39s\n"
	if out.String() != want {
		t.Errorf("lines:\n%swant:\n%s", &out, want)
	}
}

// TestResumedProgress: what an earlier attempt finished took none of the time.
func TestResumedProgress(t *testing.T) {
	var out strings.Builder
	event, end := Suite(&out, "wac", 1000, 0)
	event(bench.Event{Finished: 901, Total: 1000, Elapsed: 10 * time.Second})
	end()
	const want = "wac: 901 of 1000 positions, 0 solved, 10s, about 16m30s left\n"
	if out.String() != want {
		t.Errorf("lines:\n%swant:\n%s", &out, want)
	}
}

// TestBarProgressEnds holds that a bar which never filled does not keep the
// program from ending.
func TestBarProgressEnds(t *testing.T) {
	ended := make(chan bool)
	go func() {
		var out strings.Builder
		shown := newBar(&out, "wac", 300)
		shown.update(1, 300, "x", 0)
		shown.end()
		ended <- true
	}()
	select {
	case <-ended:
	case <-time.After(5 * time.Minute):
		t.Error("the bar still waits")
	}
}
