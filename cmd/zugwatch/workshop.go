package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"syscall"

	"github.com/urfave/cli/v2"

	"github.com/zugwatch/zugwatch/bench/revision"
	"github.com/zugwatch/zugwatch/engine/uci"
)

// ownProgram is where the built-in engine of a revision is built, from the
// folder of the configuration.
const ownProgram = ".zugwatch/zugwatch"

// ownPackage is the package that the built-in engine is built of.
const ownPackage = "cmd/zugwatch"

// variant is what an engine is built of: a commit, or the work tree on top of it.
type variant struct {
	label  string // "base", "head", "good", …
	commit revision.Commit
	tree   bool     // the work tree is meant
	dirty  []string // files of it that differ from the commit
}

// String names the variant in a message.
func (s variant) String() string { return s.label + " " + s.commit.Short() }

// workshop builds the engines of revisions in a temporary folder.
type workshop struct {
	settings    *config
	repository  *revision.Repository
	cache       *revision.Cache // nil: every build is made anew
	folder      string          // temporary
	trees       []*revision.Tree
	diagnostics io.Writer
}

// workshopFlags are the flags of commands that build revisions.
func workshopFlags() []cli.Flag {
	return []cli.Flag{&cli.BoolFlag{Name: "no-cache", Usage: "build anew what was built before, and keep nothing"}}
}

// openWorkshop finds the repository of the configuration. Close has to be
// called.
func openWorkshop(c *cli.Context, settings *config) (*workshop, error) {
	folder, err := filepath.Abs(settings.path("."))
	if err != nil {
		return nil, err
	}
	repository, err := revision.Open(c.Context, folder)
	if err != nil {
		return nil, revisionError(c.Context, err)
	}
	w := &workshop{settings: settings, repository: repository, diagnostics: c.App.ErrWriter}
	if !c.Bool("no-cache") {
		if folder, err := os.UserCacheDir(); err == nil {
			w.cache = &revision.Cache{Folder: filepath.Join(folder, "zugwatch", "builds")}
		} else {
			fmt.Fprintf(w.diagnostics, "builds are not kept: %v\n", err)
		}
	}
	if err := repository.Sweep(c.Context, abandoned); err != nil {
		return nil, revisionError(c.Context, err)
	}
	w.folder, err = os.MkdirTemp("", fmt.Sprintf("%s%d-", workshopPrefix, os.Getpid()))
	return w, err
}

// workshopPrefix begins the name of a temporary folder; the number of its process
// follows.
const workshopPrefix = "zugwatch-"

// abandoned tells whether a tree was left behind by a process that could not
// clear up, such as one that was killed, and is not there any more.
func abandoned(tree string) bool {
	folder := filepath.Dir(tree)
	rest, ours := strings.CutPrefix(filepath.Base(folder), workshopPrefix)
	number, _, _ := strings.Cut(rest, "-")
	id, err := strconv.Atoi(number)
	if !ours || err != nil || !temporary(filepath.Dir(folder)) {
		return false
	}
	process, err := os.FindProcess(id)
	if err != nil {
		return true
	}
	defer process.Release()
	return errors.Is(process.Signal(syscall.Signal(0)), os.ErrProcessDone)
}

// temporary tells whether a folder is that of temporary files, by whatever name.
func temporary(folder string) bool {
	here, err := os.Stat(folder)
	there, errTemp := os.Stat(os.TempDir())
	return err == nil && errTemp == nil && os.SameFile(here, there)
}

// close removes everything that was checked out.
func (w *workshop) close(ctx context.Context) error {
	var bad []error
	for _, tree := range w.trees {
		bad = append(bad, tree.Remove(ctx))
	}
	return errors.Join(append(bad, os.RemoveAll(w.folder))...)
}

// revisionError gives the errors of package revision their exit codes.
func revisionError(ctx context.Context, err error) error {
	var input *revision.InputError
	if errors.As(err, &input) {
		return withCode(codeInput, err)
	}
	return withCode(codeMachine, interruption(ctx, err))
}

// find is the variant that a name stands for.
func (w *workshop) find(ctx context.Context, label, name string) (variant, error) {
	commit, err := w.repository.Resolve(ctx, name)
	if err != nil {
		return variant{}, revisionError(ctx, fmt.Errorf("flag --%s: %w", label, err))
	}
	return variant{label: label, commit: commit}, nil
}

// present is the work tree as it is.
func (w *workshop) present(ctx context.Context, label string) (variant, error) {
	commit, err := w.repository.Resolve(ctx, "HEAD")
	if err != nil {
		return variant{}, revisionError(ctx, err)
	}
	dirty, err := w.repository.Dirty(ctx)
	return variant{label: label, commit: commit, tree: true, dirty: dirty}, revisionError(ctx, err)
}

// checkout puts the files of a variant into a folder of their own.
func (w *workshop) checkout(ctx context.Context, of variant) (*revision.Tree, error) {
	tree, err := w.repository.Checkout(ctx, of.commit, filepath.Join(w.folder, fmt.Sprintf("%s-%d", of.commit.Short(), len(w.trees))))
	if err != nil {
		return nil, revisionError(ctx, err)
	}
	w.trees = append(w.trees, tree)
	if err := tree.Overlay(of.dirty); err != nil {
		return nil, revisionError(ctx, err)
	}
	return tree, nil
}

// recipe is how an engine of a revision is made and run.
type recipe struct {
	name    string
	program string   // from the root of the tree
	own     bool     // it is the engine that Zugwatch brings
	build   []string // nil: the program is among the files of the revision
	command uci.Command
}

// recipe finds out how an engine is built; e names it as the configuration does.
func (w *workshop) recipe(m *measurement, name string) (recipe, error) {
	for _, e := range w.settings.Engines {
		if e.Name == name && e.Command != selfCommand {
			return w.configuredRecipe(e, m)
		}
		if e.Name == name {
			own := ownRecipe(name)
			own.command.Env, own.command.Limits, own.command.Options = e.Environment, e.Limits, override(e.Options, m.options)
			return own, nil
		}
	}
	own, err := m.own.with(m.options)
	r := ownRecipe(name)
	r.command.Options = own.options()
	return r, err
}

// ownRecipe is that of the engine which Zugwatch brings.
func ownRecipe(name string) recipe {
	return recipe{
		name: name, program: filepath.FromSlash(ownProgram), own: true,
		build:   []string{"go", "build", "-trimpath", "-buildvcs=false", "-o", ownProgram, "./" + ownPackage},
		command: uci.Command{Args: []string{"uci"}},
	}
}

// configuredRecipe is that of an engine in the configuration. Its program has to
// be one of the repository, or both revisions would be the same.
func (w *workshop) configuredRecipe(e engineConfig, m *measurement) (recipe, error) {
	if filepath.Base(e.Command) == e.Command || !filepath.IsLocal(filepath.FromSlash(e.Command)) {
		return recipe{}, badInput("engine %s: command %s is not built from the repository, so that no revision can change it (expected a path below the folder of %s, such as ./%s)",
			e.Name, e.Command, w.settings.File, filepath.Base(e.Command))
	}
	command := uci.Command{Args: e.Args, Env: e.Environment, Limits: e.Limits, Options: override(e.Options, m.options), Dir: e.Dir}
	return recipe{name: e.Name, program: filepath.Clean(filepath.FromSlash(e.Command)), build: e.Build, command: command}, nil
}

// make builds an engine in a tree and returns it.
func (w *workshop) make(ctx context.Context, tree *revision.Tree, r recipe, of variant) (contender, error) {
	if r.own {
		if _, err := os.Stat(filepath.Join(tree.Folder(), ownPackage)); err != nil {
			return contender{}, badInput("engine %s is the built-in one, and %s has no %s to build it of (expected the repository of Zugwatch, or engine: with a build: in %s)", r.name, of, ownPackage, configName)
		}
	}
	if err := w.build(ctx, tree, r, of); err != nil {
		return contender{}, err
	}
	command := r.command
	command.Path = filepath.Join(tree.Folder(), r.program)
	if _, err := os.Stat(command.Path); err != nil {
		hint := "its build: did not make it"
		if r.build == nil {
			hint = "there is no build: that makes it"
		}
		return contender{}, &failure{code: codeEngine, err: fmt.Errorf("engine %s at %s: %s is not there (%s)", r.name, of, r.program, hint)}
	}
	if command.Dir != "" && !filepath.IsAbs(command.Dir) {
		command.Dir = filepath.Join(tree.Folder(), command.Dir)
	}
	made := contender{name: r.name, command: command}.dialing(ctx)
	if r.own {
		made.profiler = []string{"--cpuprofile", profileMark}
	}
	return made, nil
}

// build runs the build command, unless its product was kept.
func (w *workshop) build(ctx context.Context, tree *revision.Tree, r recipe, of variant) error {
	if r.build == nil {
		return nil
	}
	keep := w.cache != nil && len(of.dirty) == 0
	if keep {
		found, err := w.cache.Restore(tree, of.commit, r.build)
		if found || err != nil {
			return withCode(codeMachine, err)
		}
	}
	fmt.Fprintf(w.diagnostics, "building %s of %s: %s\n", r.name, of, printable(strings.Join(r.build, " ")))
	if err := tree.Build(ctx, r.build); err != nil {
		return w.failed(ctx, err, r, of)
	}
	if !keep {
		return nil
	}
	err := w.cache.Keep(ctx, tree, of.commit, r.build)
	var large *revision.TooLargeError
	if errors.As(err, &large) {
		fmt.Fprintf(w.diagnostics, "build of %s is not kept: %v\n", of, err)
		return nil
	}
	return revisionError(ctx, err)
}

// failed tells what a build that failed printed last.
func (w *workshop) failed(ctx context.Context, err error, r recipe, of variant) error {
	var broken *revision.BuildError
	if errors.As(err, &broken) {
		for _, line := range broken.Tail {
			fmt.Fprintf(w.diagnostics, "  | %s\n", printable(line))
		}
		return &failure{code: codeEngine, err: fmt.Errorf("engine %s at %s (%s): %w", r.name, of, printable(cmp.Or(of.commit.Subject, "no subject")), err)}
	}
	return revisionError(ctx, err)
}
