package main

import (
	"bytes"
	"cmp"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"github.com/goccy/go-yaml"

	"github.com/zugwatch/zugwatch/engine/must"
)

// workflow holds the parts of a workflow file that a rehearsal uses.
type workflow struct {
	On          map[string]any
	Permissions map[string]string
	Env         map[string]string
	Jobs        map[string]job
}

// job is one job of a workflow.
type job struct {
	If          string
	Runner      string `yaml:"runs-on"`
	Timeout     int    `yaml:"timeout-minutes"`
	Permissions map[string]string
	Env         map[string]string
	Outputs     map[string]string
	Strategy    struct{ Matrix map[string]axisValues }
	Steps       []step
}

// axisValues are those of an axis of a matrix: a list, or an expression that makes
// one.
type axisValues []string

// UnmarshalYAML takes both.
func (v *axisValues) UnmarshalYAML(unmarshal func(any) error) error {
	var list []string
	if err := unmarshal(&list); err == nil {
		*v = list
		return nil
	}
	*v = []string{""}
	return unmarshal(&(*v)[0])
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

// readYAML decodes a file of the repository, after the changes that make it small.
func readYAML[T any](t *testing.T, file string, shrink *strings.Replacer) T {
	t.Helper()
	text := must.Get(os.ReadFile(file))(t)
	var value T
	if err := yaml.Unmarshal([]byte(shrink.Replace(string(text))), &value); err != nil {
		t.Fatalf("%s: %v", file, err)
	}
	return value
}

// fakeGitHub stands in for GitHub: it runs the steps of jobs as a runner would and
// keeps what they leave behind.
type fakeGitHub struct {
	t         *testing.T
	origin    string // the repository on "GitHub"
	bin       string // folder of programs that take precedence over the system's
	home      string
	env       []string // what all steps get
	artifacts string
	event     string // such as "pull_request"
	commit    string // the commit that checkout gets
	context   map[string]string
	actions   map[string]string // folders of the actions of other repositories
	shrink    *strings.Replacer
	started   func(one step, temp string, command *exec.Cmd) // called with each script when it starts; may be nil
}

// jobResult is the outcome of one job.
type jobResult struct {
	ok      bool
	log     string // of all steps
	summary string // of all steps, in order, as the page of the job shows it
	outputs map[string]string
}

// logs reports whether the log holds all of the texts.
func (p jobResult) logs(texts ...string) bool {
	return !slices.ContainsFunc(texts, func(text string) bool { return !strings.Contains(p.log, text) })
}

// expect fails the test with what the job left if something is not so.
func (p jobResult) expect(t *testing.T, so bool) {
	t.Helper()
	if !so {
		t.Errorf("ok %v, summary %.600q\n%s", p.ok, p.summary, p.log)
	}
}

// jobRun is one job while it runs.
type jobRun struct {
	*fakeGitHub
	workspace string
	temp      string
	variables map[string]string // of the workflow and of the job
	values    map[string]string // of the contexts of expressions
	jobResult
}

// runJob runs a job with values for its matrix and needs.
func (s *fakeGitHub) runJob(w workflow, name string, values map[string]string) jobResult {
	s.t.Helper()
	j, ok := w.Jobs[name]
	if !ok {
		s.t.Fatalf("no job %q", name)
	}
	r := &jobRun{fakeGitHub: s, workspace: s.t.TempDir(), temp: s.t.TempDir(), variables: map[string]string{}, values: map[string]string{}}
	r.ok = true
	known := map[string]string{"runner.temp": r.temp, "github.token": "token", "github.event_name": s.event, "github.sha": s.commit}
	for _, more := range []map[string]string{known, s.context, values} {
		maps.Copy(r.values, more)
	}
	for _, level := range []map[string]string{w.Env, j.Env} {
		for key, value := range level {
			r.variables[key] = r.expand(value)
		}
	}
	if j.If != "" && !r.holds(j.If) {
		s.t.Fatalf("job %s would be skipped: %s", name, j.If)
	}
	r.steps(j.Steps)
	r.outputs = map[string]string{}
	for name, value := range j.Outputs {
		r.outputs[name] = r.output(value)
	}
	return r.jobResult
}

// steps runs steps in order; after a failed one, only those whose condition asks for it.
func (r *jobRun) steps(all []step) {
	for _, one := range all {
		condition := cmp.Or(one.If, "success()")
		asks := strings.Contains(condition, "always()") || strings.Contains(condition, "!cancelled()")
		if !r.holds(condition) || !r.ok && !asks {
			continue
		}
		var err error
		if one.Uses != "" {
			err = r.use(one)
		} else {
			err = r.run(one)
		}
		if err != nil {
			r.log += fmt.Sprintf("[step %s%s failed: %v]\n", one.Name, one.Uses, err)
			r.ok = false
		}
	}
}

// expand puts in the values of expressions.
func (r *jobRun) expand(text string) string {
	return regexp.MustCompile(`\$\{\{\s*(.*?)\s*\}\}`).ReplaceAllStringFunc(text, func(found string) string {
		key := strings.TrimSpace(strings.Trim(found, "${}"))
		if strings.Contains(key, " == ") {
			return strconv.FormatBool(r.holds(key))
		}
		value, ok := r.values[key]
		if !ok {
			r.t.Fatalf("no value for %s", found)
		}
		return value
	})
}

// output returns an output of a job, empty if no step has set it.
func (r *jobRun) output(text string) string {
	if key := strings.TrimSpace(strings.Trim(text, "${}")); r.values[key] == "" {
		return ""
	}
	return r.expand(text)
}

// holds evaluates the conditions that the workflows have: always(), !cancelled() and
// success(), and comparisons of a value with a text, joined by &&.
func (r *jobRun) holds(condition string) bool {
	condition = strings.TrimSuffix(strings.TrimPrefix(condition, "${{"), "}}")
	for term := range strings.SplitSeq(condition, "&&") {
		term = strings.TrimSpace(term)
		if term == "always()" || term == "!cancelled()" || term == "success()" {
			continue
		}
		parts := regexp.MustCompile(`^([\w.-]+) (==|!=) '([^']*)'$`).FindStringSubmatch(term)
		if parts == nil {
			r.t.Fatalf("condition %q is not one that the rehearsal knows", term)
		}
		if (r.values[parts[1]] == parts[3]) != (parts[2] == "==") {
			return false
		}
	}
	return true
}

// run runs the script of a step with bash like the runner, with the variables and files of GitHub and none of this
// process.
func (r *jobRun) run(one step) error {
	folder := r.t.TempDir()
	script := filepath.Join(folder, "script.sh")
	files := map[string]string{}
	for _, name := range []string{"GITHUB_STEP_SUMMARY", "GITHUB_OUTPUT", "GITHUB_ENV", "GITHUB_PATH"} {
		files[name] = filepath.Join(folder, name)
		r.keep(os.WriteFile(files[name], nil, 0o666))
	}
	if strings.Contains(one.Run, "${{") {
		r.t.Errorf("step %s has an expression in its script", one.Name)
	}
	r.keep(os.WriteFile(script, []byte(one.Run), 0o666))
	command := exec.Command("bash", "-e", script)
	if one.Shell == "bash" {
		command = exec.Command("bash", "--noprofile", "--norc", "-eo", "pipefail", script)
	}
	command.Dir = filepath.Join(r.workspace, r.expand(one.Folder))
	command.Env = r.environment(one, files)
	var out bytes.Buffer
	command.Stdout, command.Stderr, command.WaitDelay = &out, &out, 10*time.Second
	r.keep(command.Start())
	if r.started != nil {
		r.started(one, r.temp, command)
	}
	err := command.Wait()
	r.log += out.String()
	summary, _ := os.ReadFile(files["GITHUB_STEP_SUMMARY"])
	r.summary += string(summary)
	outputs, _ := os.ReadFile(files["GITHUB_OUTPUT"])
	for line := range strings.Lines(string(outputs)) {
		name, value, _ := strings.Cut(strings.TrimSpace(line), "=")
		r.values["steps."+one.ID+".outputs."+name] = value
	}
	return err
}

// environment returns that of a step.
func (r *jobRun) environment(one step, files map[string]string) []string {
	env := append(slices.Clone(r.env),
		"PATH="+r.bin+string(os.PathListSeparator)+os.Getenv("PATH"), "HOME="+r.home, "LANG=C.UTF-8",
		"CI=true", "GITHUB_ACTIONS=true", "GITHUB_EVENT_NAME="+r.event, "GITHUB_SHA="+r.commit,
		"GITHUB_REF_NAME="+r.context["github.ref_name"], "GITHUB_REPOSITORY=zugwatch/zugwatch",
		"GITHUB_WORKSPACE="+r.workspace, "GITHUB_ACTION_PATH="+r.values["github.action_path"],
		"RUNNER_OS=Linux", "RUNNER_TEMP="+r.temp,
	)
	for name, file := range files {
		env = append(env, name+"="+file)
	}
	for name, value := range r.variables {
		env = append(env, name+"="+value)
	}
	for name, value := range one.Env {
		env = append(env, name+"="+r.expand(value))
	}
	return env
}

func (r *jobRun) keep(err error) {
	if err != nil {
		r.t.Fatal(err)
	}
}

// opens reports whether the page of the job begins with a verdict.
func (p jobResult) opens(verdict string) bool {
	first, _, _ := strings.Cut(p.summary, "\n")
	return isVerdict(first, verdict)
}

// tells reports whether a line of the page of the job is a verdict.
func (p jobResult) tells(verdict string) bool {
	return slices.ContainsFunc(strings.Split(p.summary, "\n"), func(line string) bool { return isVerdict(line, verdict) })
}

// isVerdict reports whether a line is the heading of a report with a verdict, alone or with words
// that say why.
func isVerdict(line, verdict string) bool {
	word := map[string]string{"pass": "OK", "fail": "FAIL", "undecided": "UNDECIDED", "inconclusive": "INCONCLUSIVE"}[verdict]
	return line == "## Zugwatch: "+verdict || word != "" && strings.HasPrefix(line, "## Zugwatch: "+word+" ")
}

// annotations returns the workflow commands of a level in a log.
func (p jobResult) annotations(level string) []string {
	var found []string
	for line := range strings.Lines(p.log) {
		if strings.HasPrefix(strings.TrimSpace(line), "::"+level+" ") {
			found = append(found, strings.TrimSpace(line))
		}
	}
	return found
}

// has reports whether one of the annotations begins with the text.
func (p jobResult) has(level, begin string) bool {
	return slices.ContainsFunc(p.annotations(level), func(line string) bool { return strings.HasPrefix(line, begin) })
}
