package enginetrial

import (
	"context"
	"slices"
	"time"

	"github.com/zugwatch/zugwatch/bench/config/starter"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/epd"
	"github.com/zugwatch/zugwatch/suites"
)

// How it is tried whether an engine counts legal moves.
const (
	triedCounts = 3               // positions
	countTime   = 5 * time.Second // for all of them
)

// tryPerft chooses how the legal moves of the engine are counted: to three plies by "go perft", or to one by
// searchmoves. An engine that supports neither gets no suite of counts. The error is that of a context that ended.
func (t *Trial) tryPerft(ctx context.Context, on engines.Engine) error {
	suite, err := suites.Open(starter.PerftName)
	if err != nil {
		return err
	}
	for _, way := range []struct {
		limit string
		depth int
	}{{"depth=3", 3}, {"depth=1 # each legal move is asked for by searchmoves: it has no go perft", 1}} {
		counts := countsLeaves(ctx, on, suite.Records[:triedCounts], way.depth)
		if ctx.Err() != nil {
			return failure.Interruption(ctx, context.Cause(ctx))
		}
		if counts {
			t.Options.SetLimit(starter.PerftName, way.limit)
			return nil
		}
	}
	t.Options.LeaveOut(starter.PerftName, "it has neither go perft nor searchmoves; rules and games find moves that are wrong or missing")
	return nil
}

// countsLeaves reports whether an engine counts the leaves of all records to a depth as they say.
func countsLeaves(ctx context.Context, on engines.Engine, records []epd.Record, depth int) bool {
	short, cancel := context.WithTimeout(ctx, countTime)
	defer cancel()
	e, err := on.Open()
	if err != nil {
		return false
	}
	defer e.Close()
	counter, can := e.(engine.PerftCounter)
	return can && !slices.ContainsFunc(records, func(r epd.Record) bool {
		at := slices.IndexFunc(r.Perft, func(c epd.Count) bool { return c.Depth == depth })
		leaves, err := counter.Perft(short, r.Position, depth)
		return err != nil || at < 0 || leaves != r.Perft[at].Nodes
	})
}
