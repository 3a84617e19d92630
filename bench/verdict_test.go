package bench

import (
	"fmt"
	"testing"

	"github.com/zugwatch/zugwatch/bench/question"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/epd"
)

// line returns an info of a scripted search.
func line(t testing.TB, fen, san string, depth int, nodes uint64, score engine.Score, bound engine.Bound) engine.Info {
	t.Helper()
	info := engine.Info{Depth: depth, Nodes: nodes, Score: score, Bound: bound}
	if san != "" {
		info.PV = []game.Move{move(t, fen, san)}
	}
	return info
}

// infos reads "move depth" pairs as reports of 100 nodes to the ply.
func infos(t testing.TB, fen string, moves ...string) []engine.Info {
	t.Helper()
	var list []engine.Info
	for i, san := range moves {
		list = append(list, line(t, fen, san, i+1, uint64(100*(i+1)), 10, engine.Exact))
	}
	return list
}

// verdictTest is a question, what a scripted search says to it, and what the outcome says.
type verdictTest struct {
	name  string
	asked string // position and question
	infos []engine.Info
	best  string
	score engine.Score
	bound engine.Bound
	want  string // verdict, question, move and score, since when the answer stood, points, and the flaw of a claim
}

func (test verdictTest) run(t *testing.T) {
	record := must.Get(epd.Parse(test.asked + `; id "x";`))(t)
	answered := result(t, record.Position.EPD(), test.best, test.score)
	answered.Bound = test.bound
	engines := newStable()
	engines.script[record.Position.EPD()] = answer{infos: test.infos, result: answered}
	run, _ := engines.run(t, depthConfig(), *record)
	o := run.Outcomes[0]
	got := fmt.Sprintf("%s [%s] %s %s", o.Verdict, o.Want, o.Best, o.Score)
	if o.Found != nil {
		got += fmt.Sprintf(", found %s, stable %s", pointText(o.Found), pointText(o.Stable))
	}
	if o.MaxPoints > 0 {
		got += fmt.Sprintf(", %d of %d points", o.Points, o.MaxPoints)
	}
	if o.Mate.Flaw != NoFlaw {
		got += fmt.Sprintf(", %s at depth %d", o.Mate.Flaw, o.Mate.Depth)
	}
	if got != test.want {
		t.Errorf("got %s, want %s", got, test.want)
	}
	if o.Depth != answered.Depth || o.SelDepth != answered.SelDepth || o.Nodes != answered.Nodes {
		t.Errorf("got %+v of %+v", o, answered)
	}
}

// result returns the answer that most tests give.
func result(t testing.TB, fen, san string, score engine.Score) engine.Result {
	t.Helper()
	return engine.Result{Best: move(t, fen, san), Score: score, Depth: 3, SelDepth: 7, Nodes: 350}
}

// mateIn makes a record that asks for a mate, and for one of the moves if any.
func mateIn(t testing.TB, fen string, n int, best ...string) epd.Record {
	t.Helper()
	r := ask(t, "x", fen, best...)
	r.MateIn, r.HasMate = n, true
	return r
}

func TestMoves(t *testing.T) {
	for _, test := range []verdictTest{
		{
			"right from the second iteration on", startFEN + " bm e4",
			infos(t, startFEN, "d4", "e4", "e4"),
			"e4", 12, engine.Exact, "solved [e4] e4 12, found d2/200, stable d2/200",
		},
		{
			"found, lost and found again", startFEN + " bm e4",
			infos(t, startFEN, "e4", "d4", "e4"),
			"e4", 12, engine.Exact, "solved [e4] e4 12, found d1/100, stable d3/300",
		},
		{
			"found and lost", startFEN + " bm e4",
			infos(t, startFEN, "e4", "e4", "d4"),
			"d4", 12, engine.Exact, "missed [e4] d4 12, found d1/100, stable never",
		},
		{
			"lost by the last word alone", startFEN + " bm e4",
			infos(t, startFEN, "e4", "e4", "e4"),
			"d4", 12, engine.Exact, "missed [e4] d4 12, found d1/100, stable never",
		},
		{
			"found by the last word alone", startFEN + " bm e4",
			infos(t, startFEN, "d4", "d4"),
			"e4", 12, engine.Exact, "solved [e4] e4 12, found d3/350, stable d3/350",
		},
		{
			"right in the first line, of the fifth iteration", startFEN + " bm e4",
			[]engine.Info{line(t, startFEN, "e4", 5, 100, 10, engine.Exact)},
			"e4", 12, engine.Exact, "solved [e4] e4 12",
		},
		{
			"found where iterations before say nothing", startFEN + " bm e4",
			[]engine.Info{line(t, startFEN, "d4", 1, 50, 10, engine.Exact), line(t, startFEN, "e4", 3, 100, 10, engine.Exact)},
			"e4", 12, engine.Exact, "solved [e4] e4 12",
		},
		{
			"lost, and found again in the next iteration", startFEN + " bm e4",
			[]engine.Info{
				line(t, startFEN, "e4", 5, 50, 10, engine.Exact), line(t, startFEN, "d4", 6, 100, 10, engine.Exact),
				line(t, startFEN, "e4", 7, 150, 10, engine.Exact),
			},
			"e4", 12, engine.Exact, "solved [e4] e4 12, found d7/150, stable d7/150",
		},
		{"not one line", startFEN + " bm e4", nil, "e4", 0, engine.Exact, "solved [e4] e4 0"},
		{"never found", startFEN + " bm e4 d4", nil, "a3", -5, engine.Exact, "missed [e4 d4] a3 -5"},
		{
			"a fail low is no find, a line without moves neither", startFEN + " bm e4",
			[]engine.Info{
				line(t, startFEN, "e4", 1, 100, 10, engine.Upper), line(t, startFEN, "", 1, 150, 10, engine.Exact),
				line(t, startFEN, "e4", 2, 200, 10, engine.Lower),
			},
			"e4", 12, engine.Exact, "solved [e4] e4 12, found d2/200, stable d2/200",
		},
	} {
		t.Run(test.name, test.run)
	}
}

func TestMovesToAvoid(t *testing.T) {
	for _, test := range []verdictTest{
		{"avoided", startFEN + " am f3 g4", nil, "e4", 0, engine.Exact, "solved [not f3 g4] e4 0"},
		{"not avoided", startFEN + " am f3 g4", nil, "g4", 0, engine.Exact, "missed [not f3 g4] g4 0"},
		{
			"in bm and in am is missed", startFEN + " bm e4 d4; am d4",
			nil,
			"d4", 0, engine.Exact, "missed [e4 d4, not d4] d4 0",
		},
	} {
		t.Run(test.name, test.run)
	}
}

func TestMates(t *testing.T) {
	for _, test := range []verdictTest{
		{
			"mate soon enough", backRank + " dm 2",
			[]engine.Info{
				line(t, backRank, "Ra8#", 1, 50, 500, engine.Exact), line(t, backRank, "Ra8#", 2, 90, engine.MateIn(1), engine.Exact),
			},
			"Ra8", engine.MateIn(1), engine.Exact, "solved [#2] Ra8# #1, found d2/90, stable d2/90, sooner at depth 2",
		},
		{"mate too far", backRank + " dm 2", nil, "Ra8", engine.MateIn(3), engine.Exact, "missed [#2] Ra8# #3"},
		{"mate by a lower bound", backRank + " dm 2", nil, "Ra8", engine.MateIn(2), engine.Lower, "solved [#2] Ra8# #2"},
		{
			"mate by an upper bound is none", backRank + " dm 2",
			nil,
			"Ra8", engine.MateIn(2), engine.Upper, "missed [#2] Ra8# #2",
		},
		{"move right, mate not seen", backRank + " bm Ra8; dm 1", nil, "Ra8", 900, engine.Exact, "missed [Ra8#, #1] Ra8# 900"},
		{
			"mate seen, move wrong", backRank + " bm Ra8; dm 1",
			nil,
			"Ra7", engine.MateIn(1), engine.Exact, "missed [Ra8#, #1] Ra7 #1, no-mate at depth 3",
		},
		{"a draw seen", startFEN + " draw", nil, "a3", -question.DrawBound, engine.Exact, "solved [draw] a3 -100"},
		{"a draw not seen", startFEN + " draw", nil, "a3", question.DrawBound + 1, engine.Exact, "missed [draw] a3 101"},
		{"a bound is no draw", startFEN + " draw", nil, "a3", 0, engine.Lower, "missed [draw] a3 0"},
		{"a win seen", startFEN + " bm a3; win", nil, "a3", question.DrawBound + 1, engine.Lower, "solved [a3, win] a3 101"},
		{"a win not seen", startFEN + " bm a3; win", nil, "a3", question.DrawBound, engine.Exact, "missed [a3, win] a3 100"},
		{"a mate of any length", startFEN + " mate", nil, "a3", engine.MateIn(30), engine.Lower, "solved [mate] a3 #30"},
		{"no mate", startFEN + " mate", nil, "a3", 5000, engine.Exact, "missed [mate] a3 5000"},
		{"being mated is no mate", startFEN + " mate", nil, "a3", engine.MateIn(-2), engine.Exact, "missed [mate] a3 #-2"},
		{"being mated in time", startFEN + " dm -3", nil, "a3", engine.MateIn(-3), engine.Exact, "solved [#-3] a3 #-3"},
		{
			"being mated later than asked", startFEN + " dm -3",
			nil,
			"a3", engine.MateIn(-4), engine.Exact, "missed [#-3] a3 #-4",
		},
		{
			"mating is not being mated", startFEN + " dm -3",
			nil,
			"a3", engine.MateIn(2), engine.Exact, "missed [#-3] a3 #2, other-side at depth 3",
		},
	} {
		t.Run(test.name, test.run)
	}
}

func TestGrades(t *testing.T) {
	const graded = startFEN + ` c0 "e4=10, d4=7"`
	for _, test := range []verdictTest{
		{
			"the best grade", graded,
			infos(t, startFEN, "d4", "e4"),
			"e4", 0, engine.Exact, "solved [e4=10 d4=7] e4 0, found d2/200, stable d2/200, 10 of 10 points",
		},
		{"a lesser grade", graded, nil, "d4", 0, engine.Exact, "missed [e4=10 d4=7] d4 0, 7 of 10 points"},
		{"no grade", graded, nil, "a3", 0, engine.Exact, "missed [e4=10 d4=7] a3 0, 0 of 10 points"},
		{"nothing asked", startFEN, infos(t, startFEN, "e4"), "e4", 0, engine.Exact, "measured [] e4 0"},
		{"no legal move and none answered", stalemate, nil, "", 0, engine.Exact, "measured []  0"},
	} {
		t.Run(test.name, test.run)
	}
}

func TestStorableScores(t *testing.T) {
	for score := -2*engine.MateScore - 3; score <= 2*engine.MateScore+3; score++ {
		got := storable(score)
		back, err := engine.ParseScore(got.String())
		if err != nil || back != got {
			t.Fatalf("%d: stored as %d, reads as %d, %v", score, got, back, err)
		}
		if score >= engine.MateScore && got != engine.MateIn(1) || score <= -engine.MateScore && got != engine.MateIn(0) {
			t.Fatalf("%d: beyond all scores, stored as %d", score, got)
		}
		if score >= -engine.MateScore && score < engine.MateScore && got.String() != score.String() {
			t.Fatalf("%d: %s became %s", score, score, got)
		}
	}
}

func TestCountersAreKept(t *testing.T) {
	engines := newStable()
	record := ask(t, "x", startFEN)
	counters := engine.Counters{NullTried: 3, NullCut: 2}
	engines.script[record.Position.EPD()] = answer{result: engine.Result{Best: move(t, startFEN, "e4"), Counters: counters}}
	other := ask(t, "y", backRank)
	engines.script[other.Position.EPD()] = answer{result: engine.Result{Best: move(t, backRank, "Ra8"), Counters: counters}}
	run, _ := engines.run(t, depthConfig(), record, other)
	if want := (engine.Counters{NullTried: 6, NullCut: 4}); run.Counters() != want {
		t.Errorf("counters: got %+v, want %+v", run.Counters(), want)
	}
}
