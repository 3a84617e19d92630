package gate

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/bench/fit"
	"github.com/zugwatch/zugwatch/bench/games"
	"github.com/zugwatch/zugwatch/bench/match"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/bench/store"
	"github.com/zugwatch/zugwatch/engine/game"
)

// Games is one suite of kind games as it was played and judged.
type Games struct {
	Name   string
	Line   int // of the suite in the configuration, from 1
	Limits string
	Drifts bool // an engine keeps state that outlives a game, so that games may differ without a change
	*games.Judgement
}

// Change reports whether anything changed, which games do not tell if an engine keeps state that outlives a game.
func (g *Games) Change() compare.Equality {
	if g.Drifts && !g.Identical {
		return compare.Unknown
	}
	return g.Judgement.Change()
}

// gamesJob is one suite of kind games with the engines that play.
type gamesJob struct {
	config     config.Games
	book       *match.Book // nil: the default one of the game of the engines
	base, head engines.Engine
	chosen     map[string]bench.Limits // by suite, in place of limits by nodes that a revision does not keep; nil: none is kept
}

// openGames opens the books of the suites of kind games.
func openGames(r *runner.Runner, o *Options) (jobs []gamesJob, err error) {
	for _, c := range o.Games {
		j := gamesJob{config: c}
		if c.Book != "default" {
			if j.book, err = match.OpenBook(r.Config.Path(c.Book), match.BookPlies, game.Chess); err == nil {
				err = j.checkBook(j.book)
			}
			if err != nil {
				return nil, r.Config.WrongGames(&c, err)
			}
		}
		jobs = append(jobs, j)
	}
	return jobs, nil
}

// checkBook finds a book with fewer openings than pairs of games.
func (c *gamesJob) checkBook(book *match.Book) error {
	pairs := c.config.Most / 2
	if n := len(book.Openings); pairs > n {
		return fmt.Errorf("book %s has %d openings for %d pairs of games (expected games: %d or less, or a larger book)", book.Name, n, pairs, 2*n)
	}
	return nil
}

// playGames plays the suites of kind games, as long as the budget lasts, and adds what they say to the result.
func (s *schedule) playGames(r *runner.Runner, o *Options, result *Result) error {
	for i := range s.games {
		c := &s.games[i]
		state := s.states[c.head.Name]
		state.restart = max(state.restart, c.base.Restart, c.head.Restart)
		fresh := fit.StartsFresh(r, c.head, state.restart)
		played, err := c.play(s.ctx, r, o, fresh)
		if errors.Is(err, errBudget) {
			s.left = append(s.left, LeftOut{Suite: c.config.Name, Why: fmt.Sprintf("not finished within the budget of %v", s.budget), Optional: c.config.Optional})
			continue
		}
		if err != nil {
			return err
		}
		played.Drifts = (state.kept || state.restart > 0) && (!fresh || state.restart == 1) // 1: only the first search repeats
		result.Games = append(result.Games, *played)
	}
	return nil
}

// play plays and judges one suite. If asked to, each game has fresh engines, which play on this machine.
func (c *gamesJob) play(ctx context.Context, r *runner.Runner, o *Options, fresh bool) (*Games, error) {
	if err := context.Cause(ctx); err != nil {
		return nil, err
	}
	book := c.book
	if book == nil {
		var err error
		if book, err = match.DefaultBook(c.head.Game()); err == nil {
			err = c.checkBook(book)
		}
		if err != nil {
			return nil, r.Config.WrongGames(&c.config, err)
		}
	}
	plan := c.plan(r, o, book)
	note, err := c.fit(ctx, plan)
	if err != nil {
		return nil, failure.Interruption(ctx, err)
	}
	plan.Fresh = fresh
	switch {
	case r.Farm != nil && fresh:
		r.Tell("%s: engine %s gets fresh processes, so this machine plays, and not the farm", c.config.Name, c.head.Name)
	case r.Farm != nil:
		plan.Remote = r.Farm.Match
	}
	if r.WatchGames != nil {
		event, end := r.WatchGames(plan.Name, plan.Most)
		plan.Watch = event
		defer end()
	}
	judged, err := games.Play(ctx, c.base, c.head, plan)
	if err != nil {
		return nil, failure.Interruption(ctx, fmt.Errorf("%s: %w", c.config.Name, err))
	}
	if note != "" {
		r.Tell("%s: %s", c.config.Name, note)
		judged.Result.Notes = append(judged.Result.Notes, note)
	}
	return &Games{Name: c.config.Name, Line: c.config.Line, Limits: plan.Control.String(), Judgement: judged}, c.save(o.Save, judged.Match)
}

// plan returns what is played with a book.
func (c *gamesJob) plan(r *runner.Runner, o *Options, book *match.Book) *games.Plan {
	return &games.Plan{
		Name: c.config.Name, Most: c.config.Most, Control: c.config.Limit, Book: book, Seed: cmp.Or(o.Seed, 1), Elo: c.config.Elo,
		Tests: r.Config.Tests(), Workers: r.Workers, Now: r.Now,
	}
}

// fit gives the plan a limit that both sides keep, the one of an earlier pair if there is one. Note says if the limit
// changed.
func (c *gamesJob) fit(ctx context.Context, plan *games.Plan) (note string, err error) {
	if chosen, found := c.chosen[c.config.Name]; found {
		plan.Control = match.Control{Limits: chosen.Limits}
		return fmt.Sprintf("limit %s instead of %s, which one side does not keep", plan.Control, c.config.Limit), nil
	}
	plan.Control, note, err = plan.Fit(ctx, c.base, c.head)
	if note != "" && c.chosen != nil {
		c.chosen[c.config.Name] = bench.Limits{Limits: plan.Control.Limits}
	}
	return note, err
}

// save writes the games into a folder as PGN, where there is one.
func (c *gamesJob) save(folder string, m *match.Match) error {
	if folder == "" {
		return nil
	}
	if err := file.MakeFolder(folder); err != nil {
		return err
	}
	return runner.OutputError(store.SavePGN(filepath.Join(folder, c.config.Name+".pgn"), m))
}

// baselineGames returns the suites of kind games that can be played beside baselines: their entry names the
// accepted revision, and that revision is built. The others are left out. The caller must call Close.
func baselineGames(ctx context.Context, r *runner.Runner, o *Options, result *Result) (jobs []gamesJob, closing func() error, err error) {
	closing = func() error { return nil }
	opened, err := openGames(r, o)
	if err != nil {
		return nil, closing, err
	}
	var builder *engines.Builder
	for _, played := range opened {
		c := &played.config
		if c.Ref == "" {
			result.Unplayed = append(result.Unplayed, c.Name)
			continue
		}
		if builder == nil {
			if builder, err = engines.NewBuilder(ctx, r.Config, false, r.Tell); err != nil {
				return nil, closing, err
			}
			builder.Reuse()
			closing = func() error { return builder.Close(ctx) }
		}
		commit, err := builder.Repository.Resolve(ctx, c.Ref)
		if err != nil {
			return nil, closing, failure.Interruption(ctx, r.Config.WrongGames(c, fmt.Errorf("ref: %w", err)))
		}
		name := cmp.Or(o.Engine, c.Engine, r.Config.Engine)
		if played.head, err = r.Find(ctx, name); err != nil {
			return nil, closing, err
		}
		if played.base, err = builder.BuildVariant(ctx, &r.Finder, name, engines.Variant{Label: "base", Commit: commit}); err != nil {
			return nil, closing, err
		}
		jobs = append(jobs, played)
	}
	return jobs, closing, nil
}
