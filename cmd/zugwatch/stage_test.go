package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/goccy/go-yaml"
)

// workflow is what a rehearsal reads of a workflow file.
type workflow struct {
	On          map[string]any
	Permissions map[string]string
	Env         map[string]string
	Jobs        map[string]job
}

// job is one job of a workflow.
type job struct {
	If          string
	Timeout     int `yaml:"timeout-minutes"`
	Permissions map[string]string
	Env         map[string]string
	Strategy    struct{ Matrix map[string][]string }
	Steps       []step
}

// step is one step of a job or of a composite action.
type step struct {
	ID      string
	Name    string
	If      string
	Uses    string
	With    map[string]string
	Run     string
	Shell   string
	Env     map[string]string
	Folder  string `yaml:"working-directory"`
	Timeout int    `yaml:"timeout-minutes"`
}

// action is a composite action.
type action struct {
	Inputs map[string]struct{ Default string }
	Runs   struct {
		Using string
		Steps []step
	}
}

// readYAML decodes a file of the stage, after the changes that make it small.
func readYAML[T any](t *testing.T, file string, shrink *strings.Replacer) T {
	t.Helper()
	text, err := os.ReadFile(file)
	if err != nil {
		t.Fatal(err)
	}
	var value T
	if err := yaml.Unmarshal([]byte(shrink.Replace(string(text))), &value); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return value
}

// stage stands in for GitHub: it runs the steps of jobs as a runner would and
// keeps what they leave behind.
type stage struct {
	t         *testing.T
	origin    string // the repository on "GitHub"
	bin       string // what the machine has installed before the system's programs
	home      string
	env       []string // what all steps get
	artifacts string
	event     string // such as "pull_request"
	commit    string // what is checked out
	context   map[string]string
	actions   map[string]string // folders of the actions of other repositories
	shrink    *strings.Replacer
}

// played is what one job left behind.
type played struct {
	ok      bool
	log     string // of all steps
	summary string // of all steps, in order, as the page of the job shows it
}

// scene is one job while it runs.
type scene struct {
	*stage
	workspace string
	temp      string
	variables map[string]string // of the workflow and of the job
	values    map[string]string // of the contexts of expressions
	played
}

// play runs a job with the values of its matrix and of what it needs.
func (s *stage) play(w workflow, name string, values map[string]string) played {
	s.t.Helper()
	j, ok := w.Jobs[name]
	if !ok {
		s.t.Fatalf("no job %q", name)
	}
	sc := &scene{stage: s, workspace: s.t.TempDir(), temp: s.t.TempDir(), variables: map[string]string{}, values: map[string]string{}}
	sc.ok = true
	for _, more := range []map[string]string{s.context, values, {"runner.temp": sc.temp, "github.token": "token"}} {
		for key, value := range more {
			sc.values[key] = value
		}
	}
	for _, level := range []map[string]string{w.Env, j.Env} {
		for key, value := range level {
			sc.variables[key] = sc.expand(value)
		}
	}
	if j.If != "" && !sc.holds(j.If) {
		s.t.Fatalf("job %s would be skipped: %s", name, j.If)
	}
	sc.steps(j.Steps)
	return sc.played
}

// steps runs steps in order; after one that failed only those that ask for it.
func (sc *scene) steps(all []step) {
	for _, one := range all {
		condition := one.If
		if condition == "" {
			condition = "success()"
		}
		if !sc.holds(condition) || !sc.ok && !strings.Contains(condition, "always()") {
			continue
		}
		var err error
		if one.Uses != "" {
			err = sc.use(one)
		} else {
			err = sc.run(one)
		}
		if err != nil {
			sc.log += fmt.Sprintf("[step %s%s failed: %v]\n", one.Name, one.Uses, err)
			sc.ok = false
		}
	}
}

// expand puts in the values of expressions.
func (sc *scene) expand(text string) string {
	return regexp.MustCompile(`\$\{\{\s*(.*?)\s*\}\}`).ReplaceAllStringFunc(text, func(found string) string {
		key := strings.TrimSpace(strings.Trim(found, "${}"))
		value, ok := sc.values[key]
		if !ok {
			sc.t.Fatalf("no value for %s", found)
		}
		return value
	})
}

// holds evaluates the conditions that the workflows have: always() and success(),
// and comparisons of a value with a text, joined by &&.
func (sc *scene) holds(condition string) bool {
	for term := range strings.SplitSeq(condition, "&&") {
		term = strings.TrimSpace(term)
		if term == "always()" || term == "success()" {
			continue
		}
		parts := regexp.MustCompile(`^([\w.-]+) (==|!=) '([^']*)'$`).FindStringSubmatch(term)
		if parts == nil {
			sc.t.Fatalf("condition %q is not one that the rehearsal knows", term)
		}
		if (sc.values[parts[1]] == parts[3]) != (parts[2] == "==") {
			return false
		}
	}
	return true
}

// run runs the script of a step with bash as the runner does, with the
// variables and files of GitHub and none of this process's.
func (sc *scene) run(one step) error {
	folder := sc.t.TempDir()
	script := filepath.Join(folder, "script.sh")
	files := map[string]string{}
	for _, name := range []string{"GITHUB_STEP_SUMMARY", "GITHUB_OUTPUT", "GITHUB_ENV", "GITHUB_PATH"} {
		files[name] = filepath.Join(folder, name)
		sc.keep(os.WriteFile(files[name], nil, 0o666))
	}
	if strings.Contains(one.Run, "${{") {
		sc.t.Errorf("step %s has an expression in its script", one.Name)
	}
	sc.keep(os.WriteFile(script, []byte(one.Run), 0o666))
	command := exec.Command("bash", "-e", script)
	if one.Shell == "bash" {
		command = exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", script)
	}
	command.Dir = filepath.Join(sc.workspace, sc.expand(one.Folder))
	command.Env = sc.environment(one, files)
	var out bytes.Buffer
	command.Stdout, command.Stderr = &out, &out
	err := command.Run()
	sc.log += out.String()
	summary, _ := os.ReadFile(files["GITHUB_STEP_SUMMARY"])
	sc.summary += string(summary)
	outputs, _ := os.ReadFile(files["GITHUB_OUTPUT"])
	for line := range strings.Lines(string(outputs)) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		sc.values["steps."+one.ID+".outputs."+name] = value
	}
	return err
}

// environment is that of a step.
func (sc *scene) environment(one step, files map[string]string) []string {
	env := append(slices.Clone(sc.stage.env),
		"PATH="+sc.bin+string(os.PathListSeparator)+os.Getenv("PATH"), "HOME="+sc.home, "LANG=C.UTF-8",
		"CI=true", "GITHUB_ACTIONS=true", "GITHUB_EVENT_NAME="+sc.event, "GITHUB_SHA="+sc.commit,
		"GITHUB_REF_NAME="+sc.context["github.ref_name"], "GITHUB_REPOSITORY=zugwatch/zugwatch",
		"GITHUB_WORKSPACE="+sc.workspace, "GITHUB_ACTION_PATH="+sc.values["github.action_path"],
		"RUNNER_OS=Linux", "RUNNER_TEMP="+sc.temp,
	)
	for name, file := range files {
		env = append(env, name+"="+file)
	}
	for name, value := range sc.variables {
		env = append(env, name+"="+value)
	}
	for name, value := range one.Env {
		env = append(env, name+"="+sc.expand(value))
	}
	return env
}

// use does what an action would do.
func (sc *scene) use(one step) error {
	with := map[string]string{}
	for name, value := range one.With {
		with[name] = sc.expand(value)
	}
	name, _, _ := strings.Cut(one.Uses, "@")
	switch {
	case name == "actions/setup-go": // Go is there
		if _, err := os.Stat(filepath.Join(sc.workspace, with["go-version-file"])); err != nil && !filepath.IsAbs(with["go-version-file"]) {
			return err
		}
		return nil
	case name == "actions/checkout":
		return sc.checkout(with)
	case name == "actions/upload-artifact":
		return sc.upload(with)
	case name == "actions/download-artifact":
		return sc.download(with)
	case strings.HasPrefix(name, "./"):
		return sc.composite(filepath.Join(sc.workspace, name), with)
	case sc.actions[name] != "":
		return sc.composite(sc.actions[name], with)
	}
	return fmt.Errorf("action %s is not one that the rehearsal knows", one.Uses)
}

// checkout makes a shallow clone of the commit.
func (sc *scene) checkout(with map[string]string) error {
	folder := filepath.Join(sc.workspace, with["path"])
	fetch := []string{"fetch", "--quiet", "--no-tags"}
	if depth := with["fetch-depth"]; depth != "0" {
		if depth == "" {
			depth = "1"
		}
		fetch = append(fetch, "--depth="+depth)
	}
	if with["persist-credentials"] != "false" {
		return errors.New("checkout keeps its credentials")
	}
	for _, args := range [][]string{
		{"init", "--quiet", folder},
		append([]string{"-C", folder}, append(fetch, "file://"+sc.origin, sc.commit)...),
		{"-C", folder, "checkout", "--quiet", "--detach", "FETCH_HEAD"},
	} {
		if out, err := exec.Command("git", args...).CombinedOutput(); err != nil {
			return fmt.Errorf("git %s: %w\n%s", strings.Join(args, " "), err, out)
		}
	}
	return nil
}

func (sc *scene) within(path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(sc.workspace, path)
}

// upload keeps a folder under a name. It forgets who may run a file.
func (sc *scene) upload(with map[string]string) error {
	from, to := sc.within(with["path"]), filepath.Join(sc.artifacts, with["name"])
	files, _ := os.ReadDir(from)
	if len(files) == 0 {
		return fmt.Errorf("no files were found in %s", with["path"])
	}
	if _, err := os.Stat(to); err == nil {
		return fmt.Errorf("artifact %s is there already", with["name"])
	}
	return copyFolder(to, from)
}

// download brings the artifacts of a name or a pattern, each into a folder of
// its own unless there is one name or they are to be merged.
func (sc *scene) download(with map[string]string) error {
	to := sc.within(with["path"])
	if with["name"] != "" {
		return copyFolder(to, filepath.Join(sc.artifacts, with["name"]))
	}
	found, err := filepath.Glob(filepath.Join(sc.artifacts, with["pattern"]))
	for _, from := range found {
		into := to
		if with["merge-multiple"] != "true" {
			into = filepath.Join(to, filepath.Base(from))
		}
		err = errors.Join(err, copyFolder(into, from))
	}
	return err
}

// copyFolder copies the files of a folder, as ones that can not be run.
func copyFolder(to, from string) error {
	entries, err := os.ReadDir(from)
	if err != nil {
		return err
	}
	if err := os.MkdirAll(to, 0o777); err != nil {
		return err
	}
	for _, entry := range entries {
		source, target := filepath.Join(from, entry.Name()), filepath.Join(to, entry.Name())
		if entry.IsDir() {
			err = errors.Join(err, copyFolder(target, source))
			continue
		}
		text, failed := os.ReadFile(source)
		err = errors.Join(err, failed, os.WriteFile(target, text, 0o666))
	}
	return err
}

// composite runs the steps of a composite action.
func (sc *scene) composite(folder string, with map[string]string) error {
	a := readYAML[action](sc.t, filepath.Join(folder, "action.yml"), strings.NewReplacer())
	if a.Runs.Using != "composite" {
		return fmt.Errorf("%s is not composite", folder)
	}
	outer := sc.values
	sc.values = map[string]string{}
	for key, value := range outer {
		sc.values[key] = value
	}
	sc.values["github.action_path"] = folder
	for name, input := range a.Inputs {
		sc.values["inputs."+name] = input.Default
	}
	for name, value := range with {
		if _, ok := a.Inputs[name]; !ok {
			return fmt.Errorf("input %s is unknown", name)
		}
		sc.values["inputs."+name] = value
	}
	before := sc.ok
	sc.steps(a.Runs.Steps)
	failed := before && !sc.ok
	sc.values = outer
	if failed {
		return errors.New("a step of the action failed")
	}
	return nil
}

func (sc *scene) keep(err error) {
	if err != nil {
		sc.t.Fatal(err)
	}
}

// annotations are the workflow commands of a level in a log.
func (p played) annotations(level string) []string {
	var found []string
	for line := range strings.Lines(p.log) {
		if strings.HasPrefix(strings.TrimSpace(line), "::"+level+" ") {
			found = append(found, strings.TrimSpace(line))
		}
	}
	return found
}

// has tells whether one of the annotations begins with the text.
func (p played) has(level, begin string) bool {
	return slices.ContainsFunc(p.annotations(level), func(line string) bool { return strings.HasPrefix(line, begin) })
}
