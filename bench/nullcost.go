package bench

import "github.com/zugwatch/zugwatch/engine"

// NullMoveCosts is, by the plies that were left to search, what the null moves that stand
// below no other one are priced by: how many of them failed high, as then did the node,
// the nodes visited at those nodes when the null search was over, how many failed low at
// a node that failed high by a move, and the nodes visited there.
type NullMoveCosts [][4]uint64

// nullMoveCosts returns what a row for each depth says of prices, nil when there is none.
func nullMoveCosts(rows []engine.Counters) *NullMoveCosts {
	var kept NullMoveCosts
	for depth, row := range rows {
		if row.NullStood+row.StoodNodes+row.NullLate > 0 {
			kept = append(kept, make([][4]uint64, depth+1-len(kept))...)
			kept[depth] = [4]uint64{row.NullStood, row.StoodNodes, row.NullLate, row.LateNodes}
		}
	}
	if kept == nil {
		return nil
	}
	return &kept
}

// NullSaved estimates from the run alone how many nodes its null moves saved, less than 0
// where they cost more. It is not known without Config.CountDepths, nor of an engine that
// does not count.
//
// Each null move that failed high is taken to have saved what a node of the same depth
// costs on average that failed high by a move when its null move had failed low; all that
// was searched below null moves and behind those that cut is taken off. Two things
// are wrong with that. A node whose null move failed low has more to fear than one whose
// null move cut it, and costs more: that makes the estimate too high, most where little else
// prunes. And the prices are those of a search with null moves, without which each node
// would cost more: that makes it too low, the more the deeper the search. The truth is the
// difference to a run without null moves; docs/engine.md holds both against each other.
func (r *Run) NullSaved() (nodes int64, known bool) {
	var sums NullMoveCosts
	for i := range r.Outcomes {
		if prices := r.Outcomes[i].NullMoveCosts; prices != nil {
			sums.add(*prices)
		}
	}
	saved, price := -float64(r.Counters().NullNodes), 0.0
	for _, row := range sums { // a depth without a price has that of the next below
		if row[2] > 0 {
			price = float64(row[3]) / float64(row[2])
		}
		saved += float64(float64(row[0])*price) - float64(row[1])
	}
	return int64(saved), sums != nil
}

// add adds up prices by depth.
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
