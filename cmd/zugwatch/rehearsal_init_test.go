package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench/config/starter"
)

// newUser returns a repository with its own engine, prepared by init, and a function that runs the resulting
// workflow.
func newUser(t *testing.T, flags ...string) (*testRepo, func(t *testing.T, event, commit string, shrink ...string) jobResult) {
	t.Helper()
	repo := newTestRepo(t, realGo)
	tool := repo.origin // where the action and Zugwatch's source are
	repo.origin = t.TempDir()
	repo.git("init", "--quiet", "--initial-branch=main")
	repo.git("config", "uploadpack.allowAnySHA1InWant", "true")
	repo.put("Makefile", "EXE = mine\n\n$(EXE): mine.sh\n\tcp mine.sh $(EXE)\n\tchmod +x $(EXE)\n")
	repo.put("mine.sh", "#!/bin/sh\nexec "+filepath.Join(repo.home, "zugwatch")+" uci\n")
	repo.put(".gitignore", "mine\n")
	repo.command("zugwatch", append([]string{"init", "--try", "0", "--pin", strings.Repeat("a", 40)}, flags...)...)
	repo.keepSuites("wac", "zugzwang", "crafty")
	repo.edit("zugwatch.yaml", "Hash: 16", "Hash: 1") // short searches spend their time on clearing it
	repo.edit("zugwatch.yaml", "nodes=50000,stop-when-solved=3", "depth=1")
	repo.edit("zugwatch.yaml", "    forms: 4-32\n    limit: depth=1", "    forms: 4-8\n    limit: depth=1")
	repo.edit("zugwatch.yaml", "    forms: 4-32\n    limit: nodes=200000,stop-when-solved=3\n", "    limit: nodes=20000\n    gate: {lost: 0}\n")
	repo.edit("zugwatch.yaml", "  - name: crafty\n", "  - name: crafty\n    suite: h3\n")
	repo.edit("zugwatch.yaml", "depth=10", "depth=4")
	return repo, func(t *testing.T, event, commit string, shrink ...string) jobResult {
		repo.t = t
		s := repo.newGitHub(event, commit, append(shrink, "default: 60s", "default: 1s")...)
		s.actions["zugwatch/zugwatch/.github/actions/zugwatch"] = filepath.Join(tool, ".github/actions/zugwatch")
		w := readYAML[workflow](t, filepath.Join(repo.origin, starter.WorkflowName), s.shrink)
		return s.runJob(w, "gate", nil)
	}
}

// keepSuites leaves only the named suites in the configuration, since the others take most of the time.
func (repo *testRepo) keepSuites(names ...string) {
	repo.t.Helper()
	head, suites, _ := strings.Cut(readText(repo.t, filepath.Join(repo.origin, "zugwatch.yaml")), "suites:\n")
	blocks := slices.DeleteFunc(strings.Split(suites, "\n\n"), func(block string) bool {
		return !slices.ContainsFunc(names, func(name string) bool { return strings.Contains(block, "- name: "+name+"\n") })
	})
	if len(blocks) != len(names) {
		repo.t.Fatalf("%d suites are kept (expected %q)", len(blocks), names)
	}
	repo.put("zugwatch.yaml", head+"suites:\n"+strings.Join(blocks, "\n\n")+"\n")
}

// says makes a pull request of a commit with a message of several lines.
func (repo *testRepo) says(branch, message string, change func()) string {
	return repo.pull(branch, func() {
		change()
		repo.message = message
	})
}

// TestRehearsalInit has init prepare a repository with its own engine, and runs the resulting workflow with the
// composite action. The workflow compares base and head side by side.
func TestRehearsalInit(t *testing.T) {
	onlyThorough(t)
	t.Parallel()
	repo, run := newUser(t)
	repo.commit("base")
	green := func(p jobResult) bool {
		return p.ok && (p.opens("pass") || p.opens("undecided")) && len(p.annotations("error")) == 0
	}

	// check runs a pull request and checks what it left.
	check := func(name string, pull func() string, so func(p jobResult) bool) {
		t.Run(name, func(t *testing.T) {
			repo.t = t
			p := run(t, "pull_request", pull())
			p.expect(t, so(p))
		})
	}

	t.Run("first commit", func(t *testing.T) {
		p := run(t, "push", repo.git("rev-parse", "main"))
		p.expect(t, green(p) && p.logs("compared with itself", " change=identical "))
	})
	still := repo.pull("still", func() { repo.put("NOTES.md", "nothing\n") })
	check("no change", func() string { return still }, func(p jobResult) bool {
		return green(p) && p.logs(" change=identical ", " gate_speed=") && !p.logs(" gate_exact=")
	})
	other := func() { repo.edit("mine.sh", " uci\n", " uci --search modern,delta=181\n") }
	check("change that is not worse", func() string { return repo.pull("other", other) }, func(p jobResult) bool {
		return green(p) && p.logs(" change=changed ")
	})
	check("no functional change", func() string {
		return repo.says("tidy", "tidy up\n\nNo functional change", func() { repo.edit("mine.sh", "exec", "# the engine\nexec") })
	}, func(p jobResult) bool {
		return green(p) && p.logs(" gate_exact=pass ") && strings.Contains(p.summary, "did anything change at all? answer: identical; every commit since the base says that nothing does")
	})
	check("no functional change that is one", func() string { return repo.says("untrue", "tidy up\n\nNo functional change", other) }, func(p jobResult) bool {
		return !p.ok && p.logs(" gate_exact=fail ") && len(p.annotations("error")) > 0
	})
	t.Run("broken pruning and a lax gate", func(t *testing.T) {
		repo.t = t
		repo.expectJudged(t, run(t, "pull_request", repo.pull("broken", func() {
			repo.edit("mine.sh", " uci\n", " uci --nullmove "+brokenPolicy+"\n")
			repo.edit("zugwatch.yaml", "lost: 0", "lost: 300")
		})))
	})
	t.Run("worse and accepted", func(t *testing.T) { repo.acceptingWorse(t, run) })
	check("engine that is not there", func() string {
		return repo.pull("gone", func() { repo.edit("Makefile", "\tcp mine.sh $(EXE)\n\tchmod +x $(EXE)\n", "\t:\n") })
	}, func(p jobResult) bool {
		return !p.ok && p.logs("mine is not there (its build: did not make it)", "verdict=inconclusive code=4") && p.tells("inconclusive")
	})
	check("build that fails", func() string {
		return repo.pull("unbuilt", func() { repo.edit("Makefile", "\tcp mine.sh", "\tfalse mine.sh") })
	}, func(p jobResult) bool { return !p.ok && p.logs("verdict=inconclusive code=4") })
	check("shallow checkout", func() string {
		repo.edit(starter.WorkflowName, "fetch-depth: 0", "fetch-depth: 1")
		return still
	}, func(p jobResult) bool {
		return !p.ok && p.has("error", "::error title=zugwatch::the base of the pull request is not there")
	})
}

// expectJudged fails the test unless the gate of the base branch failed a pull request that breaks the pruning and
// changes the gate.
func (repo *testRepo) expectJudged(t *testing.T, p jobResult) {
	t.Helper()
	p.expect(t, !p.ok && strings.HasPrefix(p.summary, "**Changed by this pull request") && p.tells("fail"))
	p.expect(t, strings.Contains(strings.Join(p.annotations("error"), "\n"), "title=zugzwang ZUG.") && p.logs("code=1 "))
}

// acceptingWorse runs pull requests that are worse than their base, that also crash in a suite, or that cannot be
// judged. A label accepts the first, and nothing accepts the others.
func (repo *testRepo) acceptingWorse(t *testing.T, run func(t *testing.T, event, commit string, shrink ...string) jobResult) {
	repo.t = t
	worse := repo.pull("worse", func() { repo.edit("mine.sh", " uci\n", " uci --nullmove "+brokenPolicy+"\n") })
	unbuilt := repo.pull("worse-unbuilt", func() { repo.edit("Makefile", "\tcp mine.sh", "\tfalse mine.sh") })
	crashing := repo.pull("worse-crashing", func() {
		repo.edit("mine.sh", "exec ", "while read -r line; do case $line in *2rr3k/pp3pp1*) exit ;; esac; echo \"$line\"; done | ")
		repo.edit("mine.sh", " uci\n", " uci --nullmove "+brokenPolicy+"\n")
	})
	const accepted = "\nwhat is worse is accepted\n"
	for _, by := range []struct {
		commit, action, label string
		ok                    bool
		end                   string // of the last line
	}{
		{worse, "synchronize", "", false, "verdict=fail code=1 suite"},
		{worse, "labeled", "bug", false, "verdict=fail code=1 suite"},
		{worse, "labeled", "accept-results", true, "verdict=fail code=0 accepted=yes "},
		{crashing, "synchronize", "", false, "verdict=fail code=1 suite"},
		{crashing, "labeled", "accept-results", false, "verdict=fail code=4 accepted=no "},
		{unbuilt, "labeled", "accept-results", false, "verdict=inconclusive code=4"},
	} {
		repo.event = map[string]string{"github.event.action": by.action, "github.event.label.name": by.label}
		p := run(t, "pull_request", by.commit)
		repo.event = nil
		if p.ok != by.ok || !strings.Contains(p.log, by.end) || strings.Contains(p.summary, accepted) != by.ok || p.has("notice", "::notice title=zugwatch::what is worse is accepted") != by.ok {
			t.Errorf("%s %s: ok %v, summary %.200q\n%s", by.action, by.label, p.ok, p.summary, p.log)
		}
	}
}
