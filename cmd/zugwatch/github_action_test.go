package main

import (
	"cmp"
	"errors"
	"fmt"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
)

// use does what an action would do.
func (r *jobRun) use(one step) error {
	with := map[string]string{}
	for name, value := range one.With {
		with[name] = r.expand(value)
	}
	name, _, _ := strings.Cut(one.Uses, "@")
	switch {
	case name == "actions/setup-go": // Go is there
		if _, err := os.Stat(filepath.Join(r.workspace, with["go-version-file"])); err != nil && !filepath.IsAbs(with["go-version-file"]) {
			return err
		}
		return nil
	case name == "actions/checkout":
		return r.checkout(with)
	case name == "actions/upload-artifact":
		return r.upload(with)
	case name == "actions/download-artifact":
		return r.download(with)
	case strings.HasPrefix(name, "./"):
		return r.composite(filepath.Join(r.workspace, name), with)
	case r.actions[name] != "":
		return r.composite(r.actions[name], with)
	}
	return fmt.Errorf("action %s is not one that the rehearsal knows", one.Uses)
}

// checkout makes a shallow clone of the commit, or of another one.
func (r *jobRun) checkout(with map[string]string) error {
	folder := filepath.Join(r.workspace, with["path"])
	fetch := []string{"fetch", "--quiet", "--no-tags"}
	if depth := with["fetch-depth"]; depth != "0" {
		fetch = append(fetch, "--depth="+cmp.Or(depth, "1"))
	}
	if with["persist-credentials"] != "false" {
		return errors.New("checkout keeps its credentials")
	}
	for _, args := range [][]string{
		{"init", "--quiet", folder},
		append([]string{"-C", folder}, append(fetch, "file://"+r.origin, cmp.Or(with["ref"], r.commit))...),
		{"-C", folder, "checkout", "--quiet", "--detach", "FETCH_HEAD"},
	} {
		if out, err := exec.Command("git", args...).CombinedOutput(); err != nil {
			return fmt.Errorf("git %s: %w\n%s", strings.Join(args, " "), err, out)
		}
	}
	return nil
}

func (r *jobRun) within(path string) string {
	if filepath.IsAbs(path) {
		return path
	}
	return filepath.Join(r.workspace, path)
}

// upload keeps a folder under a name. It forgets who may run a file.
func (r *jobRun) upload(with map[string]string) error {
	from, to := r.within(with["path"]), filepath.Join(r.artifacts, with["name"])
	files, _ := os.ReadDir(from)
	if len(files) == 0 {
		return fmt.Errorf("no files were found in %s", with["path"])
	}
	if _, err := os.Stat(to); err == nil {
		return fmt.Errorf("artifact %s is there already", with["name"])
	}
	return copyFolder(to, from)
}

// download fetches the artifacts with a name or of a pattern. Each goes into its own folder, unless there is one name
// or they are merged.
func (r *jobRun) download(with map[string]string) error {
	to := r.within(with["path"])
	if with["name"] != "" {
		return copyFolder(to, filepath.Join(r.artifacts, with["name"]))
	}
	found, err := filepath.Glob(filepath.Join(r.artifacts, with["pattern"]))
	for _, from := range found {
		into := to
		if with["merge-multiple"] != "true" {
			into = filepath.Join(to, filepath.Base(from))
		}
		err = errors.Join(err, copyFolder(into, from))
	}
	return err
}

// copyFolder copies the files of a folder, as ones that cannot be run.
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
func (r *jobRun) composite(folder string, with map[string]string) error {
	a := readYAML[action](r.t, filepath.Join(folder, "action.yml"), r.shrink)
	if a.Runs.Using != "composite" {
		return fmt.Errorf("%s is not composite", folder)
	}
	outer := r.values
	r.values = maps.Clone(outer)
	r.values["github.action_path"] = folder
	for name, input := range a.Inputs {
		r.values["inputs."+name] = input.Default
	}
	for name, value := range with {
		if _, ok := a.Inputs[name]; !ok {
			return fmt.Errorf("input %s is unknown", name)
		}
		r.values["inputs."+name] = value
	}
	before := r.ok
	r.steps(a.Runs.Steps)
	failed := before && !r.ok
	r.values = outer
	if failed {
		return errors.New("a step of the action failed")
	}
	return nil
}
