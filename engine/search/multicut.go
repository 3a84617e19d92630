package search

import (
	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/table"
)

// likelyHigh reports whether ProbCut or multi-cut cuts the node, and with what value.
func (t *thread) likelyHigh(f *frame, ply int, beta int32, depth int, cut bool, tt *table.Hit, hash chess.Move) (value int32, likely bool) {
	raised := beta + int32(t.params.ProbCut)
	if t.params.ProbCut > 0 && depth >= 5*onePly && !(tt.Found && tt.Depth >= depth-3*onePly && tt.Value < raised) {
		if value, likely = t.probCut(f, ply, raised, depth, tt); likely || t.stopped {
			if likely {
				f.visit.end(f, RuleProbCut, t.params.ProbCut, value)
				f.visit.keep(depth - 3*onePly)
			}
			return value, likely
		}
	}
	if t.params.MultiCut.Depth > 0 && cut && depth >= t.params.MultiCut.Depth*onePly {
		if likely = t.multiCut(f, ply, beta, depth, hash); likely {
			f.visit.end(f, RuleMultiCut, t.params.MultiCut.Cuts, beta)
		}
	}
	return beta, likely
}

// multiCut reports whether MultiCut.Cuts of the first moves fail high in shallow
// searches. The node is then likely to fail high too.
func (t *thread) multiCut(f *frame, ply int, beta int32, depth int, hash chess.Move) bool {
	c := &t.params.MultiCut
	p := &f.position
	info := p.CheckInfo()
	t.begin(f, ply, hash)
	cuts := 0
	for range c.Moves {
		m := t.pickNext(f, ply, &info)
		if m == chess.NoMove {
			break
		}
		t.prefetch(p, m)
		t.makeMove(f, ply, m)
		value := -t.search(ply+1, -beta, -beta+1, depth-(1+c.R)*onePly, false)
		t.unmakeMove()
		if t.stopped {
			return false
		}
		if value >= beta {
			if cuts++; cuts >= c.Cuts {
				return true
			}
		}
	}
	return false
}

// probCut tries to cut the node by a capture in a search that is four plies
// shallower. Beta includes the margin: a capture that reaches it there is likely
// to reach the real beta here (Buro, 1995).
func (t *thread) probCut(f *frame, ply int, beta int32, depth int, tt *table.Hit) (value int32, cut bool) {
	p := &f.position
	k := &f.pick
	k.moves.Clear()
	p.Noisy(&k.moves)
	k.next = 0
	k.hash = chess.NoMove
	t.scoreNoisy(f)
	need := int(beta - f.static)
	for k.next < k.moves.Len() {
		m := k.best()
		if !p.SEEAtLeast(m, need) {
			continue
		}
		t.prefetch(p, m)
		t.makeMove(f, ply, m)
		value = -t.quiescence(ply+1, -beta, -beta+1, 0)
		if value >= beta && !t.stopped {
			value = -t.search(ply+1, -beta, -beta+1, depth-4*onePly, false)
		}
		t.unmakeMove()
		if t.stopped {
			return 0, false
		}
		if value >= beta {
			t.table.Store(f.key, ply, uint16(m), value, f.raw, depth-3*onePly, table.Lower, tt.PV)
			return value, true
		}
	}
	return 0, false
}
