package gate

import (
	"context"
	"hash/crc32"
	"testing"

	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/fit/fittest"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/suites"
)

// deepening solves positions from some depth on. Its trees grow by half of their nodes for each ply.
type deepening struct {
	fittest.Base
	answers map[string]game.Move
	from    func(seen string) int // the depth
	nodes   float64               // of the first ply
	before  *string               // the positions that were searched in this game; nil: each search is as the first
}

func (d deepening) Reset(context.Context) error {
	if d.before != nil {
		*d.before = ""
	}
	return nil
}

func (d deepening) Search(ctx context.Context, task engine.Task, each func(engine.Info)) (r engine.Result, err error) {
	fen := task.Start.String()
	seen := fen
	if d.before != nil {
		*d.before += fen
		seen = *d.before
	}
	nodes, limits := d.nodes*(1+float64(crc32.ChecksumIEEE([]byte(seen))%64)/16), task.Limits
	for depth := 1; (limits.Depth == 0 || depth <= limits.Depth) && (limits.Nodes == 0 || r.Nodes < limits.Nodes) && ctx.Err() == nil; depth++ {
		move, found := d.answers[fen]
		if !found || depth < d.from(seen) {
			move = task.Start.LegalMoves()[0]
		}
		nodes *= 1.5
		r = engine.Result{Best: move, Depth: depth, Nodes: uint64(nodes), PV: []game.Move{move}}
		if each != nil {
			each(engine.Info{Depth: r.Depth, Nodes: r.Nodes, PV: r.PV})
		}
	}
	return r, nil
}

// TestMissedInFewerNodes: a smaller tree that misses mates at the same depth fails nothing if a longer search finds them, and fails if
// it does not.
func TestMissedInFewerNodes(t *testing.T) {
	r := quietRunner(t, "suites:\n  - {name: wac, kind: mates, forms: 4, limit: depth=6}\n")
	suite := must.Get(r.Config.Open(r.Config.Suites[0]))(t)
	always := func(string) int { return 6 }
	some := func(depth int) func(string) int { // a third of the positions, in all their forms
		late := make(map[string]bool)
		for i := range suite.Records {
			id, _ := suites.FormOf(suite.Records[i].Key())
			late[suite.Records[i].Position.String()] = crc32.ChecksumIEEE([]byte(id))%3 == 0
		}
		return func(fen string) int {
			if late[fen] {
				return depth
			}
			return 6
		}
	}
	answers := solutions(t, r)
	engineOf := func(from func(string) int, nodes float64) engines.Engine {
		return opened(deepening{answers: answers, from: from, nodes: nodes})
	}
	for _, test := range []struct {
		name       string
		base, head engines.Engine
		want       compare.Verdict
		uncounted  bool
	}{
		{"found two plies later", engineOf(always, 100), engineOf(some(8), 50), compare.Pass, true},
		{"never found", engineOf(always, 100), engineOf(some(99), 50), compare.Fail, false},
		{"never found, in trees that stay smaller", engineOf(always, 900), engineOf(some(99), 50), compare.Pass, true},
		{"gained", engineOf(some(99), 100), engineOf(always, 101), compare.Pass, true},
	} {
		j := &job{config: r.Config.Suites[0], suite: suite, base: test.base, head: test.head}
		trial := must.Get(j.judge(t.Context(), r, &Options{}))(t)
		if c := trial.Comparison; c.Verdict != test.want || (c.Forms.Uncounted > 0) != test.uncounted {
			t.Errorf("%s: %s, %d not counted, %q", test.name, c.Verdict, c.Forms.Uncounted, c.Gates[0].Reasons)
		}
	}
}
