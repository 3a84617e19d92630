package proven

import (
	"context"
	"fmt"

	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/tablebase"
)

// The search for controls ends after so many positions drawn from the table or
// so many measured.
const (
	maxDrawn    = 1_000_000
	maxMeasured = 4_000
)

// controls finds as many positions without a zugzwang as were chosen. They have the same outcomes and bands if
// possible, else the nearest depths.
func (g *generator) controls(ctx context.Context, chosen []study) ([]study, error) {
	open := make(map[band]int)
	missing := len(chosen)
	for i := range chosen {
		open[chosen[i].band()]++
	}
	var controls, spare []study
	for drawn, measured := 0, 0; missing > 0 && drawn < maxDrawn && measured < maxMeasured; drawn++ {
		if drawn%1024 == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		p, v, ok := g.set.At(g.ending, g.random.IntN(g.set.Size(g.ending)))
		if !ok || v.Outcome == tablebase.Loss {
			continue
		}
		s, ok := g.study(&p)
		if !ok {
			continue
		}
		measured++
		if !g.grade(&s, true) || !g.addNew(&p) {
			continue
		}
		if open[s.band()] == 0 {
			spare = append(spare, s)
			continue
		}
		if !g.isPlain(&s) {
			continue
		}
		open[s.band()]--
		missing--
		controls = append(controls, s)
	}
	for _, b := range sortedBands(open) {
		for range open[b] {
			i := g.nearest(spare, b)
			if i < 0 {
				return nil, fmt.Errorf("ending %s has %d controls (expected %d; ask for fewer or with another seed)", g.ending, len(controls), len(chosen))
			}
			controls = append(controls, spare[i])
			spare[i].best = chess.NoMove // taken
		}
	}
	return controls, nil
}

// isPlain reports whether all solvers, which use null moves, solve s within their nodes.
func (g *generator) isPlain(s *study) bool {
	misses, ok := g.panel.countMisses(s, g.options.asksMate(s))
	return ok && misses == 0
}

// nearest returns the index of the first study nearest to band b in depth, with its outcome, not taken, and solved by
// all solvers. It is -1 if there is none.
func (g *generator) nearest(studies []study, b band) int {
	for {
		best, least := -1, 0
		for i := range studies {
			distance := max(studies[i].depth/bandWidth-b.depth, b.depth-studies[i].depth/bandWidth)
			if studies[i].best != chess.NoMove && studies[i].value.Outcome == b.outcome && (best < 0 || distance < least) {
				best, least = i, distance
			}
		}
		if best < 0 || g.isPlain(&studies[best]) {
			return best
		}
		studies[best].best = chess.NoMove // not to be asked again
	}
}
