// Package progress shows how far a measurement is: as a bar on a terminal, as a line
// every ten seconds elsewhere. Of tables that are built it tells every step.
package progress

import (
	"fmt"
	"io"
	"math"
	"os"
	"strings"
	"sync/atomic"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
	"golang.org/x/term"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/match"
	"github.com/zugwatch/zugwatch/engine/tablebase"
)

// interval is the time between two lines where no terminal shows a bar.
const interval = 10 * time.Second

// meter shows how much of a total is finished. End is called once, also for what
// was cut short.
type meter struct {
	update func(finished, total int, state string, elapsed time.Duration)
	end    func()
}

// newMeter shows so many of something: "wac", of "positions". Behind the time that is left
// stand words on it, in the first line or in all.
func newMeter(w io.Writer, label, noun string, total int, first, always string) meter {
	if IsWatched(w) {
		return newBar(w, label, total)
	}
	next, before := interval, -1 // finished by an earlier attempt
	return meter{
		update: func(finished, total int, state string, elapsed time.Duration) {
			if before < 0 {
				before = finished - 1
			}
			if elapsed < next {
				return
			}
			next = elapsed + interval
			left := ""
			if finished < total {
				left = fmt.Sprintf(", about %v left", remaining(finished-before, total-finished, elapsed)) + always
			}
			fmt.Fprintf(w, "%s: %d of %d %s, %s%s%s\n", label, finished, total, noun, state, elapsed.Truncate(time.Second), left+first)
			first = ""
		},
		end: func() {},
	}
}

// remaining returns how long the rest takes if it goes on as what was done.
func remaining(done, rest int, elapsed time.Duration) time.Duration {
	return time.Duration(float64(elapsed) * float64(rest) / float64(done)).Truncate(time.Second)
}

// IsWatched reports whether a person watches w: a terminal, and none of a CI service.
func IsWatched(w io.Writer) bool {
	file, ok := w.(*os.File)
	return ok && term.IsTerminal(int(file.Fd())) && os.Getenv("TERM") != "dumb" && os.Getenv("CI") == ""
}

// newBar draws a bar that goes away at the end.
func newBar(w io.Writer, label string, total int) meter {
	container := mpb.New(mpb.WithOutput(w), mpb.WithAutoRefresh())
	var shown atomic.Value // the bar is drawn on a goroutine of its own
	shown.Store("")
	drawn := container.AddBar(int64(total),
		mpb.BarRemoveOnComplete(),
		mpb.PrependDecorators(decor.Name(label+" "), decor.CountersNoUnit("%d/%d ")),
		mpb.AppendDecorators(
			decor.Any(func(decor.Statistics) string { return shown.Load().(string) }),
			decor.AverageETA(decor.ET_STYLE_GO),
		),
	)
	return meter{
		update: func(finished, total int, state string, _ time.Duration) {
			shown.Store(strings.TrimSuffix(state, ", ") + " ")
			drawn.SetTotal(int64(total), false)
			drawn.SetCurrent(int64(finished))
		},
		end: func() {
			drawn.Abort(true)
			container.Wait()
		},
	}
}

// Suite shows the progress of a suite on w: event is called for every finished position, end once. Each line
// estimates the remaining time from the time so far. The first one shows the longest possible time, if bound
// is not 0.
func Suite(w io.Writer, suite string, positions int, bound time.Duration) (event func(bench.Event), end func()) {
	first := ""
	if bound > 0 {
		first = fmt.Sprintf(", %v at the very most", bound.Round(time.Second))
	}
	m, solved := newMeter(w, suite, "positions", positions, first, ""), 0
	return func(e bench.Event) {
		if e.Outcome.Verdict == bench.Solved {
			solved++
		}
		m.update(e.Finished, e.Total, fmt.Sprintf("%d solved, ", solved), e.Elapsed)
	}, m.end
}

// Match shows the progress of a match on w: event is called for every finished
// game, end once.
func Match(w io.Writer, config match.Config) (event func(match.Event), end func()) {
	unless := ""
	if config.Test != nil {
		unless = " unless the test ends it"
	}
	m := newMeter(w, "match", "games", 0, "", unless)
	return func(e match.Event) { m.update(e.Finished, e.Total, matchState(e, config), e.Elapsed) }, m.end
}

// Games shows the progress of a suite of kind games on w: event is called for every finished game, end once.
func Games(w io.Writer, suite string, most int) (event func(match.Event), end func()) {
	m := newMeter(w, suite, "games", most, " unless a look decides", "")
	return func(e match.Event) { m.update(e.Finished, most, matchState(e, match.Config{}), e.Elapsed) }, m.end
}

// matchState returns the running result of two players: Elo as soon as the pairs bound it, and
// the LLR with its bounds where there is a test.
func matchState(e match.Event, config match.Config) string {
	if e.Pairs.Count() == 0 {
		return ""
	}
	state := fmt.Sprintf("Ptnml %s, ", e.Pairs)
	if elo := e.Pairs.Elo(); elo.Margin() < math.Inf(1) {
		state += fmt.Sprintf("Elo %.1f +/- %.1f, ", elo.Value, elo.Margin())
	}
	if config.Test != nil {
		low, high := config.Test.Bounds()
		state += fmt.Sprintf("LLR %.2f (%.2f, %.2f), ", e.LLR, low, high)
	}
	return state
}

// Race shows on w how much of its budget a race has used.
func Race(w io.Writer, budget time.Duration) func(share float64) {
	next := interval
	return func(share float64) {
		spent := time.Duration(share * float64(budget))
		if spent < next {
			return
		}
		next = spent + interval
		fmt.Fprintf(w, "speed: %v of at most %v\n", spent.Truncate(time.Second), budget)
	}
}

// Tables prints on w what happens to tables.
func Tables(w io.Writer) func(tablebase.Event) {
	var begun time.Time
	return func(e tablebase.Event) {
		switch e.Step {
		case tablebase.Building:
			begun = time.Now()
		case tablebase.Built:
			fmt.Fprintf(w, "%s: built, time %.1f s\n", e.Ending, time.Since(begun).Seconds())
		case tablebase.Damaged:
			fmt.Fprintf(w, "zugwatch: %v (it is built anew)\n", e.Err)
		case tablebase.Unsaved:
			fmt.Fprintf(w, "zugwatch: %v (the table is not kept)\n", e.Err)
		}
	}
}
