package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench/config/starter"
)

// TestRehearsalInit lets init prepare a repository with an engine of its own and
// plays the workflow that it wrote, with the composite action.
func TestRehearsalInit(t *testing.T) {
	onlyThorough(t)
	t.Parallel()
	th := newTheatre(t, realGo)
	tool := th.origin // where the action and Zugwatch's source are
	th.origin = t.TempDir()
	th.git("init", "--quiet", "--initial-branch=main")
	th.git("config", "uploadpack.allowAnySHA1InWant", "true")
	th.put("Makefile", "EXE = mine\n\n$(EXE): mine.sh\n\tcp mine.sh $(EXE)\n\tchmod +x $(EXE)\n")
	th.put("mine.sh", "#!/bin/sh\nexec "+filepath.Join(th.home, "zugwatch")+" uci\n")
	th.put(".gitignore", "mine\n")
	th.command("zugwatch", "init", "--pin", strings.Repeat("a", 40))
	th.edit("zugwatch.yaml", "nodes=25000", "depth=1")
	th.edit("zugwatch.yaml", "    forms: 4\n    limit: nodes=200000\n", "    limit: nodes=2000\n    gate: {lost: 0}\n")
	th.edit("zugwatch.yaml", "depth=8", "depth=2")
	th.edit("zugwatch.yaml", "  - name: crafty\n", "  - name: crafty\n    suite: h3\n")
	th.edit("zugwatch.yaml", "depth=10", "depth=4")
	th.command("make")
	th.command("zugwatch", "baseline", "accept", "--reason", "first measure")
	th.commit("base")
	run := func(t *testing.T, event, commit string, shrink ...string) played {
		th.t = t
		s := th.stage(event, commit, append(shrink, "default: 60s", "default: 1s")...)
		s.actions["zugwatch/zugwatch/.github/actions/zugwatch"] = filepath.Join(tool, ".github/actions/zugwatch")
		w := readYAML[workflow](t, filepath.Join(th.origin, starter.WorkflowName), s.shrink)
		return s.play(w, "gate", nil)
	}

	t.Run("push", func(t *testing.T) {
		p := run(t, "push", th.git("rev-parse", "main"))
		if !p.ok || !strings.HasPrefix(p.summary, "## Zugwatch: pass\n") || len(p.annotations("error")) > 0 || strings.Contains(p.log, "gate_speed=") {
			t.Errorf("ok %v, summary %.60q\n%s", p.ok, p.summary, p.log)
		}
	})
	t.Run("no change", func(t *testing.T) {
		p := run(t, "pull_request", th.pull("still", func() { th.put("NOTES.md", "nothing\n") }))
		if !p.ok || !strings.HasPrefix(p.summary, "## Zugwatch: pass\n") || !strings.Contains(p.log, " gate_speed=") || strings.Contains(p.log, " gate_speed=fail") || !strings.Contains(p.summary, "crafty</code>: speed on ") {
			t.Errorf("ok %v, summary %.60q\n%s", p.ok, p.summary, p.log)
		}
	})
	t.Run("slower engine", func(t *testing.T) {
		slow := th.pull("slow", func() { // as one that takes ten times as long for each node
			th.edit("mine.sh", "zugwatch uci\n", "fake 'out ^(info .*nodes [0-9]+)[0-9]( .*)$ => ${1}${2}'\n")
		})
		p := run(t, "pull_request", slow, "default: 60s", "default: 10s")
		if strings.Contains(p.log, " gate_speed=inconclusive\n") { // the machine is busy
			p = run(t, "pull_request", slow, "default: 60s", "default: 60s")
		}
		if p.ok || !strings.Contains(p.log, " gate_speed=fail\n") || !p.has("error", "::error file=zugwatch.yaml,line=") {
			t.Errorf("ok %v, summary %.60q\n%s", p.ok, p.summary, p.log)
		}
	})
	t.Run("broken pruning and a lax gate", func(t *testing.T) {
		p := run(t, "pull_request", th.pull("broken", func() {
			th.edit("mine.sh", " uci\n", " uci --nullmove "+brokenPolicy+"\n")
			th.edit("zugwatch.yaml", "lost: 0", "lost: 300")
			th.git("rm", "--quiet", "bench/baselines/zugzwang.json")
		}))
		if p.ok || !strings.HasPrefix(p.summary, "**Changed by this pull request") || !strings.Contains(p.summary, "\n## Zugwatch: fail\n") {
			t.Errorf("ok %v, summary %.200q\n%s", p.ok, p.summary, p.log)
		}
		if !strings.Contains(strings.Join(p.annotations("error"), "\n"), "title=zugzwang ZUG.") || !strings.Contains(p.log, "code=1 ") {
			t.Errorf("annotations %q\n%s", p.annotations("error"), p.log)
		}
	})
	t.Run("engine that is not there", func(t *testing.T) {
		p := run(t, "pull_request", th.pull("gone", func() { th.edit("Makefile", "\tcp mine.sh $(EXE)\n\tchmod +x $(EXE)\n", "\t:\n") }))
		if p.ok || !strings.Contains(p.log, "verdict=inconclusive code=") || !strings.Contains(p.log, "[step Race against the base branch failed: exit status ") || !strings.Contains(p.summary, "## Zugwatch: inconclusive\n") {
			t.Errorf("ok %v, summary %.200q\n%s", p.ok, p.summary, p.log)
		}
	})
	t.Run("shallow checkout", func(t *testing.T) {
		p := run(t, "pull_request", th.pull("shallow", func() { th.edit(starter.WorkflowName, "fetch-depth: 2", "fetch-depth: 1") }))
		if !p.ok {
			t.Errorf("the workflow of main was played, and failed:\n%s", p.log)
		}
		th.edit(starter.WorkflowName, "fetch-depth: 2", "fetch-depth: 1")
		text := readText(t, filepath.Join(th.origin, starter.WorkflowName))
		th.put(starter.WorkflowName, text[:strings.Index(text, "      # The race needs")]+text[strings.Index(text, "      # The pin is"):])
		th.edit(starter.WorkflowName, "          base: ${{ runner.temp }}/base\n", "")
		p = run(t, "pull_request", th.git("rev-parse", "still-merged"))
		if p.ok || !p.has("error", "::error title=zugwatch::the base of the pull request is not there") {
			t.Errorf("ok %v\n%s", p.ok, p.log)
		}
	})
	if _, err := os.Stat(filepath.Join(th.origin, "bench/baselines/wac.json")); err != nil {
		t.Error(err)
	}
}
