package main

import (
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// gated is what the gate left behind: the jobs of the suites and the verdict.
type gated struct {
	suites  map[string]played
	speed   played
	verdict played
}

// gate plays the gate on a pull request; lose are artifacts that do not arrive.
func (s *stage) gate(lose ...string) gated {
	w := s.workflow("gate.yml")
	end := gated{suites: map[string]played{}}
	result := "success"
	for _, suite := range w.Jobs["suite"].Strategy.Matrix["suite"] {
		end.suites[suite] = s.play(w, "suite", map[string]string{"matrix.suite": suite})
		if !end.suites[suite].ok {
			result = "failure"
		}
	}
	for _, name := range lose {
		if err := os.RemoveAll(filepath.Join(s.artifacts, name)); err != nil {
			s.t.Fatal(err)
		}
	}
	w.Jobs["speed"].Env["BUDGET"] = "1s"
	end.speed = s.play(w, "speed", nil)
	raced := "success"
	if !end.speed.ok {
		raced = "failure"
	}
	end.verdict = s.play(w, "verdict", map[string]string{"needs.suite.result": result, "needs.speed.result": raced})
	return end
}

// red are the suites whose jobs failed.
func (g gated) red() []string {
	var names []string
	for name, p := range g.suites {
		if !p.ok {
			names = append(names, name)
		}
	}
	slices.Sort(names)
	return names
}

// check holds what the gate left against what it is to be.
func (g gated) check(t *testing.T, red ...string) {
	t.Helper()
	if !slices.Equal(g.red(), red) {
		for _, name := range slices.Concat(g.red(), red) {
			t.Logf("suite %s:\n%s", name, g.suites[name].log)
		}
		t.Errorf("red suites: got %q, want %q", g.red(), red)
	}
	if want := len(red) == 0; g.verdict.ok != want {
		t.Errorf("verdict: got %v, want %v\n%s", g.verdict.ok, want, g.verdict.log)
	}
	for name, p := range g.suites {
		if passed := strings.Contains(p.summary, "## Zugwatch: pass\n"); passed == slices.Contains(red, name) {
			t.Errorf("suite %s: the summary says pass: %v\n%s", name, passed, p.summary)
		}
	}
}

// TestRehearsalGate plays the gate on pull requests: green when nothing
// changed, red when the pruning broke, when a step produced nothing, and when
// what judges was changed along with the engine.
func TestRehearsalGate(t *testing.T) {
	t.Parallel()
	th := newTheatre(t)
	still := th.pull("still", func() { th.put("NOTES.md", "nothing of the engine\n") })
	broken := th.pull("broken", th.breakPolicy)

	t.Run("no change", func(t *testing.T) {
		th.t = t
		g := th.stage("pull_request", still).gate()
		g.check(t)
		for name, p := range g.suites {
			if found := append(p.annotations("error"), p.annotations("warning")...); len(found) > 0 {
				t.Errorf("suite %s: annotations %q", name, found)
			}
			if !strings.HasPrefix(p.summary, "## Zugwatch: pass\n") {
				t.Errorf("suite %s: summary begins with %.60q", name, p.summary)
			}
			if !strings.Contains(p.log, "\nzugwatch: verdict=pass code=0 suite="+name+" ") {
				t.Errorf("suite %s: no last line\n%s", name, p.log)
			}
		}
		if !g.speed.ok || !g.speed.has("warning", "::warning file=base/zugwatch.yaml,line=4,title=speed of crafty::speed inconclusive") {
			t.Errorf("speed within a second: %v\n%s", g.speed.ok, g.speed.log)
		}
		if !strings.Contains(g.verdict.summary, "3 of 3 suites passed, and the jobs ended with success, that of speed with success") {
			t.Errorf("summary of the verdict: %s", g.verdict.summary)
		}
	})

	t.Run("broken pruning", func(t *testing.T) {
		th.t = t
		g := th.stage("pull_request", broken).gate()
		g.check(t, "zugzwang")
		p := g.suites["zugzwang"]
		if !p.has("error", "::error file=zugwatch.yaml,line=3,title=zugzwang ZUG.") {
			t.Errorf("annotations %q", p.annotations("error"))
		}
		if !strings.HasPrefix(p.summary, "## Zugwatch: fail\n") || !strings.Contains(p.log, "[step Run the suites failed: exit status 1]") {
			t.Errorf("summary begins with %.60q, log:\n%s", p.summary, p.log)
		}
	})

	t.Run("judges changed", func(t *testing.T) {
		th.t = t
		lax := th.pull("lax", func() {
			th.breakPolicy()
			th.edit("zugwatch.yaml", "limit: nodes=20000, gate: {lost: 0}", "limit: nodes=20000, gate: {lost: 99}")
			th.put("bench/baselines/more.json", "{}")
		})
		g := th.stage("pull_request", lax).gate()
		g.check(t, "zugzwang")
		first, _, _ := strings.Cut(g.suites["zugzwang"].summary, "\n")
		want := "**Changed by this pull request, which is judged by the copy of the base branch where it has one:**" +
			" <code>zugwatch.yaml</code> <code>bench/baselines</code> <code>bench</code>"
		if first != want {
			t.Errorf("first line of the summary:\n%s\nwant\n%s", first, want)
		}
	})

	t.Run("judges changed by the build", func(t *testing.T) {
		if os.Getenv("ZUGWATCH_SLOW") != "" {
			t.Skip("the real go spoils nothing")
		}
		th.t = t
		sly := th.pull("sly", func() {
			th.breakPolicy()
			th.edit("engine/search/searcher.go", "package search\n", "package search\n\n// spoils the judges\n")
		})
		g := th.stage("pull_request", sly).gate()
		g.check(t, "zugzwang")
		if first, _, _ := strings.Cut(g.suites["zugzwang"].summary, "\n"); !strings.Contains(first, "<code>zugwatch.yaml</code>") {
			t.Errorf("first line of the summary: %s", first)
		}
	})

	t.Run("report lost", func(t *testing.T) {
		th.t = t
		g := th.stage("pull_request", still).gate("gate-crafty")
		if g.verdict.ok || !g.verdict.has("error", "::error title=gate::suite crafty left no report") {
			t.Errorf("verdict %v:\n%s", g.verdict.ok, g.verdict.log)
		}
	})

	t.Run("nothing built", func(t *testing.T) {
		if os.Getenv("ZUGWATCH_SLOW") != "" {
			t.Skip("a real build that makes nothing is an error by itself")
		}
		th.t = t
		none := th.pull("none", func() {
			th.edit("engine/search/searcher.go", "package search\n", "package search\n\n// builds nothing\n")
		})
		g := th.stage("pull_request", none).gate()
		g.check(t, "crafty", "wac", "zugzwang")
		if g.speed.ok || !strings.Contains(g.verdict.summary, "that of speed with failure") {
			t.Errorf("speed: %v, %s\n%s", g.speed.ok, g.verdict.summary, g.speed.log)
		}
	})
}
