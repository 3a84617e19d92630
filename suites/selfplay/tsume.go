package selfplay

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"

	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/inorder"
	"github.com/zugwatch/zugwatch/engine/random"
	"github.com/zugwatch/zugwatch/engine/shogi"
	"github.com/zugwatch/zugwatch/engine/shogi/tsume"
	"github.com/zugwatch/zugwatch/epd"
	"github.com/zugwatch/zugwatch/suites/mates"
)

// TsumeOptions say which problems of mate to generate.
type TsumeOptions struct {
	Seed    uint64
	Mates   []int  // numbers of problems with a mate in 1, 2 … moves, that is 1, 3 … plies
	Games   int    // that are played at most
	Nodes   uint64 // that the proof of a mate, or of there being none, may take
	Every   int    // plies to which moves without check are tried as well
	Workers int    // games at a time, at least 1; it changes nothing but the time
}

// TsumeDefaults returns the options that make the embedded suite tsume.
func TsumeDefaults() TsumeOptions {
	return TsumeOptions{Seed: 1, Mates: []int{8, 60, 72, 72, 50, 26, 13, 1}, Games: 5000, Nodes: 10_000, Every: 5, Workers: 1}
}

// Check returns an error about invalid options.
func (o *TsumeOptions) Check() error {
	switch longest := (tsume.MaxPlies + 1) / 2; {
	case len(o.Mates) > longest:
		return fmt.Errorf("a mate in %d is asked for (expected at most %d)", len(o.Mates), longest)
	case o.Games < 0 || o.Nodes < 1:
		return fmt.Errorf("nodes are %d and games %d (expected at least 1 and 0)", o.Nodes, o.Games)
	case o.Workers < 1:
		return fmt.Errorf("generation with %d workers (expected at least one)", o.Workers)
	case o.Every < 0 || o.Every > tsume.MaxPlies:
		return fmt.Errorf("plies of every move are %d (expected a number from 0 to %d)", o.Every, tsume.MaxPlies)
	}
	return nil
}

// Tsume holds the problems found, with the extent of the search for them.
type Tsume struct {
	Records   []epd.Record
	Games     int
	Signature uint64 // of the engine that played
	options   TsumeOptions
}

// problem is a position with its proof.
type problem struct {
	position shogi.Position
	plies    int
	first    shogi.Move
	line     []shogi.Move
	game     int
}

// GenerateTsume plays games, in the order of their numbers, until every length has its
// problems. Options that Check refuses are an error, and so are too few problems.
func GenerateTsume(ctx context.Context, o TsumeOptions) (*Tsume, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	found := &Tsume{options: o}
	c := choice{open: slices.Clone(o.Mates), seen: make(map[uint64]bool)}
	var err error
	if c.missing() > 0 {
		found.Games, err = c.games(ctx, o)
	}
	if err != nil {
		return nil, err
	}
	if found.Signature, err = signature(ctx); err != nil {
		return nil, err
	}
	slices.SortStableFunc(c.chosen, func(a, b problem) int { return cmp.Compare(a.plies, b.plies) })
	for i := range c.chosen {
		r, err := c.chosen[i].record(i + 1)
		if err != nil {
			return nil, err
		}
		found.Records = append(found.Records, *r)
	}
	return found, nil
}

// choice is the problems that are taken.
type choice struct {
	open   []int // how many are missing of each length
	seen   map[uint64]bool
	chosen []problem
}

// missing returns how many problems are still to be found.
func (c *choice) missing() (n int) {
	for _, open := range c.open {
		n += open
	}
	return n
}

// errEnough ends the games.
var errEnough = errors.New("enough")

// games plays and searches games until there are enough problems, and returns the number of games.
func (c *choice) games(ctx context.Context, o TsumeOptions) (played int, err error) {
	var composers []*composer
	defer func() {
		for _, w := range composers {
			w.player.engine.Close()
		}
	}()
	for range o.Workers {
		w, err := newComposer(o)
		if err != nil {
			return 0, err
		}
		composers = append(composers, w)
	}
	err = inorder.ForEach(ctx, composers, o.Games, composeProblems, func(found []problem) error {
		played++
		if c.chooseProblems(found); c.missing() == 0 {
			return errEnough
		}
		return nil
	})
	switch {
	case errors.Is(err, errEnough):
		return played, nil
	case err != nil:
		return played, err
	}
	return played, fmt.Errorf("%d games lack %d problems: of mates in 1, 2 … moves %s (expected none; ask for fewer, or for more games)",
		played, c.missing(), mates.FormatLengths(c.open))
}

// fromGame is the number of problems that a game may give, each of another length.
const fromGame = 5

// chooseProblems chooses problems of a game, first those of the lengths that lack the most problems.
func (c *choice) chooseProblems(problems []problem) {
	slices.SortStableFunc(problems, func(a, b problem) int { return cmp.Compare(c.open[b.plies/2], c.open[a.plies/2]) })
	taken := 0
	for _, s := range problems {
		if least := game.LeastKey(game.FromShogi(s.position)); taken < fromGame && c.open[s.plies/2] > 0 && !c.seen[least] {
			c.seen[least] = true
			c.open[s.plies/2]--
			c.chosen = append(c.chosen, s)
			taken++
		}
	}
}

// composer finds problems in games.
type composer struct {
	options TsumeOptions
	player  player
	solver  *tsume.Solver
	checks  *tsume.Exhaustive
	every   *tsume.Exhaustive
}

// solverMB is the size of the solver's table in MiB.
const solverMB = 32

func newComposer(o TsumeOptions) (*composer, error) {
	y, err := newPlayer()
	if err != nil {
		return nil, err
	}
	s, err := tsume.New(solverMB)
	if err != nil {
		return nil, err
	}
	return &composer{options: o, player: y, solver: s}, nil
}

// composeProblems plays a game and returns problems from its last positions, at most one of each length. It minimizes
// each position with a mate before it makes a problem of it.
func composeProblems(ctx context.Context, c *composer, number int) (problems []problem, err error) {
	c.checks, c.every = tsume.NewExhaustive(tsume.ChecksAlone), tsume.NewExhaustive(tsume.EveryMove) // no game depends on earlier ones
	r := random.New(c.options.Seed, uint64(number))
	positions, err := c.player.play(ctx, r, longestGame)
	if err != nil {
		return nil, err
	}
	taken, found := make(map[int]bool), 0
	for _, p := range slices.Backward(positions[max(0, len(positions)-lastPlies):]) {
		if found == maxMates || c.solver.Solve(ctx, p, scanNodes).Verdict != tsume.Mate {
			continue
		}
		found++
		for range minimizations {
			if s, ok := c.problem(ctx, c.minimize(ctx, p, r), taken); ok {
				s.game = number
				taken[s.plies] = true
				problems = append(problems, s)
			}
		}
		if err := ctx.Err(); err != nil {
			return nil, err
		}
	}
	return problems, nil
}

// Limits of the search for problems in a game.
const (
	lastPlies     = 60
	scanNodes     = 1500 // node limit for finding a mate
	maxMates      = 8    // positions
	minimizations = 2    // of each
)

// problem makes a problem of a position whose mate has a wanted length that is not taken. Exactly one first check
// mates, in so many plies and not fewer. No other move mates in as many plies, as far as moves without check are
// tried.
func (c *composer) problem(ctx context.Context, p shogi.Position, taken map[int]bool) (s problem, ok bool) {
	o := &c.options
	plies, first, ok := c.checks.Shortest(ctx, p, 2*len(o.Mates)-1, 10*o.Nodes)
	if !ok || len(first) != 1 || o.Mates[plies/2] == 0 || taken[plies] || !c.isOnly(ctx, &p, first[0]) {
		return s, false
	}
	n, all, ok := c.every.Shortest(ctx, p, min(plies, o.Every), everyNodes)
	if !ok || n > 0 && (n < plies || len(all) > 1) {
		return s, false
	}
	return problem{position: p, plies: plies, first: first[0], line: c.checks.Line(ctx, p, plies)}, true
}

// everyNodes is the node limit for trying every move.
const everyNodes = 50_000_000

// isOnly reports whether no other check mates.
func (c *composer) isOnly(ctx context.Context, p *shogi.Position, first shogi.Move) bool {
	var l shogi.MoveList
	info := p.CheckInfo()
	p.Checks(&l, &info)
	for _, m := range l.Slice() {
		if m != first && c.solver.Refute(ctx, p.After(m), c.options.Nodes).Verdict != tsume.NoMate {
			return false
		}
	}
	return true
}
