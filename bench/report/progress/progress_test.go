package progress

import (
	"strings"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/match"
	"github.com/zugwatch/zugwatch/bench/match/stats"
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

func TestMatchProgress(t *testing.T) {
	play := func(config match.Config) string {
		var out strings.Builder
		event, end := Match(&out, config)
		for i, seconds := range []int{2, 10, 19, 25} {
			e := match.Event{Finished: 4 * (i + 1), Total: 40, Elapsed: time.Duration(seconds) * time.Second}
			switch i {
			case 1:
				e.Pairs = stats.Pairs{0, 0, 0, 0, 4} // these pairs do not bound the Elo
			case 2, 3:
				e.Pairs, e.LLR = stats.Pairs{2, 13, 79, 87, 61}, 2.992
			}
			event(e)
		}
		end()
		return out.String()
	}
	const plain = "match: 8 of 40 games, Ptnml [0, 0, 0, 0, 4], 10s, about 1m4s left\n" +
		"match: 16 of 40 games, Ptnml [2, 13, 79, 87, 61], Elo 145.8 +/- 24.4, 25s, about 46s left\n"
	if got := play(match.Config{}); got != plain {
		t.Errorf("lines:\n%swant:\n%s", got, plain)
	}
	const tested = "match: 8 of 40 games, Ptnml [0, 0, 0, 0, 4], LLR 0.00 (-2.94, 2.94), 10s, about 1m4s left unless the test ends it\n" +
		"match: 16 of 40 games, Ptnml [2, 13, 79, 87, 61], Elo 145.8 +/- 24.4, LLR 2.99 (-2.94, 2.94), 25s, about 46s left unless the test ends it\n"
	if got := play(match.Config{Test: &stats.SPRT{Elo1: 5, Alpha: 0.05, Beta: 0.05}}); got != tested {
		t.Errorf("lines:\n%swant:\n%s", got, tested)
	}
}
