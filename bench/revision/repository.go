package revision

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"path"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/zugwatch/zugwatch/bench/failure"
)

// Repository is the git repository around a folder. It is safe for concurrent
// use.
type Repository struct {
	root string // of the work tree
	sub  string // the folder that was opened, from there
}

// Commit is one revision.
type Commit struct {
	Hash    string // full
	Subject string // first line of the message
}

// ShortHash returns the beginning of the hash, as people write it.
func (c Commit) ShortHash() string { return c.Hash[:min(len(c.Hash), shortHash)] }

const shortHash = 10

// IsHash reports whether a text is a hash of git: SHA-1 or SHA-256 in hexadecimal digits.
func IsHash(text string) bool {
	return (len(text) == 40 || len(text) == 64) && strings.Trim(text, "0123456789abcdef") == ""
}

// gitError says that a git command failed, with what it said.
type gitError struct {
	Command string // the first word, such as "worktree"
	Message string // what it complained of, in one line, or how it ended
}

// Error names the command.
func (e *gitError) Error() string { return "git " + e.Command + ": " + e.reason() }

// reason returns the message without git's own word for an error.
func (e *gitError) reason() string {
	return strings.TrimPrefix(strings.TrimPrefix(e.Message, "fatal: "), "error: ")
}

// Open finds the repository around a folder. Its error is of the kind Input where
// there is none.
func Open(ctx context.Context, folder string) (*Repository, error) {
	paths, err := git(ctx, folder, "rev-parse", "--show-toplevel", "--show-prefix")
	if refused, ok := errors.AsType[*gitError](err); ok {
		return nil, failure.Inputf("folder %s is not in the work tree of a git repository (%s)", folder, refused.reason())
	}
	if err != nil {
		return nil, err
	}
	root, prefix, _ := strings.Cut(paths, "\n")
	return &Repository{root: filepath.FromSlash(root), sub: filepath.FromSlash(strings.TrimSuffix(prefix, "/"))}, nil
}

// Resolve finds the commit that a name such as a branch, a tag or a hash stands
// for. Its error is of the kind Input for a name that stands for none.
func (r *Repository) Resolve(ctx context.Context, name string) (Commit, error) {
	if name == "" || strings.HasPrefix(name, "-") {
		return Commit{}, failure.Inputf("revision %q (expected a commit, branch or tag)", name)
	}
	found, err := r.git(ctx, "log", "-1", "--format=%H%n%s", "--end-of-options", name+"^{commit}", "--")
	_, refused := errors.AsType[*gitError](err)
	if refused || err == nil && (found == "" || strings.Contains(name, "..")) { // of a range git takes one commit
		return Commit{}, failure.Inputf("revision %q is not in the repository (expected a commit, branch or tag; a shallow clone may lack it)", name)
	}
	hash, subject, _ := strings.Cut(found, "\n")
	return Commit{Hash: hash, Subject: subject}, err
}

// Date returns when a commit was made as it is, by its committer, in UTC.
func (r *Repository) Date(ctx context.Context, commit Commit) (time.Time, error) {
	text, err := r.git(ctx, "log", "-1", "--format=%cI", commit.Hash, "--")
	if err != nil {
		return time.Time{}, err
	}
	return commit.parseDate(text)
}

// parseDate reads when the commit was made, as git log writes it.
func (c Commit) parseDate(text string) (time.Time, error) {
	date, err := time.Parse(time.RFC3339, text)
	if err != nil {
		return time.Time{}, fmt.Errorf("git log: date of %s: %w", c.ShortHash(), err)
	}
	return date.UTC(), nil
}

// RevisionNames lists the names of revisions in the working directory: HEAD, branches and tags. It is empty if they
// cannot be found.
func RevisionNames(ctx context.Context) []string {
	r, err := Open(ctx, ".")
	if err != nil {
		return nil
	}
	list, err := r.git(ctx, "for-each-ref", "--format=%(refname:short)", "refs/heads", "refs/tags", "refs/remotes")
	if err != nil {
		return nil
	}
	return append([]string{"HEAD"}, strings.Fields(list)...)
}

// Dirty lists the files of the work tree that differ from its commit, from the
// root and sorted, untracked ones included and ignored ones not.
func (r *Repository) Dirty(ctx context.Context) ([]string, error) {
	list, err := r.git(ctx, "status", "--porcelain", "-z", "--untracked-files=all", "--no-renames", "--ignore-submodules=none")
	if err != nil {
		return nil, err
	}
	var files []string
	for entry := range strings.SplitSeq(list, "\x00") {
		if len(entry) > 3 { // two letters, a blank and the name
			files = append(files, filepath.FromSlash(entry[3:]))
		}
	}
	slices.Sort(files)
	return files, nil
}

// Changes counts the commits up to the present one that touched a file. The path of the file is absolute or relative
// to the folder of the repository that was opened.
func (r *Repository) Changes(ctx context.Context, file string) (int, error) {
	if !filepath.IsAbs(file) {
		file = filepath.Join(r.root, r.sub, file)
	}
	list, err := r.git(ctx, "rev-list", "HEAD", "--", file)
	return len(strings.Fields(list)), err
}

func (r *Repository) git(ctx context.Context, args ...string) (string, error) {
	return git(ctx, r.root, args...)
}

// git runs git in a folder and returns its output, without white space at the end. The repository is that of the
// folder, also inside a hook. Objects are what their hashes say, without replacements and grafts. Git takes no
// optional locks, runs no hooks and does not prompt. The error is the cause of ctx, a *gitError, or that git is not
// there.
func git(ctx context.Context, folder string, args ...string) (string, error) {
	command := exec.CommandContext(ctx, "git", append([]string{"-c", "core.hooksPath=" + os.DevNull, "-c", "advice.detachedHead=false", "-c", "log.showSignature=false"}, args...)...)
	command.Dir = folder
	command.Env = append(withoutGit(os.Environ()), "GIT_NO_REPLACE_OBJECTS=1", "GIT_GRAFT_FILE="+os.DevNull, "GIT_OPTIONAL_LOCKS=0", "GIT_TERMINAL_PROMPT=0", "LC_ALL=C")
	var out, diagnostics bytes.Buffer
	command.Stdout, command.Stderr = &out, &diagnostics
	err := command.Run()
	var ended *exec.ExitError
	switch {
	case err == nil:
		return strings.TrimRight(out.String(), "\r\n"), nil
	case ctx.Err() != nil:
		return "", context.Cause(ctx)
	case !errors.As(err, &ended):
		return "", fmt.Errorf("git: %w", err)
	}
	return "", &gitError{Command: args[0], Message: strings.ToValidUTF8(cmp.Or(findComplaint(diagnostics.String()), err.Error()), "\uFFFD")}
}

// findComplaint returns the first line of diagnostics that git calls an error, or else the first line. Progress, hints
// and warnings may come before an error.
func findComplaint(diagnostics string) string {
	lines := strings.Split(strings.TrimSpace(diagnostics), "\n")
	for _, line := range lines {
		if strings.HasPrefix(line, "fatal: ") || strings.HasPrefix(line, "error: ") {
			return line
		}
	}
	return lines[0]
}

// IsIgnored reports whether git is told to ignore a path below the working directory, which
// need not be there. Without a repository it is not.
func IsIgnored(ctx context.Context, path string) bool {
	_, err := git(ctx, "", "check-ignore", "--quiet", "--", path)
	return err == nil
}

// DefaultBranch returns the branch that changes of a repository are for, and the reason for taking it. It is the
// default branch of origin, else the present branch, else main.
func DefaultBranch(ctx context.Context, folder string) (name, reason string) {
	if head, err := git(ctx, folder, "symbolic-ref", "--quiet", "--short", "refs/remotes/origin/HEAD"); err == nil {
		return strings.TrimPrefix(head, "origin/"), "the default branch of origin"
	}
	if head, err := git(ctx, folder, "symbolic-ref", "--quiet", "--short", "HEAD"); err == nil {
		return head, "the present branch"
	}
	return "main", "no branch was found"
}

// ProjectName returns the name of the repository around a folder: by the URL of origin, else by its folder. Without a
// repository it is the name of the folder.
func ProjectName(ctx context.Context, folder string) string {
	if address, err := git(ctx, folder, "config", "--get", "remote.origin.url"); err == nil {
		if name := addressName(address); name != "" {
			return name
		}
	}
	root, err := git(ctx, folder, "rev-parse", "--show-toplevel")
	if err != nil {
		if root, err = filepath.Abs(folder); err != nil {
			return ""
		}
	}
	return filepath.Base(filepath.FromSlash(root))
}

// addressName returns the name of a repository by its URL or its path.
func addressName(address string) string {
	address = strings.TrimRight(strings.ReplaceAll(address, `\`, "/"), "/")
	name := strings.TrimSuffix(path.Base(strings.TrimSuffix(address, "/.git")), ".git")
	if _, after, found := strings.Cut(name, ":"); found { // host:name
		name = after
	}
	if name == "." || name == ".." || name == "/" {
		return ""
	}
	return name
}
