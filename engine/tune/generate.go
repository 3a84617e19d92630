package tune

import (
	"context"
	"errors"
	"fmt"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/inorder"
)

// Generation describes the games to play.
type Generation struct {
	Seed    uint64
	First   int // number of the first game; a later run can continue a seed
	Games   int
	Limits  engine.Limits // of each move; must be exact
	Workers int           // games played at a time; the result does not depend on it
}

// GenerationResult counts the games and positions of a generation.
type GenerationResult struct {
	Games      int
	Positions  int // passed to each
	Duplicates int // left out, as an equal position came before
}

// Generate plays games and calls each, on the calling goroutine, for every quiet
// position that did not occur before in the run. Calls are in the order of the
// games. The positions do not depend on the number of workers. Open makes an
// engine for each worker. A done context or an error, of an engine or of each,
// ends it early.
func Generate(ctx context.Context, g Generation, open func() (engine.Engine, error), each func(*Sample) error) (GenerationResult, error) {
	if err := g.Check(); err != nil {
		return GenerationResult{}, err
	}
	var engines []engine.Engine
	defer func() {
		for _, e := range engines {
			e.Close()
		}
	}()
	for range g.Workers {
		e, err := open()
		if err != nil {
			return GenerationResult{}, err
		}
		engines = append(engines, e)
	}
	collection := NewDeduplicator(each)
	err := inorder.ForEach(ctx, engines, g.Games, func(ctx context.Context, e engine.Engine, n int) ([]Sample, error) {
		return Play(ctx, e, g.Limits, g.Seed, uint64(g.First+n))
	}, collection.Add)
	return collection.GenerationResult, err
}

// Deduplicator takes the samples of games in order and drops repeated positions.
type Deduplicator struct {
	GenerationResult
	each func(*Sample) error
	seen map[uint64]struct{} // keys of positions
}

// NewDeduplicator returns a Deduplicator that calls each for every new position.
func NewDeduplicator(each func(*Sample) error) *Deduplicator {
	return &Deduplicator{each: each, seen: make(map[uint64]struct{})}
}

// Add adds the samples of the next game. It returns the error of each, if any.
func (c *Deduplicator) Add(samples []Sample) error {
	c.Games++
	for i := range samples {
		if err := c.AddSample(&samples[i]); err != nil {
			return err
		}
	}
	return nil
}

// AddSample adds one sample. It returns the error of each, if any.
func (c *Deduplicator) AddSample(s *Sample) error {
	if _, again := c.seen[s.Position.Key()]; again {
		c.Duplicates++
		return nil
	}
	c.seen[s.Position.Key()] = struct{}{}
	if err := c.each(s); err != nil {
		return err
	}
	c.Positions++
	return nil
}

// Check returns an error for games that cannot be played.
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
