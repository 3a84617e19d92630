package games

import (
	"context"
	"fmt"
	"time"

	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/match"
	"github.com/zugwatch/zugwatch/engine"
)

// How a limit is tried.
const (
	triedOpenings = 4               // positions that are searched
	patience      = 2 * time.Second // that a search of a few hundred nodes may take
	slack         = 8192            // nodes beyond a limit: engines look at it every few thousand nodes
	deepest       = 12              // limit by depth that is tried
	timesNodes    = 4               // so many times the nodes of the limit may a limit by depth take
)

// Fit returns the limit of the plan if all engines keep it. Otherwise it replaces a limit by nodes with the deepest
// limit by depth that takes at most timesNodes as many nodes on each engine, and says so in note. The error is that of
// a context that ended or of an engine that cannot be opened.
func (p *Plan) Fit(ctx context.Context, on ...engines.Engine) (control match.Control, note string, err error) {
	nodes := p.Control.Limits.Nodes
	if nodes == 0 || p.Control.Limits.Depth > 0 {
		return p.Control, "", nil
	}
	keeps := true
	for _, e := range on {
		most, err := p.mostNodes(ctx, e, p.Control.Limits)
		if err != nil {
			return control, "", err
		}
		keeps = keeps && most <= max(2*nodes, nodes+slack)
	}
	if keeps {
		return p.Control, "", nil
	}
	depth := 1
	for depth < deepest {
		fits, err := p.fits(ctx, on, engine.Limits{Depth: depth + 1})
		if err != nil {
			return control, "", err
		}
		if !fits {
			break
		}
		depth++
	}
	control.Limits = engine.Limits{Depth: depth}
	return control, fmt.Sprintf("limit %s instead of %s, which one side does not keep", control, p.Control), nil
}

// fits reports whether every engine takes at most timesNodes as many nodes as the plan has under a limit.
func (p *Plan) fits(ctx context.Context, on []engines.Engine, limits engine.Limits) (bool, error) {
	for _, e := range on {
		most, err := p.mostNodes(ctx, e, limits)
		if err != nil || most > timesNodes*p.Control.Limits.Nodes {
			return false, err
		}
	}
	return true, nil
}

// unbounded stands for the nodes of a search that had to be stopped.
const unbounded = 1 << 62

// mostNodes returns the most nodes that an engine takes for the first openings under a limit.
func (p *Plan) mostNodes(ctx context.Context, on engines.Engine, limits engine.Limits) (most uint64, err error) {
	e, err := on.Open()
	if err != nil {
		return 0, failure.Interruption(ctx, err)
	}
	defer e.Close()
	for _, o := range p.Book.Openings[:min(triedOpenings, len(p.Book.Openings))] {
		short, cancel := context.WithTimeout(ctx, patience)
		result, err := e.Search(short, engine.Task{Start: o.Start, Moves: o.Moves, Limits: limits}, nil)
		late := short.Err() != nil
		cancel()
		switch {
		case ctx.Err() != nil:
			return 0, failure.Interruption(ctx, context.Cause(ctx))
		case late:
			return unbounded, nil
		case err != nil: // the games will tell
			return most, nil
		}
		most = max(most, result.Nodes)
	}
	return most, nil
}
