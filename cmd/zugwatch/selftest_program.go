package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strconv"
	"strings"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/store"
	"github.com/zugwatch/zugwatch/epd"
	"github.com/zugwatch/zugwatch/suites"
)

// What the program is tested with: the first positions of a suite that Zugwatch
// brings, under limits that take no time.
const (
	rehearsalSuite     = "wac"
	rehearsalPositions = "1-8"
	rehearsalConfig    = `hash: 1
engines:
  - {name: silent, command: %[1]q, args: [version]}
  - {name: hanging, command: self, options: {Hash: 1}, limits: {position: 30ms, stop: 30ms, quit: 30ms, term: 30ms, kill: 100ms}}
suites:
  - {name: tactics, suite: few.epd, kind: tactics, limit: nodes=2000}
  - {name: zugzwang, suite: few.epd, kind: zugzwang, limit: nodes=2000}
  - {name: nodes, suite: few.epd, kind: nodes, limit: depth=4, gate: {nodes-total: 5%%}}
  - {name: single, suite: few.epd, kind: nodes, limit: depth=4, gate: {nodes-total: off, nodes-position: 50%%}}
  - {name: silent, suite: few.epd, kind: tactics, limit: nodes=2000, engine: silent, baseline: bench/baselines/tactics.json}
  - {name: hanging, suite: few.epd, kind: tactics, limit: nodes=4000000000000000000, engine: hanging}
  - {name: empty, suite: empty.epd, kind: tactics, limit: nodes=2000, baseline: bench/baselines/tactics.json}
`
)

// rehearsal is the program at work in a temporary folder, with faults put in.
type rehearsal struct {
	ctx    context.Context
	folder string
	found  []report.Injection
}

// testProgram makes every injection into the program.
func testProgram(ctx context.Context) (found []report.Injection, err error) {
	folder, err := os.MkdirTemp("", "zugwatch-selftest-")
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, os.RemoveAll(folder)) }()
	r := &rehearsal{ctx: ctx, folder: folder}
	if err := r.prepare(); err != nil {
		return nil, fmt.Errorf("selftest: %w", err)
	}
	for _, step := range []func() error{r.regressions, r.engines, r.baselines, r.results, r.inputs} {
		if err := step(); err != nil {
			return nil, fmt.Errorf("selftest: %w", err)
		}
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
	}
	return r.found, nil
}

// path is a file of the folder.
func (r *rehearsal) path(name string) string {
	return filepath.Join(r.folder, filepath.FromSlash(name))
}

// prepare writes the configuration and the suite and accepts baselines.
func (r *rehearsal) prepare() error {
	self, err := os.Executable()
	if err != nil {
		return err
	}
	suite, err := suites.Open(rehearsalSuite)
	if err != nil {
		return err
	}
	if suite, err = suite.Filter(rehearsalPositions); err != nil {
		return err
	}
	var text bytes.Buffer
	writer := epd.NewWriter(&text)
	for i := range suite.Records {
		if err := writer.Write(&suite.Records[i]); err != nil {
			return err
		}
	}
	if err := writer.Flush(); err != nil {
		return err
	}
	for name, content := range map[string]string{
		configName: fmt.Sprintf(rehearsalConfig, self), "few.epd": text.String(), "empty.epd": "# nothing\n", "empty.json": "",
		"unknown.yaml": "sweets: []\n",
	} {
		if err := os.WriteFile(r.path(name), []byte(content), 0o666); err != nil {
			return err
		}
	}
	for _, args := range [][]string{
		{"baseline", "accept", "tactics", "zugzwang", "nodes", "single", "--reason", "selftest", "--config", r.path(configName)},
		{"run", r.path("few.epd"), "--nodes", "2000", "--config", r.path(configName), "--shard", "1/2", "-o", r.path("part.json")},
	} {
		if code, out := r.call(r.ctx, args...); code != codePass {
			return fmt.Errorf("%s ended with exit code %d: %s", args[0], code, firstLine(out))
		}
	}
	return nil
}

// call runs the program and returns its exit code and all that it printed.
func (r *rehearsal) call(ctx context.Context, args ...string) (int, string) {
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
	r.found = append(r.found, injection)
}

// ci is the main job on a suite of the folder.
func (r *rehearsal) ci(suite string) []string {
	return []string{"ci", suite, "--config", r.path(configName)}
}

// forge changes the baseline of a suite, runs the main job and puts the baseline
// back.
func (r *rehearsal) forge(suite, what string, code int, answer string, change func(*bench.Run)) error {
	file := r.path("bench/baselines/" + suite + ".json")
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
	text, err := os.ReadFile(r.path("bench/baselines/tactics.json"))
	if err != nil {
		return err
	}
	file := r.path("bench/baselines/hanging.json")
	if err := os.WriteFile(file, text, 0o666); err != nil {
		return err
	}
	return r.forge("hanging", "an engine that hangs", codeEngine, "engine faults on", func(run *bench.Run) {
		run.Limits = "nodes=4000000000000000000"
	})
}

// baselines are those that nobody accepted like this.
func (r *rehearsal) baselines() error {
	file := r.path("bench/baselines/tactics.json")
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
		r.forge("tactics", "a baseline of another limit", codeBaseline, "not comparable", func(run *bench.Run) { run.Limits = "nodes=3000" }))
}

// results are those of a step that went wrong.
func (r *rehearsal) results() error {
	base := r.path("bench/baselines/tactics.json")
	r.expect("an empty result", codeBaseline, "empty.json:", "compare", base, r.path("empty.json"))
	r.expect("a missing result", codeBaseline, "file is missing", "compare", base, r.path("none.json"))
	r.expect("a missing shard", codeUndecided, "positions are missing", "merge", r.path("part.json"), "-o", r.path("whole.json"))
	ctx, cancel := context.WithCancelCause(r.ctx)
	cancel(&signalError{signal: os.Interrupt})
	r.expectIn(ctx, "a signal", codeInterrupted, "ended by signal", r.ci("tactics")...)
	return nil
}

// inputs are suites and configurations that ask for nothing.
func (r *rehearsal) inputs() error {
	r.expect("a suite without positions", codeInput, "suite has no records", r.ci("empty")...)
	r.expect("an unknown key", codeInput, "unknown key", "ci", "--config", r.path("unknown.yaml"))
	return nil
}
