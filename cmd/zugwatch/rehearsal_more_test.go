package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// night is what the nightly workflow left behind.
func (s *stage) night(lose ...string) played {
	w := s.workflow("nightly.yml")
	if p := s.play(w, "build", nil); !p.ok {
		s.t.Fatalf("build:\n%s", p.log)
	}
	matrix := w.Jobs["shard"].Strategy.Matrix
	for _, suite := range matrix["suite"] {
		for _, shard := range matrix["shard"] {
			if p := s.play(w, "shard", map[string]string{"matrix.suite": suite, "matrix.shard": shard}); !p.ok {
				s.t.Errorf("shard %s of %s:\n%s", shard, suite, p.log)
			}
		}
	}
	for _, name := range lose {
		if err := os.RemoveAll(filepath.Join(s.artifacts, name)); err != nil {
			s.t.Fatal(err)
		}
	}
	return s.play(w, "verdict", nil)
}

// TestRehearsalNightly plays a night: green when nothing changed since the day
// before, red after a broken pruning and when a shard is missing.
func TestRehearsalNightly(t *testing.T) {
	t.Parallel()
	th := newTheatre(t)
	small := []string{"[ecm, wcs]", "[zugzwang]", "ecm wcs", "zugzwang", "nodes=100000", "nodes=20000"}
	t.Run("no change", func(t *testing.T) {
		th.t = t
		p := th.stage("schedule", th.git("rev-parse", "main"), small...).night()
		if !p.ok || !strings.Contains(p.summary, "## Zugwatch: pass\n") || len(p.annotations("error")) > 0 {
			t.Errorf("ok %v, summary %.60q\n%s", p.ok, p.summary, p.log)
		}
	})
	t.Run("missing shard", func(t *testing.T) {
		th.t = t
		p := th.stage("schedule", th.git("rev-parse", "main"), small...).night("nightly-zugzwang-3")
		if p.ok || !strings.Contains(p.log, "runs/before-zugzwang-3.json: file is missing") {
			t.Errorf("ok %v\n%s", p.ok, p.log)
		}
	})
	t.Run("broken pruning", func(t *testing.T) {
		th.t = t
		th.breakPolicy()
		p := th.stage("schedule", th.commit("broken"), small...).night()
		if p.ok || !strings.Contains(p.summary, "## Zugwatch: fail\n") || !p.has("error", "::error title=zugzwang ZUG.") {
			t.Errorf("ok %v, summary %.60q\n%s", p.ok, p.summary, p.log)
		}
	})
}

// TestRehearsalRelease plays a tag: both builds, their comparison and what is
// published; nothing is when the builds differ.
func TestRehearsalRelease(t *testing.T) {
	t.Parallel()
	th := newTheatre(t)
	th.write(filepath.Join(th.bin, "gh"), "#!/bin/sh\nprintf '%s\\n' \"$*\" >>'"+th.home+"/gh.log'\n", 0o777)
	release := func(t *testing.T, change func(s *stage)) (played, string) {
		th.t = t
		s := th.stage("push", th.git("rev-parse", "main"))
		s.context["github.ref_name"], s.context["github.repository"] = "v1.2.3", "zugwatch/zugwatch"
		w := s.workflow("release.yml")
		for _, try := range w.Jobs["build"].Strategy.Matrix["try"] {
			p := s.play(w, "build", map[string]string{"matrix.try": try})
			if !p.ok || strings.Count(p.log, "zugwatch-v1.2.3-") != 6 {
				t.Fatalf("build:\n%s", p.log)
			}
		}
		change(s)
		p := s.play(w, "publish", nil)
		said, _ := os.ReadFile(filepath.Join(th.home, "gh.log"))
		os.Remove(filepath.Join(th.home, "gh.log"))
		return p, string(said)
	}
	t.Run("equal builds", func(t *testing.T) {
		p, said := release(t, func(*stage) {})
		if !p.ok || !strings.HasPrefix(said, "release create v1.2.3 --verify-tag ") || !strings.Contains(said, " zugwatch-v1.2.3-windows-arm64.exe SHA256SUMS") {
			t.Errorf("ok %v, gh %q\n%s", p.ok, said, p.log)
		}
	})
	t.Run("builds that differ", func(t *testing.T) {
		p, said := release(t, func(s *stage) { th.write(filepath.Join(s.artifacts, "dist-second/SHA256SUMS"), "0  zugwatch\n", 0o666) })
		if p.ok || said != "" {
			t.Errorf("ok %v, gh %q", p.ok, said)
		}
	})
	t.Run("binary that was changed", func(t *testing.T) {
		p, said := release(t, func(s *stage) {
			th.write(filepath.Join(s.artifacts, "dist-first/zugwatch-v1.2.3-linux-amd64"), "another", 0o666)
		})
		if p.ok || said != "" {
			t.Errorf("ok %v, gh %q", p.ok, said)
		}
	})
}

// fakeGh answers as the API of GitHub would: PULLS are the pull requests of the
// head, HEAD is where that of the pull request is now, and COMMENT the comment
// that is there already. What is written is noted.
const fakeGh = `#!/bin/bash
case "$*" in
  *'--method GET repos/zugwatch/zugwatch/pulls '*) printf '%b' '@PULLS@' ;;
  *'/artifacts '*) echo '@BYTES@' ;;
  *'--paginate '*) printf '%b' '@COMMENT@' ;;
  *'/pulls/7 --jq .head.sha') echo '@HEAD@' ;;
  *'--silent --method '*) all="$*"; echo "$all" >>"@LOG@"; cp "${all##*@}" "@LOG@.body" ;;
  *) echo "fake gh: $*" >&2; exit 1 ;;
esac
`

// TestRehearsalComment plays the comment after a gate that was red: written
// anew, written over, or not at all when it can not be said whose it is.
func TestRehearsalComment(t *testing.T) {
	t.Parallel()
	th := newTheatre(t)
	broken := th.pull("broken", th.breakPolicy)
	g := th.stage("pull_request", broken)
	g.gate()
	main := th.git("rev-parse", "main")
	log := filepath.Join(th.home, "gh.log")
	for _, test := range []struct{ name, pulls, bytes, comment, head, want string }{
		{"new", "7\\n", "5000", "", broken, "POST repos/zugwatch/zugwatch/issues/7/comments"},
		{"written over", "7\\n", "5000", "99\\n98\\n", broken, "PATCH repos/zugwatch/zugwatch/issues/comments/99"},
		{"no pull request", "", "5000", "", broken, ""},
		{"two pull requests", "7\\n8\\n", "5000", "", broken, ""},
		{"a number that is none", "$(id)\\n", "5000", "", broken, ""},
		{"moved on", "7\\n", "5000", "", main, ""},
		{"too large", "7\\n", "50000000", "", broken, ""},
		{"no results", "7\\n", "0", "", broken, ""},
	} {
		t.Run(test.name, func(t *testing.T) {
			th.t = t
			os.Remove(log)
			th.write(filepath.Join(th.bin, "gh"), strings.NewReplacer("@PULLS@", test.pulls, "@BYTES@", test.bytes,
				"@COMMENT@", test.comment, "@HEAD@", test.head, "@LOG@", log).Replace(fakeGh), 0o777)
			s := th.stage("workflow_run", main)
			s.artifacts = g.artifacts
			run := "github.event.workflow_run."
			for key, value := range map[string]string{
				"vars.ZUGWATCH_COMMENT": "on", run + "event": "pull_request", run + "path": ".github/workflows/gate.yml",
				run + "id": "1", run + "head_sha": broken, run + "head_branch": "broken $(id)", run + "head_repository.owner.login": "someone",
				run + "head_repository.full_name": "someone/zugwatch", "github.repository": "zugwatch/zugwatch",
				"github.event.repository.default_branch": "main", "steps.find.outputs.number": "",
			} {
				s.context[key] = value
			}
			p := s.play(s.workflow("comment.yml"), "comment", nil)
			if !p.ok {
				t.Errorf("the job failed:\n%s", p.log)
			}
			said, _ := os.ReadFile(log)
			if test.want == "" {
				if len(said) > 0 {
					t.Errorf("written: %s", said)
				}
				return
			}
			body, _ := os.ReadFile(log + ".body")
			if !strings.Contains(string(said), test.want) || !strings.HasPrefix(string(body), "<!-- zugwatch gate -->\n") ||
				!strings.Contains(string(body), "<code>ZUG.028</code>") || strings.Contains(string(body), "zugwatch: verdict") {
				t.Errorf("gh %s\nbody %s\n%s", said, body, p.log)
			}
			if want := fmt.Sprintf("`%.12s`", broken); !strings.Contains(string(body), want) {
				t.Errorf("body does not name %s", want)
			}
		})
	}
}
