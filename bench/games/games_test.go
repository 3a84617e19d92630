package games

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/match"
	"github.com/zugwatch/zugwatch/bench/match/stats"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/builtin"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
)

// shortPlan returns a plan of short games under a limit.
func shortPlan(t *testing.T, most int, limit string) *Plan {
	return &Plan{
		Name: "games", Most: most, Control: must.Get(match.ParseControl(limit))(t), Book: must.Get(match.DefaultBook(game.Chess))(t),
		Seed: 1, Elo: -25, Tests: 1, Workers: 2, Now: func() time.Time { return time.Time{} },
	}
}

// own returns the built-in engine with a setting of its search, and what makes it quick: a small table and no network.
func own(t *testing.T, search string) engines.Engine {
	options := []engine.Option{{Name: builtin.SearchOption, Value: search + ",eval=classic"}, {Name: builtin.HashOption, Value: "1"}}
	b := must.Get(builtin.DefaultsOf(game.Chess).Set(options))(t)
	return must.Get(engines.Builtin(t.Context(), b, false))(t)
}

// faulty is an engine that plays as another one and fails in some of its searches.
type faulty struct {
	engine.Engine
	every, searches int
}

func (f *faulty) Search(ctx context.Context, task engine.Task, each func(engine.Info)) (engine.Result, error) {
	if f.searches++; f.searches%f.every == 0 {
		return engine.Result{}, errors.New("fell over")
	}
	return f.Engine.Search(ctx, task, each)
}

// failing returns an engine that fails every so many searches.
func failing(t *testing.T, every int) engines.Engine {
	e := own(t, "modern")
	open := e.Open
	e.Open = func() (engine.Engine, error) {
		opened, err := open()
		return &faulty{Engine: opened, every: every}, err
	}
	return e
}

// TestPlay: an engine plays as itself in the first look, one that sees little loses, and faults of the head alone fail.
func TestPlay(t *testing.T) {
	for _, test := range []struct {
		name        string
		base, head  engines.Engine
		most, games int
		verdict     compare.Verdict
		identical   bool
		reason      string
	}{
		{"the same", own(t, "modern"), own(t, "modern"), 400, 2 * firstPairs, compare.Pass, true, "both sides play the same moves in 120 games"},
		{"without rules of pruning", own(t, "modern"), own(t, "modern,see=0,futility=off,rfp=0"), 120, 120, compare.Pass, false, ""},
		{"a head that fails", own(t, "modern"), failing(t, 30), 120, 0, compare.Fail, false, "the head fails in "},
		{"a base that fails", failing(t, 100), own(t, "modern"), 20, 20, compare.Pass, false, ""},
		{"both fail", failing(t, 30), failing(t, 30), 400, 0, compare.Undecided, false, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			j := must.Get(Play(t.Context(), test.base, test.head, shortPlan(t, test.most, "nodes=30")))(t)
			if test.games > 0 && j.Games != test.games || j.Identical != test.identical {
				t.Errorf("%d games, identical %t, %s: %q", j.Games, j.Identical, j.Result.Verdict, j.Result.Reasons)
			}
			if test.reason != "" && (j.Result.Verdict != test.verdict || !strings.HasPrefix(j.Result.Reasons[0], test.reason)) {
				t.Errorf("%s: %q", j.Result.Verdict, j.Result.Reasons)
			}
			if test.verdict == compare.Fail != j.Faulty {
				t.Errorf("faulty %t", j.Faulty)
			}
			told := slices.Concat(j.Result.Notes, j.Result.Reasons)
			if early := slices.Contains(told, "the games ended early, after 21 with a fault"); early != (j.Match.Faults() > maxFaults) || early != (test.games == 0) {
				t.Errorf("%d games with a fault, told %q", j.Match.Faults(), told)
			}
			if test.name == "both fail" && (j.Result.Verdict != test.verdict || strings.Contains(strings.Join(told, ";"), "does not decide yet")) {
				t.Errorf("%s: %q", j.Result.Verdict, told)
			}
		})
	}
}

// TestPlayAgain: equal plans give equal games, with any number of workers.
func TestPlayAgain(t *testing.T) {
	one, four := shortPlan(t, 12, "nodes=50"), shortPlan(t, 12, "nodes=50")
	four.Workers = 4
	base, head := own(t, "modern"), own(t, "modern,rfp=0")
	a := must.Get(Play(t.Context(), base, head, one))(t)
	b := must.Get(Play(t.Context(), base, head, four))(t)
	if a.text() != b.text() || a.Identical || len(a.Match.Games) != 12 {
		t.Errorf("%s and %s", a.text(), b.text())
	}
}

// TestJudge: what pairs come to, in a look before the last and in the last.
func TestJudge(t *testing.T) {
	for _, test := range []struct {
		name        string
		pairs       stats.Pairs
		most        int // games; 0: twice as many as there are
		early, last compare.Verdict
	}{
		{"level", stats.Pairs{25, 35, 120, 35, 25}, 0, compare.Pass, compare.Pass},
		{"level and long", stats.Pairs{250, 350, 1200, 350, 250}, 0, compare.Pass, compare.Pass},
		{"much worse", stats.Pairs{60, 60, 80, 25, 15}, 0, compare.Fail, compare.Fail},
		{"worse, perhaps by chance", stats.Pairs{12, 13, 20, 9, 6}, 0, compare.Undecided, compare.Undecided},
		{"a little worse, surely", stats.Pairs{1100, 1400, 5000, 1300, 1000}, 0, compare.Pass, compare.Pass},
		{"all lost", stats.Pairs{30, 0, 0, 0, 0}, 0, compare.Fail, compare.Fail},
		{"better", stats.Pairs{15, 25, 80, 60, 60}, 0, compare.Pass, compare.Pass},
		{"level, and the last look would hardly fail", stats.Pairs{6, 9, 30, 9, 6}, 0, compare.Pass, compare.Pass},
		{"level, and the last look may fail, though not by the threshold of this one", stats.Pairs{8, 9, 28, 9, 6}, 400, compare.Undecided, compare.Pass},
		{"within what is allowed, and the last look may fail", stats.Pairs{20, 25, 60, 22, 17}, 0, compare.Undecided, compare.Pass},
	} {
		plan := &Plan{Elo: -25, Most: cmp.Or(test.most, 4*test.pairs.Count())}
		for _, look := range []struct {
			more bool
			want compare.Verdict
		}{{true, test.early}, {false, test.last}} {
			j := plan.judge(matchOf(test.pairs), &compare.Evidence{Tests: 1, Looks: 3, More: look.more}, new(replay))
			if j.Result.Verdict != look.want || j.Pairs != test.pairs {
				t.Errorf("%s, more looks %t: %s, %q", test.name, look.more, j.Result.Verdict, j.Result.Reasons)
			}
		}
	}
}

// TestSavedNodes: a loss at equal depth is undecided if the head takes fewer nodes.
func TestSavedNodes(t *testing.T) {
	for _, test := range []struct {
		limit string
		head  uint64 // nodes of each move; the base has 100
		want  compare.Verdict
	}{
		{"depth=4", 90, compare.Undecided},
		{"depth=4", 99, compare.Fail},
		{"depth=4", 110, compare.Fail},
		{"depth=4", 0, compare.Fail}, // it tells none
		{"nodes=500", 90, compare.Fail},
		{"depth=4,nodes=500", 90, compare.Fail},
	} {
		m := matchOf(stats.Pairs{60, 60, 80, 25, 15})
		for i := range m.Games {
			g := &m.Games[i]
			g.Plies = append(g.Plies, make([]match.Ply, 5)...) // the games of a pair differ in length
			for at := range g.Plies {
				if g.Plies[at].Nodes = 100; g.Player(game.Side(at%2)) == headPlayer {
					g.Plies[at].Nodes = test.head
				}
			}
		}
		plan := &Plan{Elo: -25, Most: 480, Control: must.Get(match.ParseControl(test.limit))(t)}
		j := plan.judge(m, &compare.Evidence{Tests: 1, Looks: 1}, new(replay))
		told := strings.Contains(strings.Join(j.Result.Reasons, ""), "but the head takes 10% fewer nodes at the same depth")
		if j.Result.Verdict != test.want || told != (test.want == compare.Undecided) {
			t.Errorf("%s, %d nodes: %s %q", test.limit, test.head, j.Result.Verdict, j.Result.Reasons)
		}
	}
}

// TestFewPairs: a single pair, or none, decides nothing.
func TestFewPairs(t *testing.T) {
	for _, pairs := range []stats.Pairs{{}, {1}, {0, 0, 0, 0, 1}} {
		j := (&Plan{Elo: -25, Most: 400}).judge(matchOf(pairs), &compare.Evidence{Tests: 1, Looks: 3}, new(replay))
		if _, err := json.Marshal(j); j.Result.Verdict != compare.Undecided || !strings.Contains(j.Result.Reasons[0], "(expected 2 or more)") || err != nil {
			t.Errorf("%v: %s, %q, %v", pairs, j.Result.Verdict, j.Result.Reasons, err)
		}
	}
}

// matchOf returns games that come to pairs, without a move in them.
func matchOf(pairs stats.Pairs) *match.Match {
	m := &match.Match{Players: make([]match.PlayerRef, 2)}
	results := [5][2]match.Result{ // of the head with White, then with Black
		{match.BlackWins, match.WhiteWins}, {match.Drawn, match.WhiteWins}, {match.Drawn, match.Drawn}, {match.WhiteWins, match.Drawn}, {match.WhiteWins, match.BlackWins},
	}
	for points, n := range pairs {
		for range n {
			for half, result := range results[points] {
				g := match.Game{Number: len(m.Games), White: half, Black: 1 - half, Result: result, Ending: match.Checkmate}
				g.Plies = []match.Ply{{Depth: half}}
				m.Games = append(m.Games, g)
			}
		}
	}
	for i := range m.Games { // no pair is played twice alike
		m.Games[i].Plies = nil
		if i%2 == 1 {
			m.Games[i].Plies = []match.Ply{{}}
		}
	}
	return m
}

// TestFaults: faults of both sides are told, and fail where the head has many more.
func TestFaults(t *testing.T) {
	const first = "crash in game 1, signal 11"
	for _, test := range []struct {
		head, base int
		confirmed  bool
		again      replay
		more       bool
		verdict    compare.Verdict
		said       string // the first reason of a fail or an undecided look, the note of a pass
	}{
		{0, 0, false, replay{}, false, compare.Pass, ""},
		{1, 0, true, replay{searched: 1}, true, compare.Fail, "the head fails in 1 game, the base in 0: " + first},
		{2, 0, true, replay{searched: 2}, true, compare.Fail, "the head fails in 2 games, the base in 0: crash in game 3, signal 11"},
		{1, 0, false, replay{searched: 1}, false, compare.Pass, "the head fails in 1 game, the base in 0: " + first + "; its fault is not confirmed in 1 game searched again"},
		{2, 0, false, replay{searched: 2, shared: 1}, false, compare.Pass, "the head fails in 2 games, the base in 0: " + first + "; the base fails too in 1 of 2 games searched again"},
		{5, 0, false, replay{searched: 3}, true, compare.Undecided, "the head fails in 5 games, the base in 0: " + first + "; its fault is not confirmed in 3 games searched again"},
		{30, 0, false, replay{searched: 3}, true, compare.Fail, "the head fails in 30 games, the base in 0: " + first + "; its fault is not confirmed in 3 games searched again"},
		{6, 0, false, replay{searched: 3}, false, compare.Pass, "the head fails in 6 games, the base in 0: " + first + "; its fault is not confirmed in 3 games searched again"},
		{7, 0, false, replay{searched: 3}, false, compare.Fail, "the head fails in 7 games, the base in 0: " + first + "; its fault is not confirmed in 3 games searched again"},
		{2, 1, false, replay{}, false, compare.Pass, "the head fails in 2 games, the base in 1: " + first},
		{30, 1, false, replay{}, true, compare.Fail, "the head fails in 30 games, the base in 1: " + first},
		{0, 3, false, replay{}, true, compare.Pass, "the head fails in 0 games, the base in 3: " + first},
	} {
		m := matchOf(stats.Pairs{0, 0, 400, 0, 0})
		for i := range test.head + test.base {
			g := &m.Games[2*i]
			g.Ending, g.Result, g.Message = match.Crash, match.BlackWins, "signal 11"
			m.Games[2*i+1].Result = match.BlackWins
			if i >= test.head {
				g.Result, m.Games[2*i+1].Result = match.WhiteWins, match.WhiteWins
			}
		}
		if test.confirmed {
			test.again.confirmed = &m.Games[2*(test.head-1)]
		}
		j := (&Plan{Elo: -25, Most: 1000}).judge(m, &compare.Evidence{Tests: 20, Looks: 2, More: test.more}, &test.again)
		said := strings.Join(j.Result.Notes, "; ")
		switch test.verdict {
		case compare.Fail:
			said = j.Result.Reasons[0]
		case compare.Undecided:
			said = j.Result.Reasons[len(j.Result.Reasons)-1]
		}
		if j.Result.Verdict != test.verdict || said != test.said || j.Faulty != (test.verdict == compare.Fail) {
			t.Errorf("%d and %d: %s, %q, notes %q", test.head, test.base, j.Result.Verdict, j.Result.Reasons, j.Result.Notes)
		}
	}
}

// TestLooks: a later look plays what the earlier ones did not, and a fault is never identical.
func TestLooks(t *testing.T) {
	plan, played := shortPlan(t, 2*firstPairs+20, "nodes=50"), 0
	plan.Elo = -5
	plan.Watch = func(match.Event) { played++ }
	if j := must.Get(Play(t.Context(), own(t, "modern"), own(t, "modern,rfp=0,futility=off"), plan))(t); j.Games != plan.Most || played != plan.Most {
		t.Errorf("%d games, %d were played", j.Games, played)
	}
	m := &match.Match{Games: make([]match.Game, 2)}
	if !areIdentical(m) {
		t.Error("games without a move differ")
	}
	m.Games[1].Ending = match.Crash
	if areIdentical(m) {
		t.Error("a crash is identical")
	}
}

// TestWorst: lost games are told with the position at which the scores part, those of pairs without a point first.
func TestWorst(t *testing.T) {
	p := game.Chess.Start()
	move := func(text string) game.Move {
		m := must.Get(p.ParseMove(text))(t)
		p = p.After(m)
		return m
	}
	plies := []match.Ply{{Move: move("f2f3"), Score: 10}, {Move: move("e7e5"), Score: 30}, {Move: move("g2g4"), Score: -20}, {Move: move("d8h4"), Score: 400}}
	m := &match.Match{Players: make([]match.PlayerRef, 2), Games: []match.Game{
		{Number: 0, White: 0, Black: 1, Result: match.BlackWins, Ending: match.Checkmate, Plies: plies},
		{Number: 1, White: 1, Black: 0, Result: match.BlackWins, Ending: match.Checkmate},
		{Number: 2, White: 0, Black: 1, Result: match.BlackWins, Ending: match.Resignation},
		{Number: 3, White: 1, Black: 0, Result: match.WhiteWins, Ending: match.Resignation, Plies: plies},
	}}
	got := worst(m)
	if len(got) != 3 || got[0].Game != 3 || got[1].Game != 4 || got[2].Game != 1 {
		t.Fatalf("worst games are %+v", got)
	}
	l := got[2]
	if l.Move != 2 || l.Side != "black" || l.Played != "Qh4#" || l.Head != -20 || l.Base != -400 || l.Points != 2 || got[0].Parting != "" {
		t.Errorf("parted at %+v", l)
	}
}

// TestFit: a limit by nodes that one side does not keep becomes a limit by depth.
func TestFit(t *testing.T) {
	keeps := own(t, "modern")
	overruns := keeps
	open := keeps.Open
	overruns.Open = func() (engine.Engine, error) {
		e, err := open()
		return deaf{e}, err
	}
	plan := shortPlan(t, 2, "nodes=500")
	if control, note, err := plan.Fit(t.Context(), keeps, keeps); control != plan.Control || note != "" || err != nil {
		t.Errorf("kept: %v, %q, %v", control, note, err)
	}
	control, note, err := plan.Fit(t.Context(), keeps, overruns)
	if d := control.Limits.Depth; d < 2 || d > 8 || control.Limits.Nodes != 0 || note != fmt.Sprintf("limit depth=%d instead of nodes=500, which one side does not keep", d) || err != nil {
		t.Errorf("not kept: %v, %q, %v", control, note, err)
	}
	for _, test := range []struct {
		name    string
		byDepth bool // searches by depth differ as well
	}{{"a timer", false}, {"never repeats", true}} {
		onTimer, clock := keeps, new(atomic.Uint64)
		onTimer.Open = func() (engine.Engine, error) {
			e, err := open()
			return timed{e, clock, test.byDepth}, err
		}
		control, note, err := plan.Fit(t.Context(), keeps, onTimer)
		if kept := control == plan.Control && note == ""; kept != test.byDepth || err != nil {
			t.Errorf("%s: %v, %q, %v", test.name, control, note, err)
		}
	}
	plan = shortPlan(t, 2, "depth=3")
	if control, note, err := plan.Fit(t.Context(), overruns); control != plan.Control || note != "" || err != nil {
		t.Errorf("by depth: %v, %q, %v", control, note, err)
	}
}

// deaf is an engine that does not hear a limit by nodes.
type deaf struct{ engine.Engine }

func (d deaf) Search(ctx context.Context, task engine.Task, each func(engine.Info)) (engine.Result, error) {
	if task.Limits.Nodes > 0 {
		task.Limits.Nodes *= 40
	}
	return d.Engine.Search(ctx, task, each)
}

// timed is an engine whose nodes change from search to search: under a limit by nodes, or under any.
type timed struct {
	engine.Engine
	clock   *atomic.Uint64
	byDepth bool
}

func (e timed) Search(ctx context.Context, task engine.Task, each func(engine.Info)) (engine.Result, error) {
	r, err := e.Engine.Search(ctx, task, each)
	if task.Limits.Nodes > 0 || e.byDepth {
		r.Nodes += e.clock.Add(1)
	}
	return r, err
}
