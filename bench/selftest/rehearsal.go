package selftest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/gate"
	"github.com/zugwatch/zugwatch/bench/profile"
	"github.com/zugwatch/zugwatch/bench/store"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/builtin"
	"github.com/zugwatch/zugwatch/suites"
)

// Suite, positions and limits of the test of the program. It searches the first positions
// of a built-in suite under short limits, and more positions for a profile.
const (
	rehearsalSuite     = "wac"
	rehearsalPositions = "1-8"
	profilePositions   = "1-80"
)

// Program is Zugwatch.
type Program struct {
	Path string // of what can be started as an engine
	// Call runs it with arguments and returns how it ended, all that it printed,
	// and whether its last line says the same.
	Call func(ctx context.Context, args ...string) (kind failure.Kind, out string, concluded bool)
	// Signal is the cause of a context that was ended by a signal.
	Signal error
}

// rehearsal is the program at work in a temporary folder, with faults put in.
type rehearsal struct {
	Program
	ctx      context.Context
	folder   string
	settings *config.Config // of the folder
	found    []Injection
}

// rehearse makes every injection into the program.
func (t *Test) rehearse(ctx context.Context) (found []Injection, err error) {
	folder, err := os.MkdirTemp("", "zugwatch-selftest-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	r := &rehearsal{Program: t.Program, ctx: ctx, folder: folder}
	steps := []func() error{r.prepare, r.injectRegressions, r.injectRoles, r.injectGateKeys, r.injectClockLosses, r.hotSpots, r.injectBrokenEngines, r.injectBrokenBaselines, r.injectBrokenResults, r.injectBrokenInputs}
	if t.Race > 0 {
		steps = append(steps, func() error { r.races(t.Race, t.Tell); return nil })
	}
	for _, step := range steps {
		if err := step(); err != nil {
			return nil, fmt.Errorf("selftest: %w", err)
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
	}
	return r.found, nil
}

// file returns one of the folder.
func (r *rehearsal) file(name string) string {
	return filepath.Join(r.folder, filepath.FromSlash(name))
}

// prepare writes the configuration and the suites and accepts baselines.
func (r *rehearsal) prepare() error {
	few, err := rehearsalText(rehearsalPositions)
	if err != nil {
		return err
	}
	more, err := rehearsalText(profilePositions)
	if err != nil {
		return err
	}
	for name, content := range map[string]string{
		config.FileName: fmt.Sprintf(rehearsalConfig, r.Path), "few.epd": few, "more.epd": more, "own.epd": ownPositions, "graded.epd": gradedPositions,
		"empty.epd": "# nothing\n", "empty.json": "", "unknown.yaml": "sweets: []\n",
	} {
		if err := os.WriteFile(r.file(name), []byte(content), 0o666); err != nil {
			return err
		}
	}
	if r.settings, err = config.Load(r.file(config.FileName)); err != nil {
		return err
	}
	for _, args := range [][]string{
		{"baseline", "accept", "tactics", "zugzwang", "nodes", "single", "kept", "graded", "--reason", "selftest", "--config", r.file(config.FileName)},
		{"run", r.file("few.epd"), "--nodes", "2000", "--config", r.file(config.FileName), "--shard", "1/2", "-o", r.file("part.json")},
	} {
		if kind, out, _ := r.Call(r.ctx, args...); kind != failure.None {
			return fmt.Errorf("%s ended with a failure of kind %d: %s", args[0], kind, lastLine(out))
		}
	}
	return nil
}

// rehearsalText returns a part of the suite as a file.
func rehearsalText(positions string) (string, error) {
	suite, err := suites.Open(rehearsalSuite)
	if err != nil {
		return "", err
	}
	if suite, err = suite.Filter(positions); err != nil {
		return "", err
	}
	var text strings.Builder
	for i := range suite.Records {
		text.WriteString(suite.Records[i].String() + "\n")
	}
	return text.String(), nil
}

// expect runs the program with a fault put in. The fault is found if the program ended as
// expected, its last line agrees, and a line has the answer.
func (r *rehearsal) expect(what string, kind failure.Kind, answer string, args ...string) {
	r.found = append(r.found, r.inject(r.ctx, what, kind, answer, args...))
}

// inject runs the program with a fault put in and does not count it yet.
func (r *rehearsal) inject(ctx context.Context, what string, kind failure.Kind, answer string, args ...string) Injection {
	got, out, concluded := r.Call(ctx, args...)
	result := Injection{Where: "zugwatch " + args[0], What: what, Expected: kind, Got: got}
	if strings.Contains(out, answer) {
		result.Answer = answer
	}
	result.Found = got == kind && result.Answer != "" && concluded
	return result
}

// ci returns the main job on a suite of the folder.
func (r *rehearsal) ci(suite string) []string {
	return []string{"ci", suite, "--config", r.file(config.FileName), "--verbose"}
}

// changeBaseline changes the baseline of a suite, runs the main job and puts the baseline
// back.
func (r *rehearsal) changeBaseline(suite, what string, kind failure.Kind, answer string, change func(*bench.Run)) error {
	chosen, err := r.settings.Select([]string{suite})
	if err != nil {
		return err
	}
	file := r.settings.Path(chosen[0].Baseline)
	return r.restoreAfter(file, func([]byte) error {
		baseline, err := store.LoadBaseline(file)
		if err != nil {
			return err
		}
		change(baseline.Run)
		if err := store.SaveBaseline(file, baseline); err != nil {
			return err
		}
		r.expect(what, kind, answer, r.ci(suite)...)
		return nil
	})
}

// restoreAfter gives a file its content back after a step.
func (r *rehearsal) restoreAfter(file string, step func(content []byte) error) error {
	content, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	err = step(content)
	return errors.Join(err, os.WriteFile(file, content, 0o666))
}

// injectRegressions makes the baseline better than the engine and expects the gate to fail.
func (r *rehearsal) injectRegressions() error {
	better := func(run *bench.Run) {
		for i := range run.Outcomes {
			if o := &run.Outcomes[i]; o.Verdict == bench.Missed {
				setSolved(o)
				o.Found = &bench.Point{Depth: 1, Nodes: 1}
				o.Stable = o.Found
				return
			}
		}
	}
	save := func(share uint64, all bool) func(*bench.Run) {
		return func(run *bench.Run) {
			for i := range run.Outcomes {
				if i == 0 || all {
					run.Outcomes[i].Nodes = run.Outcomes[i].Nodes * 100 / share
				}
			}
		}
	}
	r.expect("nothing", failure.None, "gate tactics  pass", r.ci("tactics")...)
	r.expect("nothing", failure.None, "gate nodes    pass", r.ci("nodes")...)
	return errors.Join(
		r.changeBaseline("tactics", "a lost position", failure.Regression, "gate tactics  fail", better),
		r.changeBaseline("zugzwang", "a lost position of kind zugzwang", failure.Regression, "gate zugzwang fail", better),
		r.changeBaseline("nodes", "+7% nodes", failure.Regression, "gate nodes    fail", save(107, true)),
		r.changeBaseline("single", "+60% nodes of one position", failure.Regression, "gate nodes    fail", save(160, false)))
}

// injectBrokenEngines runs engines that are silent or hang.
func (r *rehearsal) injectBrokenEngines() error {
	r.expect("an engine that says nothing", failure.Engine, "engine open", r.ci("silent")...)
	text, err := os.ReadFile(r.file("bench/baselines/tactics.json"))
	if err != nil {
		return err
	}
	file := r.file("bench/baselines/hanging.json")
	if err := os.WriteFile(file, text, 0o666); err != nil {
		return err
	}
	endless := func(run *bench.Run) { run.Limits = "nodes=4000000000000000000" }
	return errors.Join(
		r.changeBaseline("hanging", "an engine that hangs", failure.Engine, "engine faults on", endless),
		r.changeBaseline("forgiven", "an engine that hangs as often as is allowed", failure.Regression, "gate tactics  fail", endless))
}

// injectBrokenBaselines runs against missing, damaged and incomparable baselines.
func (r *rehearsal) injectBrokenBaselines() error {
	file := r.file("bench/baselines/tactics.json")
	changed := func(what, answer string, change func([]byte) []byte) error {
		return r.restoreAfter(file, func(text []byte) error {
			if err := os.WriteFile(file, change(text), 0o666); err != nil {
				return err
			}
			r.expect(what, failure.Baseline, answer, r.ci("tactics")...)
			return nil
		})
	}
	missing := r.restoreAfter(file, func([]byte) error {
		if err := os.Remove(file); err != nil {
			return err
		}
		r.expect("a missing baseline", failure.Baseline, "file is missing", r.ci("tactics")...)
		return nil
	})
	return errors.Join(missing,
		changed("an edited baseline", "tactics.json:", func(text []byte) []byte {
			return bytes.Replace(text, []byte(`"solved"`), []byte(`"missed"`), 1)
		}),
		changed("a baseline that was cut", "tactics.json:", func(text []byte) []byte { return text[:len(text)/2] }),
		changed("an empty baseline", "tactics.json:", func([]byte) []byte { return nil }),
		r.changeBaseline("tactics", "a baseline of another limit", failure.Baseline, "not comparable", func(run *bench.Run) { run.Limits = "nodes=3000" }),
		r.changeBaseline("tactics", "a baseline of another hash table", failure.Baseline, "not comparable", func(run *bench.Run) {
			run.Engine.Options = engine.Override(run.Engine.Options, []engine.Option{{Name: builtin.HashOption, Value: "2"}})
		}))
}

// injectBrokenResults compares and merges broken run files, and ends ci by a signal.
func (r *rehearsal) injectBrokenResults() error {
	base := r.file("bench/baselines/tactics.json")
	r.expect("an empty result", failure.Baseline, "empty.json:", "compare", base, r.file("empty.json"))
	r.expect("a missing result", failure.Baseline, "file is missing", "compare", base, r.file("none.json"))
	r.expect("a missing shard", failure.Undecided, "positions are missing", "merge", r.file("part.json"), "-o", r.file("whole.json"))
	ctx, cancel := context.WithCancelCause(r.ctx)
	cancel(r.Signal)
	r.found = append(r.found, r.inject(ctx, "a signal", failure.Interrupted, "ended by signal", r.ci("tactics")...))
	return nil
}

// injectBrokenInputs runs a suite without positions and a configuration with an unknown key.
func (r *rehearsal) injectBrokenInputs() error {
	r.expect("a suite without positions", failure.Input, "suite has no records", r.ci("empty")...)
	r.expect("an unknown key", failure.Input, "unknown key", "ci", "--config", r.file("unknown.yaml"))
	return nil
}

// hotSpots tests a function with a much larger share of the time than in the accepted
// profile, and a missing profile. With a large table, clearing it takes a third of the
// time and more. Many samples tell that from chance on any machine. The accepted profile
// has a large table too, as it measures how far processes differ.
func (r *rehearsal) hotSpots() error {
	config := r.file("large.yaml")
	if err := r.writeLargeConfig(config, "240"); err != nil {
		return err
	}
	if kind, out, _ := r.Call(r.ctx, "baseline", "accept", "profiled", "--reason", "selftest", "--config", config); kind != failure.None {
		return fmt.Errorf("baseline accept ended with a failure of kind %d: %s", kind, lastLine(out))
	}
	if err := r.writeLargeConfig(config, "480"); err != nil {
		return err
	}
	chosen, err := r.settings.Select([]string{"profiled"})
	if err != nil {
		return err
	}
	if err := flatten(r.settings, chosen[0]); err != nil {
		return err
	}
	r.expect("a function that takes more of the time", failure.Regression, "profile of profiled", "ci", "profiled", "--config", config, "--verbose")
	if err := os.Remove(r.settings.ProfileBaseline(&chosen[0])); err != nil {
		return err
	}
	r.expect("a missing profile", failure.Baseline, "baseline is missing", "ci", "profiled", "--config", config)
	return nil
}

// writeLargeConfig writes the configuration with a large table and so many samples.
func (r *rehearsal) writeLargeConfig(file, samples string) error {
	text, err := os.ReadFile(r.file(config.FileName))
	if err != nil {
		return err
	}
	changes := strings.NewReplacer("hash: 1\n", "hash: 64\n", "samples: 60", "samples: "+samples)
	return os.WriteFile(file, []byte(changes.Replace(string(text))), 0o666)
}

// flatten takes all functions out of an accepted profile: whatever takes time has
// come to take more.
func flatten(settings *config.Config, chosen config.Suite) error {
	accepted, err := gate.LoadProfile(settings, &chosen)
	if err != nil {
		return err
	}
	accepted.Samples, accepted.Functions, accepted.Phases = 1_000_000, []profile.Share{}, []profile.Share{}
	text, err := accepted.Encode()
	if err != nil {
		return err
	}
	return os.WriteFile(settings.ProfileBaseline(&chosen), text, 0o666)
}
