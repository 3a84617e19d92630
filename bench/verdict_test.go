package bench

import (
	"encoding/json"
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

// verdictTest is a record, what a scripted search says to it, and the outcome as
// a file would hold it.
type verdictTest struct {
	name   string
	record epd.Record
	infos  []engine.Info
	result engine.Result
	want   string
}

func (test verdictTest) run(t *testing.T) {
	engines := newStable()
	engines.script[test.record.Position.EPD()] = answer{infos: test.infos, result: test.result}
	run, _ := engines.run(t, depthConfig(), test.record)
	got := must.Get(json.Marshal(run.Outcomes[0]))(t)
	if string(got) != test.want {
		t.Errorf("outcome:\n got %s\nwant %s", got, test.want)
	}
}

// result returns the answer that most tests give.
func result(t testing.TB, fen, san string, score engine.Score) engine.Result {
	t.Helper()
	return engine.Result{Best: move(t, fen, san), Score: score, Depth: 3, SelDepth: 7, Nodes: 350}
}

func bounded(r engine.Result, b engine.Bound) engine.Result {
	r.Bound = b
	return r
}

// mateIn makes a record that asks for a mate, and for one of the moves if any.
func mateIn(t testing.TB, fen string, n int, best ...string) epd.Record {
	t.Helper()
	r := ask(t, "x", fen, best...)
	r.MateIn, r.HasMate = n, true
	return r
}

// resultAt makes a record that asks for a result.
func resultAt(t testing.TB, fen string, want epd.Result, best ...string) epd.Record {
	t.Helper()
	r := ask(t, "x", fen, best...)
	r.Result = want
	return r
}

// avoid makes a record that asks for none of the moves.
func avoid(t testing.TB, fen string, moves ...string) epd.Record {
	t.Helper()
	r := ask(t, "x", fen)
	for _, san := range moves {
		r.Avoid = append(r.Avoid, move(t, fen, san))
	}
	return r
}

func TestMoves(t *testing.T) {
	tests := []verdictTest{
		{
			"right from the second iteration on", ask(t, "x", startFEN, "e4"),
			infos(t, startFEN, "d4", "e4", "e4"), result(t, startFEN, "e4", 12),
			`{"id":"x","verdict":"solved","want":"e4","best":"e4","score":"12","depth":3,"seldepth":7,"nodes":350,"found":{"depth":2,"nodes":200},"stable":{"depth":2,"nodes":200}}`,
		},
		{
			"found, lost and found again", ask(t, "x", startFEN, "e4"),
			infos(t, startFEN, "e4", "d4", "e4"), result(t, startFEN, "e4", 12),
			`{"id":"x","verdict":"solved","want":"e4","best":"e4","score":"12","depth":3,"seldepth":7,"nodes":350,"found":{"depth":1,"nodes":100},"stable":{"depth":3,"nodes":300}}`,
		},
		{
			"found and lost", ask(t, "x", startFEN, "e4"),
			infos(t, startFEN, "e4", "e4", "d4"), result(t, startFEN, "d4", 12),
			`{"id":"x","verdict":"missed","want":"e4","best":"d4","score":"12","depth":3,"seldepth":7,"nodes":350,"found":{"depth":1,"nodes":100}}`,
		},
		{
			"lost by the last word alone", ask(t, "x", startFEN, "e4"),
			infos(t, startFEN, "e4", "e4", "e4"), result(t, startFEN, "d4", 12),
			`{"id":"x","verdict":"missed","want":"e4","best":"d4","score":"12","depth":3,"seldepth":7,"nodes":350,"found":{"depth":1,"nodes":100}}`,
		},
		{
			"found by the last word alone", ask(t, "x", startFEN, "e4"),
			infos(t, startFEN, "d4", "d4"), result(t, startFEN, "e4", 12),
			`{"id":"x","verdict":"solved","want":"e4","best":"e4","score":"12","depth":3,"seldepth":7,"nodes":350,"found":{"depth":3,"nodes":350},"stable":{"depth":3,"nodes":350}}`,
		},
		{
			"right in the first line, of the fifth iteration", ask(t, "x", startFEN, "e4"),
			[]engine.Info{line(t, startFEN, "e4", 5, 100, 10, engine.Exact)},
			result(t, startFEN, "e4", 12),
			`{"id":"x","verdict":"solved","want":"e4","best":"e4","score":"12","depth":3,"seldepth":7,"nodes":350}`,
		},
		{
			"found where iterations before say nothing", ask(t, "x", startFEN, "e4"),
			[]engine.Info{line(t, startFEN, "d4", 1, 50, 10, engine.Exact), line(t, startFEN, "e4", 3, 100, 10, engine.Exact)},
			result(t, startFEN, "e4", 12),
			`{"id":"x","verdict":"solved","want":"e4","best":"e4","score":"12","depth":3,"seldepth":7,"nodes":350}`,
		},
		{
			"lost, and found again in the next iteration", ask(t, "x", startFEN, "e4"),
			[]engine.Info{
				line(t, startFEN, "e4", 5, 50, 10, engine.Exact), line(t, startFEN, "d4", 6, 100, 10, engine.Exact),
				line(t, startFEN, "e4", 7, 150, 10, engine.Exact),
			},
			result(t, startFEN, "e4", 12),
			`{"id":"x","verdict":"solved","want":"e4","best":"e4","score":"12","depth":3,"seldepth":7,"nodes":350,"found":{"depth":7,"nodes":150},"stable":{"depth":7,"nodes":150}}`,
		},
		{
			"not one line", ask(t, "x", startFEN, "e4"),
			nil,
			engine.Result{Best: move(t, startFEN, "e4"), Nodes: 350},
			`{"id":"x","verdict":"solved","want":"e4","best":"e4","score":"0","depth":0,"nodes":350}`,
		},
		{
			"never found", ask(t, "x", startFEN, "e4", "d4"),
			nil, result(t, startFEN, "a3", -5),
			`{"id":"x","verdict":"missed","want":"e4 d4","best":"a3","score":"-5","depth":3,"seldepth":7,"nodes":350}`,
		},
		{
			"a fail low is no find, a line without moves neither", ask(t, "x", startFEN, "e4"),
			[]engine.Info{
				line(t, startFEN, "e4", 1, 100, 10, engine.Upper),
				line(t, startFEN, "", 1, 150, 10, engine.Exact),
				line(t, startFEN, "e4", 2, 200, 10, engine.Lower),
			},
			result(t, startFEN, "e4", 12),
			`{"id":"x","verdict":"solved","want":"e4","best":"e4","score":"12","depth":3,"seldepth":7,"nodes":350,"found":{"depth":2,"nodes":200},"stable":{"depth":2,"nodes":200}}`,
		},
	}
	for _, test := range tests {
		t.Run(test.name, test.run)
	}
}

func TestMovesToAvoid(t *testing.T) {
	both := ask(t, "x", startFEN, "e4", "d4")
	both.Avoid = []game.Move{move(t, startFEN, "d4")}
	tests := []verdictTest{
		{
			"avoided", avoid(t, startFEN, "f3", "g4"), nil, result(t, startFEN, "e4", 0),
			`{"id":"x","verdict":"solved","want":"not f3 g4","best":"e4","score":"0","depth":3,"seldepth":7,"nodes":350}`,
		},
		{
			"not avoided", avoid(t, startFEN, "f3", "g4"), nil, result(t, startFEN, "g4", 0),
			`{"id":"x","verdict":"missed","want":"not f3 g4","best":"g4","score":"0","depth":3,"seldepth":7,"nodes":350}`,
		},
		{
			"in bm and in am is missed", both, nil, result(t, startFEN, "d4", 0),
			`{"id":"x","verdict":"missed","want":"e4 d4, not d4","best":"d4","score":"0","depth":3,"seldepth":7,"nodes":350}`,
		},
	}
	for _, test := range tests {
		t.Run(test.name, test.run)
	}
}

func TestMates(t *testing.T) {
	tests := []verdictTest{
		{
			"mate soon enough", mateIn(t, backRank, 2),
			[]engine.Info{
				line(t, backRank, "Ra8#", 1, 50, 500, engine.Exact),
				line(t, backRank, "Ra8#", 2, 90, engine.MateIn(1), engine.Exact),
			},
			result(t, backRank, "Ra8", engine.MateIn(1)),
			`{"id":"x","verdict":"solved","want":"#2","best":"Ra8#","score":"#1","depth":3,"seldepth":7,"nodes":350,"found":{"depth":2,"nodes":90},"stable":{"depth":2,"nodes":90},"mate":{"flaw":"sooner","claim":"#1","depth":2}}`,
		},
		{
			"mate too far", mateIn(t, backRank, 2), nil, result(t, backRank, "Ra8", engine.MateIn(3)),
			`{"id":"x","verdict":"missed","want":"#2","best":"Ra8#","score":"#3","depth":3,"seldepth":7,"nodes":350}`,
		},
		{
			"mate by a lower bound", mateIn(t, backRank, 2), nil,
			bounded(result(t, backRank, "Ra8", engine.MateIn(2)), engine.Lower),
			`{"id":"x","verdict":"solved","want":"#2","best":"Ra8#","score":"#2","depth":3,"seldepth":7,"nodes":350}`,
		},
		{
			"mate by an upper bound is none", mateIn(t, backRank, 2), nil,
			bounded(result(t, backRank, "Ra8", engine.MateIn(2)), engine.Upper),
			`{"id":"x","verdict":"missed","want":"#2","best":"Ra8#","score":"#2","depth":3,"seldepth":7,"nodes":350}`,
		},
		{
			"move right, mate not seen", mateIn(t, backRank, 1, "Ra8"), nil, result(t, backRank, "Ra8", 900),
			`{"id":"x","verdict":"missed","want":"Ra8#, #1","best":"Ra8#","score":"900","depth":3,"seldepth":7,"nodes":350}`,
		},
		{
			"mate seen, move wrong", mateIn(t, backRank, 1, "Ra8"), nil, result(t, backRank, "Ra7", engine.MateIn(1)),
			`{"id":"x","verdict":"missed","want":"Ra8#, #1","best":"Ra7","score":"#1","depth":3,"seldepth":7,"nodes":350,"mate":{"flaw":"no-mate","claim":"#1","depth":3}}`,
		},
		{
			"a draw seen", resultAt(t, startFEN, epd.Draw), nil, result(t, startFEN, "a3", -question.DrawBound),
			`{"id":"x","verdict":"solved","want":"draw","best":"a3","score":"-100","depth":3,"seldepth":7,"nodes":350}`,
		},
		{
			"a draw not seen", resultAt(t, startFEN, epd.Draw), nil, result(t, startFEN, "a3", question.DrawBound+1),
			`{"id":"x","verdict":"missed","want":"draw","best":"a3","score":"101","depth":3,"seldepth":7,"nodes":350}`,
		},
		{
			"a bound is no draw", resultAt(t, startFEN, epd.Draw), nil, bounded(result(t, startFEN, "a3", 0), engine.Lower),
			`{"id":"x","verdict":"missed","want":"draw","best":"a3","score":"0","depth":3,"seldepth":7,"nodes":350}`,
		},
		{
			"a win seen", resultAt(t, startFEN, epd.Win, "a3"), nil, bounded(result(t, startFEN, "a3", question.DrawBound+1), engine.Lower),
			`{"id":"x","verdict":"solved","want":"a3, win","best":"a3","score":"101","depth":3,"seldepth":7,"nodes":350}`,
		},
		{
			"a win not seen", resultAt(t, startFEN, epd.Win, "a3"), nil, result(t, startFEN, "a3", question.DrawBound),
			`{"id":"x","verdict":"missed","want":"a3, win","best":"a3","score":"100","depth":3,"seldepth":7,"nodes":350}`,
		},
		{
			"a mate of any length", resultAt(t, startFEN, epd.Mate), nil, bounded(result(t, startFEN, "a3", engine.MateIn(30)), engine.Lower),
			`{"id":"x","verdict":"solved","want":"mate","best":"a3","score":"#30","depth":3,"seldepth":7,"nodes":350}`,
		},
		{
			"no mate", resultAt(t, startFEN, epd.Mate), nil, result(t, startFEN, "a3", 5000),
			`{"id":"x","verdict":"missed","want":"mate","best":"a3","score":"5000","depth":3,"seldepth":7,"nodes":350}`,
		},
		{
			"being mated is no mate", resultAt(t, startFEN, epd.Mate), nil, result(t, startFEN, "a3", engine.MateIn(-2)),
			`{"id":"x","verdict":"missed","want":"mate","best":"a3","score":"#-2","depth":3,"seldepth":7,"nodes":350}`,
		},
		{
			"being mated in time", mateIn(t, startFEN, -3), nil, result(t, startFEN, "a3", engine.MateIn(-3)),
			`{"id":"x","verdict":"solved","want":"#-3","best":"a3","score":"#-3","depth":3,"seldepth":7,"nodes":350}`,
		},
		{
			"being mated later than asked", mateIn(t, startFEN, -3), nil, result(t, startFEN, "a3", engine.MateIn(-4)),
			`{"id":"x","verdict":"missed","want":"#-3","best":"a3","score":"#-4","depth":3,"seldepth":7,"nodes":350}`,
		},
		{
			"mating is not being mated", mateIn(t, startFEN, -3), nil, result(t, startFEN, "a3", engine.MateIn(2)),
			`{"id":"x","verdict":"missed","want":"#-3","best":"a3","score":"#2","depth":3,"seldepth":7,"nodes":350,"mate":{"flaw":"other-side","claim":"#2","depth":3}}`,
		},
	}
	for _, test := range tests {
		t.Run(test.name, test.run)
	}
}

func TestGrades(t *testing.T) {
	graded := ask(t, "x", startFEN)
	graded.Points = []epd.Graded{{Move: move(t, startFEN, "e4"), Points: 10}, {Move: move(t, startFEN, "d4"), Points: 7}}
	graded.MaxPoints = 10
	tests := []verdictTest{
		{
			"the best grade", graded, infos(t, startFEN, "d4", "e4"), result(t, startFEN, "e4", 0),
			`{"id":"x","verdict":"solved","want":"e4=10 d4=7","best":"e4","score":"0","depth":3,"seldepth":7,"nodes":350,"found":{"depth":2,"nodes":200},"stable":{"depth":2,"nodes":200},"points":10,"max_points":10}`,
		},
		{
			"a lesser grade", graded, nil, result(t, startFEN, "d4", 0),
			`{"id":"x","verdict":"missed","want":"e4=10 d4=7","best":"d4","score":"0","depth":3,"seldepth":7,"nodes":350,"points":7,"max_points":10}`,
		},
		{
			"no grade", graded, nil, result(t, startFEN, "a3", 0),
			`{"id":"x","verdict":"missed","want":"e4=10 d4=7","best":"a3","score":"0","depth":3,"seldepth":7,"nodes":350,"max_points":10}`,
		},
		{
			"nothing asked", ask(t, "x", startFEN), infos(t, startFEN, "e4"), result(t, startFEN, "e4", 0),
			`{"id":"x","verdict":"measured","best":"e4","score":"0","depth":3,"seldepth":7,"nodes":350}`,
		},
		{
			"no legal move and none answered", ask(t, "x", stalemate), nil,
			engine.Result{Nodes: 1},
			`{"id":"x","verdict":"measured","score":"0","depth":0,"nodes":1}`,
		},
	}
	for _, test := range tests {
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
