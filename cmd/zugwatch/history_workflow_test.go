package main

import (
	"errors"
	"os"
	"os/exec"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/goccy/go-yaml"

	"github.com/zugwatch/zugwatch/bench/config/starter"
	"github.com/zugwatch/zugwatch/bench/history"
	"github.com/zugwatch/zugwatch/engine/must"
)

// historyWorkflow returns the workflow that init --history writes.
func historyWorkflow(t *testing.T, baselines bool) (w workflow) {
	t.Helper()
	tree := fstest.MapFS{"Makefile": {Data: []byte("EXE = m\n")}}
	plan := must.Get(starter.NewPlan(tree, starter.Options{Branch: "main", Pin: strings.Repeat("a", 40), Baselines: baselines, History: true}))(t)
	must.Do(t, yaml.Unmarshal([]byte(plan.Files[1].Text), &w))
	return w
}

// TestHistoryRights: the job that keeps the history may write and runs for pushes alone; the
// job that runs an engine may not.
func TestHistoryRights(t *testing.T) {
	for _, baselines := range []bool{false, true} {
		w := historyWorkflow(t, baselines)
		checkWorkflow(t, w, []string{"contents"})
		gate, kept := w.Jobs["gate"], w.Jobs["history"]
		if len(w.Jobs) != 2 || gate.Permissions["contents"] != "read" || kept.Permissions["contents"] != "write" || !strings.Contains(kept.If, "github.event_name == 'push'") {
			t.Errorf("baselines %v: jobs %+v", baselines, w.Jobs)
		}
		side := "-head"
		if baselines {
			side = ""
		}
		for _, s := range kept.Steps {
			if got, has := s.Env["SIDE"]; has && got != side {
				t.Errorf("baselines %v: side %q, want %q", baselines, got, side)
			}
			if pin, has := s.Env["PIN"]; has && pin != strings.Repeat("a", 40) {
				t.Errorf("pin %s", pin)
			}
		}
	}
}

// keeper plays the job with a remote repository that stands for GitHub.
type keeper struct {
	t                  *testing.T
	script             step
	program            string // zugwatch
	temp, remote, home string
}

func newKeeper(t *testing.T, w workflow) *keeper {
	t.Helper()
	for _, program := range []string{"bash", "git"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skip(program + " is not installed")
		}
	}
	program := must.Get(exec.LookPath("zugwatch"))(t)
	k := &keeper{t: t, program: program, temp: t.TempDir(), remote: filepath.Join(t.TempDir(), "remote.git"), home: t.TempDir()}
	for _, s := range w.Jobs["history"].Steps {
		if s.Name == "Add to the history" {
			k.script = s
		}
	}
	k.must(k.temp, "git", "init", "-q", "--bare", k.remote)
	bin := filepath.Join(k.temp, "bin")
	must.Do(t, errors.Join(os.Mkdir(bin, 0o777), os.Symlink(program, filepath.Join(bin, "zugwatch"))))
	return k
}

// command runs in a folder with nothing of the user's git.
func (k *keeper) command(folder, name string, args ...string) *exec.Cmd {
	command := exec.Command(name, args...)
	command.Dir = folder
	command.Env = append(os.Environ(), "HOME="+k.home, "GIT_CONFIG_NOSYSTEM=1")
	return command
}

func (k *keeper) must(folder, name string, args ...string) string {
	k.t.Helper()
	return strings.TrimSpace(printed(k.t, k.command(folder, name, args...)))
}

// checkout returns a work tree at a commit, with the runs of it in so many of at most four forms.
func (k *keeper) checkout(subject, forms string) string {
	folder := k.t.TempDir()
	k.must(folder, "git", "init", "-q")
	k.must(folder, "git", "-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-q", "--allow-empty", "-m", subject)
	suite, settings := "8/8/8/4N3/8/7p/8/5K1k w - - bm Ng4; id \"FEW.1\";\n", "suites:\n  - {name: few, suite: few.epd, kind: tactics, limit: depth=2, forms: 2-4}\n"
	err := errors.Join(
		os.WriteFile(filepath.Join(folder, "few.epd"), []byte(suite), 0o666), os.WriteFile(filepath.Join(folder, "zugwatch.yaml"), []byte(settings), 0o666),
		os.Mkdir(filepath.Join(folder, "results"), 0o777))
	if err != nil {
		k.t.Fatal(err)
	}
	k.must(folder, k.program, "run", "few.epd", "--forms", forms, "--depth", "2", "-o", "results/few-head.json")
	return folder
}

// play returns the job in a checkout.
func (k *keeper) play(folder, remote string) (string, error) {
	command := k.command(folder, "bash", "-e", "-c", k.script.Run)
	command.Env = append(command.Env, "RUNNER_TEMP="+k.temp, "REMOTE="+remote, "SIDE="+k.script.Env["SIDE"], "GITHUB_SHA="+k.must(folder, "git", "rev-parse", "HEAD"))
	out, err := command.CombinedOutput()
	return string(out), err
}

// kept returns the history on the branch.
func (k *keeper) kept() []history.Record {
	file := filepath.Join(k.t.TempDir(), "history.jsonl")
	must.Do(k.t, os.WriteFile(file, []byte(k.must(k.remote, "git", "show", "zugwatch-history:history.jsonl")+"\n"), 0o666))
	return must.Get(history.Load(file))(k.t)
}

// TestHistoryWorkflow plays the job of init --history: it makes the branch and adds a line for the next commit, taken
// from the earlier measurement. It changes nothing when a job runs again, and does not start anew when the branch
// cannot be read.
func TestHistoryWorkflow(t *testing.T) {
	k := newKeeper(t, historyWorkflow(t, false))
	first, second := k.checkout("first", "2"), k.checkout("second", "4")
	for _, folder := range []string{first, second, second} {
		os.RemoveAll(filepath.Join(folder, "kept")) // of a job before
		if out, err := k.play(folder, k.remote); err != nil {
			t.Fatalf("%v\n%s", err, out)
		}
	}
	records := k.kept()
	if len(records) != 2 || records[0].Subject != "first" || records[1].Subject != "second" {
		t.Fatalf("%+v", records)
	}
	once, twice := records[0], records[1]
	twice.Commit, twice.Date, twice.Subject, twice.NPS = once.Commit, once.Date, once.Subject, once.NPS
	if !reflect.DeepEqual(once, twice) || once.Suite.Forms != 2 {
		t.Errorf("a run that went on is %+v, one that did not %+v", twice, once)
	}
	if count := k.must(k.remote, "git", "rev-list", "--count", "zugwatch-history"); count != "2" {
		t.Errorf("%s commits, want 2", count)
	}
	if _, err := os.Stat(filepath.Join(second, "history.html")); err != nil {
		t.Error(err)
	}
	if out, err := k.play(k.checkout("third", "2"), filepath.Join(k.temp, "none.git")); err == nil || strings.Contains(out, "added=") {
		t.Errorf("a branch that cannot be read was begun anew: %v\n%s", err, out)
	}
	missing := k.checkout("fourth", "2")
	os.RemoveAll(filepath.Join(missing, "results"))
	if out, err := k.play(missing, k.remote); err == nil || len(k.kept()) != 2 {
		t.Errorf("without runs: %v\n%s", err, out)
	}
}
