package proven

import (
	"cmp"
	"context"
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"

	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/tablebase"
	"github.com/zugwatch/zugwatch/epd"
	"github.com/zugwatch/zugwatch/suites"
)

// Options say what to generate.
type Options struct {
	Endings  []tablebase.Ending // each once
	Count    int                // of zugzwangs and of controls, for each ending; at least 1
	Seed     uint64             // of the choice
	MaxMate  int                // mates of at most so many moves are asked for by dm; 0: none
	MaxDepth int                // positions whose point or asked mate comes later are left out, in plies
}

// Defaults returns the options that make the embedded suite zugzwang-proven. They name the endings of at most four
// pieces that have mutual zugzwangs, except KRKB, KBKP and KBPK. These three have too few preceding positions that a
// search of every move can solve.
func Defaults() Options {
	return Options{
		Endings: tablebase.MustParseEndings("KPK", "KRKN", "KRKP", "KNKP", "KPKP", "KNPK", "KPPK"),
		Count:   20, Seed: 2, MaxMate: 9, MaxDepth: 17,
	}
}

// Check returns an error about invalid options.
func (o Options) Check() error {
	seen := make(map[tablebase.Ending]bool)
	for _, e := range o.Endings {
		if seen[e] {
			return fmt.Errorf("ending %s is listed twice (expected each once)", e)
		}
		seen[e] = true
	}
	switch {
	case len(o.Endings) == 0:
		return fmt.Errorf("no ending is given (expected one such as KPKP)")
	case o.Count < 1 || o.Count > maxCount:
		return fmt.Errorf("count is %d (expected a number from 1 to %d)", o.Count, maxCount)
	case o.MaxMate < 0 || o.MaxMate > epd.MaxMate:
		return fmt.Errorf("distance to mate is %d (expected a number from 0 to %d)", o.MaxMate, epd.MaxMate)
	case o.MaxDepth < minStudyDepth || o.MaxDepth > epd.MaxDepth:
		return fmt.Errorf("depth is %d (expected a number from %d to %d)", o.MaxDepth, minStudyDepth, epd.MaxDepth)
	}
	return nil
}

// maxCount is the largest valid Count; no ending has as many positions.
const maxCount = 999

// Generate chooses for each ending first positions with a zugzwang, then as many controls, each by rising depth. The
// choice for an ending does not depend on the others. The set must have the endings. Generate fails if Check rejects
// the options, or if an ending has too few positions.
func Generate(ctx context.Context, set *tablebase.Set, o Options) ([]epd.Record, error) {
	if err := o.Check(); err != nil {
		return nil, err
	}
	var all []epd.Record
	solvers := newSolverPanel()
	for _, e := range o.Endings {
		if !set.Has(e) {
			return nil, fmt.Errorf("ending %s is not in the set", e)
		}
		g := generator{judge: judge{set}, panel: solvers, options: o, ending: e, seen: make(map[int]bool)}
		g.random = rand.New(rand.NewPCG(o.Seed, e.Seed()))
		records, err := g.records(ctx)
		if err != nil {
			return nil, err
		}
		all = append(all, records...)
	}
	suites.MarkFamilies(all)
	return all, nil
}

// generator chooses the positions of one ending.
type generator struct {
	judge
	panel   *solverPanel
	options Options
	ending  tablebase.Ending
	random  *rand.Rand
	seen    map[int]bool // numbers of the positions met
}

// records chooses and writes the positions.
func (g *generator) records(ctx context.Context) ([]epd.Record, error) {
	candidates, err := g.candidates(ctx)
	if err != nil {
		return nil, err
	}
	if candidates, err = g.askSolvers(ctx, candidates); err != nil {
		return nil, err
	}
	chosen := g.choose(candidates)
	if len(chosen) < g.options.Count {
		return nil, fmt.Errorf("ending %s has %d positions with a zugzwang (expected %d; ask for fewer or for another ending)",
			g.ending, len(chosen), g.options.Count)
	}
	controls, err := g.controls(ctx, chosen)
	if err != nil {
		return nil, err
	}
	var records []epd.Record
	for _, part := range []struct {
		letter  string
		studies []study
	}{{"Z", chosen}, {"C", controls}} {
		slices.SortStableFunc(part.studies, func(a, b study) int { return cmp.Compare(a.depth, b.depth) })
		for i := range part.studies {
			record, err := g.record(&part.studies[i], fmt.Sprintf("%s.%s.%03d", g.ending, part.letter, i+1))
			if err != nil {
				return nil, err
			}
			records = append(records, record)
		}
	}
	return records, nil
}

// candidates lists the positions from which the one good move leads into a
// mutual zugzwang, in the order of the table.
func (g *generator) candidates(ctx context.Context) ([]study, error) {
	zugzwangs, err := g.set.Zugzwangs(ctx, g.ending)
	if err != nil {
		return nil, err
	}
	var all []study
	for number := range zugzwangs {
		for _, squeezed := range zugzwangs[number].ToMove {
			for _, p := range g.set.Predecessors(&squeezed) {
				s, ok := g.study(&p)
				if !ok || s.after.EPD() != squeezed.EPD() || !g.grade(&s, false) || !g.addNew(&p) {
					continue
				}
				s.group = number
				all = append(all, s)
			}
		}
	}
	return all, nil
}

// askSolvers finds out how many of the solvers miss each candidate, and leaves those out
// that take too long.
func (g *generator) askSolvers(ctx context.Context, candidates []study) (fit []study, err error) {
	for _, s := range candidates {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		var ok bool
		if s.misses, ok = g.panel.countMisses(&s, g.options.asksMate(&s)); ok {
			fit = append(fit, s)
		}
	}
	return fit, nil
}

// grade sets the depth of s: the ply at which its point shows, or the ply of the mate if the record asks for it. It
// is not ok if s is not worth asking; see setDepth.
func (g *generator) grade(s *study, calm bool) bool {
	if !g.setDepth(s, g.options.MaxDepth, calm) {
		return false
	}
	if g.options.asksMate(s) {
		s.depth = max(s.depth, s.value.Plies)
	}
	return s.depth <= g.options.MaxDepth
}

// asksMate reports whether dm is part of the question.
func (o Options) asksMate(s *study) bool {
	return s.value.Outcome == tablebase.Win && s.value.Moves() <= o.MaxMate
}

// addNew records a position and reports whether it is new up to symmetry.
func (g *generator) addNew(p *chess.Position) bool {
	number, _ := g.set.Index(p)
	if g.ending.IsEven() {
		if other, err := (view{colors: true}).of(p); err == nil {
			twin, _ := g.set.Index(&other)
			number = min(number, twin)
		}
	}
	if g.seen[number] {
		return false
	}
	g.seen[number] = true
	return true
}

// band is a range of depths and an outcome.
type band struct {
	outcome tablebase.Outcome
	depth   int
}

// bandWidth is the range of depths of a band, in plies.
const bandWidth = 4

// band returns the one that s belongs to.
func (s *study) band() band { return band{s.value.Outcome, s.depth / bandWidth} }

// sortedBands lists bands, wins before draws and near ones before far ones.
func sortedBands[T any](bands map[band]T) []band {
	return slices.SortedFunc(maps.Keys(bands), func(a, b band) int {
		return cmp.Or(cmp.Compare(b.outcome, a.outcome), cmp.Compare(a.depth, b.depth))
	})
}

// choose takes first the candidates that all solvers miss, then those that fewer miss.
func (g *generator) choose(candidates []study) (chosen []study) {
	g.random.Shuffle(len(candidates), func(i, j int) { candidates[i], candidates[j] = candidates[j], candidates[i] })
	taken := make(map[int]int)
	for misses := len(g.panel); misses >= 0; misses-- {
		bands := make(map[band][]study)
		for _, s := range candidates {
			if s.misses == misses {
				bands[s.band()] = append(bands[s.band()], s)
			}
		}
		chosen = g.spreadStudies(chosen, bands, taken)
	}
	return chosen
}

// spreadStudies adds a study of every band in turn to chosen, each time with the least used zugzwang. So outcomes,
// depths and zugzwangs are spread.
func (g *generator) spreadStudies(chosen []study, bands map[band][]study, taken map[int]int) []study {
	for order := sortedBands(bands); len(bands) > 0; {
		for _, b := range order {
			if len(chosen) == g.options.Count {
				return chosen
			}
			if len(bands[b]) == 0 {
				delete(bands, b)
				continue
			}
			i := leastTaken(bands[b], taken)
			chosen = append(chosen, bands[b][i])
			taken[bands[b][i].group]++
			bands[b] = slices.Delete(bands[b], i, i+1)
		}
	}
	return chosen
}

// leastTaken returns the first study whose zugzwang was taken least.
func leastTaken(studies []study, taken map[int]int) (best int) {
	for i := range studies {
		if taken[studies[i].group] < taken[studies[best].group] {
			best = i
		}
	}
	return best
}
