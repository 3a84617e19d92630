package farm

import (
	"context"
	"fmt"
	"slices"

	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/bench/match"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
)

// Match returns how games are played by the workers. The progress of the configuration is told
// to the farm too.
func (f *Farm) Match(players []match.Player, on []engines.Engine, config *match.Config) (match.Remote, error) {
	job, clocked := MatchJob{Rules: config.Rules, Margin: config.Margin}, false
	for i, p := range players {
		known, err := f.engine(&on[i])
		if err != nil {
			return nil, fmt.Errorf("player %s: %w", p.Name, err)
		}
		job.Players = append(job.Players, Player{Name: p.Name, Engine: known, Control: p.Control.String()})
		clocked = clocked || !p.Control.Exact()
	}
	now := config.Now
	var progress Progress
	shown, tested := config.Progress, config.Test != nil
	config.Progress = func(e match.Event) {
		progress.Finished, progress.Total = e.Finished, e.Total
		if tested {
			progress.LLR = fmt.Sprintf("%.2f", e.LLR)
		}
		if e.Game.Ending.IsFault() {
			progress.Faults++
		}
		if shown != nil {
			shown(e)
		}
	}
	return func(ctx context.Context, here *match.Table, games []match.Game, finished func(match.Game)) error {
		if len(games) == 0 {
			return nil
		}
		for i := range job.Players {
			job.Players[i].Engine.ID = here.ID(i)
			if err := oneThread(job.Players[i].Engine); err != nil {
				return err
			}
		}
		if clocked {
			if job.Reference = f.Reference; job.Reference <= 0 {
				measured, err := Calibrate(ctx, 1, now)
				if err != nil {
					return err
				}
				job.Reference = measured.Alone
			}
			f.Tell("farm: times are for machines of %.0f nodes a second, as this one; a worker has them by its own speed", job.Reference)
		}
		m, err := newMatchTask(here, games, finished)
		if err != nil {
			return err
		}
		references, err := searchReferences(ctx, m.openings(), len(players), func(player int, t engine.Task) (engine.Result, error) { return here.Probe(ctx, player, t) })
		if err != nil {
			return err
		}
		return f.Coordinate(ctx, &Task{
			Job:   Job{Title: matchTitle(players), Match: &job, References: references},
			Items: m.order, Earlier: here.AnsweredBy(), Item: m.item, Read: m.readClaim, Here: m.play, Discard: m.discard, Progress: &progress, Differs: clocked,
		})
	}, nil
}

func matchTitle(players []match.Player) string {
	if len(players) == 2 {
		return players[0].Name + " against " + players[1].Name
	}
	return fmt.Sprintf("%d players", len(players))
}

// matchTask is the pairs of a match as items.
type matchTask struct {
	here     *match.Table
	finished func(match.Game)
	order    []int                // of the pairs
	pairs    map[int][]match.Game // the games of each that are to be played, laid out
}

func newMatchTask(here *match.Table, games []match.Game, finished func(match.Game)) (*matchTask, error) {
	m := &matchTask{here: here, finished: finished, pairs: make(map[int][]match.Game)}
	for _, g := range games {
		if m.pairs[g.Pair()] == nil {
			m.order = append(m.order, g.Pair())
		}
		m.pairs[g.Pair()] = append(m.pairs[g.Pair()], g)
	}
	for pair := range here.AnsweredBy() {
		for number := 2 * pair; number < 2*pair+2; number++ {
			g, err := here.PlannedGame(number)
			if err != nil {
				return nil, err
			}
			m.pairs[pair] = append(m.pairs[pair], g)
		}
	}
	return m, nil
}

// openings returns the starts of a few games.
func (m *matchTask) openings() []game.Position {
	var positions []game.Position
	for _, pair := range spreadReferences(m.order) {
		if o, err := m.pairs[pair][0].Opening(); err == nil { // which the schedule has laid out
			positions = append(positions, o.Start)
		}
	}
	return positions
}

// item returns the games of a pair.
func (m *matchTask) item(pair int) Item { return Item{Games: m.pairs[pair]} }

// PlayPair plays the games of a pair at a table, as they are laid out.
func PlayPair(ctx context.Context, at *match.Table, pair int, games []match.Game) (r Result, err error) {
	for i := range games {
		if err := at.Play(ctx, &games[i]); err != nil {
			return r, err
		}
	}
	r = Result{Index: pair, End: Done}
	r.Outcome, err = file.Line(games)
	return r, err
}

// read reads the games of a result, which have to be those of its pair.
func (m *matchTask) read(r Result) ([]match.Game, error) {
	var games []match.Game
	if err := file.Parse(r.Outcome, &games); err != nil {
		return nil, err
	}
	planned := m.pairs[r.Index]
	if len(games) != len(planned) {
		return nil, fmt.Errorf("%d games (expected %d)", len(games), len(planned))
	}
	for i := range games {
		g, want := &games[i], &planned[i]
		if g.Number != want.Number || g.White != want.White || g.Black != want.Black || g.Start != want.Start || !slices.Equal(g.Book, want.Book) {
			return nil, fmt.Errorf("game %d is another one", want.Number+1)
		}
		if err := g.Check(); err != nil {
			return nil, err
		}
	}
	return games, nil
}

// readClaim reads a result. The messages of engines that failed need not be the same
// everywhere.
func (m *matchTask) readClaim(r Result) (same []byte, take func() error, err error) {
	switch r.End {
	case Lost:
		return failedItem("%d workers were given pair %d, and none came back", Attempts, r.Index+1)
	case Nondeterministic:
		return failedItem("nondeterministic: pair %d went otherwise when it was played again", r.Index+1)
	}
	games, err := m.read(r)
	if err != nil {
		return nil, nil, err
	}
	plain := slices.Clone(games)
	for i := range plain {
		plain[i].Message = ""
	}
	same, err = file.Line(plain)
	return same, func() error {
		for _, g := range games {
			g.By = r.Worker
			m.finished(g)
		}
		return nil
	}, err
}

// discard drops the games of a pair.
func (m *matchTask) discard(pair int) {
	for _, g := range m.pairs[pair] {
		m.finished(match.Game{Number: g.Number, Void: true})
	}
}

// play plays the games of a pair on this machine.
func (m *matchTask) play(ctx context.Context, pair int) (Result, error) {
	return PlayPair(ctx, m.here, pair, slices.Clone(m.pairs[pair]))
}
