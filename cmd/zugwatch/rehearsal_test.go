package main

import (
	"cmp"
	"errors"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine/must"
)

// The small configuration of the rehearsals: the suites of the repository's
// own, as far as seconds allow.
const smallConfig = `suites:
  - {name: wac, suite: bk, kind: tactics, limit: depth=3, gate: {lost: 6, nodes-total: 100%}}
  - {name: zugzwang, kind: zugzwang, limit: nodes=20000, gate: {lost: 0}}
  - {name: crafty, kind: nodes, limit: depth=4, gate: {nodes-total: 100%}}
`

// brokenPolicy is the null move that looks away from zugzwang.
const brokenPolicy = "r4,guard=none,min=1"

// fakeGo replaces "go build -o FILE ./cmd/zugwatch" and ./cmd/zugfarm by an instant build: a script that runs the
// test binary with the policy in the source of the working directory. As an engine the script adds its process number
// to a file next to it. Markers in the source make the build succeed without a file, or fail.
const fakeGo = `#!/bin/bash
set -eu
[ "$1" = build ] && [[ "${*: -1}" = ./cmd/zug@(watch|farm) ]] || { echo "fake go: $*" >&2; exit 1; }
grep -qx '// builds nothing' engine/search/searcher.go && exit 0
grep -qx '// is no Go' engine/search/searcher.go && exit 1
grep -qx '// spoils the judges' engine/search/searcher.go && sed -i 's/{lost: 0}/{lost: 99}/' zugwatch.yaml
if grep -qx '// replaces the judges' engine/search/searcher.go; then
  git replace -f "$(git rev-parse HEAD^1:zugwatch.yaml)" "$(git cat-file blob HEAD^1:zugwatch.yaml | sed 's/{lost: 0}/{lost: 99}/' | git hash-object -w --stdin)"
  printf 'zugwatch.yaml filter=lax\n' >"$(git rev-parse --git-path info/attributes)"
  git config filter.lax.smudge 'sed "s/{lost: 0}/{lost: 99}/"'
fi
if grep -qx '// spoils what is kept' engine/search/searcher.go; then
  for kept in "$RUNNER_TEMP"/zugwatch/*.tar; do echo >>"$kept"; done
fi
while [ "$1" != -o ]; do shift; done
policy=$(sed -n 's/^const DefaultPolicy = "\(.*\)"$/\1/p' engine/search/searcher.go)
printf '#!/bin/sh\n# %s/%s\nif [ "$1" = uci ]; then shift; echo $$ >>"$(dirname "$0")/pids"; exec "@ZUGWATCH@" uci --nullmove "%s" "$@"; fi\nexec "@ZUGWATCH@" "$@"\n' \
  "${GOOS-}" "${GOARCH-}" "$policy" >"$2"
chmod +x "$2"
`

// realGo runs "go build -o FILE ./cmd/zugwatch" with the real Go once for each content, and copies the result
// afterwards. It leaves out profile-guided optimization, which takes a minute and changes no node count.
const realGo = `#!/bin/bash
set -eu
[ "$1" = build ] && [ "${*: -1}" = ./cmd/zugwatch ] || { echo "go: $*" >&2; exit 1; }
call=("$@")
while [ "$1" != -o ]; do shift; done
made=@STORE@/$(git ls-files --stage -- go.mod go.sum engine epd suites bench cmd ':!bench/baselines' | git hash-object --stdin)
if [ ! -x "$made" ]; then
  GOFLAGS="${GOFLAGS-} -pgo=off" "@GO@" "${call[@]}"
  cp "$2" "$made.$$" && mv "$made.$$" "$made"
fi
cp "$made" "$2"
`

// testRepo is a copy of the repository with a base branch.
type testRepo struct {
	t      *testing.T
	origin string
	bin    string
	home   string
	date   string // of commits; empty: now
	// message is the commit message of the next pull request; empty: the name of its branch.
	message string
	event   map[string]string // what else an event says
	env     []string          // environment that the real Go needs in a step
}

// onlyThorough skips a test that takes seconds unless all are asked for. Most
// rehearsals run with every change: see .ci/run.
func onlyThorough(t *testing.T) {
	t.Helper()
	must.SkipUnlessSlow(t, "takes seconds")
}

// newTestRepo copies the work tree without the history, and makes an old base commit. Script is its go command:
// fakeGo, realGo, or empty for that of the machine.
func newTestRepo(t *testing.T, script string) *testRepo {
	t.Helper()
	if runtime.GOOS == "windows" {
		t.Skip("the workflows run on Linux")
	}
	for _, program := range []string{"bash", "git"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Fatalf("%s is needed: %v", program, err)
		}
	}
	repo := &testRepo{t: t, origin: t.TempDir(), bin: t.TempDir(), home: t.TempDir()}
	self := must.Get(exec.LookPath("zugwatch"))(t)
	fake := must.Get(exec.LookPath("fake"))(t)
	tool := filepath.Join(repo.home, "zugwatch")
	must.Do(t, errors.Join(os.Symlink(self, tool), os.Symlink(fake, filepath.Join(repo.home, "fake"))))
	repo.install(tool, script)
	repo.fill()
	repo.git("init", "--quiet", "--initial-branch=main")
	repo.git("config", "uploadpack.allowAnySHA1InWant", "true")
	repo.put("zugwatch.yaml", smallConfig)
	repo.command("zugwatch", "baseline", "accept", "--reason", "rehearsal")
	repo.date = "2020-01-01T00:00:00Z"
	repo.commit("base")
	repo.date = ""
	return repo
}

// install puts a go into the PATH of the repository.
func (repo *testRepo) install(tool, script string) {
	repo.t.Helper()
	if script != fakeGo {
		repo.env = goEnvironment(repo.t)
	}
	if script == "" {
		return
	}
	program := must.Get(exec.LookPath("go"))(repo.t)
	repo.write(filepath.Join(repo.bin, "go"), strings.NewReplacer("@ZUGWATCH@", tool, "@GO@", program, "@STORE@", repo.t.TempDir()).Replace(script), 0o777)
}

// fill copies the files of the work tree that the workflows need.
func (repo *testRepo) fill() {
	repo.t.Helper()
	files := must.Get(exec.Command("git", "-C", "../..", "ls-files", "-z", "--cached", "--others", "--exclude-standard").Output())(repo.t)
	for name := range strings.SplitSeq(strings.TrimRight(string(files), "\x00"), "\x00") {
		if !repo.needs(name) {
			continue
		}
		text, err := os.ReadFile(filepath.Join("../..", name))
		if os.IsNotExist(err) {
			continue // removed, and not committed yet
		}
		if err != nil {
			repo.t.Fatal(err)
		}
		repo.write(filepath.Join(repo.origin, name), string(text), 0o666)
	}
}

// needs reports whether a file of the repository is needed by the workflows: tests and
// pages do not, and with the fake go most others.
func (repo *testRepo) needs(name string) bool {
	if repo.env != nil {
		return !strings.HasSuffix(name, "_test.go") && !strings.Contains(name, "/testdata/") && !strings.HasPrefix(name, "docs/")
	}
	for _, part := range []string{".github/", "bench/baselines/", "go.mod", "go.sum", "engine/search/searcher.go", "cmd/zugwatch/main.go", "suites/h3.epd", "epd/doc.go"} {
		if strings.HasPrefix(name, part) {
			return true
		}
	}
	return false
}

// command runs a program, this one among them, in the origin.
func (repo *testRepo) command(name string, args ...string) {
	repo.t.Helper()
	if name == "zugwatch" {
		name = filepath.Join(repo.home, name)
	}
	command := exec.Command(name, args...)
	command.Dir = repo.origin
	printed(repo.t, command)
}

func (repo *testRepo) write(file, text string, mode os.FileMode) {
	repo.t.Helper()
	must.Do(repo.t, os.MkdirAll(filepath.Dir(file), 0o777))
	must.Do(repo.t, os.WriteFile(file, []byte(text), mode))
}

// git runs git in the origin and returns its output.
func (repo *testRepo) git(args ...string) string {
	repo.t.Helper()
	command := exec.Command("git", args...)
	command.Dir = repo.origin
	command.Env = append(os.Environ(), "GIT_CONFIG_GLOBAL=/dev/null", "GIT_CONFIG_SYSTEM=/dev/null",
		"GIT_AUTHOR_NAME=a", "GIT_AUTHOR_EMAIL=a@example.org", "GIT_COMMITTER_NAME=a", "GIT_COMMITTER_EMAIL=a@example.org")
	if repo.date != "" {
		command.Env = append(command.Env, "GIT_AUTHOR_DATE="+repo.date, "GIT_COMMITTER_DATE="+repo.date)
	}
	return strings.TrimSpace(printed(repo.t, command))
}

// goEnvironment returns the environment that setup-go provides, and the places of the modules.
func goEnvironment(t *testing.T) []string {
	var env []string
	for _, name := range []string{"GOCACHE", "GOMODCACHE", "GOFLAGS", "GOPROXY", "GOSUMDB"} {
		out := must.Get(exec.Command("go", "env", name).Output())(t)
		env = append(env, name+"="+strings.TrimSpace(string(out)))
	}
	return env
}

// put writes a file of the origin.
func (repo *testRepo) put(name, text string) {
	repo.write(filepath.Join(repo.origin, name), text, 0o666)
}

// edit replaces a text in a file of the origin.
func (repo *testRepo) edit(name, from, to string) {
	repo.t.Helper()
	text, err := os.ReadFile(filepath.Join(repo.origin, name))
	if err != nil || !strings.Contains(string(text), from) {
		repo.t.Fatalf("%s does not hold %q (%v)", name, from, err)
	}
	repo.put(name, strings.Replace(string(text), from, to, 1))
}

func (repo *testRepo) commit(subject string) string {
	repo.git("add", "--all")
	repo.git("commit", "--quiet", "--message", subject)
	return repo.git("rev-parse", "HEAD")
}

// pull makes a branch with changes, and the commit that merges it into main. A pull request's workflow gets that
// commit.
func (repo *testRepo) pull(branch string, change func()) string {
	repo.git("checkout", "--quiet", "-b", branch, "main")
	change()
	repo.commit(cmp.Or(repo.message, branch))
	repo.message = ""
	repo.git("checkout", "--quiet", "-b", branch+"-merged", "main")
	repo.git("merge", "--quiet", "--no-ff", "--message", "merge", branch)
	merged := repo.git("rev-parse", "HEAD")
	repo.git("checkout", "--quiet", "main")
	return merged
}

// newGitHub returns a fresh GitHub for an event on a commit.
func (repo *testRepo) newGitHub(event, commit string, shrink ...string) *fakeGitHub {
	known := map[string]string{"github.ref_name": "main", "github.event.pull_request.head.sha": "", "github.event.pull_request.base.sha": ""}
	if event == "pull_request" {
		known["github.event.pull_request.head.sha"] = repo.git("rev-parse", commit+"^2")
		known["github.event.pull_request.base.sha"] = repo.git("rev-parse", commit+"^1")
	}
	maps.Copy(known, repo.event)
	return &fakeGitHub{
		t: repo.t, origin: repo.origin, bin: repo.bin, home: repo.home, env: repo.env, artifacts: repo.t.TempDir(),
		event: event, commit: commit, context: known,
		actions: map[string]string{}, shrink: strings.NewReplacer(shrink...),
	}
}

// workflow reads a workflow of the repository.
func (s *fakeGitHub) workflow(name string) workflow {
	s.t.Helper()
	return readYAML[workflow](s.t, filepath.Join("../../.github/workflows", name), s.shrink)
}

// mark puts a comment into the search, which tells fakeGo what to do.
func (repo *testRepo) mark(words string) {
	repo.t.Helper()
	repo.edit("engine/search/searcher.go", "package search\n", "package search\n\n// "+words+"\n")
}

// breakPolicy is the change of a pull request that costs zugzwang safety.
func (repo *testRepo) breakPolicy() {
	text := must.Get(os.ReadFile(filepath.Join(repo.origin, "engine/search/searcher.go")))(repo.t)
	_, rest, _ := strings.Cut(string(text), `const DefaultPolicy = "`)
	policy, _, _ := strings.Cut(rest, `"`)
	repo.edit("engine/search/searcher.go", `"`+policy+`"`, `"`+brokenPolicy+`"`)
}
