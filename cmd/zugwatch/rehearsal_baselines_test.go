package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench/config/starter"
)

// TestRehearsalBaselines has init prepare a repository with stored baselines, and runs the resulting workflow with
// the composite action.
func TestRehearsalBaselines(t *testing.T) {
	onlyThorough(t)
	t.Parallel()
	repo, run := newUser(t, "--baselines")
	repo.command("make")
	repo.command("zugwatch", "baseline", "accept", "--reason", "first measure")
	repo.commit("base")
	still := repo.pull("still", func() { repo.put("NOTES.md", "nothing\n") })

	t.Run("push", func(t *testing.T) {
		p := run(t, "push", repo.git("rev-parse", "main"))
		p.expect(t, p.ok && p.opens("pass") && len(p.annotations("error")) == 0 && !p.logs("gate_speed=") && !p.logs("building mine"))
	})
	t.Run("no change", func(t *testing.T) {
		p := run(t, "pull_request", still)
		p.expect(t, p.ok && p.opens("pass") && p.logs(" gate_speed=") && !p.logs(" gate_speed=fail") && strings.Contains(p.summary, "crafty</code>: speed on "))
	})
	t.Run("slower engine", func(t *testing.T) {
		slow := repo.pull("slow", func() { // as one that takes twice as long for each node in a race
			repo.edit("mine.sh", "zugwatch uci\n", "fake 'in ^go nodes 5000$ => go nodes 10000' 'out ^(info .* nodes) 1[0-9]{4} (.*)$ => $1 5000 $2'\n")
		})
		p := run(t, "pull_request", slow, "default: 60s", "default: 10s")
		if p.logs(" gate_speed=inconclusive\n") { // the machine is busy
			p = run(t, "pull_request", slow, "default: 60s", "default: 60s")
		}
		p.expect(t, !p.ok && p.logs(" gate_speed=fail\n") && p.has("error", "::error file=zugwatch.yaml,line="))
	})
	t.Run("broken pruning and a lax gate", func(t *testing.T) {
		p := run(t, "pull_request", repo.pull("broken", func() {
			repo.edit("mine.sh", " uci\n", " uci --nullmove "+brokenPolicy+"\n")
			repo.edit("zugwatch.yaml", "lost: 0", "lost: 300")
			repo.git("rm", "--quiet", "bench/baselines/zugzwang.json")
		}))
		repo.expectJudged(t, p)
	})
	t.Run("engine that is not there", func(t *testing.T) {
		p := run(t, "pull_request", repo.pull("gone", func() { repo.edit("Makefile", "\tcp mine.sh $(EXE)\n\tchmod +x $(EXE)\n", "\t:\n") }))
		p.expect(t, !p.ok && p.logs("verdict=inconclusive code=", "[step Race against the base branch failed: exit status ") && p.tells("inconclusive"))
	})
	t.Run("shallow checkout", func(t *testing.T) {
		p := run(t, "pull_request", repo.pull("shallow", func() { repo.edit(starter.WorkflowName, "fetch-depth: 2", "fetch-depth: 1") }))
		if !p.ok {
			t.Errorf("the workflow of main was run, and failed:\n%s", p.log)
		}
		repo.edit(starter.WorkflowName, "fetch-depth: 2", "fetch-depth: 1")
		p = run(t, "pull_request", repo.git("rev-parse", "still-merged"))
		p.expect(t, !p.ok && p.has("error", "::error title=zugwatch::the base of the pull request is not there"))
	})
	t.Run("accepted", func(t *testing.T) { repo.accepting(t, run) })
	if _, err := os.Stat(filepath.Join(repo.origin, "bench/baselines/wac.json")); err != nil {
		t.Error(err)
	}
}

// accepting runs a pull request with a change of the search and new baselines, which
// are accepted by a label and by nothing else.
func (repo *testRepo) accepting(t *testing.T, run func(t *testing.T, event, commit string, shrink ...string) jobResult) {
	repo.t = t
	other := func() { repo.edit("mine.sh", " uci\n", " uci --nullmove "+brokenPolicy+"\n") }
	bless := func() {
		repo.command("make")
		repo.command("zugwatch", "baseline", "accept", "--reason", "another null move")
	}
	blessed := repo.pull("blessed", func() { other(); bless() })
	label := func(t *testing.T, commit, action, name string, shrink ...string) jobResult {
		repo.event = map[string]string{"github.event.action": action, "github.event.label.name": name}
		defer func() { repo.event = nil }()
		return run(t, "pull_request", commit, shrink...)
	}
	for _, by := range []struct{ action, label string }{{"synchronize", ""}, {"labeled", "bug"}, {"opened", "accept-baselines"}} {
		if p := label(t, blessed, by.action, by.label); p.ok || !strings.HasPrefix(p.summary, "**Changed by this pull request") || !p.tells("fail") {
			t.Errorf("%s %s: ok %v, summary %.200q\n%s", by.action, by.label, p.ok, p.summary, p.log)
		}
	}
	p := label(t, blessed, "labeled", "accept-baselines")
	if !p.ok || !strings.HasPrefix(p.summary, "**New baselines of this pull request are accepted and judge it.**\n") || !strings.Contains(p.log, " change=identical ") || !strings.Contains(p.log, " gate_exact=pass") {
		t.Errorf("accepted: ok %v, summary %.200q\n%s", p.ok, p.summary, p.log)
	}
	if !p.has("notice", "::notice title=zugwatch::new baselines of this pull request are accepted: bench/baselines") {
		t.Errorf("notices %q", p.annotations("notice"))
	}
	// Accepted baselines of another engine do not apply to this one.
	doctored := repo.pull("doctored", func() {
		other()
		bless()
		repo.git("checkout", "--quiet", "HEAD", "--", "mine.sh")
	})
	if p := label(t, doctored, "labeled", "accept-baselines"); p.ok || !strings.Contains(p.log, " gate_exact=fail") {
		t.Errorf("baselines of another engine: ok %v\n%s", p.ok, p.log)
	}
	// The configuration is not accepted along with them.
	lax := repo.pull("lax-too", func() {
		other()
		bless()
		repo.edit("zugwatch.yaml", "lost: 0", "lost: 300")
	})
	if p := label(t, lax, "labeled", "accept-baselines"); !strings.Contains(p.summary, "**Changed by this pull request, which is judged by the copy of the base branch where it has one:** <code>zugwatch.yaml</code>\n") {
		t.Errorf("configuration: ok %v, summary %.300q\n%s", p.ok, p.summary, p.log)
	}
}
