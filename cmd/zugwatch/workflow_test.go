package main

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/goccy/go-yaml"
)

// TestWorkflows holds the workflows to what keeps a pull request from a
// stranger harmless: no permission that a job does not ask for, no action that
// its owner can change under us, no job without an end.
func TestWorkflows(t *testing.T) {
	files, err := filepath.Glob("../../.github/workflows/*.yml")
	if err != nil || len(files) == 0 {
		t.Fatalf("no workflow was found (%v)", err)
	}
	pinned := regexp.MustCompile(`^[\w.-]+/[\w./-]+@[0-9a-f]{40}$`)
	for _, file := range files {
		t.Run(filepath.Base(file), func(t *testing.T) {
			text, err := os.ReadFile(file)
			if err != nil {
				t.Fatal(err)
			}
			var workflow struct {
				On          map[string]any
				Permissions map[string]string
				Jobs        map[string]struct {
					Timeout int `yaml:"timeout-minutes"`
					Steps   []struct{ Uses string }
				}
			}
			if err := yaml.Unmarshal(text, &workflow); err != nil {
				t.Fatal(err)
			}
			if workflow.Permissions == nil || len(workflow.Permissions) > 0 {
				t.Errorf("permissions are %v, want {}", workflow.Permissions)
			}
			if _, ok := workflow.On["pull_request_target"]; ok || len(workflow.On) == 0 {
				t.Errorf("triggers are %v, want some, without pull_request_target", workflow.On)
			}
			for name, job := range workflow.Jobs {
				if job.Timeout == 0 {
					t.Errorf("job %s has no timeout-minutes", name)
				}
				for _, step := range job.Steps {
					if step.Uses != "" && !pinned.MatchString(step.Uses) {
						t.Errorf("job %s uses %s, want a full commit", name, step.Uses)
					}
				}
			}
		})
	}
}
