package gate

import (
	"context"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
)

// lopsided scores the right to move, and something for White.
type lopsided struct {
	hasty
	white engine.Score
	nodes uint64 // of each search; 0: 1
}

func (l lopsided) Search(_ context.Context, task engine.Task, _ func(engine.Info)) (engine.Result, error) {
	score := 10 + l.white
	if task.Start.Side() == game.Second {
		score = 10 - l.white
	}
	return engine.Result{Best: task.Start.LegalMoves()[0], Score: score, Depth: 1, Nodes: max(1, l.nodes)}, nil
}

// TestJudgeSymmetry: a head that became less symmetric is reported, and fails if the gate asks for
// symmetry.
func TestJudgeSymmetry(t *testing.T) {
	of := func(white engine.Score) engines.Engine {
		return engines.Engine{Name: "mine", Open: func() (engine.Engine, error) { return lopsided{white: white}, nil }}
	}
	const text = "the scores of the head are not symmetric: 24 of 24 positions have another score at depth 1 with colors flipped, first WAC.001 (15, 5)"
	for _, test := range []struct {
		name         string
		base, head   engine.Score
		gate         string
		note, failed string
	}{
		{"both symmetric", 0, 0, "", "", ""},
		{"the head became lopsided", 0, 5, "", text + "; of the base 0 (hint: symmetric: true in the gate fails it)", ""},
		{"as before", 5, 5, "", "", ""},
		{"a gate", 5, 5, ", gate: {symmetric: true}", "", text},
		{"a gate that passes", 5, 0, ", gate: {symmetric: true}", "", ""},
	} {
		r := quietRunner(t, "suites:\n  - {name: wac, kind: tactics, limit: nodes=9, forms: 2"+test.gate+"}\n", new(strings.Builder))
		j := &job{base: of(test.base), head: of(test.head), config: r.Config.Suites[0], suite: must.Get(r.Config.Open(r.Config.Suites[0]))(t)}
		other := *j
		judgeSymmetry(t.Context(), r, []*job{j, &other})
		if test.gate == "" && other.notes != nil {
			t.Errorf("%s: another suite of the engine has the note too", test.name)
		}
		if notes := strings.Join(j.notes, "; "); notes != test.note || j.asymmetric != test.failed {
			t.Errorf("%s: notes %q, fails by %q", test.name, notes, j.asymmetric)
		}
		trial := must.Get(j.judge(t.Context(), r, &Options{}))(t)
		gates := trial.Comparison.Gates
		if failed := gates[0].Verdict == compare.Fail && gates[0].Reasons[len(gates[0].Reasons)-1] == text; failed != (test.failed != "") {
			t.Errorf("%s: %s, %q", test.name, gates[0].Verdict, gates[0].Reasons)
		}
	}
}
