package main

import (
	"fmt"
	"io"
	"os"
	"sync/atomic"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"
	"golang.org/x/term"

	"github.com/zugwatch/zugwatch/bench"
)

// tickInterval is the time between two lines of progress where no terminal
// shows a bar.
const tickInterval = 10 * time.Second

// progress shows how far a run is.
type progress struct {
	event func(bench.Event) // to be called for every finished position
	end   func()            // to be called once at the end, also of a run cut short
}

// newProgress shows the progress of a suite: as a bar where w is a terminal,
// as a line every ten seconds elsewhere, the first of which says how long the run
// can last at most. Bound is that, 0 when it is not known.
func newProgress(w io.Writer, suite string, total int, bound time.Duration) progress {
	if isTerminal(w) {
		return barProgress(w, suite, total)
	}
	return lineProgress(w, suite, bound)
}

// isTerminal tells whether a person watches w.
func isTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	return ok && term.IsTerminal(int(file.Fd())) && os.Getenv("TERM") != "dumb" && os.Getenv("CI") == ""
}

// barProgress draws one bar that goes away when the run ends.
func barProgress(w io.Writer, suite string, total int) progress {
	container := mpb.New(mpb.WithOutput(w), mpb.WithAutoRefresh())
	var solved atomic.Int64 // the bar is drawn on a goroutine of its own
	bar := container.AddBar(int64(total),
		mpb.BarRemoveOnComplete(),
		mpb.PrependDecorators(decor.Name(suite+" "), decor.CountersNoUnit("%d/%d ")),
		mpb.AppendDecorators(
			decor.Any(func(decor.Statistics) string { return fmt.Sprintf("%d solved ", solved.Load()) }),
			decor.AverageETA(decor.ET_STYLE_GO),
		),
	)
	return progress{
		event: func(e bench.Event) {
			if e.Outcome.Verdict == bench.Solved {
				solved.Add(1)
			}
			bar.SetCurrent(int64(e.Finished))
		},
		end: func() {
			bar.Abort(true)
			container.Wait()
		},
	}
}

// lineProgress prints a line when the last one, or the start, is ten seconds
// ago.
func lineProgress(w io.Writer, suite string, bound time.Duration) progress {
	solved, last := 0, ""
	if bound > 0 {
		last = fmt.Sprintf(" of at most %v", bound.Round(time.Second))
	}
	next := tickInterval
	return progress{
		event: func(e bench.Event) {
			if e.Outcome.Verdict == bench.Solved {
				solved++
			}
			if e.Elapsed < next {
				return
			}
			next = e.Elapsed + tickInterval
			fmt.Fprintf(w, "%s: %d of %d positions, %d solved, %s%s\n", suite, e.Finished, e.Total, solved, e.Elapsed.Truncate(time.Second), last)
			last = ""
		},
		end: func() {},
	}
}
