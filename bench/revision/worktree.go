package revision

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"time"

	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/engine/text"
)

// Tree is a checked out revision. The caller must call Remove.
type Tree struct {
	repository *Repository
	root       string
}

// removal is the timeout for removing a tree, which also happens after a signal.
const removal = 20 * time.Second

// Checkout puts the files of a commit into a folder that does not exist yet.
func (r *Repository) Checkout(ctx context.Context, commit Commit, folder string) (*Tree, error) {
	t := &Tree{repository: r, root: folder}
	if _, err := r.git(ctx, "worktree", "add", "--quiet", "--force", "--detach", folder, commit.Hash); err != nil {
		t.Remove(ctx) // what there is of it
		return nil, err
	}
	return t, nil
}

// Folder returns where the folder of the repository that was opened lies in the tree.
func (t *Tree) Folder() string { return filepath.Join(t.root, t.repository.sub) }

// Overlay gives the files in the list, named from the root, the content that they have in the user's work tree. It
// removes those that the work tree lacks. A changed submodule is an error of the kind Input.
func (t *Tree) Overlay(files []string) error {
	for _, name := range files {
		from, to := filepath.Join(t.repository.root, name), filepath.Join(t.root, name)
		state, err := os.Lstat(from)
		switch {
		case os.IsNotExist(err):
			if err := os.RemoveAll(to); err != nil {
				return err
			}
			continue
		case err != nil:
			return err
		case state.IsDir():
			return failure.Inputf("folder %s is a repository of its own with changes (expected them committed, or a revision to be named)", name)
		}
		if err := os.MkdirAll(filepath.Dir(to), 0o777); err != nil {
			return err
		}
		if err := copyFile(from, to, state); err != nil {
			return err
		}
	}
	return nil
}

// Remove takes the tree away, and what git knows of it. It also does so when ctx
// is done, in a time of its own. To remove twice does nothing.
func (t *Tree) Remove(ctx context.Context) error {
	if t == nil || t.root == "" {
		return nil
	}
	root := t.root
	t.root = ""
	ctx, cancel := context.WithTimeout(context.WithoutCancel(ctx), removal)
	defer cancel()
	if _, err := t.repository.git(ctx, "worktree", "remove", "--force", "--force", root); err == nil {
		return nil
	}
	if err := os.RemoveAll(root); err != nil {
		return err
	}
	return t.repository.prune(ctx, root)
}

// prune makes git forget a worktree whose folder is gone.
func (r *Repository) prune(ctx context.Context, root string) error {
	list, err := r.git(ctx, "worktree", "list", "--porcelain")
	if err != nil || !strings.Contains(list, filepath.ToSlash(root)) {
		return err
	}
	_, err = r.git(ctx, "worktree", "prune", "--expire=now")
	return err
}

// RemoveAbandoned removes the worktrees of the repository whose folder abandoned reports
// true for, and their neighbours in the folder above.
func (r *Repository) RemoveAbandoned(ctx context.Context, abandoned func(folder string) bool) error {
	list, err := r.git(ctx, "worktree", "list", "--porcelain")
	if err != nil {
		return err
	}
	for line := range strings.Lines(list) {
		name, found := strings.CutPrefix(strings.TrimSpace(line), "worktree ")
		if !found || !abandoned(filepath.FromSlash(name)) {
			continue
		}
		t := &Tree{repository: r, root: filepath.FromSlash(name)}
		if err := t.Remove(ctx); err != nil {
			return err
		}
		if err := os.RemoveAll(filepath.Dir(filepath.FromSlash(name))); err != nil {
			return err
		}
	}
	return nil
}

// copyFile copies a regular file with its permissions, or a symbolic link as it
// is.
func copyFile(from, to string, state os.FileInfo) error {
	if err := os.RemoveAll(to); err != nil {
		return err
	}
	if state.Mode()&os.ModeSymlink != 0 {
		target, err := os.Readlink(from)
		if err != nil {
			return err
		}
		return os.Symlink(target, to)
	}
	if !state.Mode().IsRegular() {
		return fmt.Errorf("%s: not a file (found %v)", from, state.Mode().Type())
	}
	source, err := os.Open(from)
	if err != nil {
		return err
	}
	defer source.Close()
	sink, err := os.OpenFile(to, os.O_WRONLY|os.O_CREATE|os.O_EXCL, state.Mode().Perm())
	if err != nil {
		return err
	}
	_, err = io.Copy(sink, source)
	return errors.Join(err, sink.Close())
}

const (
	maxTail   = 16 << 10 // bytes of the output of a build that are kept
	tailLines = 20       // lines of them that are reported
	maxErrors = 5        // lines before them that name an error: a build of several files at once goes on after the first
)

// BuildError says that a build command failed.
type BuildError struct {
	Err  error
	Tail []string // the first lines that it printed of errors, at most 5, and the last lines, at most 20
}

// Error returns how the command ended, without its output.
func (e *BuildError) Error() string { return "build: " + e.Err.Error() }

// Unwrap returns how the command ended.
func (e *BuildError) Unwrap() error { return e.Err }

// Build runs a command in the tree's folder, as the function Build does.
func (t *Tree) Build(ctx context.Context, command []string) error {
	return Build(ctx, t.Folder(), command)
}

// Build runs a command in a folder. Its error is the cause of ctx, with all processes
// of the command ended, or a *BuildError.
func Build(ctx context.Context, folder string, command []string) error {
	if len(command) == 0 {
		return &BuildError{Err: fmt.Errorf("no command is given")}
	}
	build := exec.CommandContext(ctx, command[0], command[1:]...)
	kept := &tail{}
	build.Dir, build.Stdout, build.Stderr = folder, kept, kept
	build.Env = withoutGit(os.Environ())
	err := runGroup(build)
	switch {
	case ctx.Err() != nil:
		return context.Cause(ctx)
	case err != nil:
		return &BuildError{Err: err, Tail: kept.lines()}
	}
	return nil
}

// runGroup runs a command of exec.CommandContext in a process group of its own and ends
// the group with it. Nothing that it started outlives it, except processes that left the
// group. runGroup waits a second for the output of processes that it left behind.
func runGroup(command *exec.Cmd) error {
	ownGroup(command)
	command.Cancel = func() error { return killGroup(command) }
	command.WaitDelay = time.Second
	err := command.Run()
	if command.Process != nil {
		_ = killGroup(command) // there may be nothing left
	}
	if errors.Is(err, exec.ErrWaitDelay) && command.ProcessState.Success() {
		return nil
	}
	return err
}

// withoutGit leaves out the variables, as they are set inside a hook, that would
// lead git to another repository than that of its folder.
func withoutGit(environment []string) []string {
	return slices.DeleteFunc(environment, func(variable string) bool {
		name, _, _ := strings.Cut(variable, "=")
		return slices.Contains([]string{
			"GIT_DIR", "GIT_WORK_TREE", "GIT_INDEX_FILE", "GIT_PREFIX",
			"GIT_COMMON_DIR", "GIT_OBJECT_DIRECTORY", "GIT_ALTERNATE_OBJECT_DIRECTORIES", "GIT_NAMESPACE",
		}, name)
	})
}

// tail keeps the end of what is written to it, and the first lines that name an error. It is safe for concurrent use.
type tail struct {
	lock   sync.Mutex
	text   []byte
	errors []string
	open   []byte // the line that did not end
}

// Write takes all of p.
func (t *tail) Write(p []byte) (int, error) {
	t.lock.Lock()
	defer t.lock.Unlock()
	t.keepErrors(p)
	t.text = append(t.text, p...)
	if len(t.text) > 2*maxTail {
		t.text = slices.Clone(t.text[len(t.text)-maxTail:])
	}
	return len(p), nil
}

// errorLine matches what compilers, linkers and make say of an error, and not a flag such as -Werror.
var errorLine = text.Pattern(`(?i)\berror(\[\w+\])?:|\berror \d|: (command )?not found$|^fatal: `)

// keepErrors keeps the first lines that name an error.
func (t *tail) keepErrors(p []byte) {
	for line := range bytes.Lines(p) {
		if len(t.errors) == maxErrors {
			return
		}
		t.open = append(t.open, line[:min(len(line), maxTail-len(t.open))]...)
		if !bytes.HasSuffix(line, []byte("\n")) {
			return
		}
		if errorLine().Match(t.open) {
			t.errors = append(t.errors, printable(bytes.TrimRight(t.open, "\r\n")))
		}
		t.open = t.open[:0]
	}
}

// printable returns output as valid UTF-8 with LF line ends.
func printable(output []byte) string {
	return strings.ReplaceAll(strings.ToValidUTF8(string(output), "\uFFFD"), "\r\n", "\n")
}

// lines returns the first lines that name an error, and the last lines; the first of these may have lost its beginning.
func (t *tail) lines() []string {
	t.lock.Lock()
	defer t.lock.Unlock()
	output := printable(bytes.Trim(t.text, "\r\n"))
	if strings.TrimSpace(output) == "" {
		return nil
	}
	last := strings.Split(output, "\n")
	last = last[max(0, len(last)-tailLines):]
	first := slices.DeleteFunc(slices.Clone(t.errors), func(line string) bool { return slices.Contains(last, line) })
	return append(first, last...)
}

// Hunk is a part of the difference between two revisions that can be applied by itself.
type Hunk struct {
	File string `json:"file"` // from the root of the repository
	Text string `json:"text"` // from the line that begins with @@; of a binary file, the line of git about it

	header string // of the file
}

// Hunks returns the difference from one commit to another in parts, or to the work tree as it is. Files that git does not know
// are not in it. The folder is for a temporary file.
func (r *Repository) Hunks(ctx context.Context, base, head Commit, workTree bool, folder string) ([]Hunk, error) {
	output := filepath.Join(folder, "difference")
	args := []string{"diff", "--output=" + output, "--no-color", "--no-ext-diff", "--no-textconv", "--no-renames", "--binary", "--src-prefix=a/", "--dst-prefix=b/", base.Hash}
	if !workTree {
		args = append(args, head.Hash)
	}
	if _, err := r.git(ctx, append(args, "--")...); err != nil {
		return nil, err
	}
	text, err := os.ReadFile(output)
	return splitHunks(string(text)), err
}

// splitHunks splits what git diff writes.
func splitHunks(text string) (hunks []Hunk) {
	var file Hunk
	var body strings.Builder
	end := func() {
		if body.Len() > 0 {
			file.Text = body.String()
			hunks = append(hunks, file)
		}
		body.Reset()
	}
	inHeader := false
	for line := range strings.Lines(text) {
		switch {
		case strings.HasPrefix(line, "diff --git "):
			end()
			_, name, _ := strings.Cut(strings.TrimRight(line, "\r\n"), " b/")
			file, inHeader = Hunk{File: name, header: line}, true
		case strings.HasPrefix(line, "@@ "):
			end()
			inHeader = false
			body.WriteString(line)
		case inHeader && (strings.HasPrefix(line, "GIT binary patch") || strings.HasPrefix(line, "Binary files")):
			inHeader = false
			body.WriteString(line)
		case inHeader:
			file.header += line
		default:
			body.WriteString(line)
		}
	}
	end()
	return hunks
}

// Apply changes the files of the tree by some of the hunks, which are in their order. Reverse takes them back. The
// error is that of git if they do not apply.
func (t *Tree) Apply(ctx context.Context, hunks []Hunk, reverse bool, folder string) error {
	if len(hunks) == 0 {
		return nil
	}
	var patch strings.Builder
	header := ""
	for _, h := range hunks {
		if h.header != header {
			header = h.header
			patch.WriteString(header)
		}
		patch.WriteString(h.Text)
	}
	name := filepath.Join(folder, "patch")
	if err := os.WriteFile(name, []byte(patch.String()), 0o666); err != nil {
		return err
	}
	args := []string{"apply", "--whitespace=nowarn"}
	if reverse {
		args = append(args, "--reverse")
	}
	_, err := git(ctx, t.root, append(args, name)...)
	return err
}
