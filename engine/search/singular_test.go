package search

import (
	"testing"

	"github.com/zugwatch/zugwatch/engine/table"
)

// TestSingularCutIsNotStored checks that a cut by the singular search, at half the depth, is
// not stored with the whole depth.
func TestSingularCutIsNotStored(t *testing.T) {
	const depth = 8 * onePly
	th := started(t, "plain,singular=6", "off", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
	node := th.frame(1)
	node.position, node.key = th.frame(0).position, th.frame(0).key
	th.table.Store(node.key, 1, uint16(move(t, th, 0, "e2e4")), -150, 0, depth-onePly, table.Lower, false)
	const beta = -140
	if value := th.search(1, beta-1, beta, depth, true); value < beta {
		t.Fatalf("the node is worth %d (expected a cut at %d)", value, beta)
	}
	if hit := th.table.Probe(node.key, 1); hit.Depth >= depth {
		t.Errorf("the table has it at %d plies (expected what was there, %d)", hit.Depth/onePly, depth/onePly-1)
	}
}
