package gate

import (
	"context"
	"errors"
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

// printing also prints a static value: the number of legal moves, something for White, and something for one wing.
type printing struct {
	lopsided
	wing  float64
	view  engine.View
	mute  bool // it does not say whose value it is
	fails error
	drift *float64 // added each time; nil: nothing is
}

func (e printing) Evaluate(_ context.Context, p game.Position) (engine.Evaluation, error) {
	if e.fails != nil || e.view == engine.NoView {
		return engine.Evaluation{}, e.fails
	}
	mover := p
	if p.Side() == game.Second {
		mover = game.FlipColors.Position(p)
	}
	value := engine.Evaluation{Value: float64(p.CountLegal()), View: e.view}
	if mover.String() < game.MirrorFiles.Position(mover).String() {
		value.Value += e.wing
	}
	if e.drift != nil {
		*e.drift++
		value.Value += *e.drift
	}
	if p.Side() == game.Second {
		value.Value = -value.Value
	}
	value.Value += float64(e.white)
	if e.view == engine.MoverView && p.Side() == game.Second {
		value.Value = -value.Value
	}
	if e.mute {
		value.View = engine.UnknownView
	}
	return value, nil
}

// TestStaticSymmetry: where an engine prints static values, these are compared, whoever they are for. A head that does
// not print them, prints others each time or fails at it has its scores at depth 1 compared.
func TestStaticSymmetry(t *testing.T) {
	const (
		same    = "0 of 24 positions have another static value (eval) with colors flipped"
		another = "the scores of the head are not symmetric: 24 of 24 positions have another static value (eval) with colors flipped, first WAC.001 "
		wings   = "the scores of the head are not symmetric: 20 of 20 positions have another static value (eval) with wings mirrored, first WAC.001 (60, 59)"
		depth   = "the scores of the head are not symmetric: 24 of 24 positions have another score at depth 1 with colors flipped, first WAC.001 (15, 5)"
	)
	white := lopsided{white: 5}
	for _, test := range []struct {
		name       string
		base, head engine.Engine
		gate       string
		note       string // or what the gate says
	}{
		{"for White", lopsided{}, printing{view: engine.FirstView}, gated, same},
		{"for the side to move", lopsided{}, printing{view: engine.MoverView}, gated, same},
		{"for White, unsaid", lopsided{}, printing{view: engine.FirstView, mute: true}, gated, same},
		{"for the side to move, unsaid", lopsided{}, printing{view: engine.MoverView, mute: true}, gated, same},
		{"lopsided for White", lopsided{}, printing{lopsided: white, view: engine.FirstView}, gated, another + "(64, 54)"},
		{"lopsided for the side to move", lopsided{}, printing{lopsided: white, view: engine.MoverView}, gated, another + "(64, 54)"},
		{"lopsided for White, unsaid", lopsided{}, printing{lopsided: white, view: engine.FirstView, mute: true}, gated, another + "(64, 54)"},
		{"lopsided for the side to move, unsaid", lopsided{}, printing{lopsided: white, view: engine.MoverView, mute: true}, gated, another + "(64, 54)"},
		{"nothing", lopsided{}, printing{lopsided: white}, gated, depth},
		{"failing", lopsided{}, printing{lopsided: white, fails: errors.New("fell over")}, gated, depth},
		{"drifting", lopsided{}, printing{lopsided: white, view: engine.FirstView, drift: new(float64)}, gated, depth},
		{"a wing", printing{view: engine.FirstView}, printing{wing: 1, view: engine.FirstView}, gated, wings},
		{"a wing, as before", printing{wing: 2, view: engine.FirstView}, printing{wing: 1, view: engine.FirstView}, gated, same},
		{"a wing, without a gate", printing{view: engine.FirstView}, printing{wing: 1, view: engine.FirstView}, "", wings + "; of the base 0 (hint: symmetric: true in the gate fails it)"},
		{"another way in the base", lopsided{}, printing{lopsided: white, view: engine.FirstView}, "", ""},
	} {
		r := quietRunner(t, "suites:\n  - {name: wac, kind: tactics, limit: nodes=9, forms: 2"+test.gate+"}\n")
		j := &job{base: opened(test.base), head: opened(test.head), config: r.Config.Suites[0]}
		judgeSymmetry(t.Context(), r, []*job{j})
		if got := strings.Join(append(j.known.Notes, j.known.Asymmetric+j.known.Symmetric), ""); got != test.note || (j.known.Symmetric != "") != (test.note == same) {
			t.Errorf("%s: %q", test.name, got)
		}
	}
}

const gated = ", gate: {symmetric: true}"

// TestSymmetryUnknown: an engine that cannot be asked does not pass a gate that asks for symmetry.
func TestSymmetryUnknown(t *testing.T) {
	starts := 0
	e := engines.Engine{Name: "mine", Open: func() (engine.Engine, error) {
		if starts++; starts == 1 {
			return nil, errors.New("no flipped positions today")
		}
		return lopsided{}, nil
	}}
	r := quietRunner(t, "suites:\n  - {name: wac, kind: tactics, limit: nodes=9, forms: 2"+gated+"}\n")
	j := jobsOf(t, r, e, e)[0]
	judgeSymmetry(t.Context(), r, []*job{j})
	c := must.Get(j.judge(t.Context(), r, &Options{}))(t).Comparison
	if c.Verdict != compare.Inconclusive || !strings.Contains(strings.Join(c.Gates[0].Reasons, "; "), "whether the scores of the head are symmetric is not known") {
		t.Errorf("%s, %q", c.Verdict, c.Gates[0].Reasons)
	}
}

// TestJudgeSymmetry: a head that became less symmetric is reported, and fails if the gate asks for
// symmetry.
func TestJudgeSymmetry(t *testing.T) {
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
		{"a gate", 5, 5, gated, "", text},
		{"a gate that passes", 5, 0, gated, "", ""},
	} {
		r := quietRunner(t, "suites:\n  - {name: wac, kind: tactics, limit: nodes=9, forms: 2"+test.gate+"}\n")
		j := jobsOf(t, r, opened(lopsided{white: test.base}), opened(lopsided{white: test.head}))[0]
		other := *j
		judgeSymmetry(t.Context(), r, []*job{j, &other})
		if test.gate == "" && other.known.Notes != nil {
			t.Errorf("%s: another suite of the engine has the note too", test.name)
		}
		if notes := strings.Join(j.known.Notes, "; "); notes != test.note || j.known.Asymmetric != test.failed {
			t.Errorf("%s: notes %q, fails by %q", test.name, notes, j.known.Asymmetric)
		}
		trial := must.Get(j.judge(t.Context(), r, &Options{}))(t)
		gates := trial.Comparison.Gates
		if failed := gates[0].Verdict == compare.Fail && gates[0].Reasons[len(gates[0].Reasons)-1] == text; failed != (test.failed != "") {
			t.Errorf("%s: %s, %q", test.name, gates[0].Verdict, gates[0].Reasons)
		}
	}
}
