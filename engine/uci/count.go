package uci

import (
	"fmt"
	"time"

	"github.com/zugwatch/zugwatch/engine/game"
)

// nodeRate is more nodes than a processor can visit in a second.
const nodeRate = 1_000_000_000

// checkNodeCount rejects impossible node counts. It rejects zero nodes under a node limit although there was
// something to search, and more nodes than the processors can visit in the time. Measurements based on them would be
// worthless. An engine that claims or resigns the game need not search. Some engines tell nothing of a search that
// ends within its first iteration. So zero nodes are a fault only of a process that never told any, from its second
// such search on.
func (q *query) checkNodeCount(best game.Move, wall time.Duration) *badReply {
	t := &q.tally
	most := nodeRate * uint64(q.body.Processors()) * uint64(1+wall/time.Second)
	switch {
	case t.nodes > most:
		return &badReply{ClassCount, fmt.Sprintf("engine told of %d nodes, more than can be visited in the time of the search", t.nodes)}
	case t.nodes == 0 && q.limits.Nodes > 0 && !best.IsClaim() && t.root.CountLegal() > 1:
		if q.silent++; q.counts || q.silent == 1 {
			return nil
		}
		return &badReply{ClassCount, fmt.Sprintf("engine told of no nodes, so that limit nodes=%d may not be kept "+
			"(expected info lines with nodes, or a limit by depth)", q.limits.Nodes)}
	}
	q.counts = q.counts || t.nodes > 0
	return nil
}
