package enginetrial

import (
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"
	"time"

	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/config/starter"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/revision"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/engine/must"
)

// TestUseBuiltProgram: the only program that a build has made or changed is the engine, unless somebody named another.
// Programs that are not taken are named, except tracked ones and those that were there.
func TestUseBuiltProgram(t *testing.T) {
	elf := &fstest.MapFile{Data: []byte("\x7fELF"), Mode: 0o755}
	tree := fstest.MapFS{"src/rook-sse": elf, "tools/sort": elf, "src/rook.c": {Data: []byte("int main")}}
	same := programState{size: 4}
	for _, test := range []struct {
		name    string
		before  map[string]programState
		tracked string
		named   string
		want    string
		told    string
	}{
		{"one that is new", map[string]programState{"tools/sort": same}, "", "", "./src/rook-sse", "the engine is ./src/rook-sse, the only program that the build has made"},
		{"one that is changed", map[string]programState{"tools/sort": same, "src/rook-sse": {size: 3}}, "", "", "./src/rook-sse", "the engine is ./src/rook-sse, the only program that the build has made"},
		{"one beside a tracked one", nil, "tools/sort", "", "./src/rook-sse", "the engine is ./src/rook-sse, the only program that the build has made"},
		{"two", nil, "", "", "", "programs that the build has made: src/rook-sse, tools/sort (hint: --command names the engine)"},
		{"none", map[string]programState{"tools/sort": same, "src/rook-sse": same}, "", "", "", ""},
		{"named", map[string]programState{"tools/sort": same}, "", "./other", "./other", "programs that the build has made: src/rook-sse (hint: --command names the engine)"},
	} {
		options, told := starter.Options{Command: test.named}, ""
		tell := func(format string, arguments ...any) { told += fmt.Sprintf(format, arguments...) }
		trial := Trial{Tree: tree, Options: &options, Runner: &runner.Runner{Tell: tell}, Tracked: func(path string) bool { return path == test.tracked }}
		if taken := trial.useBuiltProgram(test.before, "linux"); options.Command != test.want || taken != strings.HasPrefix(test.name, "one") || told != test.told {
			t.Errorf("%s: %v, command %q, want %q; told %q, want %q", test.name, taken, options.Command, test.want, told, test.told)
		}
	}
}

// scratch is a repository of an engine for a trial, with what that tells.
type scratch struct {
	t     *testing.T
	told  []string
	trial *Trial
}

// enterRepository makes a repository with the program tools/sort, enters it and returns a trial of an engine mine.
func enterRepository(t *testing.T, build string) *scratch {
	t.Helper()
	if runtime.GOOS != "linux" {
		t.Skip("the programs are those of Linux")
	}
	t.Setenv("HOME", t.TempDir())
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	t.Chdir(t.TempDir())
	b := &scratch{t: t}
	b.run("git", "init", "-q", "-b", "main")
	must.Do(t, os.Mkdir("tools", 0o777))
	must.Do(t, os.WriteFile("tools/sort", []byte("\177ELF"), 0o777))
	must.Do(t, os.WriteFile(".gitignore", []byte("kept\n"), 0o666))
	b.trial = &Trial{
		Tree: os.DirFS("."), Options: &starter.Options{Command: "", Build: build, Branch: "main", Pin: strings.Repeat("a", 40)},
		Tracked:   func(path string) bool { return revision.IsTracked(t.Context(), path) },
		Untracked: func(ignored bool) []string { return revision.Untracked(t.Context(), ".", ignored) },
	}
	must.Do(t, os.WriteFile("Makefile", []byte("TARGET = mine\n"), 0o666))
	return b
}

// run runs a command.
func (b *scratch) run(name string, args ...string) {
	b.t.Helper()
	if out, err := exec.Command(name, args...).CombinedOutput(); err != nil {
		b.t.Fatalf("%s %q: %v\n%s", name, args, err, out)
	}
}

// commit commits all files.
func (b *scratch) commit() {
	b.t.Helper()
	b.run("git", "add", "-A")
	b.run("git", "-c", "user.name=a", "-c", "user.email=a@example.com", "commit", "-q", "-m", "first")
}

// runner returns a runner that builds.
func (b *scratch) runner(settings *config.Config) *runner.Runner {
	tell := func(format string, arguments ...any) { b.told = append(b.told, fmt.Sprintf(format, arguments...)) }
	return &runner.Runner{Finder: engines.Finder{Config: settings, Own: settings.Own, Maker: engines.NewBuildRunner(tell)}, Workers: 1, Now: time.Now, Watch: runner.NoWatch, Tell: tell}
}

// TestBuildOfTrial: only a build that succeeds names an engine, and what it leaves is known.
func TestBuildOfTrial(t *testing.T) {
	const makeOther = "cp tools/sort other; mkdir -p obj/a; touch obj/a/b made kept mine.o"
	for _, test := range []struct {
		name, build string
		command     string
		made        []string
	}{
		{"failure", makeOther + "; exit 1", "", nil},
		{"another program", makeOther, "./other", []string{"made", "mine.o", "obj/", "other"}},
		{"a tracked program, and one that was there", "touch -d 2001-01-01 tools/sort", "", nil},
		{"the program", "cp tools/sort other; cp tools/sort mine", "", []string{"mine", "other"}},
	} {
		t.Run(test.name, func(t *testing.T) {
			b := enterRepository(t, test.build)
			b.commit()
			b.run("cp", "tools/sort", "old")
			b.trial.Runner = b.runner(must.Get(b.trial.plannedConfig())(t))
			_, err := b.trial.build(t.Context())
			if o := b.trial.Options; o.Command != test.command || !slices.Equal(o.Made, test.made) {
				t.Errorf("command %q, made %q, want %q and %q (%v, told %q)", o.Command, o.Made, test.command, test.made, err, b.told)
			}
		})
	}
}

// TestFailedTrial: the plan of an engine that was not built, or that does not start, has no workflow and ends as a failure. A
// program that the build made alone is not taken if it does not answer.
func TestFailedTrial(t *testing.T) {
	for build, want := range map[string]string{
		"cp tools/sort other": "the engine was not tried: start-failed: ", "cp tools/sort mine": "the engine was not tried: start-failed: ",
		"false": "the engine was not tried: engine mine: build: exit status 1",
	} {
		b := enterRepository(t, build)
		b.commit()
		plan, _, err := b.trial.Plan(t.Context(), b.runner)
		must.Do(t, err)
		if o := b.trial.Options; o.Command != "" || o.Untried == "" || plan.NoWorkflow != "the engine could not be tried" || plan.Failure() == nil {
			t.Errorf("%s: command %q, untried %q, no workflow: %s", build, o.Command, o.Untried, plan.NoWorkflow)
		}
		if !slices.ContainsFunc(b.told, func(line string) bool { return strings.HasPrefix(line, want) }) {
			t.Errorf("%s: told %q, want %s", build, b.told, want)
		}
	}
}

// TestLeftOut: an engine that is not there because nothing was to be built is no failure.
func TestLeftOut(t *testing.T) {
	b := enterRepository(t, "true")
	plan, _, err := b.trial.Plan(t.Context(), func(settings *config.Config) *runner.Runner {
		r := b.runner(settings)
		r.Maker = nil
		return r
	})
	must.Do(t, err)
	if b.trial.Options.Untried != "" || plan.NoWorkflow != "" || plan.Failure() != nil {
		t.Errorf("untried %q, no workflow: %s", b.trial.Options.Untried, plan.NoWorkflow)
	}
}

// TestTryCheckout: a build that needs what git does not track fails in a fresh checkout, and the files are named.
func TestTryCheckout(t *testing.T) {
	for _, test := range []struct {
		name, build string
		committed   bool
		want        string
		told        []string
	}{
		{"builds", "cp tools/sort mine", true, "", []string{"building mine of head COMMIT: sh -c cp tools/sort mine"}},
		{"no commit", "false", false, "", nil},
		{
			"lacks a file", "cp kept mine", true, "engine mine at head COMMIT (first): build: exit status 1", []string{
				"building mine of head COMMIT: sh -c cp kept mine", "  | cp: cannot stat 'kept': No such file or directory",
				"a fresh checkout does not build: engine mine at head COMMIT (first): build: exit status 1", "a fresh checkout lacks these: a1, a2, a3, a4, a5 and 2 more",
			},
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			t.Setenv("LC_ALL", "C")
			b := enterRepository(t, test.build)
			hash := "-"
			if test.committed {
				b.commit()
				out := must.Get(exec.Command("git", "rev-parse", "--short=10", "HEAD").Output())(t)
				hash = strings.TrimSpace(string(out))
			}
			b.run("touch", "a1", "a2", "a3", "a4", "a5", "a6", "kept", "mine", "mine.o", config.FileName)
			b.trial.before = b.trial.Untracked(true)
			b.trial.Runner = b.runner(must.Get(b.trial.plannedConfig())(t))
			must.Do(t, b.trial.tryCheckout(t.Context()))
			for i, line := range b.told {
				b.told[i] = strings.ReplaceAll(line, hash, "COMMIT")
			}
			if got := strings.ReplaceAll(b.trial.Options.Checkout, hash, "COMMIT"); got != test.want || !slices.Equal(b.told, test.told) {
				t.Errorf("got %q, want %q; told %q, want %q", got, test.want, b.told, test.told)
			}
			kept, _ := filepath.Glob(filepath.Join(must.Get(os.UserCacheDir())(t), "zugwatch", "builds", "*.tar.gz"))
			if (len(kept) == 1) != (test.name == "builds") {
				t.Errorf("kept are %q", kept)
			}
			b.trial.Runner.Maker = nil
			b.trial.Options.Checkout = ""
			if must.Do(t, b.trial.tryCheckout(t.Context())); b.trial.Options.Checkout != "" {
				t.Error("it is built although nothing is to be built")
			}
		})
	}
}
