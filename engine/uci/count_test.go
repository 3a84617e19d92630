package uci

import (
	"testing"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
)

// oneProcessor is a process that may use one processor.
type oneProcessor struct{ engineProcess }

func (oneProcessor) Processors() int { return 1 }

// TestCheckNodeCount: a search without nodes is a fault of a process that never tells any, and none of one that does.
func TestCheckNodeCount(t *testing.T) {
	for _, test := range []struct {
		name  string
		nodes []uint64 // of the searches of a process; those before the last are no fault
		limit uint64
		fault bool
	}{
		{"the first search", []uint64{0}, 50, false},
		{"never any", []uint64{0, 0}, 50, true},
		{"nodes before", []uint64{20, 0}, 50, false},
		{"nodes long before", []uint64{20, 0, 0}, 50, false},
		{"nodes after the first", []uint64{0, 20, 0}, 50, false},
		{"no limit by nodes", []uint64{0, 0}, 0, false},
		{"too many", []uint64{20, 1 << 60}, 50, true},
	} {
		s := &session{body: oneProcessor{}}
		for i, nodes := range test.nodes {
			q := &query{session: s, limits: engine.Limits{Nodes: test.limit}, tally: tally{root: game.Chess.Start(), nodes: nodes}}
			if bad := q.checkNodeCount(game.NoMove, 0); (bad != nil) != (test.fault && i == len(test.nodes)-1) {
				t.Errorf("%s: search %d: %v", test.name, i+1, bad)
			}
		}
	}
}
