package main

import (
	"strings"
	"testing"
)

// TestRehearsalBuilt plays the gate and the comment with real builds: the tool and the engine of the base branch, and
// the engine of a pull request with broken pruning.
func TestRehearsalBuilt(t *testing.T) {
	onlyThorough(t)
	t.Parallel()
	th := newTheatre(t, realGo)
	main := th.git("rev-parse", "main")
	play := func(t *testing.T, commit string, red ...string) (gated, string) {
		th.t = t
		s := th.stage("pull_request", commit)
		g := s.gate(nil)
		g.check(t, red...)
		p, _, body := th.remark(t, s.artifacts, main, commit, remark{pulls: "7\\n", bytes: "5000", head: commit})
		if !p.ok {
			t.Errorf("the comment failed:\n%s", p.log)
		}
		return g, body
	}
	t.Run("no change", func(t *testing.T) {
		g, body := play(t, th.pull("still", func() { th.put("NOTES.md", "nothing of the engine\n") }))
		if !g.speed.ok || !strings.Contains(g.speed.log, " suite=crafty ") {
			t.Errorf("speed: %v\n%s", g.speed.ok, g.speed.log)
		}
		checkBody(t, body, "<!-- zugwatch gate -->\n**Zugwatch: pass**\n\n- suite wac: **pass**\n- suite zugzwang: **pass**\n- suite crafty: **pass**\n")
	})
	t.Run("broken pruning", func(t *testing.T) {
		g, body := play(t, th.pull("broken", th.breakPolicy), "zugzwang")
		if p := g.suites["zugzwang"]; !p.has("error", "::error file=zugwatch.yaml,line=3,title=zugzwang ZUG.") {
			t.Errorf("annotations %q", p.annotations("error"))
		}
		checkBody(t, body, "<!-- zugwatch gate -->\n**Zugwatch: fail**\n\n- suite wac: **pass**\n- suite zugzwang: **fail**\n", "<code>ZUG.022</code>")
	})
	t.Run("no build", func(t *testing.T) {
		s := th.stage("pull_request", th.pull("wrong", func() { th.put("engine/search/wrong.go", "package search\n\nvar _ int = \"\"\n") }))
		s.t, th.t = t, t
		w := s.workflow("gate.yml")
		p := s.play(w, "suite", map[string]string{"matrix.suite": "wac"})
		if p.ok || !strings.Contains(p.log, "[step Build the engine failed: exit status 1]") {
			t.Errorf("ok %v\n%s", p.ok, p.log)
		}
	})
}
