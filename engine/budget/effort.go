package budget

// maxMoves is the number of moves that Effort can tell apart: no game here has a
// position with more.
const maxMoves = 1024

// Effort counts the nodes of a search by root move. The zero value is ready for a new search.
type Effort struct {
	spent [maxMoves]uint64 // nodes below each move
	turn  int              // move that is searched now, counted from 1; 0: none
	since uint64           // the node count when that began
}

// BeginMove records that the n-th move, counted from 0, is searched from now on.
func (e *Effort) BeginMove(n int, nodes uint64) {
	e.close(nodes)
	e.turn = n + 1
}

func (e *Effort) close(nodes uint64) {
	if e.turn > 0 {
		e.spent[e.turn-1] += nodes - e.since
	}
	e.turn, e.since = 0, nodes
}

// Percent returns the share of all nodes that were visited below the n-th move.
func (e *Effort) Percent(n int, nodes uint64) int {
	e.close(nodes)
	if n < 0 {
		return 0
	}
	return int(e.spent[n] * 100 / max(nodes, 1))
}

// Sum returns the nodes that were visited below any move.
func (e *Effort) Sum() (sum uint64) {
	for _, n := range e.spent {
		sum += n
	}
	return sum
}
