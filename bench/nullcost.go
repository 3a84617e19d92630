package bench

import "github.com/zugwatch/zugwatch/engine"

// NullMoveCosts holds, for each remaining depth in plies, the counts from which NullSaved estimates what null
// moves saved. Null moves nested in another null search are not counted. The counts are: null moves that
// failed high and cut the node; the nodes visited at these nodes up to then; null moves that failed low at a
// node that a move then made fail high; and the nodes visited there.
type NullMoveCosts [][4]uint64

// nullMoveCosts collects the counts from the rows of each depth; nil if there are none.
func nullMoveCosts(rows []engine.Counters) *NullMoveCosts {
	return byDepth[NullMoveCosts](rows, func(row *engine.Counters) [4]uint64 {
		return [4]uint64{row.NullStood, row.StoodNodes, row.NullLate, row.LateNodes}
	})
}

// add adds counts, depth by depth.
func (p *NullMoveCosts) add(o NullMoveCosts) {
	for depth, row := range o {
		if depth == len(*p) {
			*p = append(*p, [4]uint64{})
		}
		for i, n := range row {
			(*p)[depth][i] += n
		}
	}
}

// saved estimates how many nodes null moves saved. So many nodes were searched below them. See Run.NullSaved.
func (p NullMoveCosts) saved(below uint64) int64 {
	saved, price := -float64(below), 0.0
	for _, row := range p { // a depth without a price has that of the next below
		if row[2] > 0 {
			price = float64(row[3]) / float64(row[2])
		}
		saved += float64(float64(row[0])*price) - float64(row[1])
	}
	return int64(saved)
}
