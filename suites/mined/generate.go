package mined

import (
	"context"
	"errors"
	"fmt"
	"io"
	"strconv"
	"strings"

	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/inorder"
	"github.com/zugwatch/zugwatch/engine/search"
	"github.com/zugwatch/zugwatch/epd"
)

// Options say what to generate.
type Options struct {
	Count   int    // of positions, from 1 to MaxCount
	Seed    uint64 // of the openings
	Easy    uint64 // positions are left out that the engine solves in every form with so many nodes
	Hard    uint64 // and those that it solves in no form with so many
	Workers int    // games at a time, at least 1; it changes nothing but the time
}

// MaxCount is the largest valid Count: ids have four digits.
const MaxCount = 9999

// gamesPerPosition is after how many games for each position mining gives up.
const gamesPerPosition = 1000

// maxNodes is the largest valid Easy and Hard.
const maxNodes = 100_000_000

// Defaults returns the options where nothing is said.
func Defaults() Options { return Options{Count: 20, Seed: 1, Easy: 300, Hard: 100_000, Workers: 1} }

// Check returns an error about invalid options.
func (o Options) Check() error {
	switch {
	case o.Count < 1 || o.Count > MaxCount:
		return fmt.Errorf("count is %d (expected a number from 1 to %d)", o.Count, MaxCount)
	case o.Easy < 1 || o.Hard <= o.Easy || o.Hard > maxNodes:
		return fmt.Errorf("positions are easy with %d nodes and hard with %d (expected rising numbers from 1 to %d)", o.Easy, o.Hard, maxNodes)
	case o.Workers < 1:
		return fmt.Errorf("generation with %d workers (expected at least one)", o.Workers)
	}
	return nil
}

// Mined holds the positions found, with the extent of the search for them.
type Mined struct {
	Records   []epd.Record // none that is equal to another, or an image of it
	Games     int
	Signature uint64
}

// Generate plays games, in the order of their numbers, until there are enough
// positions. A done context ends it early with its error.
func Generate(ctx context.Context, o Options) (*Mined, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	m := &Mined{}
	var err error
	if m.Signature, err = signature(ctx); err != nil {
		return nil, err
	}
	seen := make(map[uint64]bool)
	err = eachGame(ctx, o, func(found []verifiedPosition) error {
		m.Games++
		for i := range found {
			if len(m.Records) == o.Count {
				break
			}
			f := &found[i]
			if key := game.LeastKey(game.FromChess(f.position)); !seen[key] {
				seen[key] = true
				m.Records = append(m.Records, f.record(len(m.Records)+1))
			}
		}
		if len(m.Records) == o.Count {
			return errEnough
		}
		return nil
	})
	if err != nil && !errors.Is(err, errEnough) {
		return nil, err
	}
	if n := len(m.Records); n < o.Count {
		return nil, fmt.Errorf("%d games have %d positions (expected %d; ask for fewer)", m.Games, n, o.Count)
	}
	return m, nil
}

// errEnough ends the games.
var errEnough = errors.New("enough")

// signature returns the number of nodes of the engine on the positions of Bench.
func signature(ctx context.Context) (nodes uint64, err error) {
	s, err := search.New(search.Defaults())
	if err != nil {
		return 0, err
	}
	nodes, err = s.Bench(ctx, search.BenchDepth, nil)
	return nodes, errors.Join(err, s.Close())
}

// verifiedPosition is a position whose solution was verified.
type verifiedPosition struct {
	candidate
	verified
}

// miner plays games and judges the candidates in them.
type miner struct {
	player player
	judge  *judge
}

func newMiner(o Options) (*miner, error) {
	j, err := newJudge(o)
	if err != nil {
		return nil, err
	}
	small := search.Defaults()
	small.HashMB = 1
	y, err := search.New(small)
	if err != nil {
		return nil, errors.Join(err, j.close())
	}
	return &miner{player: player{y, max(minLookNodes, lookFactor*o.Easy)}, judge: j}, nil
}

// close frees the memory of the miner.
func (m *miner) close() error { return errors.Join(m.player.engine.Close(), m.judge.close()) }

// mine plays one game.
func (m *miner) mine(ctx context.Context, seed, number uint64) (found []verifiedPosition, err error) {
	next := 0
	err = m.player.play(ctx, seed, number, func(c *candidate) error {
		if c.ply < next {
			return nil
		}
		v, ok, err := m.judge.judge(ctx, c)
		if ok {
			found = append(found, verifiedPosition{*c, v})
			next = c.ply + minPliesApart
		}
		return err
	})
	return found, err
}

// eachGame has the workers play games. It hands the positions of each to take, in the order of the game numbers, on
// the calling goroutine, until take returns an error.
func eachGame(ctx context.Context, o Options, take func([]verifiedPosition) error) error {
	var miners []*miner
	defer func() {
		for _, m := range miners {
			m.close()
		}
	}()
	for range o.Workers {
		m, err := newMiner(o)
		if err != nil {
			return err
		}
		miners = append(miners, m)
	}
	mine := func(ctx context.Context, m *miner, number int) ([]verifiedPosition, error) {
		return m.mine(ctx, o.Seed, uint64(number))
	}
	return inorder.ForEach(ctx, miners, gamesPerPosition*o.Count, mine, take)
}

// record returns the record of a finding. In it ce and acd hold the verified score and depth, pv the line, and c0 the
// best of the other moves.
func (f *verifiedPosition) record(number int) epd.Record {
	p := f.position
	r := epd.Record{ID: fmt.Sprintf("TAC.%04d", number), Position: game.FromChess(p), Best: game.FromChessMoves(f.Best)}
	r.Set("c0", fmt.Sprintf(`"next best %s %d"`, p.SAN(f.Second), f.Other))
	r.Set("acd", strconv.Itoa(f.Depth))
	r.Set("ce", strconv.Itoa(int(f.Score)))
	r.Set("pv", sanLine(p, f.PV))
	return r
}

// sanLine returns moves that are played one after the other from p.
func sanLine(p chess.Position, moves []chess.Move) string {
	names := make([]string, len(moves))
	for i, m := range moves {
		names[i] = p.SAN(m)
		p = p.After(m)
	}
	return strings.Join(names, " ")
}

// Write writes what Generate made of the options as a suite with its header.
func (m *Mined) Write(w io.Writer, o Options) error {
	return epd.WriteSuite(w, fmt.Sprintf(`title: Mined tactics
kind: tactics
source: zugwatch suite generate tactics --count %d --seed %d --easy %d --hard %d;
  %d games of the built-in engine against itself, engine with signature %d (zugwatch bench)
license: positions and solutions are facts and free to use; selection, remarks and this header
  are part of Zugwatch and under its licence (MIT)
checked: by search without null moves, reductions, extensions and pruning, with %d nodes: ce is the value of bm
  and at least %d, c0 gives the best of the other moves, at most %d, both to depth acd, pv is the line; the engine
  misses one of the forms with %d nodes and solves one with %d
`, o.Count, o.Seed, o.Easy, o.Hard, m.Games, m.Signature, VerifyNodes, win, level, o.Easy, o.Hard), m.Records)
}
