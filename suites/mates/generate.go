package mates

import (
	"cmp"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/tablebase"
	"github.com/zugwatch/zugwatch/epd"
	"github.com/zugwatch/zugwatch/suites"
)

// Options say what to generate.
type Options struct {
	Seed    uint64
	Mates   []int // numbers of middle games in which the side to move mates in 1, 2 … moves
	Mated   []int // the same, with the side to move mated
	Endings []tablebase.Ending
	Count   int    // positions of each ending
	Longest int    // of endings, in moves
	Most    int    // first moves that mate in a position, at most
	Games   int    // that are played at most
	Nodes   uint64 // that a proof may take; four times as many for each move beyond two that the position after it has
}

// Defaults returns the options that make the embedded suite mates.
func Defaults() Options {
	return Options{
		Seed: 1, Mates: []int{8, 40, 60, 50, 25, 8}, Mated: []int{0, 12, 14, 10, 6},
		Endings: tablebase.MustParseEndings("KQK", "KRK", "KPK", "KBBK", "KBNK", "KQKR"),
		Count:   12, Longest: 20, Most: 3, Games: 20_000, Nodes: 30_000,
	}
}

// Check returns an error about invalid options.
func (o *Options) Check() error {
	seen := make(map[tablebase.Ending]bool)
	for _, e := range o.Endings {
		if seen[e] {
			return fmt.Errorf("ending %s is listed twice (expected each once)", e)
		}
		seen[e] = true
	}
	switch longest := max(len(o.Mates), len(o.Mated)); {
	case longest > maxProof:
		return fmt.Errorf("middle games ask for a mate in %d (expected at most %d)", longest, maxProof)
	case o.Count < 0 || o.Count > maxCount:
		return fmt.Errorf("count is %d (expected a number from 0 to %d)", o.Count, maxCount)
	case o.Longest < 1 || o.Longest > epd.MaxMate:
		return fmt.Errorf("distance to mate is %d (expected a number from 1 to %d)", o.Longest, epd.MaxMate)
	case o.Most < 1:
		return fmt.Errorf("first moves are %d (expected a number from 1)", o.Most)
	case o.Nodes < 1 || o.Games < 0:
		return fmt.Errorf("nodes are %d and games %d (expected at least 1 and 0)", o.Nodes, o.Games)
	}
	return nil
}

// maxCount is the largest valid Count.
const maxCount = 999

// study is a position with its proof.
type study struct {
	position chess.Position
	mate     int          // as dm counts: negative where the side to move is mated
	first    []chess.Move // that mate; none where it is mated
	proof    string       // by what
}

// Generate finds positions and proves them: middle games, then endings, whose tables must be in the set. It sorts
// them by the length of the mate, with mates of the side to move last. It fails if Check rejects the options, or if
// games or an ending yield too few positions.
func Generate(ctx context.Context, set *tablebase.Set, o Options) ([]epd.Record, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	g := &generator{options: o, prover: NewProver(), seen: make(map[uint64]bool), open: [2][]int{slices.Clone(o.Mates), slices.Clone(o.Mated)}}
	if err := g.middleGames(ctx); err != nil {
		return nil, err
	}
	for _, e := range o.Endings {
		if !set.Has(e) {
			return nil, fmt.Errorf("ending %s is not in the set", e)
		}
		if err := g.ending(ctx, set, e); err != nil {
			return nil, err
		}
	}
	slices.SortStableFunc(g.chosen, func(a, b study) int {
		return cmp.Or(cmp.Compare(sign(b.mate), sign(a.mate)), cmp.Compare(abs(a.mate), abs(b.mate)))
	})
	records, err := g.records()
	suites.MarkFamilies(records)
	return records, err
}

func sign(n int) int { return cmp.Compare(n, 0) }

// generator gathers positions.
type generator struct {
	options Options
	prover  *Prover
	open    [2][]int // how many are wanted of each length: of mates, of being mated
	seen    map[uint64]bool
	chosen  []study
}

// quota returns how many positions with such a mate are missing, nil where none are
// asked for.
func (g *generator) quota(mate int) *int {
	list := g.open[0]
	if mate < 0 {
		list = g.open[1]
	}
	if n := abs(mate); n >= 1 && n <= len(list) {
		return &list[n-1]
	}
	return nil
}

// missing returns how many middle games are still to be found.
func (g *generator) missing() (n int) {
	for _, list := range g.open {
		for _, open := range list {
			n += open
		}
	}
	return n
}

// middleGames plays games until every length has its positions.
func (g *generator) middleGames(ctx context.Context) error {
	for number := 0; g.missing() > 0; number++ {
		if err := ctx.Err(); err != nil {
			return err
		}
		if number == g.options.Games {
			return fmt.Errorf("%d games lack %d positions: of mates in 1, 2 … moves %v, of being mated %v (expected none; ask for fewer, or for more games)",
				number, g.missing(), g.open[0], g.open[1])
		}
		positions := playOut(rand.New(rand.NewPCG(g.options.Seed, uint64(number))))
		g.chooseStudies(g.studies(positions))
	}
	return nil
}

// The least that a middle game has to offer to be worth asking.
const (
	minMoves    = 8 // to choose from, of who mates
	minDefences = 2 // of who is mated
)

// studies walks back from the mate at the end of a game as long as the winner has a forced mate. It returns the
// positions worth asking.
func (g *generator) studies(positions []chess.Position) (found []study) {
	nodes := g.options.Nodes
	for i := len(positions) - 2; i >= 1; i -= 2 {
		p := withoutCounters(&positions[i])
		n, first, ok := g.prover.Mate(&p, len(g.options.Mates), nodes)
		if !ok || n == 0 {
			return found
		}
		nodes = g.options.Nodes << (2 * max(0, n-2))
		if len(first) <= g.options.Most && p.CountLegal() >= minMoves {
			found = append(found, study{p, n, first, "a search of every move"})
		}
		p = withoutCounters(&positions[i-1])
		if p.CountLegal() < minDefences || len(g.options.Mated) == 0 {
			continue
		}
		if n, ok := g.prover.Mated(&p, len(g.options.Mated), nodes); ok && n > 0 {
			found = append(found, study{p, -n, nil, "a search of every move"})
		}
	}
	return found
}

// withoutCounters returns a position without its counters.
func withoutCounters(p *chess.Position) chess.Position {
	q, err := chess.ParseFEN(p.EPD())
	if err != nil { // cannot be: it comes from a game
		return *p
	}
	return q
}

// chooseStudies chooses at most one mate and one mated position of a game. Positions with rights to castle or to take
// en passant come first, then the longest.
func (g *generator) chooseStudies(found []study) {
	slices.SortStableFunc(found, func(a, b study) int {
		return cmp.Or(specialRights(&b.position)-specialRights(&a.position), abs(b.mate)-abs(a.mate))
	})
	taken := [2]bool{}
	for _, s := range found {
		side := (1 - sign(s.mate)) / 2
		if open := g.quota(s.mate); !taken[side] && open != nil && *open > 0 && !g.seen[s.position.Key()] {
			taken[side] = true
			*open--
			g.add(s)
		}
	}
}

// specialRights returns how special a position is.
func specialRights(p *chess.Position) int {
	switch {
	case p.HasEnPassant():
		return 2
	case p.HasCastlingRight():
		return 1
	}
	return 0
}

func (g *generator) add(s study) {
	g.seen[s.position.Key()] = true
	g.chosen = append(g.chosen, s)
}

// maxDrawn is the number of positions drawn from a table.
const maxDrawn = 1_000_000

// nearestMate is the shortest mate in an ending that is worth asking, in moves.
const nearestMate = 4

// ending draws positions of a table with mates of different lengths, as evenly as possible. In every third one the
// side to move is mated.
func (g *generator) ending(ctx context.Context, set *tablebase.Set, e tablebase.Ending) error {
	random := rand.New(rand.NewPCG(g.options.Seed, e.Seed()))
	taken, count := make(map[int]int), 0
	for drawn := 0; count < g.options.Count && drawn < maxDrawn; drawn++ {
		if drawn%1024 == 0 && ctx.Err() != nil {
			return ctx.Err()
		}
		p, v, ok := set.At(e, random.IntN(set.Size(e)))
		if !ok || v.Outcome == tablebase.Draw || p.HasEnPassant() {
			continue
		}
		s, ok := g.endingStudy(set, &p, v, e)
		// A length may come again once all had time to come.
		if !ok || (s.mate < 0) != (count%3 == 2) || taken[s.mate] > drawn*g.options.Count/maxDrawn || g.seen[s.position.Key()] {
			continue
		}
		if random.IntN(2) == 1 {
			if s, ok = s.flipColors(); !ok {
				continue
			}
		}
		taken[s.mate]++
		count++
		g.add(s)
	}
	if count < g.options.Count {
		return fmt.Errorf("ending %s has %d positions (expected %d; ask for fewer or for another ending)", e, count, g.options.Count)
	}
	return nil
}

// endingStudy returns a position of a table, if it is worth asking.
func (g *generator) endingStudy(set *tablebase.Set, p *chess.Position, v tablebase.Value, e tablebase.Ending) (s study, ok bool) {
	s = study{position: *p, mate: v.Moves(), proof: "the table of " + e.String()}
	if s.mate < nearestMate || s.mate > g.options.Longest {
		return s, false
	}
	if v.Outcome == tablebase.Loss {
		s.mate = -s.mate
		return s, p.CountLegal() >= minDefences
	}
	a, ok := set.Analyze(p)
	for _, m := range a.Moves {
		if m.Value == v {
			s.first = append(s.first, m.Move)
		}
	}
	slices.Sort(s.first)
	return s, ok && len(s.first) <= g.options.Most
}

// flipColors returns the study with the colors exchanged.
func (s study) flipColors() (study, bool) {
	const y = chess.FlipColors
	if !y.Holds(&s.position) {
		return s, false
	}
	s.position = y.Position(&s.position)
	first := make([]chess.Move, len(s.first))
	for i, m := range s.first {
		first[i] = y.Move(m)
	}
	slices.Sort(first)
	s.first = first
	return s, true
}
