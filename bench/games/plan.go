package games

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/match"
	"github.com/zugwatch/zugwatch/engine"
)

// Plan describes the games and the allowed loss.
type Plan struct {
	Name    string           // of the suite
	Most    int              // games at most, an even number
	Control match.Control    // of each move; it reads no clock
	Book    *match.Book      // with an opening for each pair
	Seed    uint64           // orders the openings
	Elo     float64          // how much the head may lose, below 0
	Tests   int              // all tests of the verdict, which share one rate of false alarms
	Workers int              // games at once
	Fresh   bool             // each game has fresh engines, on this machine
	Now     func() time.Time // the clock

	Watch  func(match.Event) // called for each finished game; may be nil
	Remote RemoteFunc        // says how games are played on other machines; nil: they are played here
}

// RemoteFunc returns what plays the games of a match between engines on other machines.
type RemoteFunc = func(players []match.Player, on []engines.Engine, config *match.Config) (match.Remote, error)

// firstPairs is the number of pairs in the first look. Fewer say little of their own spread.
const firstPairs = 60

// looks returns after how many pairs the games are judged: each time twice as many.
func (p *Plan) looks() (all []int) {
	most := p.Most / 2
	for pairs := firstPairs; pairs < most; pairs *= 2 {
		all = append(all, pairs)
	}
	return append(all, most)
}

// rules call a game off when both sides agree for long, which saves two fifths of the time.
func rules() match.Rules {
	return match.Rules{
		Draw:   match.DrawRule{Moves: 6, Score: 15, From: 30},
		Resign: match.ResignRule{Moves: 3, Score: 600, TwoSided: true},
	}
}

// maxFaults is the number of games that may end by a fault before the match stops.
const maxFaults = 20

// longest is the longest time that a search may take. One of a few hundred nodes takes milliseconds, and an engine that
// hangs is found in seconds.
const longest = 10 * time.Second

// Players of every match.
const (
	headPlayer = iota
	basePlayer
)

// Play has the head play the base and judges, look by look, until a look decides. Equal plans and engines play equal games. The
// error is one of the setup, of an engine that cannot be opened, or of the context; too many faults are a judgement.
func Play(ctx context.Context, base, head engines.Engine, p *Plan) (*Judgement, error) {
	players := []match.Player{p.player(ctx, "head", head), p.player(ctx, "base", base)}
	kept, looks, again := new(finished), p.looks(), new(replay)
	for i, pairs := range looks {
		config := match.Config{
			Schedule: match.Schedule{Rounds: pairs, Book: p.Book, Seed: p.Seed}, Rules: rules(),
			Workers: p.Workers, MaxFaults: maxFaults, Now: p.Now, Recorder: kept, Progress: p.Watch,
		}
		if p.Remote != nil {
			var err error
			if config.Remote, err = p.Remote(players, []engines.Engine{head, base}, &config); err != nil {
				return nil, err
			}
		}
		m, err := match.Execute(ctx, players, config)
		_, faulty := errors.AsType[*bench.FaultLimitError](err)
		if err != nil && (!faulty || ctx.Err() != nil) {
			return nil, err
		}
		if err := again.searchFaults(ctx, m, players); err != nil {
			return nil, err
		}
		j := p.judge(m, &compare.Evidence{Tests: p.Tests, Looks: len(looks), More: !faulty && i < len(looks)-1}, again)
		if faulty {
			j.doubtEarlyEnd(m.Faults())
		}
		if faulty || j.Result.Verdict != compare.Undecided || i == len(looks)-1 {
			return j, nil
		}
		kept.games = m.Games
	}
	return nil, nil // there is a last look
}

func (p *Plan) player(ctx context.Context, name string, on engines.Engine) match.Player {
	on = withShortSearches(ctx, on)
	return match.Player{Name: name, Control: p.Control, Open: func(int) (engine.Engine, error) { return on.Open() }, Fresh: p.Fresh}
}

// withShortSearches returns an engine whose searches may take no longer than longest, if it is a program.
func withShortSearches(ctx context.Context, on engines.Engine) engines.Engine {
	if may := &on.Command.Allowance; on.Command.Path != "" && (may.Position == 0 || may.Position > longest) {
		may.Position = longest
		return on.WithOpen(ctx)
	}
	return on
}

// finished gives a look the games of those before it.
type finished struct{ games []match.Game }

// Begin returns the games of the looks before.
func (f *finished) Begin(*match.Match) ([]match.Game, error) { return f.games, nil }

// Record keeps nothing: the match of the look has its games.
func (f *finished) Record(match.Game) error { return nil }

// How a limit is tried.
const (
	triedOpenings   = 8               // positions that are searched
	firstSearchTime = 5 * time.Second // that the first search of an engine may take
	searchTime      = 2 * time.Second // that a search of a few hundred nodes may take
	extraNodes      = 8192            // nodes beyond a limit: engines look at it every few thousand nodes
	maxDepth        = 12              // limit by depth that is tried
	timesNodes      = 4               // so many times the nodes of the limit may a limit by depth take

	gamesTime   = 80 * time.Second // that all games may take under a limit by depth, by the time of the first openings
	pliesOfGame = 100              // each a search
	minDepth    = 3                // that a limit by depth has if its nodes allow it: with less, too little of the search is played
)

// Fit returns the limit of the plan if all engines keep it. Otherwise it replaces a limit by nodes with a limit by
// depth, and says so in note. It takes the deepest with at most timesNodes times as many nodes on each engine, and beyond
// minDepth only if there is time. It does the same for an engine that checks the node limit by a timer, as its searches repeat
// by depth alone. The error is that of a context that ended or of an engine that cannot be opened.
func (p *Plan) Fit(ctx context.Context, on ...engines.Engine) (control match.Control, note string, err error) {
	nodes := p.Control.Limits.Nodes
	if nodes == 0 || p.Control.Limits.Depth > 0 {
		return p.Control, "", nil
	}
	spent, err := p.searchOpenings(ctx, on, p.Control.Limits)
	if err != nil {
		return control, "", err
	}
	why, onTimer := "which one side does not keep", false
	if spent.most <= max(2*nodes, nodes+extraNodes) {
		if limit := nodes * uint64(min(triedOpenings, len(p.Book.Openings))); !spendEqually(spent.sums, limit) {
			why = "under which the sides spend different numbers of nodes"
		} else if repeats, err := p.repeatsNodes(ctx, on, p.Control.Limits, spent.sums); repeats || err != nil {
			return p.Control, "", err
		} else {
			why, onTimer = "under which searches do not repeat", true
		}
	}
	control, sums, err := p.FitDepth(ctx, on...)
	if err != nil {
		return control, "", err
	}
	if onTimer {
		if repeats, err := p.repeatsNodes(ctx, on, control.Limits, sums); !repeats || err != nil {
			return p.Control, "", err
		}
	}
	return control, fmt.Sprintf("limit %s instead of %s, %s", control, p.Control, why), nil
}

// FitDepth returns the limit by depth that Fit chooses in place of the limit by nodes of the plan. It also returns the nodes that each
// engine takes for the first openings under that limit. The errors are those of Fit.
func (p *Plan) FitDepth(ctx context.Context, on ...engines.Engine) (control match.Control, sums []uint64, err error) {
	depth := 1 // whether it repeats is not known
	for depth < maxDepth {
		found, err := p.searchOpenings(ctx, on, engine.Limits{Depth: depth + 1})
		if err != nil {
			return control, nil, err
		}
		if found.most > timesNodes*p.Control.Limits.Nodes || depth >= minDepth && p.takesTooLong(found.time) {
			break
		}
		depth, sums = depth+1, found.sums
	}
	control.Limits = engine.Limits{Depth: depth}
	return control, sums, nil
}

// spendEqually reports whether the largest sum is at most a tenth above the smallest, or above the limit. An engine that ends its
// searches before the limit does so by its own choice.
func spendEqually(sums []uint64, limit uint64) bool {
	return 10*slices.Max(sums) <= 11*max(limit, slices.Min(sums))
}

// takesTooLong reports whether all games take too long if the first openings take the given time, and games at once take no
// longer than one.
func (p *Plan) takesTooLong(openings time.Duration) bool {
	searches := p.Most * pliesOfGame / p.Workers
	return openings*time.Duration(searches)/time.Duration(min(triedOpenings, len(p.Book.Openings))) > gamesTime
}

// repeatsNodes reports whether the first openings take as many nodes under a limit as before.
func (p *Plan) repeatsNodes(ctx context.Context, on []engines.Engine, limits engine.Limits, before []uint64) (bool, error) {
	spent, err := p.searchOpenings(ctx, on, limits)
	return slices.Equal(spent.sums, before), err
}

// effort is what engines spend on the first openings.
type effort struct {
	most uint64        // nodes of one opening by one engine
	sums []uint64      // nodes of all openings, by engine
	time time.Duration // of all openings, of the slowest engine
}

// searchOpenings searches the first openings under a limit with each engine.
func (p *Plan) searchOpenings(ctx context.Context, on []engines.Engine, limits engine.Limits) (all effort, err error) {
	for _, e := range on {
		most, sum, took, err := p.searchOpeningsWith(ctx, e, limits)
		if err != nil {
			return effort{}, err
		}
		all.most, all.sums, all.time = max(all.most, most), append(all.sums, sum), max(all.time, took)
	}
	return all, nil
}

// unbounded stands for the nodes of a search that had to be stopped.
const unbounded = 1 << 62

// searchOpeningsWith searches the first openings with one engine. It returns the most nodes of an opening, and the nodes and
// the time of all. A search before them is not timed: some engines load their network in the first.
func (p *Plan) searchOpeningsWith(ctx context.Context, on engines.Engine, limits engine.Limits) (most, all uint64, took time.Duration, err error) {
	e, err := on.Open()
	if err != nil {
		return 0, 0, 0, failure.Interruption(ctx, err)
	}
	defer e.Close()
	first := p.Book.Openings[0]
	warm, cancel := context.WithTimeout(ctx, firstSearchTime)
	_, _ = e.Search(warm, engine.Task{Start: first.Start, Moves: first.Moves, Limits: engine.Limits{Depth: 1}}, nil) // the next one tells of its error
	endless := warm.Err() != nil && ctx.Err() == nil
	cancel()
	if endless {
		return unbounded, unbounded, 0, nil
	}
	begun := p.Now()
	for _, o := range p.Book.Openings[:min(triedOpenings, len(p.Book.Openings))] {
		short, cancel := context.WithTimeout(ctx, searchTime)
		result, err := e.Search(short, engine.Task{Start: o.Start, Moves: o.Moves, Limits: limits}, nil)
		late := short.Err() != nil
		cancel()
		switch {
		case ctx.Err() != nil:
			return 0, 0, 0, failure.Interruption(ctx, context.Cause(ctx))
		case late:
			return unbounded, unbounded, 0, nil
		case err != nil: // the games will tell
			return most, all, 0, nil
		}
		most, all = max(most, result.Nodes), all+result.Nodes
	}
	return most, all, p.Now().Sub(begun), nil
}
