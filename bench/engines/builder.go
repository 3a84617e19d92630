package engines

import (
	"cmp"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"syscall"

	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/revision"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/builtin"
	"github.com/zugwatch/zugwatch/engine/text"
	"github.com/zugwatch/zugwatch/engine/uci"
)

// ownProgram is the path of the built-in engine of a revision, from the folder of the configuration.
const ownProgram = ".zugwatch/zugwatch"

// ownPackage is the package that the built-in engine is built of.
const ownPackage = "cmd/zugwatch"

// Variant is the source of an engine: a commit, or the work tree on top of it.
type Variant struct {
	Label    string // "base", "head", "good", …
	Commit   revision.Commit
	WorkTree bool     // the work tree is meant
	Dirty    []string // files of it that differ from the commit
}

// String names the variant in a message.
func (v Variant) String() string { return v.Label + " " + v.Commit.ShortHash() }

// Builder builds the engines of revisions in a temporary folder.
type Builder struct {
	Settings   *config.Config
	Repository *revision.Repository
	cache      *revision.Cache // nil: every build is made anew
	folder     string          // temporary
	trees      []*revision.Tree
	tell       Logf
	// checkouts are reused, by the hash of the commit; nil: every variant gets a checkout of its own.
	checkouts map[string]*revision.Tree
	built     map[*revision.Tree][]string // the keys of the recipes that were built in each of these
}

// NewBuilder finds the repository of the configuration. Builds are kept in the user's cache folder, unless they
// are to be made anew. The caller must call Close.
func NewBuilder(ctx context.Context, settings *config.Config, anew bool, tell Logf) (*Builder, error) {
	folder, err := filepath.Abs(settings.Path("."))
	if err != nil {
		return nil, err
	}
	repository, err := revision.Open(ctx, folder)
	if err != nil {
		return nil, failure.Interruption(ctx, err)
	}
	b := &Builder{Settings: settings, Repository: repository, tell: tell}
	if !anew {
		if folder, err := os.UserCacheDir(); err == nil {
			b.cache = &revision.Cache{Folder: filepath.Join(folder, "zugwatch", "builds")}
		} else {
			tell("builds are not kept: %v", err)
		}
	}
	if err := repository.RemoveAbandoned(ctx, isAbandoned); err != nil {
		return nil, failure.Interruption(ctx, err)
	}
	b.folder, err = os.MkdirTemp("", fmt.Sprintf("%s%d-", folderPrefix, os.Getpid()))
	return b, err
}

// folderPrefix begins the name of a temporary folder; the number of its process
// follows.
const folderPrefix = "zugwatch-"

// isAbandoned reports whether a tree was left behind by a process that was killed, and no longer
// runs.
func isAbandoned(tree string) bool {
	folder := filepath.Dir(tree)
	rest, ours := strings.CutPrefix(filepath.Base(folder), folderPrefix)
	number, _, _ := strings.Cut(rest, "-")
	id, err := strconv.Atoi(number)
	if !ours || err != nil || !isTemporary(filepath.Dir(folder)) {
		return false
	}
	process, err := os.FindProcess(id)
	if err != nil {
		return true
	}
	defer process.Release()
	return errors.Is(process.Signal(syscall.Signal(0)), os.ErrProcessDone)
}

// isTemporary reports whether a folder is the one of temporary files, by whatever name.
func isTemporary(folder string) bool {
	here, err := os.Stat(folder)
	there, errTemp := os.Stat(os.TempDir())
	return err == nil && errTemp == nil && os.SameFile(here, there)
}

// Close removes everything that was checked out.
func (b *Builder) Close(ctx context.Context) error {
	var bad []error
	for _, tree := range b.trees {
		bad = append(bad, tree.Remove(ctx))
	}
	return errors.Join(append(bad, os.RemoveAll(b.folder))...)
}

// Find returns the variant that a name stands for.
func (b *Builder) Find(ctx context.Context, label, name string) (Variant, error) {
	commit, err := b.Repository.Resolve(ctx, name)
	if err != nil {
		return Variant{}, failure.Interruption(ctx, fmt.Errorf("flag --%s: %w", label, err))
	}
	return Variant{Label: label, Commit: commit}, nil
}

// workTree returns the work tree as it is.
func (b *Builder) workTree(ctx context.Context, label string) (Variant, error) {
	commit, err := b.Repository.Resolve(ctx, "HEAD")
	if err != nil {
		return Variant{}, failure.Interruption(ctx, err)
	}
	dirty, err := b.Repository.Dirty(ctx)
	return Variant{Label: label, Commit: commit, WorkTree: true, Dirty: dirty}, failure.Interruption(ctx, err)
}

// FindBoth finds two revisions. Without a name the head is the work tree as it is.
func (b *Builder) FindBoth(ctx context.Context, baseName, headName string) (base, head Variant, err error) {
	if base, err = b.Find(ctx, "base", baseName); err != nil {
		return base, head, err
	}
	if headName != "" {
		head, err = b.Find(ctx, "head", headName)
		return base, head, err
	}
	head, err = b.workTree(ctx, "head")
	return base, head, err
}

// Checkout puts the files of a variant into a folder of their own, or returns the checkout
// that is used again: see Reuse.
func (b *Builder) Checkout(ctx context.Context, of Variant) (*revision.Tree, error) {
	reusable := b.checkouts != nil && len(of.Dirty) == 0
	if tree := b.checkouts[of.Commit.Hash]; tree != nil && reusable {
		return tree, nil
	}
	tree, err := b.Repository.Checkout(ctx, of.Commit, filepath.Join(b.folder, fmt.Sprintf("%s-%d", of.Commit.ShortHash(), len(b.trees))))
	if err != nil {
		return nil, failure.Interruption(ctx, err)
	}
	b.trees = append(b.trees, tree)
	if err := tree.Overlay(of.Dirty); err != nil {
		return nil, failure.Interruption(ctx, err)
	}
	if reusable {
		b.checkouts[of.Commit.Hash] = tree
	}
	return tree, nil
}

// Recipe says how to build and run the engine of a revision.
type Recipe struct {
	Name    string
	program string   // from the root of the tree
	own     bool     // it is the engine that Zugwatch brings
	build   []string // nil: the program is among the files of the revision
	command uci.Command
	options []engine.Option // beside those of the configuration
	restart int             // as bench.Config has it

	switches []engine.Option
}

// Recipe finds out how an engine is built; e names it as the configuration does.
func (b *Builder) Recipe(f *Finder, name string) (Recipe, error) {
	for _, e := range b.Settings.Engines {
		if e.Name == name && e.Command != config.SelfCommand {
			return b.configuredRecipe(e, f)
		}
		if e.Name == name {
			own := ownRecipe(name, e.Protocol)
			own.command.Env, own.command.Allowance, own.command.Options = e.Environment, e.Limits, engine.Override(e.Options, f.Options)
			own.options = f.Options
			return own, nil
		}
	}
	g, _ := builtin.GameOf(name)
	r := ownRecipe(name, uci.ProtocolOf(g))
	own, err := f.OwnSettings(g)
	if err == nil {
		r.command.Options = own.Options()
		r.options = r.command.Options
	}
	return r, err
}

// ownRecipe returns the recipe of the built-in engine that speaks a protocol.
func ownRecipe(name string, p uci.Protocol) Recipe {
	return Recipe{
		Name: name, program: filepath.FromSlash(ownProgram), own: true,
		build:   []string{"go", "build", "-trimpath", "-buildvcs=false", "-o", ownProgram, "./" + ownPackage},
		command: uci.Command{Args: []string{p.String()}, Protocol: p},
	}
}

// configuredRecipe returns the recipe of an engine in the configuration. Its program has to be one of the
// repository, or both revisions would be the same.
func (b *Builder) configuredRecipe(e config.Engine, f *Finder) (Recipe, error) {
	if filepath.Base(e.Command) == e.Command || !filepath.IsLocal(filepath.FromSlash(e.Command)) {
		return Recipe{}, failure.Inputf("engine %s: command %s is not built from the repository, so that no revision can change it (expected a path below the folder of %s, such as ./%s)",
			e.Name, e.Command, b.Settings.File, filepath.Base(e.Command))
	}
	command := uci.Command{Args: e.Args, Protocol: e.Protocol, MateScore: e.MateScore, Env: e.Environment, Allowance: e.Limits, Options: engine.Override(e.Options, f.Options), Dir: e.Dir}
	return Recipe{Name: e.Name, program: filepath.Clean(filepath.FromSlash(e.Command)), build: e.Build, command: command, options: f.Options, restart: e.Restart, switches: e.AllSwitches()}, nil
}

// BuildVariant builds the engine that a name stands for as it is at a variant.
func (b *Builder) BuildVariant(ctx context.Context, f *Finder, name string, of Variant) (Engine, error) {
	recipe, err := b.Recipe(f, name)
	if err != nil {
		return Engine{}, err
	}
	tree, err := b.Checkout(ctx, of)
	if err != nil {
		return Engine{}, err
	}
	return b.BuildEngine(ctx, tree, recipe, of)
}

// BuildEngine builds an engine in a tree and returns it.
func (b *Builder) BuildEngine(ctx context.Context, tree *revision.Tree, r Recipe, of Variant) (Engine, error) {
	if r.own {
		if _, err := os.Stat(filepath.Join(tree.Folder(), ownPackage)); err != nil {
			return Engine{}, failure.Inputf("engine %s is the built-in one, and %s has no %s to build it of (expected the repository of Zugwatch, or engine: with a build: in %s)", r.Name, of, ownPackage, config.FileName)
		}
	}
	if !slices.Contains(b.built[tree], r.key()) {
		if err := b.build(ctx, tree, r, of); err != nil {
			b.dropCheckout(tree) // it may be half built
			return Engine{}, err
		}
		if b.built != nil {
			b.built[tree] = append(b.built[tree], r.key())
		}
	}
	command := r.command
	command.Path = filepath.Join(tree.Folder(), r.program)
	if _, err := os.Stat(command.Path); err != nil {
		hint := "its build: did not make it"
		if r.build == nil {
			hint = "there is no build: that makes it"
		} else if made := revision.UntrackedPrograms(ctx, tree.Folder()); len(made) > 0 {
			hint += "; it made " + text.Printable(text.JoinMost(made, maxListedPrograms))
		}
		return Engine{}, failure.With(failure.Engine, fmt.Errorf("engine %s at %s: %s is not there (%s)", r.Name, of, r.program, hint))
	}
	if command.Dir != "" && !filepath.IsAbs(command.Dir) {
		command.Dir = filepath.Join(tree.Folder(), command.Dir)
	}
	made := Engine{Name: r.Name, Command: command, Restart: r.restart, Switches: r.switches}
	if r.own {
		made.profiler = ownProfiler
	}
	if len(of.Dirty) == 0 {
		made.origin = Origin{Name: r.Name, Revision: of.Commit.Hash, Options: r.options}
	}
	return made.WithOpen(ctx), nil
}

// maxListedPrograms is the number of programs that an error names.
const maxListedPrograms = 3

// build runs the build command, unless its product was kept.
func (b *Builder) build(ctx context.Context, tree *revision.Tree, r Recipe, of Variant) error {
	if r.build == nil {
		return nil
	}
	keep := b.cache != nil && len(of.Dirty) == 0
	if keep {
		found, err := b.cache.RestoreBuild(tree, of.Commit, r.build)
		if found || err != nil {
			return failure.Default(failure.Machine, err)
		}
	}
	b.tell("building %s of %s: %s", r.Name, of, text.Printable(strings.Join(r.build, " ")))
	if err := tree.Build(ctx, r.build); err != nil {
		return b.failed(ctx, err, r, of, layoutText(os.DirFS(tree.Folder()), r.build))
	}
	if !keep {
		return nil
	}
	err := b.cache.StoreBuild(ctx, tree, of.Commit, r.build)
	if _, ok := errors.AsType[*revision.TooLargeError](err); ok {
		b.tell("build of %s is not kept: %v", of, err)
		return nil
	}
	return failure.Interruption(ctx, err)
}

// failed logs the last output of a build that failed. The remark ends the error.
func (b *Builder) failed(ctx context.Context, err error, r Recipe, of Variant, remark string) error {
	if tellTail(b.tell, err) {
		return failure.With(failure.Engine, fmt.Errorf("engine %s at %s (%s): %w%s", r.Name, of, text.Printable(cmp.Or(of.Commit.Subject, "no subject")), err, remark))
	}
	return failure.Interruption(ctx, err)
}

// Digest returns eight digits that tell recipes apart: by the build command, the program, its
// arguments, its environment and its options.
func (r Recipe) Digest() string {
	c := &r.command
	text := fmt.Sprintf("%q %q %q %q %q %q %q %+v %q", r.Name, filepath.ToSlash(r.program), r.build, c.Protocol, c.Args, c.Env, c.Options, c.Allowance, c.Dir)
	return fmt.Sprintf("%.4x", sha256.Sum256([]byte(text)))
}

// Reuse makes the builder use the checkout of a commit, and what was built in it, again for
// later variants of that commit. Retain removes those that are not needed any more.
func (b *Builder) Reuse() {
	b.checkouts, b.built = make(map[string]*revision.Tree), make(map[*revision.Tree][]string)
}

// Retain removes the checkouts that are used again, except those of the given commits.
func (b *Builder) Retain(ctx context.Context, commits ...revision.Commit) error {
	var bad []error
	for hash, tree := range b.checkouts {
		if !slices.ContainsFunc(commits, func(c revision.Commit) bool { return c.Hash == hash }) {
			bad = append(bad, tree.Remove(ctx))
			b.dropCheckout(tree)
		}
	}
	return errors.Join(bad...)
}

// dropCheckout forgets a checkout that is not to be used again.
func (b *Builder) dropCheckout(tree *revision.Tree) {
	maps.DeleteFunc(b.checkouts, func(_ string, other *revision.Tree) bool { return other == tree })
	delete(b.built, tree)
}

// key tells recipes of one tree apart.
func (r Recipe) key() string { return r.Name + "\x00" + strings.Join(r.build, "\x00") }

// BuildRunner runs the build commands of engines, each once in a folder, so that no engine
// is older than its source. It is safe for concurrent use.
type BuildRunner struct {
	tell Logf
	lock sync.Mutex
	done map[string]bool // by folder and command
}

// NewBuildRunner returns a BuildRunner that logs what it builds.
func NewBuildRunner(tell Logf) *BuildRunner {
	return &BuildRunner{tell: tell, done: make(map[string]bool)}
}

// build builds an engine of a configuration in a folder. It logs the errors and the last output of a build
// that failed.
func (m *BuildRunner) build(ctx context.Context, e *config.Engine, folder string) error {
	m.lock.Lock()
	defer m.lock.Unlock()
	key := strings.Join(append([]string{folder}, e.Build...), "\x00")
	if m.done[key] {
		return nil
	}
	m.tell("building %s: %s", e.Name, text.Printable(strings.Join(e.Build, " ")))
	err := revision.Build(ctx, folder, e.Build)
	if err == nil {
		m.done[key] = true
		return nil
	}
	if tellTail(m.tell, err) {
		err = failure.With(failure.Engine, fmt.Errorf("engine %s: %w", e.Name, err))
	}
	return failure.Interruption(ctx, err)
}

// tellTail logs the errors and the last output of a failed build, and reports whether err is of one.
func tellTail(tell Logf, err error) bool {
	broken, failed := errors.AsType[*revision.BuildError](err)
	if failed {
		for _, line := range broken.Tail {
			tell("  | %s", text.Printable(strings.ReplaceAll(line, "\t", "    ")))
		}
	}
	return failed
}

// ensureBuilt builds an engine of the configuration, unless it is to be run as it is, and checks
// that its program exists. A name that is sought in PATH is left to the start.
func (f *Finder) ensureBuilt(ctx context.Context, e *config.Engine, program string) error {
	hint := "there is no build: that makes it"
	switch {
	case e.Build != nil && f.Maker == nil:
		hint = "its build: was left out by --no-build"
	case e.Build != nil:
		hint = "its build: did not make it"
		if err := f.Maker.build(ctx, e, f.Config.Path(".")); err != nil {
			return err
		}
	}
	if filepath.Base(program) == program {
		return nil
	}
	if _, err := exec.LookPath(program); errors.Is(err, fs.ErrNotExist) {
		path := e.Command
		if !filepath.IsAbs(path) && filepath.Clean(f.Config.Dir) != "." {
			path = filepath.Join(f.Config.Dir, path)
		}
		return failure.With(failure.Engine, fmt.Errorf("engine %s: %s is not there (%s)", e.Name, path, hint))
	}
	return nil
}
