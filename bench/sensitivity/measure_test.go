package sensitivity

import (
	"context"
	"os"
	"runtime"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/gate"
	"github.com/zugwatch/zugwatch/bench/mutant"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/must"
)

// settings are a suite of a few positions and mutants of the built-in engine.
const settings = `hash: 1
suites:
  - {name: own, suite: own.epd, kind: tactics, limit: nodes=2000}
mutants:
  - {name: mine, kind: damaging, search: "modern,qchecks=0"}
`

// positions are the suite: a mate, a fork and an unsolvable one.
const positions = `6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - bm Ra8#; id "MATE";
r1bqkbnr/pppp1ppp/2n5/4p3/2B1P3/5Q2/PPPP1PPP/RNB1K1NR w KQkq - bm Qxf7#; id "FOOL";
4k3/8/8/8/8/8/8/4K2R w K - bm Kd1; id "NEVER";
`

// working returns a working directory with the suite, and what runs the engine there.
func working(t *testing.T, text string) (*runner.Runner, *Options) {
	t.Helper()
	t.Chdir(t.TempDir())
	must.Do(t, os.WriteFile("own.epd", []byte(positions), 0o666))
	c := must.Get(config.Parse("zugwatch.yaml", []byte(text)))(t)
	r := &runner.Runner{
		Finder: engines.Finder{Config: c, Own: c.Own}, Workers: 1, Tool: "v0", Now: time.Now, Watch: runner.NoWatch,
		Tell: func(string, ...any) {},
	}
	return r, &Options{
		Gate: gate.Options{Engine: "zugwatch", Suites: c.Suites, Today: "2026-01-02"}, Bench: 1,
		Only: []string{"mine", "check-extension-off", "hash-4"}, Today: "2026-01-02", Begin: func(string, int, int) {},
	}
}

// TestGamesSuite: a suite of games is an axis of its own, and reports whether a mutant plays other moves.
func TestGamesSuite(t *testing.T) {
	text := strings.Replace(settings, "mutants:\n", "  - {name: games, kind: games, limit: depth=1, games: 120}\nmutants:\n", 1)
	r, o := working(t, text)
	r.Config.Games[0].Most = 16 // too few for a configuration
	o.Gate.Games, o.Only = r.Config.Games, []string{"mine", "hash-4"}
	report := must.Get(Measure(t.Context(), r, o))(t)
	for _, row := range report.Rows {
		at := slices.IndexFunc(row.Axes, func(a Axis) bool { return a.Suite == "games" })
		if len(row.Axes) != 2 || at < 0 || row.Axes[at].Axis != "games" || !strings.HasPrefix(row.Axes[at].Effect, "Elo ") {
			t.Fatalf("row %+v", row)
		}
		if same := row.Name == "hash-4"; row.Axes[at].Changed == same {
			t.Errorf("%s: games changed %t", row.Name, row.Axes[at].Changed)
		}
	}
	if suites := report.Head.Suites; len(suites) != 2 || suites[1] != "games depth=1 games=16 elo=-25 book=default" {
		t.Errorf("judged by %q", suites)
	}
}

// TestMeasure judges three mutants, and goes on with two more where it ended.
func TestMeasure(t *testing.T) {
	r, o := working(t, settings)
	o.Out = "out.jsonl"
	report := must.Get(Measure(t.Context(), r, o))(t)
	var names []string
	for _, row := range report.Rows {
		names = append(names, row.Name)
		if row.Verdict == "" || len(row.Axes) != 1 || row.Nodes == 0 || row.Bench == 0 {
			t.Errorf("row %+v", row)
		}
		if base, head := row.Solved(); base != 2 || head != 2 {
			t.Errorf("%s solves %d, then %d", row.Name, base, head)
		}
	}
	if want := []string{"check-extension-off", "hash-4", "mine"}; !slices.Equal(names, want) {
		t.Errorf("mutants %v, want %v", names, want)
	}
	if s := report.Summary(); s.Damaging.Of != 2 || s.Neutral.Of != 1 || len(s.Missed) != 2 || s.Waiting != 0 {
		t.Errorf("summary %+v", s)
	}
	first, err := os.ReadFile(o.Out)
	must.Do(t, err)
	begun := 0
	o.Begin = func(string, int, int) { begun++ }
	o.Only = append(o.Only, "null-off")
	if report, err = Measure(t.Context(), r, o); err != nil || begun != 1 || len(report.Rows) != 4 {
		t.Fatalf("%d begun, %v", begun, err)
	}
	second, _ := os.ReadFile(o.Out)
	if !strings.HasPrefix(string(second), string(first)) || strings.Count(string(second), "\n") != 5 {
		t.Errorf("file was not gone on with:\n%s\n%s", first, second)
	}
	o.Bench = 2
	if _, err = Measure(t.Context(), r, o); failure.Of(err) != failure.Baseline || !strings.Contains(err.Error(), "out.jsonl is of another measurement") {
		t.Errorf("error %v", err)
	}
}

// TestMeasureAgain: a mutant that has changed is measured again, in its place, and its description is
// updated.
func TestMeasureAgain(t *testing.T) {
	r, o := working(t, settings)
	o.Out, o.Only = "out.jsonl", []string{"mine", "hash-4"}
	must.Get(Measure(t.Context(), r, o))(t)
	var begun []string
	o.Begin = func(name string, _, _ int) { begun = append(begun, name) }
	mine := &r.Config.Mutants[0]
	mine.Kind, mine.What = mutant.Neutral, "said anew"
	report, err := Measure(t.Context(), r, o)
	if err != nil || begun != nil || report.Rows[1].Kind != "neutral" || report.Rows[1].What != "said anew" {
		t.Errorf("%v begun of %+v, %v", begun, report, err)
	}
	mine.Options[0].Value = "modern,lmr=off"
	if report, err = Measure(t.Context(), r, o); err != nil || !slices.Equal(begun, []string{"mine"}) || report.Rows[1].Change != "Search=modern,lmr=off" {
		t.Errorf("%v begun of %+v, %v", begun, report, err)
	}
	if text, _ := os.ReadFile(o.Out); strings.Count(string(text), "\n") != 3 || strings.Contains(string(text), "qchecks") {
		t.Errorf("the file has\n%s", text)
	}
}

// TestMeasureGames plays two games. A mutant of the configuration may be one of any search.
func TestMeasureGames(t *testing.T) {
	r, o := working(t, "search: plain\n"+settings)
	o.Games, o.Limit, o.Only, o.Out = 2, 50, []string{"mine"}, "games.jsonl"
	must.Do(t, os.WriteFile(o.Out, []byte(`{"format":"zugwatch-sensitivity","schema":1,"engine":""}`+"\n"), 0o666)) // as it comes with the program
	report := must.Get(Measure(t.Context(), r, o))(t)
	games := report.Rows[0].Games
	if games == nil || games.Pairs.Count() != 1 || games.Limit != "nodes=50" || report.Games != "2 games, nodes=50" {
		t.Errorf("games %+v of %+v", games, report.Head)
	}
}

// TestMeasureEnds holds that an end from outside comes with what was finished.
func TestMeasureEnds(t *testing.T) {
	r, o := working(t, settings)
	ctx, cancel := context.WithCancel(t.Context())
	o.Begin = func(_ string, number, _ int) {
		if number == 2 {
			cancel()
		}
	}
	report, err := Measure(ctx, r, o)
	if err == nil || report == nil || len(report.Rows) != 1 {
		t.Errorf("report %+v, error %v", report, err)
	}
}

// TestDoubt holds that a suite which cannot judge finds nothing.
func TestDoubt(t *testing.T) {
	for _, test := range []struct{ name, suite, only, want string }{
		{
			"few positions", "kind: tactics, forms: 4, limit: nodes=2000", "mine",
			"zugwatch.yaml:5:6: mutant mine: suite own cannot judge it: nodes to the solution of 2 positions give no interval (expected 8 or more that a side solves); lost share of 3 positions gives no interval (expected 8 or more)",
		},
		{
			"nothing solved", "kind: tactics, limit: nodes=2000, without: [MATE, FOOL]", "hash-4",
			"base: suite own judges nothing, as the verdict on the engine against itself is inconclusive: lost 0 of 0 solved (allowed: 0); neither run solves a position, so nothing can be lost",
		},
		{
			"its own gate", "kind: tactics, limit: nodes=2000, gate: {must-solve: [NEVER]}", "hash-4",
			"base: suite own judges nothing, as the verdict on the engine against itself is fail: lost 0 of 2 solved (allowed: 0); must solve and does not: NEVER",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			r, o := working(t, strings.Replace(settings, "kind: tactics, limit: nodes=2000", test.suite, 1))
			o.Only, o.Out = []string{test.only}, "out.jsonl"
			report, err := Measure(t.Context(), r, o)
			if failure.Of(err) != failure.Undecided || !strings.HasPrefix(err.Error(), test.want) {
				t.Errorf("error %v, want %s", err, test.want)
			}
			if _, err := os.Stat(o.Out); err == nil || len(report.Rows) > 0 {
				t.Errorf("%+v was counted", report.Rows)
			}
		})
	}
}

// TestErrors checks the errors of mutants that cannot be measured.
func TestErrors(t *testing.T) {
	for _, test := range []struct {
		name, settings, want string
		change               func(*Options)
	}{
		{"unknown", settings, "flag --only=hash-5 (expected the name of a mutant; did you mean hash-4?)", func(o *Options) { o.Only = []string{"hash-5"} }},
		{"none of a kind", settings, "no mutant is of the kind and the names that were asked for", func(o *Options) { o.Kind, o.Only = mutant.Neutral, []string{"mine"} }},
		{"taken", strings.Replace(settings, "mine", "hash-4", 1), "zugwatch.yaml:5:6: mutant hash-4 is one of the built-in engine (expected another name)", nil},
		{"option", strings.Replace(settings, `search: "modern,qchecks=0"`, "options: {Serch: modern}", 1), `zugwatch.yaml:5:6: mutant mine: the built-in engine has no option "Serch"`, nil},
		{"patches", settings, "all mutants that were asked for are patches of the source (expected --source with the folder of a checkout of Zugwatch)", func(o *Options) { o.Only = []string{"table-all-exact"} }},
		{"no source", settings, "mutant table-all-exact: open nowhere", func(o *Options) { o.Only, o.Source = []string{"table-all-exact"}, "nowhere" }},
		{"another search", "search: plain\n" + settings, "mutant check-extension-off is a change of the engine with its defaults, and this one has Search=plain (expected it without that, or --only with other mutants)", nil},
		{"another null move", "nullmove: r2\n" + settings, "mutant null-off is a change of the engine with its defaults, and this one has NullMove=r2 (expected ", func(o *Options) { o.Only = []string{"check-extension-off", "null-off"} }},
		{"none", settings, "zugwatch.yaml lists no mutants of engine other", func(o *Options) { o.Gate.Engine = "other" }},
	} {
		t.Run(test.name, func(t *testing.T) {
			r, o := working(t, test.settings)
			if test.change != nil {
				test.change(o)
			}
			if o.Gate.Engine == "other" {
				r.Config.Mutants = nil
			}
			if _, err := Measure(t.Context(), r, o); failure.Of(err) != failure.Input || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want %s", err, test.want)
			}
		})
	}
}

// TestCheckBase: a suite in which the base has too many faults is an error of the engine, one without time is none.
func TestCheckBase(t *testing.T) {
	faulty, late := gate.LeftOut{Suite: "mates", Why: "base: crash", Faulty: true}, gate.LeftOut{Suite: "wac", Why: "no time"}
	err := checkBase(&gate.Result{LeftOut: []gate.LeftOut{late, faulty}})
	if failure.Of(err) != failure.Engine || err.Error() != "suite mates: base: crash" {
		t.Errorf("error %v", err)
	}
	if err := checkBase(&gate.Result{LeftOut: []gate.LeftOut{late}}); err != nil {
		t.Errorf("error %v", err)
	}
}

// TestSignature holds that the bench of a patched program has the settings of the base and
// those of the mutant.
func TestSignature(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the program is a shell script")
	}
	r, o := working(t, settings)
	r.Own.Chess.EvalFile, r.Own.Chess.Threads = "net.bin", 2
	script := "#!/bin/sh\necho \"$@\" >args\necho 'Nodes searched  : 7'\n"
	must.Do(t, os.WriteFile("program", []byte(script), 0o755))
	s := &session{runner: r, options: o}
	m := &mutant.Mutant{Options: []engine.Option{{Name: "Hash", Value: "5"}, {Name: "NullMove", Value: "r2"}}}
	nodes, err := s.signature(t.Context(), m, "./program")
	args, _ := os.ReadFile("args")
	want := "bench --depth 1 --hash 5 --nullmove r2 --search modern --eval-file net.bin --threads 2\n"
	if err != nil || nodes != 7 || string(args) != want {
		t.Errorf("%d nodes, %v, of %s, want %s", nodes, err, args, want)
	}
}
