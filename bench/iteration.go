package bench

import (
	"slices"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
)

// Iteration is the answer that an engine had after searching to a depth.
type Iteration struct {
	Depth int          `json:"depth"`
	Best  string       `json:"best"`  // in SAN
	Score engine.Score `json:"score"` // from the side to move
}

// Iterations are those of one search, by depth.
type Iterations []Iteration

// answers collects the iterations of a search as they are told of.
type answers struct {
	position game.Position
	list     Iterations
}

// addInfo adds the answer of a line. Only exact scores are answers. Of one depth the last line
// counts; a line of a depth before it is ignored. It does not check that the move is one.
func (a *answers) addInfo(info *engine.Info) {
	last := len(a.list) - 1
	if info.Bound != engine.Exact || len(info.PV) == 0 || info.MultiPV > 1 || !a.position.IsLegal(info.PV[0]) || last >= 0 && info.Depth < a.list[last].Depth {
		return
	}
	now := Iteration{Depth: info.Depth, Best: a.position.Notation(info.PV[0]), Score: storable(info.Score)}
	if last >= 0 && a.list[last].Depth == info.Depth {
		a.list[last] = now
		return
	}
	a.list = append(a.list, now)
}

// iterations returns the answers by depth, nil if there are none.
func (a *answers) iterations() *Iterations {
	if len(a.list) == 0 {
		return nil
	}
	list := slices.Clip(a.list)
	return &list
}
