package tune

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"github.com/zugwatch/zugwatch/engine"
)

// Generation says which games to play.
type Generation struct {
	Seed    uint64
	First   int // number of the first game; runs of one seed can go on where another ended
	Games   int
	Limits  engine.Limits // of each move; must be exact
	Workers int           // games at a time; it changes nothing but the time
}

// Generated counts what came of a generation.
type Generated struct {
	Games      int
	Positions  int // handed to each
	Duplicates int // left out: an equal position came before
}

// played is one game, or why there is none.
type played struct {
	samples []Sample
	err     error
}

// Generate plays games and calls each for every quiet position that no earlier
// game of the run had, in the order of the games, on the calling goroutine. The
// positions depend on the engine, seed, numbers and limits alone, not on the
// number of workers. Open makes an engine for each worker. A done context, an
// error of an engine or of each ends it early.
func Generate(ctx context.Context, g Generation, open func() (engine.Engine, error), each func(*Sample) error) (Generated, error) {
	if err := g.check(); err != nil {
		return Generated{}, err
	}
	ctx, cancel := context.WithCancel(ctx)
	var running sync.WaitGroup
	defer running.Wait()
	defer cancel()
	results, err := g.start(ctx, &running, open)
	if err != nil {
		return Generated{}, err
	}
	seen := make(map[uint64]struct{})
	var done Generated
	for slot := range results {
		game := <-slot
		if game.err != nil {
			return done, game.err
		}
		done.Games++
		for i := range game.samples {
			s := &game.samples[i]
			if _, again := seen[s.Position.Key()]; again {
				done.Duplicates++
				continue
			}
			seen[s.Position.Key()] = struct{}{}
			if err := each(s); err != nil {
				return done, err
			}
			done.Positions++
		}
	}
	return done, ctx.Err()
}

// check says what is wrong with g.
func (g *Generation) check() error {
	switch {
	case g.Games < 1 || g.First < 0:
		return fmt.Errorf("generation of %d games from game %d (expected at least one, from 0 on)", g.Games, g.First)
	case g.Workers < 1:
		return fmt.Errorf("generation with %d workers (expected at least one)", g.Workers)
	case !g.Limits.Exact():
		return errors.New("limit of a generation reads a clock (expected nodes or depth)")
	}
	return nil
}

// start runs the workers. It returns the slots of the games in their order:
// each receives one game. A worker that is ahead waits, so that at most a few
// games are held.
func (g *Generation) start(ctx context.Context, running *sync.WaitGroup, open func() (engine.Engine, error)) (<-chan chan played, error) {
	type job struct {
		number uint64
		slot   chan played
	}
	players := make([]player, g.Workers)
	for i := range players {
		e, err := open()
		if err != nil {
			return nil, errors.Join(err, closeAll(players[:i]))
		}
		players[i] = player{engine: e, limits: g.Limits}
	}
	jobs := make(chan job)
	results := make(chan chan played, 4*g.Workers)
	for i := range players {
		running.Go(func() {
			for j := range jobs {
				samples, err := players[i].play(ctx, g.Seed, j.number)
				j.slot <- played{samples, err}
			}
			players[i].engine.Close()
		})
	}
	running.Go(func() {
		defer close(jobs)
		defer close(results)
		for n := range g.Games {
			slot := make(chan played, 1)
			select {
			case results <- slot:
			case <-ctx.Done():
				return
			}
			jobs <- job{uint64(g.First + n), slot}
		}
	})
	return results, nil
}

// closeAll closes the engines that were opened.
func closeAll(players []player) (err error) {
	for i := range players {
		err = errors.Join(err, players[i].engine.Close())
	}
	return err
}
