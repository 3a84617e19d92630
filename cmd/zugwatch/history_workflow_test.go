package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench/history"
)

// historyJob is the job of docs/history.md below the head of the workflow that init writes.
func historyJob(t *testing.T) workflow {
	t.Helper()
	found := regexp.MustCompile("(?s)```yaml\n(  history:.*?)```\n").FindStringSubmatch(readText(t, "../../docs/history.md"))
	if found == nil {
		t.Fatal("docs/history.md has no job")
	}
	file := filepath.Join(t.TempDir(), "history.yml")
	if err := os.WriteFile(file, []byte("on: push\npermissions: {}\njobs:\n"+found[1]), 0o666); err != nil {
		t.Fatal(err)
	}
	text := strings.Replace(readText(t, file), "on: push", "on: {push: }", 1)
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	return readYAML[workflow](t, file, strings.NewReplacer())
}

// TestHistoryWorkflow plays what docs/history.md says for GitHub Actions: the branch is made,
// grows with the next commit, stays as it is when a job is run again, and is not begun anew
// where it cannot be read.
func TestHistoryWorkflow(t *testing.T) {
	w := historyJob(t)
	checkWorkflow(t, w, []string{"contents"})
	for _, program := range []string{"bash", "git"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip(program + " is not installed")
		}
	}
	program, err := exec.LookPath("zugwatch")
	if err != nil {
		t.Fatal(err)
	}
	temp, remote, home := t.TempDir(), filepath.Join(t.TempDir(), "remote.git"), t.TempDir()
	must := func(folder, name string, args ...string) string {
		t.Helper()
		command := exec.Command(name, args...)
		command.Dir = folder
		command.Env = append(os.Environ(), "HOME="+home, "GIT_CONFIG_NOSYSTEM=1", "GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.com", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.com")
		out, err := command.CombinedOutput()
		if err != nil {
			t.Fatalf("%s %q: %v\n%s", name, args, err, out)
		}
		return strings.TrimSpace(string(out))
	}
	must(temp, "git", "init", "-q", "--bare", remote)
	if err := os.Mkdir(filepath.Join(temp, "bin"), 0o777); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(program, filepath.Join(temp, "bin", "zugwatch")); err != nil {
		t.Fatal(err)
	}
	var script step
	for _, s := range w.Jobs["history"].Steps {
		if s.Name == "Add to the history" {
			script = s
		}
	}

	// play is the job at a commit, in a checkout of its own.
	play := func(folder, remote string) (string, error) {
		command := exec.Command("bash", "-e", "-c", script.Run)
		command.Dir = folder
		command.Env = append(os.Environ(), "HOME="+home, "GIT_CONFIG_NOSYSTEM=1", "RUNNER_TEMP="+temp, "REMOTE="+remote, "SIDE="+script.Env["SIDE"], "GITHUB_SHA="+must(folder, "git", "rev-parse", "HEAD"))
		out, err := command.CombinedOutput()
		return string(out), err
	}
	checkout := func(subject, depth string) string {
		folder := t.TempDir()
		must(folder, "git", "init", "-q")
		must(folder, "git", "commit", "-q", "--allow-empty", "-m", subject)
		for name, content := range map[string]string{
			"few.epd":       "8/8/8/4N3/8/7p/8/5K1k w - - bm Ng4; id \"FEW.1\";\n",
			"zugwatch.yaml": "suites:\n  - {name: few, suite: few.epd, kind: tactics, limit: depth=2}\n",
		} {
			if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o666); err != nil {
				t.Fatal(err)
			}
		}
		if err := os.Mkdir(filepath.Join(folder, "results"), 0o777); err != nil {
			t.Fatal(err)
		}
		must(folder, program, "run", "few.epd", "--depth", depth, "-o", "results/few-head.json")
		return folder
	}
	kept := func() []history.Record {
		file := filepath.Join(t.TempDir(), "history.jsonl")
		if err := os.WriteFile(file, []byte(must(remote, "git", "show", "zugwatch-history:history.jsonl")+"\n"), 0o666); err != nil {
			t.Fatal(err)
		}
		records, err := history.Load(file)
		if err != nil {
			t.Fatal(err)
		}
		return records
	}
	first, second := checkout("first", "2"), checkout("second", "2")
	for _, folder := range []string{first, second, second} {
		os.RemoveAll(filepath.Join(folder, "kept")) // of a job before
		if out, err := play(folder, remote); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	records := kept()
	if len(records) != 2 || records[0].Subject != "first" || records[1].Subject != "second" {
		t.Errorf("%+v", records)
	}
	if count := must(remote, "git", "rev-list", "--count", "zugwatch-history"); count != "2" {
		t.Errorf("%s commits, want 2", count)
	}
	if _, err := os.Stat(filepath.Join(second, "history.html")); err != nil {
		t.Error(err)
	}
	if out, err := play(checkout("third", "2"), filepath.Join(temp, "none.git")); err == nil || strings.Contains(out, "added=") {
		t.Errorf("a branch that cannot be read was begun anew: %v\n%s", err, out)
	}
	missing := checkout("fourth", "2")
	os.RemoveAll(filepath.Join(missing, "results"))
	if out, err := play(missing, remote); err == nil || len(kept()) != 2 {
		t.Errorf("without runs: %v\n%s", err, out)
	}
}
