package selftest

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/profile"
	"github.com/zugwatch/zugwatch/bench/store"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/builtin"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/suites"
)

// signal is the cause of a context that was ended by a signal.
var signal = failure.With(failure.Interrupted, errors.New("ended by signal: test"))

// fakeProgram answers the command lines of a rehearsal with results that are made
// up and the gates of compare.
type fakeProgram struct {
	settings func(file string) (*config.Config, error) // config.Load, or a deaf one
}

func (p fakeProgram) call(ctx context.Context, args ...string) (failure.Kind, string, bool) {
	if err := context.Cause(ctx); err != nil {
		return failure.Of(err), err.Error(), true
	}
	var text strings.Builder
	err := p.run(&text, args)
	return failure.Of(err), fmt.Sprintf("%s%v\n", text.String(), err), true
}

// run runs one command line.
func (p fakeProgram) run(out *strings.Builder, args []string) error {
	switch args[0] {
	case "baseline":
		settings, chosen, err := p.chosen(args)
		if err != nil {
			return err
		}
		for _, c := range chosen {
			if err := acceptMadeUp(settings, c); err != nil {
				return err
			}
		}
	case "ci":
		settings, chosen, err := p.chosen(args)
		if err != nil {
			return err
		}
		return judgeMadeUp(out, settings, chosen[0])
	case "compare":
		base, err := store.Load(args[1])
		if err != nil {
			return failure.With(failure.Baseline, err)
		}
		head, err := store.Load(args[2])
		if err != nil {
			return failure.With(failure.Baseline, err)
		}
		return tell(out, base, head, compare.Gate{Axis: compare.Tactics, Total: compare.Unlimited, Position: compare.Unlimited})
	case "merge":
		return failure.With(failure.Undecided, errors.New("positions are missing"))
	case "speed":
		out.WriteString(raceAllowed + "\n")
		if args[slices.Index(args, "--slower")+1] != "0" {
			return failure.With(failure.Regression, errors.New("slower"))
		}
	}
	return nil
}

// chosen reads the configuration that a command line names, and the suites.
func (p fakeProgram) chosen(args []string) (*config.Config, []config.Suite, error) {
	at := slices.Index(args, "--config")
	settings, err := p.settings(args[at+1])
	if err != nil {
		return nil, nil, err
	}
	names := slices.DeleteFunc(slices.Clone(args[1:at]), func(word string) bool {
		return word == "accept" || word == "--reason" || word == "selftest"
	})
	chosen, err := settings.Select(names)
	return settings, chosen, err
}

// madeUp returns the run of the fake engine: it solves all except the last position and
// the unsolvable ones.
func madeUp(suite *suites.Suite, chosen config.Suite) *bench.Run {
	run := &bench.Run{
		Schema: bench.Schema, Limits: chosen.Limit.String(), Complete: true,
		Engine: engine.ID{Name: "fake", Options: []engine.Option{{Name: builtin.HashOption, Value: "1"}}},
		Suite:  bench.SuiteRef{Name: suite.Name, Digest: suite.Digest, Count: len(suite.Records)},
	}
	for i := range suite.Records {
		o := bench.Outcome{ID: suite.Records[i].Key(), Verdict: bench.Solved, Want: "e4", Best: "e4", Nodes: 10_000, Points: 7}
		o.Stable = &bench.Point{Depth: 1, Nodes: 1000}
		o.Found = o.Stable
		if strings.HasPrefix(o.ID, "GRADED") {
			o.MaxPoints = 10
		} else {
			o.Points = 0
		}
		if strings.HasPrefix(o.ID, "NEVER") || !strings.Contains(o.ID, "E") && i == len(suite.Records)-1 {
			o.Verdict, o.Best, o.Found, o.Stable = bench.Missed, "d4", nil, nil
		}
		if chosen.Engine == "hanging" {
			o = bench.Outcome{ID: o.ID, Verdict: bench.Faulted, Fault: bench.FaultTimeout, Want: o.Want}
		}
		run.Outcomes = append(run.Outcomes, o)
	}
	return run
}

// acceptMadeUp accepts what the fake engine finds, and a profile.
func acceptMadeUp(settings *config.Config, chosen config.Suite) error {
	suite, err := settings.Open(chosen)
	if err != nil {
		return err
	}
	file := settings.Path(chosen.Baseline)
	if err := os.MkdirAll(filepath.Dir(file), 0o777); err != nil {
		return err
	}
	accepted := store.Accepted{Reason: "selftest", Date: "2026-11-21"}
	if err := store.SaveBaseline(file, &store.Baseline{Run: madeUp(suite, chosen), Accepted: accepted}); err != nil {
		return err
	}
	if chosen.Profile == config.ProfileUnused {
		return nil
	}
	hundred := []int64{100, 100, 100, 100, 100}
	taken := &profile.Summary{Samples: hundred, Functions: []profile.Function{{Name: "search", Flat: hundred, Cum: hundred}}}
	for i := range hundred {
		taken.Notes.Passes = append(taken.Notes.Passes, profile.Pass{Process: fmt.Sprint(i)})
	}
	taken.Notes.Engine, taken.Notes.Suite, taken.Notes.Limits = "fake", suite.Name, chosen.Limit.String()
	text, err := profile.NewBaseline(taken, accepted.Reason, accepted.Date).Encode()
	if err != nil {
		return err
	}
	return os.WriteFile(settings.ProfileBaseline(&chosen), text, 0o666)
}

// judgeMadeUp judges the run of the fake engine by the accepted one.
func judgeMadeUp(out *strings.Builder, settings *config.Config, chosen config.Suite) error {
	suite, err := settings.OpenForGate(&chosen, "2026-11-21")
	if err != nil {
		return failure.Default(failure.Input, err)
	}
	accepted, err := store.LoadBaseline(settings.Path(chosen.Baseline))
	if err != nil {
		return failure.With(failure.Baseline, err)
	}
	if chosen.Engine == "silent" {
		return failure.With(failure.Engine, errors.New("engine open: no answer"))
	}
	if err := tell(out, accepted.Run, madeUp(suite, chosen), chosen.Gate); err != nil || chosen.Profile == config.ProfileUnused {
		return err
	}
	text, err := os.ReadFile(settings.ProfileBaseline(&chosen))
	if err != nil {
		return failure.With(failure.Baseline, fmt.Errorf("baseline is missing: %w", err))
	}
	hot, err := profile.DecodeBaseline(text)
	if err == nil && len(hot.Functions) == 0 && chosen.Profile == config.ProfileGate {
		err = failure.With(failure.Regression, errors.New("profile of "+chosen.Name))
	}
	return err
}

// tell judges two runs and writes what the program would print.
func tell(out *strings.Builder, base, head *bench.Run, gate compare.Gate) error {
	comparison, err := compare.Compare(base, head, gate, compare.Evidence{EqualOptions: []string{builtin.HashOption}})
	if err != nil {
		return err
	}
	for _, g := range comparison.Gates {
		fmt.Fprintf(out, "gate %-8s %s\n%s\n%s\n", g.Axis, g.Verdict, strings.Join(g.Reasons, "\n"), strings.Join(g.Notes, "\n"))
	}
	totals := comparison.Head.Totals
	fmt.Fprintf(out, "%d of %d points (at least: %d)\n", totals.Points, totals.MaxPoints, gate.MinPoints)
	if comparison.Overrun() {
		out.WriteString("engine faults on all of them\n")
	}
	if kind := comparison.Failure(); kind != failure.None {
		return failure.With(kind, errors.New("judged"))
	}
	return nil
}

// rehearse runs the rehearsal of a fake program, without races.
func rehearse(t *testing.T, p fakeProgram) []Injection {
	t.Helper()
	test := Test{Program: Program{Path: "fake", Call: p.call, Signal: signal}}
	return must.Get(test.Run(t.Context()))(t)
}

// deafKeys lists keys of the folder's configuration, their replacements, and the faults that are then missed. Those of one
// round bear on different suites.
var deafKeys = [][]struct {
	old, new string
	missed   []string
}{
	{
		{`lost: 1`, "lost: 4", []string{"one more lost position than is allowed"}},
		{`gate: {quarantine: \[\{.*\}\]}`, "gate: {}", []string{"a quarantine that has expired", "a lost position in quarantine"}},
		{`gate: {points: \d+}`, "gate: {points: 1}", []string{"as many points as are asked for", "fewer points than are asked for"}},
		{`, nodes-floor: \d+`, "", []string{"more nodes of positions below the floor"}},
		{`gate: {faults: 8}`, "gate: {}", []string{"an engine that hangs as often as is allowed"}},
	},
	{
		{`gate: {lost: 1}`, "gate: {}", []string{"as many lost positions as are allowed"}},
		{`gate: {control: .*\]}`, "gate: {}", []string{"a lost control"}},
		{`gate: {expected-fail: .*\]}`, "gate: {}", []string{"a lost position that is expected to fail", "an expected failure that is solved"}},
		{`gate: {exact: true}`, "gate: {}", []string{"one ply of selective depth less"}},
		{`nodes-position: 50%`, "nodes-position: off", []string{
			"+60% nodes of one position", "more nodes of positions below the floor", "more nodes of positions beyond the floor",
		}},
		{`profile: gate`, "profile: information", []string{"a function that takes more of the time"}},
	},
	{
		{`, must-solve: .*\]|must-solve: .*\]`, "", []string{"a position that must be solved and never was"}},
		{`gate: {nodes-solution: 20%}`, "gate: {}", []string{"+40% nodes to the solution"}},
		{`nodes-total: 5%`, "nodes-total: off", []string{"nothing", "+7% nodes"}},
	},
}

// TestRehearsalSeesDeafKeys rehearses programs that ignore some keys: only the faults that
// these keys find are missed.
func TestRehearsalSeesDeafKeys(t *testing.T) {
	for round, keys := range deafKeys {
		t.Run(fmt.Sprint(round), func(t *testing.T) {
			t.Parallel()
			p := fakeProgram{func(file string) (*config.Config, error) {
				text, err := os.ReadFile(file)
				if err != nil {
					return nil, err
				}
				for _, key := range keys {
					text = regexp.MustCompile(key.old).ReplaceAll(text, []byte(key.new))
				}
				if err := os.WriteFile(file, text, 0o666); err != nil {
					return nil, err
				}
				return config.Load(file)
			}}
			var want []string
			for _, key := range keys {
				want = append(want, key.missed...)
			}
			got := missed(rehearse(t, p))
			slices.Sort(want)
			slices.Sort(got)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("missed (-want +got):\n%s", diff)
			}
		})
	}
}

// TestRehearsalSeesDeafProgram: a program is found out if it never fails, if its last
// line disagrees, or if it prints nothing.
func TestRehearsalSeesDeafProgram(t *testing.T) {
	sound := fakeProgram{config.Load}
	tests := map[string]struct {
		spoil func(failure.Kind, string) (failure.Kind, string, bool)
		found func(Injection) bool
	}{
		"never fails": {
			func(_ failure.Kind, out string) (failure.Kind, string, bool) { return failure.None, out, true },
			func(i Injection) bool { return i.Expected == failure.None },
		},
		"last line": {
			func(kind failure.Kind, out string) (failure.Kind, string, bool) { return kind, out, false },
			func(Injection) bool { return false },
		},
		"silent": {
			func(kind failure.Kind, _ string) (failure.Kind, string, bool) { return kind, "", true },
			func(Injection) bool { return false },
		},
	}
	for name, row := range tests {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			test := Test{Race: time.Second, Tell: t.Logf, Program: Program{Path: "fake", Signal: signal}}
			test.Program.Call = func(ctx context.Context, args ...string) (failure.Kind, string, bool) {
				kind, out, _ := sound.call(ctx, args...)
				if args[0] == "baseline" || args[0] == "run" {
					return kind, out, true
				}
				return row.spoil(kind, out)
			}
			all, err := test.Run(t.Context())
			if err != nil || len(all) < 40 {
				t.Fatalf("%d injections, %v", len(all), err)
			}
			for _, i := range all {
				if want := row.found(i); i.Found != want {
					t.Errorf("%s: found %t, want %t", i.What, i.Found, want)
				}
			}
		})
	}
}

// TestRehearsalEnds: a program that cannot even accept baselines, and a context
// that is ended, end the test, and nothing is left behind.
func TestRehearsalEnds(t *testing.T) {
	folder := t.TempDir()
	t.Setenv("TMPDIR", folder)
	broken := func(context.Context, ...string) (failure.Kind, string, bool) {
		return failure.Machine, "much\nzugwatch: disk full\n", true
	}
	test := Test{Program: Program{Path: "fake", Call: broken}}
	want := fmt.Sprintf("selftest: baseline ended with a failure of kind %d: zugwatch: disk full", failure.Machine)
	if _, err := test.Run(t.Context()); err == nil || err.Error() != want {
		t.Errorf("broken: %v, want %s", err, want)
	}
	ctx, cancel := context.WithCancelCause(t.Context())
	test.Program.Call = func(_ context.Context, args ...string) (failure.Kind, string, bool) {
		if args[0] == "ci" {
			cancel(signal)
		}
		return fakeProgram{config.Load}.call(t.Context(), args...)
	}
	if _, err := test.Run(ctx); failure.Of(err) != failure.Interrupted {
		t.Errorf("interrupted: %v of kind %d", err, failure.Of(err))
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// TestRunSuites tests the gates of a configuration as well, on a given day, which takes
// the accepted runs of all suites.
func TestRunSuites(t *testing.T) {
	folder := t.TempDir()
	const text = `suites:
  - {name: own, suite: own.epd, kind: tactics, limit: nodes=2000, gate: {quarantine: [{id: NEVER.1, reason: later, until: 2026-11-21}]}}
  - {name: hot, suite: own.epd, kind: tactics, limit: nodes=3000, profile: gate}
`
	for name, content := range map[string]string{config.FileName: text, "own.epd": ownPositions} {
		must.Do(t, os.WriteFile(filepath.Join(folder, name), []byte(content), 0o666))
	}
	settings := must.Get(config.Load(filepath.Join(folder, config.FileName)))(t)
	calls := 0
	test := Test{
		Config: settings, Suites: settings.Suites, Today: "2026-11-21",
		Program: Program{Path: "fake", Signal: signal},
	}
	test.Call = func(ctx context.Context, args ...string) (failure.Kind, string, bool) {
		calls++
		return fakeProgram{config.Load}.call(ctx, args...)
	}
	_, err := test.Run(t.Context())
	if failure.Of(err) != failure.Baseline || strings.Count(err.Error(), "is missing") != 3 || calls > 0 {
		t.Errorf("nothing accepted: %v of kind %d after %d calls", err, failure.Of(err), calls)
	}
	for _, c := range settings.Suites {
		must.Do(t, acceptMadeUp(settings, c))
	}
	all, err := test.Run(t.Context())
	if got := missed(all); err != nil || got != nil {
		t.Errorf("missed %q, %v", got, err)
	}
	want := []string{"own", "hot", "zugwatch ci"}
	var where []string
	for _, i := range all {
		where = append(where, i.Where)
	}
	if where = slices.Compact(where); !slices.Equal(where[:3], want) {
		t.Errorf("tested %q, want %q first", where, want)
	}
	test.Today = "2026-11-22"
	if later := must.Get(test.gates())(t)[0].run(); later[0].Where != "own" || later[0].Got != failure.Input {
		t.Errorf("a day later: %+v, want a quarantine that has expired", later[0])
	}
}
