package selfplay

import (
	"context"
	"fmt"
	"io"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/random"
	"github.com/zugwatch/zugwatch/engine/shogi/search"
	"github.com/zugwatch/zugwatch/epd"
)

// MiddleOptions say which middle games to generate.
type MiddleOptions struct {
	Seed  uint64
	Count int    // from 1 to maxMiddle
	Nodes uint64 // limit within which the engine has to complete the depth of a position
}

// maxMiddle is the largest valid Count: ids have three digits.
const maxMiddle = 999

// MiddleDefaults returns the options that make the embedded suite shogi-middle.
func MiddleDefaults() MiddleOptions { return MiddleOptions{Seed: 1, Count: 120, Nodes: 50_000} }

// check returns an error about invalid options.
func (o *MiddleOptions) check() error {
	switch {
	case o.Count < 1 || o.Count > maxMiddle:
		return fmt.Errorf("count is %d (expected a number from 1 to %d)", o.Count, maxMiddle)
	case o.Nodes < 1:
		return fmt.Errorf("nodes are %d (expected at least 1)", o.Nodes)
	}
	return nil
}

// Conditions for a position of the middle game.
const (
	minMiddlePly  = 20 // plies behind the opening
	maxMiddlePly  = 79
	middleEven    = 600 // largest advantage of a side, in centipawns
	gamesForOne   = 20  // that are played at most for each position
	middleShallow = 4   // plies that have to be completed
)

// Middle holds the positions found, with the extent of the search for them.
type Middle struct {
	Records   []epd.Record
	Games     int
	Signature uint64 // of the engine that played
	options   MiddleOptions
}

// GenerateMiddle plays games, in the order of their numbers, and takes a balanced position without check from each,
// until there are enough.
func GenerateMiddle(ctx context.Context, o MiddleOptions) (*Middle, error) {
	if err := o.check(); err != nil {
		return nil, err
	}
	m := &Middle{options: o}
	if err := m.collect(ctx); err != nil {
		return nil, err
	}
	var err error
	if m.Signature, err = signature(ctx); err != nil {
		return nil, err
	}
	return m, nil
}

// collect plays the games and takes the positions.
func (m *Middle) collect(ctx context.Context) error {
	o := m.options
	y, err := newPlayer()
	if err != nil {
		return err
	}
	defer y.engine.Close()
	s, err := search.New(search.Defaults())
	if err != nil {
		return err
	}
	defer s.Close()
	seen := make(map[uint64]bool)
	for ; len(m.Records) < o.Count; m.Games++ {
		if m.Games == gamesForOne*o.Count {
			return fmt.Errorf("%d games have %d positions (expected %d; ask for fewer)", m.Games, len(m.Records), o.Count)
		}
		r := random.New(o.Seed, uint64(m.Games))
		length := minMiddlePly + r.Below(maxMiddlePly-minMiddlePly+1)
		positions, err := y.play(ctx, r, length)
		if err != nil {
			return err
		}
		p := positions[len(positions)-1]
		key := game.LeastKey(game.FromShogi(p))
		if len(positions) < length || p.InCheck() || seen[key] {
			continue
		}
		seen[key] = true
		found, err := engine.SearchFresh(ctx, s, engine.Task{Start: game.FromShogi(p), Limits: engine.Limits{Nodes: o.Nodes}}, nil)
		if err != nil {
			return err
		}
		if max(found.Score, -found.Score) > middleEven || found.Depth < middleShallow {
			continue
		}
		record, err := reparse(&epd.Record{ID: fmt.Sprintf("MIDDLE.%03d", len(m.Records)+1), Position: game.FromShogi(p), Depth: found.Depth})
		if err != nil {
			return err
		}
		m.Records = append(m.Records, *record)
	}
	return nil
}

// Write writes the positions as a suite with its header.
func (m *Middle) Write(w io.Writer) error {
	o := m.options
	return epd.WriteSuite(w, fmt.Sprintf(`title: Middle games of shogi
kind: nodes
source: zugwatch suite generate middle --seed %d --count %d --nodes %d;
  positions of %d games of the built-in engine for shogi against itself, engine with signature %d (bench in
  zugwatch usi)
license: %s
checked: nobody is in check, or ahead by more than %d centipawns to the depth in sd, which the engine completes with
  so many nodes; there is nothing to solve, nodes and time are what counts
`, o.Seed, o.Count, o.Nodes, m.Games, m.Signature, license, middleEven), m.Records)
}
