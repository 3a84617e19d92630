package main

import (
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench/config/starter"
)

// newUser returns a repository with its own engine, prepared by init, and a function that plays the resulting
// workflow.
func newUser(t *testing.T, flags ...string) (*theatre, func(t *testing.T, event, commit string, shrink ...string) played) {
	t.Helper()
	th := newTheatre(t, realGo)
	tool := th.origin // where the action and Zugwatch's source are
	th.origin = t.TempDir()
	th.git("init", "--quiet", "--initial-branch=main")
	th.git("config", "uploadpack.allowAnySHA1InWant", "true")
	th.put("Makefile", "EXE = mine\n\n$(EXE): mine.sh\n\tcp mine.sh $(EXE)\n\tchmod +x $(EXE)\n")
	th.put("mine.sh", "#!/bin/sh\nexec "+filepath.Join(th.home, "zugwatch")+" uci\n")
	th.put(".gitignore", "mine\n")
	th.command("zugwatch", append([]string{"init", "--try", "0", "--pin", strings.Repeat("a", 40)}, flags...)...)
	th.keepSuites("wac", "zugzwang", "crafty")
	th.edit("zugwatch.yaml", "Hash: 16", "Hash: 1") // short searches spend their time on clearing it
	th.edit("zugwatch.yaml", "nodes=50000,stop-when-solved=3", "depth=1")
	th.edit("zugwatch.yaml", "    forms: 4-32\n    limit: depth=1", "    forms: 4-8\n    limit: depth=1")
	th.edit("zugwatch.yaml", "    forms: 4-32\n    limit: nodes=200000,stop-when-solved=3\n", "    limit: nodes=20000\n    gate: {lost: 0}\n")
	th.edit("zugwatch.yaml", "  - name: crafty\n", "  - name: crafty\n    suite: h3\n")
	th.edit("zugwatch.yaml", "depth=10", "depth=4")
	return th, func(t *testing.T, event, commit string, shrink ...string) played {
		th.t = t
		s := th.stage(event, commit, append(shrink, "default: 60s", "default: 1s")...)
		s.actions["zugwatch/zugwatch/.github/actions/zugwatch"] = filepath.Join(tool, ".github/actions/zugwatch")
		w := readYAML[workflow](t, filepath.Join(th.origin, starter.WorkflowName), s.shrink)
		return s.play(w, "gate", nil)
	}
}

// keepSuites leaves only the named suites in the configuration, since the others take most of the time.
func (th *theatre) keepSuites(names ...string) {
	th.t.Helper()
	head, suites, _ := strings.Cut(readText(th.t, filepath.Join(th.origin, "zugwatch.yaml")), "suites:\n")
	blocks := slices.DeleteFunc(strings.Split(suites, "\n\n"), func(block string) bool {
		return !slices.ContainsFunc(names, func(name string) bool { return strings.Contains(block, "- name: "+name+"\n") })
	})
	if len(blocks) != len(names) {
		th.t.Fatalf("%d suites are kept (expected %q)", len(blocks), names)
	}
	th.put("zugwatch.yaml", head+"suites:\n"+strings.Join(blocks, "\n\n")+"\n")
}

// says makes a pull request of a commit with a message of several lines.
func (th *theatre) says(branch, message string, change func()) string {
	return th.pull(branch, func() {
		change()
		th.message = message
	})
}

// TestRehearsalInit has init prepare a repository with its own engine, and plays the resulting workflow with the
// composite action. The workflow compares base and head side by side.
func TestRehearsalInit(t *testing.T) {
	onlyThorough(t)
	t.Parallel()
	th, run := newUser(t)
	th.commit("base")
	green := func(p played) bool {
		return p.ok && (p.opens("pass") || p.opens("undecided")) && len(p.annotations("error")) == 0
	}

	// scene plays a pull request and checks what it left.
	scene := func(name string, pull func() string, so func(p played) bool) {
		t.Run(name, func(t *testing.T) {
			th.t = t
			p := run(t, "pull_request", pull())
			p.expect(t, so(p))
		})
	}

	t.Run("first commit", func(t *testing.T) {
		p := run(t, "push", th.git("rev-parse", "main"))
		p.expect(t, green(p) && p.logs("compared with itself", " change=identical "))
	})
	still := th.pull("still", func() { th.put("NOTES.md", "nothing\n") })
	scene("no change", func() string { return still }, func(p played) bool {
		return green(p) && p.logs(" change=identical ", " gate_speed=") && !p.logs(" gate_exact=")
	})
	other := func() { th.edit("mine.sh", " uci\n", " uci --search modern,delta=181\n") }
	scene("change that is not worse", func() string { return th.pull("other", other) }, func(p played) bool {
		return green(p) && p.logs(" change=changed ")
	})
	scene("no functional change", func() string {
		return th.says("tidy", "tidy up\n\nNo functional change", func() { th.edit("mine.sh", "exec", "# the engine\nexec") })
	}, func(p played) bool {
		return green(p) && p.logs(" gate_exact=pass ") && strings.Contains(p.summary, "did anything change at all? answer: identical; every commit since the base says that nothing does")
	})
	scene("no functional change that is one", func() string { return th.says("untrue", "tidy up\n\nNo functional change", other) }, func(p played) bool {
		return !p.ok && p.logs(" gate_exact=fail ") && len(p.annotations("error")) > 0
	})
	t.Run("broken pruning and a lax gate", func(t *testing.T) {
		th.t = t
		th.expectJudged(t, run(t, "pull_request", th.pull("broken", func() {
			th.edit("mine.sh", " uci\n", " uci --nullmove "+brokenPolicy+"\n")
			th.edit("zugwatch.yaml", "lost: 0", "lost: 300")
		})))
	})
	t.Run("worse and accepted", func(t *testing.T) { th.acceptingWorse(t, run) })
	scene("engine that is not there", func() string {
		return th.pull("gone", func() { th.edit("Makefile", "\tcp mine.sh $(EXE)\n\tchmod +x $(EXE)\n", "\t:\n") })
	}, func(p played) bool {
		return !p.ok && p.logs("mine is not there (its build: did not make it)", "verdict=inconclusive code=4") && p.tells("inconclusive")
	})
	scene("build that fails", func() string {
		return th.pull("unbuilt", func() { th.edit("Makefile", "\tcp mine.sh", "\tfalse mine.sh") })
	}, func(p played) bool { return !p.ok && p.logs("verdict=inconclusive code=4") })
	scene("shallow checkout", func() string {
		th.edit(starter.WorkflowName, "fetch-depth: 0", "fetch-depth: 1")
		return still
	}, func(p played) bool {
		return !p.ok && p.has("error", "::error title=zugwatch::the base of the pull request is not there")
	})
}

// expectJudged fails the test unless the gate of the base branch failed a pull request that breaks the pruning and
// changes the gate.
func (th *theatre) expectJudged(t *testing.T, p played) {
	t.Helper()
	p.expect(t, !p.ok && strings.HasPrefix(p.summary, "**Changed by this pull request") && p.tells("fail"))
	p.expect(t, strings.Contains(strings.Join(p.annotations("error"), "\n"), "title=zugzwang ZUG.") && p.logs("code=1 "))
}

// acceptingWorse plays pull requests that are worse than their base, that also crash in a suite, or that cannot be
// judged. A label accepts the first, and nothing accepts the others.
func (th *theatre) acceptingWorse(t *testing.T, run func(t *testing.T, event, commit string, shrink ...string) played) {
	th.t = t
	worse := th.pull("worse", func() { th.edit("mine.sh", " uci\n", " uci --nullmove "+brokenPolicy+"\n") })
	unbuilt := th.pull("worse-unbuilt", func() { th.edit("Makefile", "\tcp mine.sh", "\tfalse mine.sh") })
	crashing := th.pull("worse-crashing", func() {
		th.edit("mine.sh", "exec ", "while read -r line; do case $line in *2rr3k/pp3pp1*) exit ;; esac; echo \"$line\"; done | ")
		th.edit("mine.sh", " uci\n", " uci --nullmove "+brokenPolicy+"\n")
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
		th.event = map[string]string{"github.event.action": by.action, "github.event.label.name": by.label}
		p := run(t, "pull_request", by.commit)
		th.event = nil
		if p.ok != by.ok || !strings.Contains(p.log, by.end) || strings.Contains(p.summary, accepted) != by.ok || p.has("notice", "::notice title=zugwatch::what is worse is accepted") != by.ok {
			t.Errorf("%s %s: ok %v, summary %.200q\n%s", by.action, by.label, p.ok, p.summary, p.log)
		}
	}
}
