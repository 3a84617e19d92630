package selfplay

import (
	"cmp"
	"context"
	"fmt"
	"slices"

	"github.com/zugwatch/zugwatch/engine/random"
	"github.com/zugwatch/zugwatch/engine/shogi"
	"github.com/zugwatch/zugwatch/engine/shogi/tsume"
	"github.com/zugwatch/zugwatch/epd"
	"github.com/zugwatch/zugwatch/suites/mates"
)

// TsumeOptions say which problems of mate to generate.
type TsumeOptions struct {
	Seed  uint64
	Mates []int  // how many in which the side to move mates in 1, 2 … moves, which is 1, 3 … plies
	Games int    // that are played at most
	Nodes uint64 // that the proof of a mate, or of there being none, may take
	Every int    // plies to which moves without a check are tried as well
}

// TsumeDefaults are the options that make the embedded suite tsume.
func TsumeDefaults() TsumeOptions {
	return TsumeOptions{Seed: 1, Mates: []int{8, 50, 60, 60, 50, 40, 22, 14, 6}, Games: 5000, Nodes: 30_000, Every: 7}
}

// Check says what is wrong with the options.
func (o *TsumeOptions) Check() error {
	switch longest := (tsume.MaxPlies + 1) / 2; {
	case len(o.Mates) > longest:
		return fmt.Errorf("a mate in %d is asked for (expected at most %d)", len(o.Mates), longest)
	case o.Games < 0 || o.Nodes < 1:
		return fmt.Errorf("nodes are %d and games %d (expected at least 1 and 0)", o.Nodes, o.Games)
	case o.Every < 0 || o.Every > tsume.MaxPlies:
		return fmt.Errorf("plies of every move are %d (expected a number from 0 to %d)", o.Every, tsume.MaxPlies)
	}
	return nil
}

// Tsume is the problems found, and what was looked at for them.
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
	var err error
	if found.Signature, err = signature(ctx); err != nil {
		return nil, err
	}
	c, err := newComposer(o)
	if err != nil {
		return nil, err
	}
	defer c.player.engine.Close()
	for ; c.missing() > 0; found.Games++ {
		if found.Games == o.Games {
			return nil, fmt.Errorf("%d games lack %d problems: of mates in 1, 2 … moves %s (expected none; ask for fewer, or for more games)",
				found.Games, c.missing(), mates.Lengths(c.open))
		}
		if err := c.game(ctx, found.Games); err != nil {
			return nil, err
		}
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

// composer finds problems in games.
type composer struct {
	options TsumeOptions
	player  player
	solver  *tsume.Solver
	checks  *tsume.Exhaustive
	every   *tsume.Exhaustive
	open    []int // how many are missing of each length
	seen    map[uint64]bool
	chosen  []problem
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
	return &composer{
		options: o, player: y, solver: s, checks: tsume.NewExhaustive(tsume.ChecksAlone), every: tsume.NewExhaustive(tsume.EveryMove),
		open: slices.Clone(o.Mates), seen: make(map[uint64]bool),
	}, nil
}

// missing is how many problems are still to be found.
func (c *composer) missing() (n int) {
	for _, open := range c.open {
		n += open
	}
	return n
}

// quota is how many problems of so many plies are missing, nil where none are asked for.
func (c *composer) quota(plies int) *int {
	if i := plies / 2; plies > 0 && i < len(c.open) {
		return &c.open[i]
	}
	return nil
}

// fromGame is how many problems a game may give, each of another length.
const fromGame = 3

// game plays a game and looks for problems from its end: at what was on the board, and one
// defence beside it.
func (c *composer) game(ctx context.Context, number int) error {
	positions, err := c.player.play(ctx, random.New(c.options.Seed, uint64(number)), longestGame)
	if err != nil {
		return err
	}
	taken := make(map[int]bool)
	for i := len(positions) - 1; i >= 0 && len(taken) < fromGame; i-- {
		for _, p := range c.around(ctx, positions[i]) {
			s, ok := c.compose(ctx, p, taken)
			if err := ctx.Err(); err != nil {
				return err
			}
			if ok && len(taken) < fromGame {
				s.game = number
				taken[s.plies] = true
				*c.quota(s.plies)--
				c.chosen = append(c.chosen, s)
			}
		}
	}
	return nil
}

// around is a position in which the side to move mates, and those after its first move and
// each defence; none where it does not mate.
func (c *composer) around(ctx context.Context, p shogi.Position) (list []shogi.Position) {
	answer := c.solver.Solve(ctx, p, scanNodes)
	if answer.Verdict != tsume.Mate {
		return nil
	}
	list = append(list, p)
	next := p.After(answer.Line[0])
	for _, q := range next.Successors() {
		list = append(list, q)
	}
	return list
}

// scanNodes is what it may cost to see that there is a mate.
const scanNodes = 3000

// compose makes a problem of a position if it is one of a length that is wanted and not taken:
// one check mates in so many plies and not in fewer, no other check mates at all, and no other move
// in as many plies, as far as these are tried.
func (c *composer) compose(ctx context.Context, p shogi.Position, taken map[int]bool) (s problem, ok bool) {
	least := leastKey(&p)
	if c.seen[least] {
		return s, false
	}
	plies, first, ok := c.checks.Shortest(ctx, p, 2*len(c.open)-1, 10*c.options.Nodes)
	if open := c.quota(plies); !ok || open == nil || *open == 0 || taken[plies] || len(first) != 1 {
		return s, false
	}
	c.seen[least] = true
	if !c.isOnly(ctx, &p, first[0]) {
		return s, false
	}
	most := min(plies, c.options.Every-(c.options.Every+1)%2)
	n, all, ok := c.every.Shortest(ctx, p, most, everyNodes)
	if !ok || n > 0 && (n < plies || len(all) > 1) {
		return s, false
	}
	return problem{position: p, plies: plies, first: first[0], line: c.checks.Line(ctx, p, plies)}, true
}

// everyNodes is what it may cost to try every move.
const everyNodes = 50_000_000

// isOnly tells whether no other check mates.
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

// leastKey is the least key of a position and its images: equal for those that mean the same.
func leastKey(p *shogi.Position) uint64 {
	least := p.Key()
	for y := shogi.FlipColors; y <= shogi.FlipColors|shogi.MirrorFiles; y++ {
		image := y.Position(p)
		least = min(least, image.Key())
	}
	return least
}
