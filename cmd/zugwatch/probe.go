package main

import (
	"slices"

	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/tablebase"
)

// valuedMove is a move and what it is worth to the side that makes it.
type valuedMove struct {
	move  chess.Move
	value tablebase.Value
}

// movesByValue lists the legal moves of a position in a set, the best first,
// equals by name.
func movesByValue(set *tablebase.Set, p *chess.Position) []valuedMove {
	var l chess.MoveList
	p.Legal(&l)
	var all []valuedMove
	for _, m := range l.Slice() {
		var next chess.Position
		p.Play(m, &next)
		v, _ := set.Probe(&next)
		all = append(all, valuedMove{m, v.Before()})
	}
	slices.SortFunc(all, func(a, b valuedMove) int {
		switch {
		case a.value.Better(b.value):
			return -1
		case b.value.Better(a.value), p.SAN(a.move) > p.SAN(b.move):
			return 1
		}
		return -1
	})
	return all
}
