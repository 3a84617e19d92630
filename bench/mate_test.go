package bench

import (
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
)

// ladder is a mate in two, by Kg6 or a waiting move, and not in one; cornered is a mate
// against the side to move, which has one move before it; quick is a mate in one.
const (
	ladder   = "7k/8/5K2/8/8/8/8/R7 w - -"
	cornered = "7k/8/6K1/8/8/8/8/R7 b - -"
	quick    = "7k/8/6K1/8/8/8/8/R7 w - -"
)

// variation returns a line from a position.
func variation(t testing.TB, fen string, sans ...string) (line []game.Move) {
	t.Helper()
	p := must.Get(game.ParsePosition(fen))(t)
	for _, san := range sans {
		m := must.Get(p.ParseNotation(san))(t)
		line = append(line, m)
		p = p.After(m)
	}
	return line
}

// TestMateClaims: what is the matter with a claim of a mate, by score and line, as the
// answer or on the way to it.
func TestMateClaims(t *testing.T) {
	two, back := variation(t, ladder, "Kg6", "Kg8", "Ra8"), variation(t, cornered, "Kg8", "Ra8")
	slow := variation(t, ladder, "Kf7", "Kh7", "Ra2", "Kh6", "Ra3")
	for _, test := range []struct {
		name   string
		fen    string
		proven int
		score  engine.Score
		bound  engine.Bound
		line   []game.Move
		broken bool
		final  Flaw // as the answer
		before Flaw // of an earlier iteration
	}{
		{"kept", ladder, 2, engine.MateIn(2), engine.Exact, two, false, NoFlaw, NoFlaw},
		{"no mate", ladder, 2, 500, engine.Exact, two, true, NoFlaw, NoFlaw},
		{"no line", ladder, 2, engine.MateIn(2), engine.Exact, nil, false, NoFlaw, NoFlaw},
		{"no line, and the move does not mate", quick, 1, engine.MateIn(1), engine.Exact, nil, false, LineUnmade, NoFlaw},
		{"sooner than proven", ladder, 2, engine.MateIn(1), engine.Exact, two[:1], false, Sooner, Sooner},
		{"mate on the board", ladder, 2, engine.MateScore, engine.Exact, two[:1], false, Sooner, Sooner},
		{"later than proven", ladder, 2, engine.MateIn(3), engine.Exact, slow, false, LineUnmade, LineUnmade},
		{"later, cut short", ladder, 2, engine.MateIn(4), engine.Exact, slow, false, CutShort, NoFlaw},
		{"longer line", ladder, 2, engine.MateIn(2), engine.Exact, slow, false, LineLonger, LineLonger},
		{"line without mate", ladder, 2, engine.MateIn(2), engine.Exact, slow[:3], false, LineUnmade, LineUnmade},
		{"line that mates sooner", ladder, 2, engine.MateIn(3), engine.Exact, two, false, LineSooner, LineSooner},
		{"line that is not legal", ladder, 2, engine.MateIn(2), engine.Exact, append(two[:2:2], two[0]), false, LineBroken, LineBroken},
		{"line that goes on beyond what is legal", ladder, 2, engine.MateIn(2), engine.Exact, two, true, LineBroken, LineBroken},
		{"other side", ladder, 2, engine.MateIn(-2), engine.Exact, two, false, OtherSide, OtherSide},
		{"mated on the board", ladder, 2, -engine.MateScore, engine.Exact, two, false, OtherSide, OtherSide},
		{"sooner, at least", ladder, 2, engine.MateIn(1), engine.Lower, two[:1], false, Sooner, NoFlaw},
		{"sooner, at most", ladder, 2, engine.MateIn(1), engine.Upper, two[:1], false, NoFlaw, NoFlaw},
		{"a line of a bound", ladder, 2, engine.MateIn(2), engine.Lower, slow, false, NoFlaw, NoFlaw},
		{"mated", cornered, -1, engine.MateIn(-1), engine.Exact, back, false, NoFlaw, NoFlaw},
		{"mated, cut short", cornered, -1, engine.MateIn(-1), engine.Exact, back[:1], false, CutShort, NoFlaw},
		{"mated sooner than proven", cornered, -2, engine.MateIn(-1), engine.Exact, back, false, Sooner, Sooner},
		{"mated later than proven", cornered, -1, engine.MateIn(-2), engine.Exact, back, false, LineSooner, LineSooner},
		{"mated sooner, at most", cornered, -2, engine.MateIn(-1), engine.Upper, back, false, Sooner, NoFlaw},
		{"mated sooner, at least", cornered, -2, engine.MateIn(-1), engine.Lower, back, false, NoFlaw, NoFlaw},
		{"mates although mated", cornered, -1, engine.MateIn(1), engine.Exact, back, false, OtherSide, OtherSide},
	} {
		record := mateIn(t, test.fen, test.proven)
		best := firstLegal(record.Position)
		if len(test.line) > 0 {
			best = test.line[0]
		}
		info := engine.Info{Depth: 4, Nodes: 10, Score: test.score, Bound: test.bound, PV: test.line, Broken: test.broken}
		claim := engine.Result{Best: best, Depth: 4, Score: test.score, Bound: test.bound, PV: test.line, Broken: test.broken}
		other := engine.Result{Best: best, Depth: 5, Score: 20, PV: test.line[:min(1, len(test.line))]}
		for _, run := range []struct {
			answer
			want Flaw
		}{{answer{result: claim}, test.final}, {answer{infos: []engine.Info{info}, result: other}, test.before}} {
			engines := newStable()
			engines.script[record.Position.EPD()] = run.answer
			got, _ := engines.run(t, depthConfig(), record)
			claim := MateClaim{Flaw: run.want, Claim: storable(test.score), Depth: 4}
			if run.want == NoFlaw {
				claim = MateClaim{}
			}
			if o := got.Outcomes[0]; o.Mate != claim {
				t.Errorf("%s, on the way %v: %v, want %v", test.name, len(run.infos) > 0, o.Mate, claim)
			}
		}
	}
}

// TestMateClaimOtherMove: the line of the answer has to begin with the answer.
func TestMateClaimOtherMove(t *testing.T) {
	record := mateIn(t, ladder, 2)
	answers := func(result engine.Result, infos ...engine.Info) Outcome {
		engines := newStable()
		engines.script[record.Position.EPD()] = answer{infos: infos, result: result}
		run, _ := engines.run(t, depthConfig(), record)
		return run.Outcomes[0]
	}
	line := variation(t, ladder, "Kg6", "Kg8", "Ra8")
	result := engine.Result{Best: move(t, ladder, "Ra2"), Depth: 3, Score: engine.MateIn(2), PV: line}
	if o := answers(result); o.Mate != (MateClaim{Flaw: OtherMove, Claim: engine.MateIn(2), Depth: 3}) {
		t.Errorf("claim %v", o.Mate)
	}
	// The worst of all counts, and the lines of other moves than the best do not.
	sooner := engine.Info{Depth: 2, Score: engine.MateIn(1), PV: line[:1]}
	if o := answers(result, sooner); o.Mate.Flaw != Sooner || o.Mate.Depth != 2 {
		t.Errorf("claim %v", o.Mate)
	}
	sooner.MultiPV = 2
	if o := answers(result, sooner); o.Mate.Flaw != OtherMove {
		t.Errorf("claim of a second line: %v", o.Mate)
	}
	// Where no mate is proven there is nothing to hold a claim against.
	record.HasMate, record.MateIn = false, 0
	if o := answers(result, sooner); o.Mate != (MateClaim{}) {
		t.Errorf("claim without proof: %v", o.Mate)
	}
}

func TestFlawText(t *testing.T) {
	for f := CutShort; f <= Sooner; f++ {
		text, err := f.MarshalText()
		var again Flaw
		if err != nil || again.UnmarshalText(text) != nil || again != f || f.Wrong() != (f != CutShort) {
			t.Errorf("flaw %d is written %q and read %v", f, text, again)
		}
	}
	var f Flaw
	for _, text := range []string{"none", "later", ""} {
		if err := f.UnmarshalText([]byte(text)); err == nil || !strings.Contains(err.Error(), "is unknown") {
			t.Errorf("flaw %q: %v", text, err)
		}
	}
	if Flaw(99).String() != "flaw(99)" {
		t.Errorf("flaw 99 is %s", Flaw(99))
	}
}

// TestProven: the question of an outcome gives the proven mate, and its score the mate
// that was found.
func TestProven(t *testing.T) {
	for _, test := range []struct {
		want        string
		score       engine.Score
		verdict     Verdict
		proven      int
		found, best bool
	}{
		{"Qg6, #3", engine.MateIn(3), Solved, 3, true, true},
		{"Qg6 Rh7, not Qg7#, #12", engine.MateIn(13), Missed, 12, true, false},
		{"#-4", engine.MateIn(-4), Solved, -4, true, true},
		{"#-4", engine.MateIn(4), Missed, -4, false, false},
		{"#2", 900, Missed, 2, false, false},
		{"#2", engine.MateIn(2), Faulted, 2, false, false},
		{"Qg7#", engine.MateIn(1), Solved, 0, false, false},
		{"Qg7# Qh7#, not Ra8#", engine.MateIn(1), Solved, 0, false, false},
		{"", engine.MateIn(1), Measured, 0, false, false},
	} {
		o := Outcome{Want: test.want, Score: test.score, Verdict: test.verdict}
		proven, ok := o.Proven()
		found, best := o.FoundMate()
		if proven != test.proven || ok != (test.proven != 0) || found != test.found || best != test.best {
			t.Errorf("%+v: proven %d, %v, found %v, best %v", test, proven, ok, found, best)
		}
	}
}
