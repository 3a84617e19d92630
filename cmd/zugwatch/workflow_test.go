package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/goccy/go-yaml"

	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/config/starter"
	"github.com/zugwatch/zugwatch/engine/must"
)

// pinnedUse is an action at a full commit, or one of this repository at the
// commit that is checked out.
var pinnedUse = regexp.MustCompile(`^([\w.-]+/[\w./-]+@[0-9a-f]{40}|\./[\w./-]+)$`)

// TestWorkflows checks the protection of the workflows against pull requests from strangers: no permission beyond
// those that a job asks for, no action that its owner can change later, no job without a timeout.
func TestWorkflows(t *testing.T) {
	files, err := filepath.Glob("../../.github/workflows/*.yml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no workflow was found (%v)", err)
	}
	writing := map[string][]string{"comment.yml": {"pull-requests"}, "release.yml": {"contents"}}
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			w := readYAML[workflow](t, file, strings.NewReplacer())
			checkWorkflow(t, w, writing[filepath.Base(file)])
			if _, ok := w.On["workflow_run"]; ok != (filepath.Base(file) == "comment.yml") {
				t.Errorf("triggers are %v", w.On)
			}
			push, _ := w.On["push"].(map[string]any)
			tagged := push["tags"] != nil
			for _, job := range w.Jobs {
				for _, step := range job.Steps {
					if tagged && strings.HasPrefix(step.Uses, "actions/setup-go@") && step.With["cache"] != "false" {
						t.Errorf("a release is built from a cache, which others write")
					}
				}
			}
		})
	}
}

// checkWorkflow holds one workflow to it. Writing are the rights to write that its jobs
// may have.
func checkWorkflow(t *testing.T, w workflow, writing []string) {
	t.Helper()
	if w.Permissions == nil || len(w.Permissions) > 0 {
		t.Errorf("permissions are %v, want {}", w.Permissions)
	}
	if _, ok := w.On["pull_request_target"]; ok || len(w.On) == 0 {
		t.Errorf("triggers are %v, want some, without pull_request_target", w.On)
	}
	for name, job := range w.Jobs {
		if job.Timeout == 0 || job.Permissions == nil {
			t.Errorf("job %s has no timeout-minutes or no permissions", name)
		}
		for right, level := range job.Permissions {
			if level != "read" && !slices.Contains(writing, right) {
				t.Errorf("job %s may %s: %s", name, right, level)
			}
		}
		if strings.Contains(job.Runner, "self-hosted") || strings.Contains(job.Runner, "latest") {
			t.Errorf("job %s runs on %s (expected a hosted machine of a version)", name, job.Runner)
		}
		checkSteps(t, job.Steps)
	}
}

// TestWrittenWorkflows holds what init writes to the same.
func TestWrittenWorkflows(t *testing.T) {
	for _, baselines := range []bool{false, true} {
		for _, file := range []string{"go.mod", "Cargo.toml", "meson.build", "build.zig", "Makefile"} {
			described := map[string]string{
				"go.mod": "module m\n", "Cargo.toml": "[package]\nname = \"m\"\n", "meson.build": "executable('m')\n",
				"build.zig": "addExecutable(.{ .name = \"m\" })\n", "Makefile": "EXE = m\n",
			}[file]
			tree := fstest.MapFS{file: {Data: []byte(described)}, "main.go": {Data: []byte("package main\n")}}
			plan := must.Get(starter.NewPlan(tree, starter.Options{Branch: "main", Pin: strings.Repeat("a", 40), Baselines: baselines}))(t)
			var w workflow
			must.Do(t, yaml.Unmarshal([]byte(plan.Files[1].Text), &w))
			checkWorkflow(t, w, nil)
		}
	}
}

// TestAction holds the composite action to the same.
func TestAction(t *testing.T) {
	a := readYAML[action](t, "../../.github/actions/zugwatch/action.yml", strings.NewReplacer())
	checkSteps(t, a.Runs.Steps)
	for _, step := range a.Runs.Steps {
		if step.Run != "" && step.Shell != "bash" {
			t.Errorf("step %s has shell %q", step.Name, step.Shell)
		}
	}
}

// checkSteps reports the forbidden parts of a step.
func checkSteps(t *testing.T, steps []step) {
	t.Helper()
	for _, step := range steps {
		if step.Uses != "" && !pinnedUse.MatchString(step.Uses) {
			t.Errorf("uses %s, want a full commit", step.Uses)
		}
		if strings.HasPrefix(step.Uses, "actions/checkout@") && step.With["persist-credentials"] != "false" {
			t.Errorf("checkout keeps its credentials")
		}
		if strings.Contains(step.Run, "${{") {
			t.Errorf("step %s has an expression in its script:\n%s", step.Name, step.Run)
		}
		if regexp.MustCompile(`>\s*"?\$\{?GITHUB_(ENV|PATH)`).MatchString(step.Run) {
			t.Errorf("step %s changes the environment of those behind it:\n%s", step.Name, step.Run)
		}
		for name, value := range step.Env {
			if strings.Contains(value, "secrets.") {
				t.Errorf("step %s has the secret %s (expected none but the token)", step.Name, name)
			}
		}
	}
}

// TestWorkflowNumbers checks that repeated numbers agree within a workflow and with the configuration.
func TestWorkflowNumbers(t *testing.T) {
	settings := must.Get(config.Load("../../" + config.FileName))(t)
	for _, file := range []string{"gate.yml", "comment.yml"} {
		text := readText(t, "../../.github/workflows/"+file)
		for _, suite := range settings.Suites {
			if regexp.MustCompile(`\b` + regexp.QuoteMeta(suite.Name) + `\b`).MatchString(strings.ReplaceAll(text, "zugwatch.yaml", "")) {
				t.Errorf("%s names the suite %s (expected that %s alone does)", file, suite.Name, config.FileName)
			}
		}
		if !strings.Contains(text, "ci --list") {
			t.Errorf("%s does not ask which suites there are", file)
		}
	}
	for _, judge := range strings.Fields(gateJudges(t)) {
		top, _, _ := strings.Cut(judge, "/")
		if top == "engine" {
			top = judge
		}
		if text := readText(t, "../../.github/workflows/comment.yml"); !strings.Contains(text, " "+top+" |") && !strings.Contains(text, "| "+top+")") {
			t.Errorf("comment.yml does not know %s, which judges in gate.yml", top)
		}
	}
	night := readYAML[workflow](t, "../../.github/workflows/nightly.yml", strings.NewReplacer())
	matrix := night.Jobs["shard"].Strategy.Matrix
	if count := strconv.Itoa(len(matrix["shard"])); night.Env["SHARDS"] != count || !strings.HasSuffix(night.Jobs["shard"].Env["ZUGWATCH_SHARD"], "}/"+count) {
		t.Errorf("nightly: %s shards in the matrix, SHARDS %s, ZUGWATCH_SHARD %s", count, night.Env["SHARDS"], night.Jobs["shard"].Env["ZUGWATCH_SHARD"])
	}
	if got := strings.Join(matrix["suite"], " "); got != night.Env["SUITES"] {
		t.Errorf("nightly: suites %q in the matrix, SUITES %q", got, night.Env["SUITES"])
	}
}

// gateJudges returns the files and folders that judge in the gate.
func gateJudges(t *testing.T) string {
	t.Helper()
	gate := readYAML[workflow](t, "../../.github/workflows/gate.yml", strings.NewReplacer())
	for _, step := range gate.Jobs["suite"].Steps {
		if judges := step.With["judges"]; judges != "" {
			return judges
		}
	}
	t.Fatal("gate.yml names no judges")
	return ""
}

func readText(t *testing.T, file string) string {
	t.Helper()
	return string(must.Get(os.ReadFile(file))(t))
}

// printed returns what a command prints. It ends the test if the command fails.
func printed(t testing.TB, command *exec.Cmd) string {
	t.Helper()
	out, err := command.CombinedOutput()
	if err != nil {
		t.Fatalf("%q: %v\n%s", command.Args, err, out)
	}
	return string(out)
}
