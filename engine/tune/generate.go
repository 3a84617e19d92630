package tune

import (
	"context"
	"errors"
	"fmt"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/inorder"
)

// Generation says which games to play.
type Generation struct {
	Seed    uint64
	First   int // number of the first game; runs of one seed can go on where another ended
	Games   int
	Limits  engine.Limits // of each move; must be exact
	Workers int           // games at a time; it changes nothing but the time
}

// GenerationResult counts the games and positions of a generation.
type GenerationResult struct {
	Games      int
	Positions  int // handed to each
	Duplicates int // left out: an equal position came before
}

// Generate plays games and calls each for every quiet position that no earlier
// game of the run had, in the order of the games, on the calling goroutine. The
// positions depend on the engine, seed, numbers and limits alone, not on the
// number of workers. Open makes an engine for each worker. A done context, an
// error of an engine or of each ends it early.
func Generate(ctx context.Context, g Generation, open func() (engine.Engine, error), each func(*Sample) error) (GenerationResult, error) {
	if err := g.Check(); err != nil {
		return GenerationResult{}, err
	}
	var players []*player
	defer func() {
		for _, y := range players {
			y.engine.Close()
		}
	}()
	for range g.Workers {
		e, err := open()
		if err != nil {
			return GenerationResult{}, err
		}
		players = append(players, &player{engine: e, limits: g.Limits})
	}
	collection := NewDeduplicator(each)
	err := inorder.ForEach(ctx, players, g.Games, func(ctx context.Context, y *player, n int) ([]Sample, error) {
		return y.play(ctx, g.Seed, uint64(g.First+n))
	}, collection.Add)
	return collection.GenerationResult, err
}

// Deduplicator takes games in their order, and drops positions that were seen before.
type Deduplicator struct {
	GenerationResult
	each func(*Sample) error
	seen map[uint64]struct{} // keys of positions
}

// NewDeduplicator makes a collection that calls each for every position that no earlier game
// had.
func NewDeduplicator(each func(*Sample) error) *Deduplicator {
	return &Deduplicator{each: each, seen: make(map[uint64]struct{})}
}

// Add takes in the samples of a game. The error is that of each.
func (c *Deduplicator) Add(samples []Sample) error {
	c.Games++
	for i := range samples {
		s := &samples[i]
		if _, again := c.seen[s.Position.Key()]; again {
			c.Duplicates++
			continue
		}
		c.seen[s.Position.Key()] = struct{}{}
		if err := c.each(s); err != nil {
			return err
		}
		c.Positions++
	}
	return nil
}

// Check says what is wrong with g.
func (g *Generation) Check() error {
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
