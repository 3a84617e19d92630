package main

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine/must"
)

// gated is the outcome of the gate: its jobs and the verdict.
type gated struct {
	plan    jobResult
	suites  map[string]jobResult
	speed   jobResult
	verdict jobResult

	artifacts string
}

// raceResults is the artifact of the job that races.
const raceResults = "gate-speed"

// gate runs the gate on a pull request. The race of another one stands in for its
// own.
func (s *fakeGitHub) gate(race *gated) gated {
	s.t.Helper()
	w := s.workflow("gate.yml")
	end := gated{suites: map[string]jobResult{}, artifacts: s.artifacts}
	end.plan = s.runJob(w, "plan", nil)
	var planned []string
	if err := json.Unmarshal([]byte(end.plan.outputs["suites"]), &planned); err != nil || strings.Join(planned, " ") != end.plan.outputs["names"] {
		s.t.Fatalf("the plan is %q (%v)\n%s", end.plan.outputs, err, end.plan.log)
	}
	if matrix := w.Jobs["suite"].Strategy.Matrix["suite"]; !slices.Equal(matrix, axisValues{"${{ fromJSON(needs.plan.outputs.suites) }}"}) {
		s.t.Fatalf("the matrix is %q", matrix)
	}
	result := "success"
	for _, suite := range planned {
		end.suites[suite] = s.runJob(w, "suite", map[string]string{"matrix.suite": suite})
		if !end.suites[suite].ok {
			result = "failure"
		}
	}
	if race == nil {
		w.Jobs["speed"].Env["BUDGET"] = "1s"
		end.speed = s.runJob(w, "speed", nil)
	} else {
		end.speed = race.speed
		must.Do(s.t, copyFolder(filepath.Join(s.artifacts, raceResults), filepath.Join(race.artifacts, raceResults)))
	}
	end.verdict = s.verdict(w, end.plan.outputs["names"], result, word(end.speed.ok))
	return end
}

// verdict runs the last job.
func (s *fakeGitHub) verdict(w workflow, names, suites, speed string) jobResult {
	return s.runJob(w, "verdict", map[string]string{"needs.plan.outputs.names": names, "needs.suite.result": suites, "needs.speed.result": speed})
}

// word returns the result of a job that was not skipped.
func word(ok bool) string {
	if ok {
		return "success"
	}
	return "failure"
}

// red returns the suites whose jobs failed.
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

// check compares the red suites and the verdict of the gate with the expected ones.
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
		if passed := p.tells("pass"); passed == slices.Contains(red, name) {
			t.Errorf("suite %s: the summary says pass: %v\n%s", name, passed, p.summary)
		}
	}
}

// TestRehearsalGate runs the gate on pull requests: green when nothing
// changed, red when the pruning broke, when a step produced nothing, and when
// what judges was changed along with the engine.
func TestRehearsalGate(t *testing.T) {
	onlyThorough(t)
	t.Parallel()
	repo := newTestRepo(t, fakeGo)
	onStill := repo.newGitHub("pull_request", repo.pull("still", func() { repo.put("NOTES.md", "nothing of the engine\n") }))
	still := onStill.gate(nil)
	broken := repo.pull("broken", repo.breakPolicy)
	onBroken := repo.newGitHub("pull_request", broken).gate(&still)
	main := repo.git("rev-parse", "main")

	t.Run("no change", func(t *testing.T) {
		g := still
		g.check(t)
		for name, p := range g.suites {
			if found := append(p.annotations("error"), p.annotations("warning")...); len(found) > 0 {
				t.Errorf("suite %s: annotations %q", name, found)
			}
			if !p.opens("pass") {
				t.Errorf("suite %s: summary begins with %.60q", name, p.summary)
			}
			if !strings.Contains(p.log, "\nzugwatch: verdict=pass code=0 suite="+name+" ") {
				t.Errorf("suite %s: no last line\n%s", name, p.log)
			}
		}
		if !g.speed.ok || !g.speed.has("warning", "::warning file=zugwatch.yaml,line=4,title=speed of crafty::speed inconclusive") {
			t.Errorf("speed within a second: %v\n%s", g.speed.ok, g.speed.log)
		}
		if !strings.Contains(g.verdict.summary, "3 of 3 suites passed, and the jobs ended with success, that of speed with success") {
			t.Errorf("summary of the verdict: %s", g.verdict.summary)
		}
	})

	t.Run("broken pruning", func(t *testing.T) {
		g := onBroken
		g.check(t, "zugzwang")
		p := g.suites["zugzwang"]
		if !p.has("error", "::error file=zugwatch.yaml,line=3,title=zugzwang ZUG.") {
			t.Errorf("annotations %q", p.annotations("error"))
		}
		if !p.opens("fail") || !strings.Contains(p.log, "[step Run the suites failed: exit status 1]") {
			t.Errorf("summary begins with %.60q, log:\n%s", p.summary, p.log)
		}
	})

	t.Run("judges changed", func(t *testing.T) {
		repo.t = t
		lax := repo.pull("lax", func() {
			repo.breakPolicy()
			repo.edit("zugwatch.yaml", "limit: nodes=20000, gate: {lost: 0}", "limit: nodes=20000, gate: {lost: 99}")
			repo.put("bench/baselines/more.json", "{}")
			repo.edit("go.mod", "module ", "// another toolchain\nmodule ")
			sums := readText(t, filepath.Join(repo.origin, "go.sum"))
			repo.put("go.sum", sums+sums)
			repo.put("engine/process/more.go", "package process\n")
			repo.put("engine/uci/more.go", "package uci\n")
			repo.put("engine/chess/more.go", "package chess\n")
		})
		s := repo.newGitHub("pull_request", lax)
		p := s.runJob(s.workflow("gate.yml"), "suite", map[string]string{"matrix.suite": "zugzwang"})
		p.expect(t, !p.ok && p.tells("fail"))
		first, _, _ := strings.Cut(p.summary, "\n")
		want := "**Changed by this pull request, which is judged by the copy of the base branch where it has one:**" +
			" <code>zugwatch.yaml</code> <code>bench/baselines</code> <code>bench</code>" +
			" <code>go.mod</code> <code>go.sum</code> <code>engine/process</code> <code>engine/uci</code> <code>engine/chess</code>"
		if first != want {
			t.Errorf("first line of the summary:\n%s\nwant\n%s", first, want)
		}
	})

	t.Run("judges changed by the build", func(t *testing.T) {
		repo.t = t
		sly := repo.pull("sly", func() { repo.breakPolicy(); repo.mark("spoils the judges") })
		s := repo.newGitHub("pull_request", sly)
		p := s.runJob(s.workflow("gate.yml"), "suite", map[string]string{"matrix.suite": "zugzwang"})
		first, _, _ := strings.Cut(p.summary, "\n")
		p.expect(t, !p.ok && p.tells("fail") && strings.Contains(first, "<code>zugwatch.yaml</code>"))
	})

	t.Run("verdict", func(t *testing.T) {
		s, g := repo.newGitHub("pull_request", onStill.commit), still
		s.t, s.artifacts = t, t.TempDir()
		must.Do(t, copyFolder(s.artifacts, g.artifacts))
		w, names := s.workflow("gate.yml"), g.plan.outputs["names"]
		red := func(p jobResult, want string) {
			t.Helper()
			if p.ok || !strings.Contains(p.log, want) {
				t.Errorf("verdict %v, want a red one with %q:\n%s", p.ok, want, p.log)
			}
		}
		red(s.verdict(w, "", "success", "success"), "0 of 0 suites passed")
		red(s.verdict(w, names, "skipped", "success"), "3 of 3 suites passed, and the jobs ended with skipped, that of speed with success")
		red(s.verdict(w, names, "success", "failure"), "that of speed with failure")
		report := filepath.Join(s.artifacts, "gate-speed/report.json")
		repo.write(report, strings.Replace(readText(t, report), `"verdict":"inconclusive","code":6`, `"verdict":"fail","code":1`, 1), 0o666)
		red(s.verdict(w, names, "success", "success"), "::error title=gate::speed did not pass\n")
		repo.write(filepath.Join(s.artifacts, "gate-suite-wac/report.json"), "{}", 0o666)
		red(s.verdict(w, names, "success", "success"), "::error title=gate::suite wac did not pass\n")
		repo.write(filepath.Join(s.artifacts, "gate-suite-wac/report.json"), "", 0o666)
		red(s.verdict(w, names, "success", "success"), "::error title=gate::suite wac left no report\n")
		must.Do(t, errors.Join(os.RemoveAll(filepath.Join(s.artifacts, "gate-suite-crafty")), os.RemoveAll(filepath.Join(s.artifacts, "gate-speed"))))
		p := s.verdict(w, names, "success", "success")
		red(p, "::error title=gate::suite crafty left no report\n")
		red(p, "::error title=gate::speed left no report\n")
		red(p, "1 of 3 suites passed, and the jobs ended with success, that of speed with no result")
	})

	t.Run("nothing built", func(t *testing.T) {
		repo.t = t
		none := repo.pull("none", func() { repo.mark("builds nothing") })
		s := repo.newGitHub("pull_request", none)
		w := s.workflow("gate.yml")
		suite, speed := s.runJob(w, "suite", map[string]string{"matrix.suite": "wac"}), s.runJob(w, "speed", nil)
		if suite.ok || speed.ok || suite.tells("pass") {
			t.Errorf("suite %v, speed %v\n%s%s", suite.ok, speed.ok, suite.log, speed.log)
		}
		if v := s.verdict(w, "wac", "failure", "success"); v.ok || !strings.Contains(v.summary, "0 of 1 suites passed") || !strings.Contains(v.summary, "that of speed with no result") {
			t.Errorf("verdict %v: %s", v.ok, v.summary)
		}
	})

	t.Run("no build", func(t *testing.T) {
		repo.t = t
		s := repo.newGitHub("pull_request", repo.pull("wrong", func() { repo.mark("is no Go") }))
		p := s.runJob(s.workflow("gate.yml"), "suite", map[string]string{"matrix.suite": "wac"})
		p.expect(t, !p.ok && p.logs("[step Build the engine failed: exit status 1]"))
	})

	t.Run("comment", func(t *testing.T) { repo.comment(t, onBroken, main, broken) })
	t.Run("comment judged", func(t *testing.T) { repo.commentJudged(t, onBroken, main, broken) })
}

// TestRehearsalGateJudges runs a job of the gate on pull requests whose checkout or
// build would have other files judge than those of the base branch.
func TestRehearsalGateJudges(t *testing.T) {
	onlyThorough(t)
	t.Parallel()
	repo := newTestRepo(t, fakeGo)
	lax := func() { repo.edit("zugwatch.yaml", "{lost: 0}", "{lost: 99}") }
	broken := func(words string) func() {
		return func() { repo.breakPolicy(); repo.mark(words) }
	}
	const build = `go build -trimpath -o "$RUNNER_TEMP/engine" ./cmd/zugwatch` + "\n"
	const ref = "          ref: ${{ github.event.pull_request.head.sha }}\n"
	for _, test := range []struct {
		name   string
		commit string
		shrink []string
		event  map[string]string
		want   string // in the log
	}{
		{
			name: "checkout of the head", shrink: []string{"          persist-credentials: false\n", "          persist-credentials: false\n" + ref},
			commit: repo.pull("own", func() { lax(); repo.commit("lax"); repo.breakPolicy() }),
			want:   "::error title=zugwatch::HEAD is not the merge of the pull request, so its first parent is not the base branch, which judges (expected actions/checkout without ref)\n",
		},
		{
			name: "checkout of a merge into another branch", commit: repo.pull("other", repo.breakPolicy),
			event: map[string]string{"github.event.pull_request.base.sha": strings.Repeat("1", 40), "github.sha": strings.Repeat("2", 40)},
			want:  "::error title=zugwatch::HEAD is a merge of the pull request into something else than its base branch, which judges (expected actions/checkout without ref)\n",
		},
		{name: "build that replaces objects", commit: repo.pull("replaced", broken("replaces the judges")), want: "zugwatch: verdict=fail code=1 suite=zugzwang "},
		{
			name: "build in a step before that replaces objects", commit: repo.pull("before", broken("replaces the judges")), want: "zugwatch: verdict=fail code=1 suite=zugzwang ",
			shrink: []string{"          build: " + build, "", "      - uses: ./base/", "      - run: " + build + "      - uses: ./base/"},
		},
		{
			name: "build that spoils what is kept", commit: repo.pull("spoilt", broken("spoils what is kept")),
			want: "::error title=zugwatch::the build has changed Zugwatch or what it judges by (expected both as they were before it)\n",
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			repo.t, repo.event = t, test.event
			s := repo.newGitHub("pull_request", test.commit, test.shrink...)
			p := s.runJob(s.workflow("gate.yml"), "suite", map[string]string{"matrix.suite": "zugzwang"})
			p.expect(t, !p.ok && p.logs(test.want))
		})
	}
}

// TestRehearsalBuilt runs the gate and the comment with real builds: the tool and the engine of the base branch, and
// the engine of a pull request with broken pruning.
func TestRehearsalBuilt(t *testing.T) {
	onlyThorough(t)
	t.Parallel()
	repo := newTestRepo(t, realGo)
	main := repo.git("rev-parse", "main")
	play := func(t *testing.T, commit string, red ...string) (gated, string) {
		repo.t = t
		s := repo.newGitHub("pull_request", commit)
		g := s.gate(nil)
		g.check(t, red...)
		p, _, body := repo.remark(t, s.artifacts, main, commit, remark{pulls: "7\\n", bytes: "5000", head: commit})
		if !p.ok {
			t.Errorf("the comment failed:\n%s", p.log)
		}
		return g, body
	}
	t.Run("no change", func(t *testing.T) {
		g, body := play(t, repo.pull("still", func() { repo.put("NOTES.md", "nothing of the engine\n") }))
		if !g.speed.ok || !strings.Contains(g.speed.log, " suite=crafty ") {
			t.Errorf("speed: %v\n%s", g.speed.ok, g.speed.log)
		}
		checkBody(t, body, "<!-- zugwatch gate -->\n**Zugwatch: pass**\n\n- suite wac: **pass**\n- suite zugzwang: **pass**\n- suite crafty: **pass**\n")
	})
	t.Run("broken pruning", func(t *testing.T) {
		g, body := play(t, repo.pull("broken", repo.breakPolicy), "zugzwang")
		if p := g.suites["zugzwang"]; !p.has("error", "::error file=zugwatch.yaml,line=3,title=zugzwang ZUG.") {
			t.Errorf("annotations %q", p.annotations("error"))
		}
		checkBody(t, body, "<!-- zugwatch gate -->\n**Zugwatch: fail**\n\n- suite wac: **pass**\n- suite zugzwang: **fail**\n", "<code>ZUG.022</code>")
	})
	t.Run("no build", func(t *testing.T) {
		s := repo.newGitHub("pull_request", repo.pull("wrong", func() { repo.put("engine/search/wrong.go", "package search\n\nvar _ int = \"\"\n") }))
		s.t, repo.t = t, t
		w := s.workflow("gate.yml")
		p := s.runJob(w, "suite", map[string]string{"matrix.suite": "wac"})
		p.expect(t, !p.ok && p.logs("[step Build the engine failed: exit status 1]"))
	})
}
