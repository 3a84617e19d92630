package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/store"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/epd"
	"github.com/zugwatch/zugwatch/suites"
)

// What the program is tested with: the first positions of a suite that Zugwatch
// brings, under limits that take no time, and more of them for a profile.
const (
	rehearsalSuite     = "wac"
	rehearsalPositions = "1-8"
	profilePositions   = "1-80"
)

// program is Zugwatch.
type program struct {
	path string // of what can be started as an engine
	// call runs it with arguments and returns its exit code and all that it
	// printed.
	call func(ctx context.Context, args ...string) (int, string)
}

// rehearsal is the program at work in a temporary folder, with faults put in.
type rehearsal struct {
	program
	ctx      context.Context
	folder   string
	settings *config // of the folder
	found    []report.Injection
}

// testProgram makes every injection into a program. Race is about how long it may
// race engines at first, 0 for not at all; what is worth telling goes to
// diagnostics.
func testProgram(ctx context.Context, of program, race time.Duration, diagnostics io.Writer) (found []report.Injection, err error) {
	folder, err := os.MkdirTemp("", "zugwatch-selftest-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	r := &rehearsal{program: of, ctx: ctx, folder: folder}
	if err := r.prepare(); err != nil {
		return nil, fmt.Errorf("selftest: %w", err)
	}
	steps := []func() error{r.regressions, r.roles, r.gates, r.clocks, r.hotSpots, r.engines, r.baselines, r.results, r.inputs}
	if race > 0 {
		steps = append(steps, func() error { r.speed(race, diagnostics); return nil })
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

// file is one of the folder.
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
		configName: fmt.Sprintf(rehearsalConfig, r.program.path), "few.epd": few, "more.epd": more, "own.epd": ownPositions, "graded.epd": gradedPositions,
		"empty.epd": "# nothing\n", "empty.json": "", "unknown.yaml": "sweets: []\n",
	} {
		if err := os.WriteFile(r.file(name), []byte(content), 0o666); err != nil {
			return err
		}
	}
	if r.settings, err = loadConfig(r.file(configName)); err != nil {
		return err
	}
	for _, args := range [][]string{
		{"baseline", "accept", "tactics", "zugzwang", "nodes", "single", "kept", "graded", "--reason", "selftest", "--config", r.file(configName)},
		{"run", r.file("few.epd"), "--nodes", "2000", "--config", r.file(configName), "--shard", "1/2", "-o", r.file("part.json")},
	} {
		if code, out := r.call(r.ctx, args...); code != codePass {
			return fmt.Errorf("%s ended with exit code %d: %s", args[0], code, lastLine(out))
		}
	}
	return nil
}

// rehearsalText is a part of the suite as a file.
func rehearsalText(positions string) (string, error) {
	suite, err := suites.Open(rehearsalSuite)
	if err != nil {
		return "", err
	}
	if suite, err = suite.Filter(positions); err != nil {
		return "", err
	}
	var text bytes.Buffer
	writer := epd.NewWriter(&text)
	for i := range suite.Records {
		if err := writer.Write(&suite.Records[i]); err != nil {
			return "", err
		}
	}
	err = writer.Flush()
	return text.String(), err
}

// inProcess calls this program.
func inProcess(ctx context.Context, args ...string) (int, string) {
	var out bytes.Buffer
	code := run(ctx, append([]string{"zugwatch"}, args...), strings.NewReader(""), &out, &out)
	return code, out.String()
}

// expect runs the program with a fault put in. Found is that the exit code is the
// expected one, that the last line says the same, and that a line begins with
// the answer, or says it.
func (r *rehearsal) expect(what string, code int, answer string, args ...string) {
	r.expectIn(r.ctx, what, code, answer, args...)
}

func (r *rehearsal) expectIn(ctx context.Context, what string, code int, answer string, args ...string) {
	r.found = append(r.found, r.inject(ctx, what, code, answer, args...))
}

// inject runs the program with a fault put in and does not count it yet.
func (r *rehearsal) inject(ctx context.Context, what string, code int, answer string, args ...string) report.Injection {
	got, out := r.call(ctx, args...)
	injection := report.Injection{Where: "zugwatch " + args[0], What: what, Expected: code, Got: got}
	concluded := false
	for line := range strings.Lines(out) {
		if injection.Answer == "" && strings.Contains(line, answer) {
			injection.Answer = answer
		}
		concluded = concluded || strings.HasPrefix(line, "zugwatch: verdict=") && strings.Contains(line+" ", " code="+strconv.Itoa(code))
	}
	injection.Found = got == code && injection.Answer != "" && concluded
	return injection
}

// ci is the main job on a suite of the folder.
func (r *rehearsal) ci(suite string) []string {
	return []string{"ci", suite, "--config", r.file(configName)}
}

// forge changes the baseline of a suite, runs the main job and puts the baseline
// back.
func (r *rehearsal) forge(suite, what string, code int, answer string, change func(*bench.Run)) error {
	chosen, err := r.settings.selection([]string{suite})
	if err != nil {
		return err
	}
	file := r.settings.path(chosen[0].Baseline)
	return r.restored(file, func() error {
		baseline, err := store.LoadBaseline(file)
		if err != nil {
			return err
		}
		change(baseline.Run)
		if err := store.SaveBaseline(file, baseline); err != nil {
			return err
		}
		r.expect(what, code, answer, r.ci(suite)...)
		return nil
	})
}

// restored gives a file its content back after a step.
func (r *rehearsal) restored(file string, step func() error) error {
	content, err := os.ReadFile(file)
	if err != nil {
		return err
	}
	err = step()
	return errors.Join(err, os.WriteFile(file, content, 0o666))
}

// regressions are what the engine did better in the baseline.
func (r *rehearsal) regressions() error {
	solve := func(run *bench.Run) {
		for i := range run.Outcomes {
			if o := &run.Outcomes[i]; o.Verdict == bench.Missed {
				o.Verdict = bench.Solved
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
	r.expect("nothing", codePass, "gate tactics  pass", r.ci("tactics")...)
	r.expect("nothing", codePass, "gate nodes    pass", r.ci("nodes")...)
	return errors.Join(
		r.forge("tactics", "a lost position", codeRegression, "gate tactics  fail", solve),
		r.forge("zugzwang", "a lost position of kind zugzwang", codeRegression, "gate zugzwang fail", solve),
		r.forge("nodes", "+7% nodes", codeRegression, "gate nodes    fail", save(107, true)),
		r.forge("single", "+60% nodes of one position", codeRegression, "gate nodes    fail", save(160, false)))
}

// engines are those that do not work.
func (r *rehearsal) engines() error {
	r.expect("an engine that says nothing", codeEngine, "engine open", r.ci("silent")...)
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
		r.forge("hanging", "an engine that hangs", codeEngine, "engine faults on", endless),
		r.forge("forgiven", "an engine that hangs as often as is allowed", codePass, "gate tactics  pass", endless))
}

// baselines are those that nobody accepted like this.
func (r *rehearsal) baselines() error {
	file := r.file("bench/baselines/tactics.json")
	changed := func(what, answer string, change func([]byte) []byte) error {
		return r.restored(file, func() error {
			text, err := os.ReadFile(file)
			if err != nil {
				return err
			}
			if err := os.WriteFile(file, change(text), 0o666); err != nil {
				return err
			}
			r.expect(what, codeBaseline, answer, r.ci("tactics")...)
			return nil
		})
	}
	missing := r.restored(file, func() error {
		if err := os.Remove(file); err != nil {
			return err
		}
		r.expect("a missing baseline", codeBaseline, "file is missing", r.ci("tactics")...)
		return nil
	})
	return errors.Join(missing,
		changed("an edited baseline", "tactics.json:", func(text []byte) []byte {
			return bytes.Replace(text, []byte(`"solved"`), []byte(`"missed"`), 1)
		}),
		changed("a baseline that was cut", "tactics.json:", func(text []byte) []byte { return text[:len(text)/2] }),
		changed("an empty baseline", "tactics.json:", func([]byte) []byte { return nil }),
		r.forge("tactics", "a baseline of another limit", codeBaseline, "not comparable", func(run *bench.Run) { run.Limits = "nodes=3000" }),
		r.forge("tactics", "a baseline of another hash table", codeBaseline, "not comparable", func(run *bench.Run) {
			run.Engine.Options = override(run.Engine.Options, []engine.Option{{Name: uciHash, Value: "2"}})
		}))
}

// results are those of a step that went wrong.
func (r *rehearsal) results() error {
	base := r.file("bench/baselines/tactics.json")
	r.expect("an empty result", codeBaseline, "empty.json:", "compare", base, r.file("empty.json"))
	r.expect("a missing result", codeBaseline, "file is missing", "compare", base, r.file("none.json"))
	r.expect("a missing shard", codeUndecided, "positions are missing", "merge", r.file("part.json"), "-o", r.file("whole.json"))
	ctx, cancel := context.WithCancelCause(r.ctx)
	cancel(&signalError{signal: os.Interrupt})
	r.expectIn(ctx, "a signal", codeInterrupted, "ended by signal", r.ci("tactics")...)
	return nil
}

// inputs are suites and configurations that ask for nothing.
func (r *rehearsal) inputs() error {
	r.expect("a suite without positions", codeInput, "suite has no records", r.ci("empty")...)
	r.expect("an unknown key", codeInput, "unknown key", "ci", "--config", r.file("unknown.yaml"))
	return nil
}
