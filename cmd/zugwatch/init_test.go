package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/goccy/go-yaml"

	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/config/starter"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/engine/must"
)

// TestInitNames runs the configuration and workflow that init writes for a program in a folder with a strange name.
// The name stays one word, and nothing in it is executed.
func TestInitNames(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("the workflows run on Linux")
	}
	for _, name := range []string{
		"a b;$(touch x)", "`touch x`", "a'b", `a"b`, "a&touch x", "a|touch x", "$HOME", "*", "-o", "--", "#a", "a: b", "{a}", "[a]", "!a",
		"&a", "%a", "@SCRIPT@", "@BUILD@", "a\\b", "ä", "a #b", "\u00a0", "true", "~", "${x:-$(touch x)}",
	} {
		t.Run(name, func(t *testing.T) { initNames(t, name) })
	}
	for _, name := range []string{"a${{ github.token }}", "a\x1bb", "a\xffb", "a\u0085b", "a\u2028b", "a\rb", "a\nb"} {
		if _, err := initFiles(name); failure.Of(err) != failure.Input || strings.ContainsAny(err.Error(), "\n\r\x1b") {
			t.Errorf("%q: %v", name, err)
		}
	}
}

// initFiles returns the files for a Go module with one program in a folder.
func initFiles(name string) (*starter.Plan, error) {
	tree := fstest.MapFS{"go.mod": {Data: []byte("module example.org/m\n")}, "cmd/" + name + "/main.go": {Data: []byte("package main\n")}}
	if _, err := tree.ReadDir("cmd"); err != nil {
		return nil, err
	}
	return starter.NewPlan(tree, starter.Options{Branch: "main", Pin: strings.Repeat("a", 40), Baselines: true})
}

func initNames(t *testing.T, name string) {
	plan := must.Get(initFiles(name))(t)
	settings := must.Get(config.Parse(config.FileName, []byte(plan.Files[0].Text)))(t)
	var w workflow
	must.Do(t, yaml.Unmarshal([]byte(plan.Files[1].Text), &w))
	scripts := settings.Engines[0].Build
	steps := w.Jobs["gate"].Steps
	build := steps[len(steps)-1].With["build"]
	if build == "" || !slices.Contains(scripts, build) {
		t.Fatalf("build is %q in the workflow, %q in the configuration", build, scripts)
	}
	folder, bin := t.TempDir(), t.TempDir()
	must.Do(t, os.WriteFile(filepath.Join(bin, "go"), []byte("#!/bin/sh\nprintf '%s\\0' \"$@\" >>\"$0.said\"\n"), 0o755))
	command := exec.Command("bash", "-eo", "pipefail", "-c", build)
	command.Dir, command.Env = folder, []string{"PATH=" + bin + ":/usr/bin:/bin"}
	if out, err := command.CombinedOutput(); err != nil {
		t.Errorf("%v: %s", err, out)
	}
	said := strings.Split(strings.TrimSuffix(readText(t, filepath.Join(bin, "go.said")), "\x00"), "\x00")
	if want := []string{"build", "-o", "build/" + name, "./cmd/" + name}; !slices.Equal(said, want) {
		t.Errorf("go is called with %q, want %q", said, want)
	}
	if left, err := os.ReadDir(folder); err != nil || len(left) > 0 {
		t.Errorf("the build has made %v (%v)", left, err)
	}
}
