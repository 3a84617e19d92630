package main

import (
	"fmt"
	"io"
	"sync/atomic"
	"time"

	"github.com/vbauerster/mpb/v8"
	"github.com/vbauerster/mpb/v8/decor"

	"github.com/zugwatch/zugwatch/bench/match"
)

// matchProgress shows how far a match is.
type matchProgress struct {
	event func(match.Event) // to be called for every finished game
	end   func()            // to be called once at the end, also of a match cut short
}

// newMatchProgress shows the progress of a match: as a bar where w is a terminal,
// as a line every ten seconds elsewhere.
func newMatchProgress(w io.Writer, config match.Config) matchProgress {
	state := func(e match.Event) string { return matchState(e, config) }
	if isTerminal(w) {
		return matchBar(w, state)
	}
	next := tickInterval
	return matchProgress{
		event: func(e match.Event) {
			if e.Elapsed < next {
				return
			}
			next = e.Elapsed + tickInterval
			fmt.Fprintf(w, "match: %d of %d games, %s%s\n", e.Finished, e.Total, state(e), e.Elapsed.Truncate(time.Second))
		},
		end: func() {},
	}
}

// matchBar draws a bar that goes away when the match ends.
func matchBar(w io.Writer, state func(match.Event) string) matchProgress {
	container := mpb.New(mpb.WithOutput(w), mpb.WithAutoRefresh())
	var text atomic.Value // the bar is drawn on a goroutine of its own
	text.Store("")
	bar := container.AddBar(0,
		mpb.BarRemoveOnComplete(),
		mpb.PrependDecorators(decor.Name("match "), decor.CountersNoUnit("%d/%d ")),
		mpb.AppendDecorators(
			decor.Any(func(decor.Statistics) string { return text.Load().(string) }),
			decor.AverageETA(decor.ET_STYLE_GO),
		),
	)
	return matchProgress{
		event: func(e match.Event) {
			text.Store(state(e))
			bar.SetTotal(int64(e.Total), false)
			bar.SetCurrent(int64(e.Finished))
		},
		end: func() {
			bar.Abort(true)
			container.Wait()
		},
	}
}

// matchState is the running result of two players: Elo, and the LLR with its
// bounds where there is a test.
func matchState(e match.Event, config match.Config) string {
	if e.Pairs.Count() == 0 {
		return ""
	}
	elo := e.Pairs.Elo()
	text := fmt.Sprintf("Ptnml %s, Elo %.1f +/- %.1f, ", e.Pairs, elo.Value, elo.Margin())
	if config.Test != nil {
		low, high := config.Test.Bounds()
		text += fmt.Sprintf("LLR %.2f (%.2f, %.2f), ", e.LLR, low, high)
	}
	return text
}
