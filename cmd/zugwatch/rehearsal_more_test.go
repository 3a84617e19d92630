package main

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine/must"
)

// night runs the nightly workflow.
func (s *fakeGitHub) night() jobResult {
	w := s.workflow("nightly.yml")
	if p := s.runJob(w, "build", nil); !p.ok {
		s.t.Fatalf("build:\n%s", p.log)
	}
	matrix := w.Jobs["shard"].Strategy.Matrix
	for _, suite := range matrix["suite"] {
		for _, shard := range matrix["shard"] {
			if p := s.runJob(w, "shard", map[string]string{"matrix.suite": suite, "matrix.shard": shard}); !p.ok {
				s.t.Errorf("shard %s of %s:\n%s", shard, suite, p.log)
			}
		}
	}
	return s.runJob(w, "verdict", nil)
}

// TestRehearsalNightly runs a night: green when nothing changed since the day
// before, red after a broken pruning and when a shard is missing.
func TestRehearsalNightly(t *testing.T) {
	onlyThorough(t)
	t.Parallel()
	repo := newTestRepo(t, realGo)
	small := []string{"[ecm, wcs]", "[zugzwang]", "ecm wcs", "zugzwang", "nodes=25000", "nodes=50000", "--kind tactics", "--kind zugzwang"}
	s := repo.newGitHub("schedule", repo.git("rev-parse", "main"), small...)
	t.Run("no change", func(t *testing.T) {
		p := s.night()
		p.expect(t, p.ok && p.tells("pass") && len(p.annotations("error")) == 0)
	})
	t.Run("missing shard", func(t *testing.T) {
		must.Do(t, os.RemoveAll(filepath.Join(s.artifacts, "nightly-zugzwang-3")))
		p := s.runJob(s.workflow("nightly.yml"), "verdict", nil)
		p.expect(t, !p.ok && p.logs("runs/before-zugzwang-3.json: file is missing"))
	})
	t.Run("broken pruning", func(t *testing.T) {
		repo.t = t
		repo.breakPolicy()
		p := repo.newGitHub("schedule", repo.commit("broken"), small...).night()
		p.expect(t, !p.ok && p.tells("fail") && p.has("error", "::error title=zugzwang ZUG."))
	})
}

// TestRehearsalRelease runs a tag: both builds, their comparison and the publication. Nothing is published if the
// builds differ.
func TestRehearsalRelease(t *testing.T) {
	t.Parallel()
	script := fakeGo
	if must.Slow() {
		script = "" // the real one
	}
	repo := newTestRepo(t, script)
	repo.write(filepath.Join(repo.bin, "gh"), "#!/bin/sh\nprintf '%s\\n' \"$*\" >>'"+repo.home+"/gh.log'\n", 0o777)
	s := repo.newGitHub("push", repo.git("rev-parse", "main"))
	s.context["github.ref_name"], s.context["github.repository"] = "v1.2.3", "zugwatch/zugwatch"
	w := s.workflow("release.yml")
	for _, try := range w.Jobs["build"].Strategy.Matrix["try"] {
		p := s.runJob(w, "build", map[string]string{"matrix.try": try})
		if !p.ok || strings.Count(p.log, "zugwatch-v1.2.3-") != 6 || strings.Count(p.log, "zugfarm-v1.2.3-") != 6 {
			t.Fatalf("build:\n%s", p.log)
		}
	}
	built := s.artifacts
	release := func(t *testing.T, change func(s *fakeGitHub)) (jobResult, string) {
		repo.t, s.t, s.artifacts = t, t, t.TempDir()
		must.Do(t, copyFolder(s.artifacts, built))
		change(s)
		p := s.runJob(w, "publish", nil)
		said, _ := os.ReadFile(filepath.Join(repo.home, "gh.log"))
		os.Remove(filepath.Join(repo.home, "gh.log"))
		return p, string(said)
	}
	t.Run("equal builds", func(t *testing.T) {
		p, said := release(t, func(*fakeGitHub) {})
		if !p.ok || !strings.HasPrefix(said, "release create v1.2.3 --verify-tag ") || !strings.Contains(said, " zugwatch-v1.2.3-windows-arm64.exe zugfarm-v1.2.3-darwin-amd64 ") || !strings.HasSuffix(said, " zugfarm-v1.2.3-windows-arm64.exe SHA256SUMS\n") {
			t.Errorf("ok %v, gh %q\n%s", p.ok, said, p.log)
		}
	})
	t.Run("builds that differ", func(t *testing.T) {
		p, said := release(t, func(s *fakeGitHub) {
			repo.write(filepath.Join(s.artifacts, "dist-second/SHA256SUMS"), "0  zugwatch\n", 0o666)
		})
		if p.ok || said != "" {
			t.Errorf("ok %v, gh %q", p.ok, said)
		}
	})
	t.Run("binary that was changed", func(t *testing.T) {
		p, said := release(t, func(s *fakeGitHub) {
			repo.write(filepath.Join(s.artifacts, "dist-first/zugwatch-v1.2.3-linux-amd64"), "another", 0o666)
		})
		if p.ok || said != "" {
			t.Errorf("ok %v, gh %q", p.ok, said)
		}
	})
}
