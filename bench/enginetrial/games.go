package enginetrial

import (
	"context"
	"fmt"
	"math"
	"slices"
	"time"

	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/config/starter"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/fit"
	"github.com/zugwatch/zugwatch/bench/games"
	"github.com/zugwatch/zugwatch/bench/match"
	"github.com/zugwatch/zugwatch/engine"
)

// How the games of an engine are tried.
const (
	triedGames = 8                 // that are played at least
	timesEach  = 4                 // games that each worker plays at least
	maxTimed   = 16                // workers that play them: games of more are judged in several looks
	gamesTime  = 40 * time.Second  // wall time of a suite of games, if they go on to the last; most end early
	minGames   = 200               // that show a fault or a large loss: so many are written at least
	allGames   = 400               // that are judged by config.DefaultElo; fewer have a larger error and are allowed more
	slowGames  = 40 * time.Second  // above this wall time of minGames the limit becomes a smaller depth
	maxTime    = 100 * time.Second // which minGames may not take
	minDepth   = 3                 // of a limit by depth: with less, too little of the search is played
)

// tryGames plays a few games of the engine against itself, and chooses their limit and number by the time that they
// take. An engine that cannot play them, or too slowly, gets none. The error is that of a context that ended.
func (t *Trial) tryGames(ctx context.Context, on engines.Engine) error {
	settings, err := t.plannedConfig()
	if err != nil {
		return err
	}
	if len(settings.Games) == 0 {
		return nil
	}
	r, chosen := t.Runner, &settings.Games[0]
	book, err := match.DefaultBook(on.Game())
	if err != nil {
		return err
	}
	plan := &games.Plan{Name: chosen.Name, Most: allGames, Control: chosen.Limit, Book: book, Seed: 1, Elo: chosen.Elo, Workers: r.Workers, Now: r.Now}
	plan.Fresh = fit.StartsFresh(r, on, t.Options.Restart)
	if plan.Control, _, err = plan.Fit(ctx, on); err != nil {
		return t.leaveGames(ctx, err.Error())
	}
	before := plan.Control
	each, why, err := t.timeGames(ctx, on, plan)
	if err == nil && why == "" && each*minGames > slowGames {
		each, why, err = t.reduceDepth(ctx, on, plan, each)
	}
	if err != nil {
		why = err.Error()
	}
	if why != "" {
		return t.leaveGames(ctx, why)
	}
	if each*minGames > maxTime {
		return t.leaveGames(ctx, fmt.Sprintf("%d games take longer than %v", minGames, maxTime))
	}
	if plan.Control != before {
		r.Tell("games have limit %s instead of %s, under which %d of them take longer than %v", plan.Control, before, minGames, slowGames)
	}
	t.Options.Games = max(minGames, min(config.DefaultGames, 2*len(book.Openings), int(gamesTime/each)/100*100))
	t.Options.Elo = allowedElo(t.Options.Games)
	t.Options.SetLimit(starter.GamesName, plan.Control.String())
	return nil
}

// allowedElo returns the allowed loss in so many games, below 0. It grows as the standard error of their score does, so that an
// equal head is as rarely undecided as in allGames.
func allowedElo(games int) int {
	return int(math.Round(config.DefaultElo * max(1, math.Sqrt(allGames/float64(games)))))
}

// reduceDepth gives the plan a limit by depth, or a smaller one, until minGames are not slow. A limit has minDepth plies at
// least, and is taken if games are faster under it by a tenth. Each is the time of a game under the limit of the plan. It returns what
// timeGames does.
func (t *Trial) reduceDepth(ctx context.Context, on engines.Engine, plan *games.Plan, each time.Duration) (time.Duration, string, error) {
	depth := plan.Control.Limits.Depth - 1
	if depth < 0 {
		fitted, _, err := plan.FitDepth(ctx, on)
		if err != nil {
			return each, "", err
		}
		depth = fitted.Limits.Depth
	}
	for ; depth >= minDepth && each*minGames > slowGames; depth-- {
		with := *plan
		with.Control.Limits = engine.Limits{Depth: depth}
		took, why, err := t.timeGames(ctx, on, &with)
		if err != nil || why != "" {
			return each, why, err
		}
		if took < each-each/10 { // less may be chance
			each, plan.Control = took, with.Control
		}
	}
	return each, "", nil
}

// timeGames plays a few games of a plan, and returns the wall time that each takes beside others, or why there are to be none.
// It plays with all workers, as two games at once may take as long as one after the other.
func (t *Trial) timeGames(ctx context.Context, on engines.Engine, plan *games.Plan) (each time.Duration, why string, err error) {
	few := *plan
	few.Workers = min(plan.Workers, maxTimed)
	few.Most = max(triedGames, timesEach*few.Workers)
	var first, last time.Duration // when as many games had ended as there are workers, and when all had
	few.Watch = func(e match.Event) {
		if last = e.Elapsed; e.Finished == few.Workers {
			first = e.Elapsed
		}
	}
	played, err := games.Play(ctx, on, on, &few)
	if err != nil {
		return 0, "", err
	}
	if faults := played.Match.Faults(); faults > 0 {
		first := slices.IndexFunc(played.Match.Games, func(g match.Game) bool { return g.Ending.IsFault() })
		why = fmt.Sprintf("the engine fails in %d of %d games against itself: %s", faults, played.Games, played.Match.Games[first].Message)
	}
	return max(1, (last-first)/time.Duration(few.Most-few.Workers)), why, nil
}

// leaveGames leaves the games out for a reason, unless the context ended.
func (t *Trial) leaveGames(ctx context.Context, why string) error {
	if ctx.Err() != nil {
		return failure.Interruption(ctx, context.Cause(ctx))
	}
	t.Options.LeaveOut(starter.GamesName, why)
	t.Runner.Tell("there are no games: %s", why)
	return nil
}
