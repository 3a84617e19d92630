package start

import (
	"context"
	"fmt"
	"time"

	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/config/starter"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/fit"
	"github.com/zugwatch/zugwatch/bench/games"
	"github.com/zugwatch/zugwatch/bench/match"
)

// How the games of an engine are tried.
const (
	triedGames = 8                 // that are played
	gamesTime  = 40 * time.Second  // wall time of a suite of games, if they go on to the last; most end early
	leastGames = 400               // that say something: so many are written at least
	tooLong    = 200 * time.Second // which leastGames may not take
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
	plan := &games.Plan{Name: chosen.Name, Most: triedGames, Control: chosen.Limit, Book: book, Seed: 1, Elo: chosen.Elo, Workers: 1, Now: r.Now}
	plan.Fresh = fit.StartsFresh(r, on, t.Options.Restart)
	if plan.Control, _, err = plan.Fit(ctx, on); err != nil {
		return t.leaveGames(ctx, err.Error())
	}
	var first, last time.Duration // when games ended: what the start of the engines takes is left out
	plan.Watch = func(e match.Event) {
		if last = e.Elapsed; e.Finished == 1 {
			first = e.Elapsed
		}
	}
	played, err := games.Play(ctx, on, on, plan)
	if err != nil {
		return t.leaveGames(ctx, err.Error())
	}
	if faults := played.Match.Faults(); faults > 0 {
		return t.leaveGames(ctx, fmt.Sprintf("the engine fails in %d of %d games against itself", faults, played.Games))
	}
	each := max(1, (last-first)/(triedGames-1)/time.Duration(r.Workers))
	if each*leastGames > tooLong {
		return t.leaveGames(ctx, fmt.Sprintf("%d games take longer than %v", leastGames, tooLong))
	}
	t.Options.Games = max(leastGames, min(config.DefaultGames, 2*len(book.Openings), int(gamesTime/each)/100*100))
	t.Options.SetLimit(starter.GamesName, plan.Control.String())
	return nil
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
