package revision

import (
	"bufio"
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
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/engine/must"
)

// home is the folder of git's settings, and of the repository that scratch copies.
var home string

// TestMain gives git settings of its own. It then packs nothing behind a commit.
func TestMain(m *testing.M) {
	var err error
	if home, err = os.MkdirTemp("", "zugwatch-git-"); err != nil {
		panic(err)
	}
	for name, value := range map[string]string{
		"HOME": home, "GIT_CONFIG_NOSYSTEM": "1",
		"GIT_AUTHOR_NAME": "a", "GIT_AUTHOR_EMAIL": "a@example.com", "GIT_COMMITTER_NAME": "a", "GIT_COMMITTER_EMAIL": "a@example.com",
		"GIT_CONFIG_COUNT": "2", "GIT_CONFIG_KEY_0": "maintenance.auto", "GIT_CONFIG_VALUE_0": "false", "GIT_CONFIG_KEY_1": "gc.auto", "GIT_CONFIG_VALUE_1": "0",
	} {
		os.Setenv(name, value)
	}
	code := m.Run()
	os.RemoveAll(home)
	os.Exit(code)
}

// first makes the repository that scratch copies, once.
var first sync.Once

// scratch makes a repository of one commit with a subfolder "part".
func scratch(t *testing.T) (folder string, r *Repository) {
	t.Helper()
	if _, err := exec.LookPath("git"); err != nil {
		t.Skip("git is not installed")
	}
	made := filepath.Join(home, "first")
	first.Do(func() {
		write(t, filepath.Join(made, "part", "a.txt"), "a")
		write(t, filepath.Join(made, "b.txt"), "b")
		write(t, filepath.Join(made, ".gitignore"), "made\n")
		mustGit(t, made, "init", "-q", "-b", "main", "--template=")
		mustGit(t, made, "add", "-A")
		mustGit(t, made, "commit", "-q", "-m", "first")
	})
	folder = must.Get(filepath.EvalSymlinks(t.TempDir()))(t)
	must.Do(t, os.CopyFS(folder, os.DirFS(made)))
	return folder, must.Get(Open(t.Context(), filepath.Join(folder, "part")))(t)
}

func mustGit(t *testing.T, folder string, args ...string) string {
	t.Helper()
	return must.Get(git(context.Background(), folder, args...))(t)
}

func write(t *testing.T, file, text string) {
	t.Helper()
	must.Do(t, errors.Join(os.MkdirAll(filepath.Dir(file), 0o777), os.WriteFile(file, []byte(text), 0o666)))
}

// history makes commits behind the present one, which change no file. Each is written as its name, those of its parents,
// and behind a colon its message; without a parent it follows "first", the present one. All are tagged by their names.
func history(t *testing.T, folder string, commits ...string) map[string]Commit {
	t.Helper()
	var stream strings.Builder
	marks := map[string]string{"first": "HEAD^0"}
	for i, commit := range commits {
		names, message, _ := strings.Cut(commit, ": ")
		words := strings.Fields(names)
		marks[words[0]] = fmt.Sprintf(":%d", i+1)
		fmt.Fprintf(&stream, "commit refs/tags/%s\nmark :%d\ncommitter a <a@example.com> %d +0000\ndata %d\n%s\n", words[0], i+1, 2e9+i, len(message), message)
		for i, parent := range append(words[1:], "first")[:max(1, len(words)-1)] {
			fmt.Fprintf(&stream, "%s %s\n", [...]string{"from", "merge"}[min(i, 1)], marks[parent])
		}
	}
	command := exec.Command("git", "-C", folder, "fast-import", "--quiet")
	command.Stdin = strings.NewReader(stream.String())
	if out, err := command.CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	made := make(map[string]Commit)
	for line := range strings.Lines(mustGit(t, folder, "for-each-ref", "--format=%(refname:short) %(objectname) %(subject)", "refs/heads/main", "refs/tags")) {
		words := strings.SplitN(strings.TrimSpace(line), " ", 3)
		made[words[0]] = Commit{Hash: words[1], Subject: words[2]}
	}
	made["first"] = made["main"]
	return made
}

// commitEmpty commits nothing but a message.
func commitEmpty(t *testing.T, r *Repository, message string) Commit {
	t.Helper()
	mustGit(t, r.root, "commit", "-q", "--allow-empty", "-m", message)
	return head(t, r, "HEAD")
}

// checkout puts a revision into a folder until the end of the test.
func checkout(t *testing.T, r *Repository, name string) *Tree {
	t.Helper()
	tree := must.Get(r.Checkout(t.Context(), head(t, r, name), filepath.Join(t.TempDir(), "tree")))(t)
	t.Cleanup(func() { tree.Remove(context.Background()) })
	return tree
}

func head(t *testing.T, r *Repository, name string) Commit {
	t.Helper()
	return must.Get(r.Resolve(t.Context(), name))(t)
}

// TestReplaced: a revision is what its hash says, even if the repository replaces it.
func TestReplaced(t *testing.T) {
	folder, r := scratch(t)
	was := mustGit(t, folder, "rev-parse", "HEAD:part/a.txt")
	write(t, filepath.Join(folder, "part", "a.txt"), "another")
	mustGit(t, folder, "replace", was, mustGit(t, folder, "hash-object", "-w", "part/a.txt"))
	write(t, filepath.Join(folder, "part", "a.txt"), "a")
	tree := checkout(t, r, "main")
	if text, err := os.ReadFile(filepath.Join(tree.root, "part", "a.txt")); err != nil || string(text) != "a" {
		t.Errorf("a.txt is %q, %v", text, err)
	}
}

// TestCheckoutOfDamage: the error of a revision that is not whole names the file, not one of git's hints.
func TestCheckoutOfDamage(t *testing.T) {
	folder, r := scratch(t)
	blob := mustGit(t, folder, "rev-parse", "HEAD:part/a.txt")
	must.Do(t, os.Remove(filepath.Join(folder, ".git", "objects", blob[:2], blob[2:])))
	tree, err := r.Checkout(t.Context(), head(t, r, "main"), filepath.Join(t.TempDir(), "tree"))
	if err == nil {
		tree.Remove(context.Background())
	}
	if err == nil || !strings.Contains(err.Error(), "git worktree: unable to read ") || !strings.Contains(err.Error(), "part/a.txt") {
		t.Errorf("a revision without the text of part/a.txt: %v", err)
	}
}

func TestOpenAndResolve(t *testing.T) {
	_, r := scratch(t)
	commitEmpty(t, r, "second")
	if commit := head(t, r, "main~1"); commit.Subject != "first" || len(commit.ShortHash()) != shortHash || !strings.HasPrefix(commit.Hash, commit.ShortHash()) {
		t.Errorf("main is %+v", commit)
	}
	for _, name := range []string{"", "-x", "none", "main:b.txt", "HEAD~2", "^main", "main..main", "main..", "main~1..main", "main^!", "main^@"} {
		if commit, err := r.Resolve(t.Context(), name); failure.Of(err) != failure.Input {
			t.Errorf("%q is %+v, %v", name, commit, err)
		}
	}
	if _, err := Open(t.Context(), t.TempDir()); failure.Of(err) != failure.Input {
		t.Errorf("a folder outside of any repository: %v", err)
	}
	for file, want := range map[string]int{"a.txt": 1, filepath.Join(r.root, "b.txt"): 1, "none.txt": 0} {
		if n, err := r.Changes(t.Context(), file); n != want || err != nil {
			t.Errorf("%s was changed %d times, %v, want %d", file, n, err, want)
		}
	}
}

// TestOverlay: a tree becomes a copy of the work tree, which stays unchanged, and nothing
// is left when it is removed.
func TestOverlay(t *testing.T) {
	folder, r := scratch(t)
	write(t, filepath.Join(folder, "part", "a.txt"), "changed")
	write(t, filepath.Join(folder, "part", "new name.txt"), "new")
	write(t, filepath.Join(folder, "made"), "ignored")
	must.Do(t, errors.Join(os.Remove(filepath.Join(folder, "b.txt")), os.Symlink("part", filepath.Join(folder, "link"))))
	before := mustGit(t, folder, "status", "--porcelain")
	dirty, err := r.Dirty(t.Context())
	want := []string{"b.txt", "link", filepath.Join("part", "a.txt"), filepath.Join("part", "new name.txt")}
	if err != nil || !slices.Equal(dirty, want) {
		t.Fatalf("dirty are %q, %v, want %q", dirty, err, want)
	}
	tree := checkout(t, r, "main")
	must.Do(t, tree.Overlay(dirty))
	root := tree.root
	if got := mustGit(t, root, "status", "--porcelain"); got != before {
		t.Errorf("the tree has\n%s\nwant\n%s", got, before)
	}
	if _, err := os.Stat(filepath.Join(root, "made")); err == nil {
		t.Error("an ignored file was taken over")
	}
	ended, cancel := context.WithCancel(t.Context())
	cancel()
	if err := errors.Join(tree.Remove(ended), tree.Remove(ended)); err != nil {
		t.Error(err)
	}
	if _, err := os.Stat(root); err == nil || strings.Contains(mustGit(t, folder, "worktree", "list"), "tree ") {
		t.Error("something of the tree is left")
	}
	if got := mustGit(t, folder, "status", "--porcelain"); got != before {
		t.Errorf("the work tree has\n%s\nwant\n%s", got, before)
	}
}

// TestInsideHook holds that the repository of the folder is used, and its index
// left alone, with the variables that git sets for a hook.
func TestInsideHook(t *testing.T) {
	folder, r := scratch(t)
	index := filepath.Join(folder, ".git", "index")
	t.Setenv("GIT_DIR", filepath.Join(folder, ".git"))
	t.Setenv("GIT_INDEX_FILE", index)
	t.Setenv("GIT_PREFIX", "part/")
	before := must.Get(os.ReadFile(index))(t)
	tree := checkout(t, r, "main")
	if _, err := os.Stat(filepath.Join(tree.Folder(), "a.txt")); err != nil {
		t.Error(err)
	}
	if err := tree.Remove(t.Context()); err != nil {
		t.Error(err)
	}
	if after, err := os.ReadFile(index); err != nil || !slices.Equal(before, after) {
		t.Errorf("the index of the user was written: %v", err)
	}
}

// lifeline makes a pipe that the processes of a build hold open, LIFELINE in their
// environment. Open waits for the first of them. Reading ends exactly when all of them
// have ended.
func lifeline(t *testing.T) (open func() *bufio.Reader) {
	t.Helper()
	path := filepath.Join(t.TempDir(), "lifeline")
	for _, program := range []string{"sh", "mkfifo"} {
		if _, err := exec.LookPath(program); err != nil {
			t.Skipf("there is no %s", program)
		}
	}
	if out, err := exec.Command("mkfifo", path).CombinedOutput(); err != nil {
		t.Skipf("mkfifo: %v\n%s", err, out)
	}
	t.Setenv("LIFELINE", path)
	return func() *bufio.Reader {
		pipe := must.Get(os.Open(path))(t)
		t.Cleanup(func() { pipe.Close() })
		return bufio.NewReader(pipe)
	}
}

// TestBuildLeftovers: processes that a build leaves behind are ended, and the build is
// still good.
func TestBuildLeftovers(t *testing.T) {
	open := lifeline(t)
	_, r := scratch(t)
	tree := checkout(t, r, "main")
	built := make(chan error, 1)
	go func() {
		built <- tree.Build(t.Context(), []string{"sh", "-c", "exec 3>$LIFELINE; (sleep 60; echo alive >&3) & exit 0"})
	}()
	if text, err := io.ReadAll(open()); len(text) > 0 || err != nil {
		t.Errorf("a process of the build went on: %q, %v", text, err)
	}
	if err := <-built; err != nil {
		t.Error(err)
	}
}

// TestBuild checks the error of a failed build, and that a done context ends a build with
// all its processes.
func TestBuild(t *testing.T) {
	open := lifeline(t)
	_, r := scratch(t)
	tree := checkout(t, r, "main")
	shell := func(script string) []string { return []string{"sh", "-c", script} }
	if err := tree.Build(t.Context(), shell("cat a.txt >made")); err != nil {
		t.Error(err)
	}
	var broken *BuildError
	err := tree.Build(t.Context(), shell("i=0; while [ $i -lt 3000 ]; do i=$((i+1)); echo line $i; done; echo last >&2; exit 3"))
	if !errors.As(err, &broken) || len(broken.Tail) != tailLines || broken.Tail[tailLines-1] != "last" || broken.Tail[0] != "line 2982" || err.Error() != "build: exit status 3" {
		t.Errorf("got %v, %q", err, broken.Tail)
	}
	err = tree.Build(t.Context(), shell("echo gcc -Werror error.c; echo '  a.c:1: Error: early'; printf 'an er'; sleep 0.1; echo 'ror: x'; i=0; while [ $i -lt 24 ]; do i=$((i+1)); echo error: $i; done; exit 3"))
	want := []string{"  a.c:1: Error: early", "an error: x", "error: 1", "error: 2", "error: 3", "error: 5"}
	if !errors.As(err, &broken) || len(broken.Tail) != maxErrors+tailLines || !slices.Equal(broken.Tail[:len(want)], want) {
		t.Errorf("got %v, %q", err, broken.Tail)
	}
	if err := tree.Build(t.Context(), []string{"no-such-program"}); !errors.As(err, &broken) || broken.Tail != nil {
		t.Errorf("got %v", err)
	}
	if err := tree.Build(t.Context(), nil); !errors.As(err, &broken) {
		t.Errorf("got %v", err)
	}
	cause := errors.New("enough")
	ctx, cancel := context.WithCancelCause(t.Context())
	defer cancel(nil)
	built := make(chan error, 1)
	go func() {
		built <- tree.Build(ctx, shell("exec 3>$LIFELINE; (sleep 60; echo alive >&3) & echo ready >&3; sleep 60; echo alive >&3"))
	}()
	alive := open()
	if line, err := alive.ReadString('\n'); line != "ready\n" {
		t.Fatalf("the build says %q, %v", line, err)
	}
	cancel(cause)
	if text, err := io.ReadAll(alive); len(text) > 0 || err != nil {
		t.Errorf("what the build has started went on: %q, %v", text, err)
	}
	if err := <-built; !errors.Is(err, cause) {
		t.Error(err)
	}
}

// TestCache: a build comes back to the byte; a damaged one, or one of another command,
// does not.
func TestCache(t *testing.T) {
	_, r := scratch(t)
	c := &Cache{Folder: filepath.Join(t.TempDir(), "builds")}
	commit, command := head(t, r, "main"), []string{"make"}
	first := checkout(t, r, "main")
	write(t, filepath.Join(first.root, "made"), "program")
	write(t, filepath.Join(first.root, "out", "deep", "x.o"), "object")
	must.Do(t, errors.Join(os.Chmod(filepath.Join(first.root, "made"), 0o755), os.Symlink("made", filepath.Join(first.root, "out", "link"))))
	must.Do(t, c.StoreBuild(t.Context(), first, commit, command))
	second := checkout(t, r, "main")
	if found, err := c.RestoreBuild(second, commit, []string{"make", "-j2"}); found || err != nil {
		t.Errorf("another command: %t, %v", found, err)
	}
	if found, err := c.RestoreBuild(second, commit, command); !found || err != nil {
		t.Fatalf("got %t, %v", found, err)
	}
	for _, name := range []string{"made", "out/deep/x.o", "out/link"} {
		was, is := describe(t, filepath.Join(first.root, name)), describe(t, filepath.Join(second.root, name))
		if was != is {
			t.Errorf("%s was %s and is %s", name, was, is)
		}
	}
	entry := c.entry(first, commit, command)
	damaged := must.Get(os.ReadFile(entry))(t)
	damaged[bytes.Index(damaged, []byte("object"))]++
	write(t, entry, string(damaged))
	third := checkout(t, r, "main")
	if found, err := c.RestoreBuild(third, commit, command); found || err != nil {
		t.Errorf("a damaged entry: %t, %v", found, err)
	}
	if made, err := third.builtFiles(t.Context()); len(made) > 0 || err != nil {
		t.Errorf("a damaged entry has left %q, %v", made, err)
	}
	if left, err := os.ReadDir(c.Folder); len(left) > 0 || err != nil {
		t.Errorf("left are %v, %v", left, err)
	}
}

// describe returns the kind, the permissions and the content of a file.
func describe(t *testing.T, path string) string {
	t.Helper()
	state := must.Get(os.Lstat(path))(t)
	if state.Mode()&os.ModeSymlink != 0 {
		return fmt.Sprint(state.Mode(), must.Get(os.Readlink(path))(t))
	}
	return fmt.Sprintf("%v %q", state.Mode(), must.Get(os.ReadFile(path))(t))
}

// TestCachePrune holds that the newest entries stay.
func TestCachePrune(t *testing.T) {
	c := &Cache{Folder: t.TempDir()}
	for i := range maxEntries + 5 {
		old := filepath.Join(c.Folder, fmt.Sprintf("old-%d", i))
		must.Do(t, errors.Join(os.Mkdir(old, 0o777), os.Chtimes(old, time.Unix(0, 0), time.Unix(int64(i), 0))))
	}
	left, err := os.ReadDir(c.Folder)
	if err := errors.Join(err, c.prune()); err != nil || len(left) != maxEntries+5 {
		t.Fatal(len(left), err)
	}
	if left, _ = os.ReadDir(c.Folder); len(left) != maxEntries {
		t.Errorf("%d entries are left, want %d", len(left), maxEntries)
	}
	if _, err := os.Stat(filepath.Join(c.Folder, fmt.Sprintf("old-%d", maxEntries+4))); err != nil {
		t.Errorf("the newest was removed: %v", err)
	}
}

// TestDate: the date of a commit is that of its committer, not of its author, and in UTC.
func TestDate(t *testing.T) {
	_, r := scratch(t)
	t.Setenv("GIT_AUTHOR_DATE", "2001-01-01T00:00:00+00:00")
	t.Setenv("GIT_COMMITTER_DATE", "2026-03-01T01:30:00+02:00")
	commit := commitEmpty(t, r, "second")
	date, err := r.Date(t.Context(), commit)
	if want := time.Date(2026, 2, 28, 23, 30, 0, 0, time.UTC); err != nil || date != want {
		t.Errorf("%v, %v, want %v", date, err, want)
	}
	if _, err := r.Date(t.Context(), Commit{Hash: "none"}); err == nil {
		t.Error("a commit that is not there has a date")
	}
}

// TestDefaultBranch: the default branch of origin comes first, then the present one, then main.
func TestDefaultBranch(t *testing.T) {
	folder, _ := scratch(t)
	check := func(folder, want, reason string) {
		t.Helper()
		if name, why := DefaultBranch(t.Context(), folder); name != want || why != reason {
			t.Errorf("got %s (%s), want %s (%s)", name, why, want, reason)
		}
	}
	mustGit(t, folder, "checkout", "-q", "-b", "topic")
	check(folder, "topic", "the present branch")
	mustGit(t, folder, "checkout", "-q", "--detach")
	check(folder, "main", "no branch was found")
	mustGit(t, folder, "branch", "release/2")
	mustGit(t, folder, "remote", "add", "origin", folder)
	mustGit(t, folder, "fetch", "-q", "origin")
	mustGit(t, folder, "symbolic-ref", "refs/remotes/origin/HEAD", "refs/remotes/origin/release/2")
	check(folder, "release/2", "the default branch of origin")
	check(filepath.Join(folder, "part"), "release/2", "the default branch of origin")
	check(t.TempDir(), "main", "no branch was found")
}

// TestProjectName: the URL of origin names a repository, else its folder does.
func TestProjectName(t *testing.T) {
	folder, _ := scratch(t)
	if got, want := ProjectName(t.Context(), filepath.Join(folder, "part")), filepath.Base(folder); got != want {
		t.Errorf("by the folder: got %s, want %s", got, want)
	}
	plain := filepath.Join(t.TempDir(), "plain")
	write(t, filepath.Join(plain, "a"), "a")
	if got := ProjectName(t.Context(), plain); got != "plain" {
		t.Errorf("without a repository: got %s", got)
	}
	mustGit(t, folder, "remote", "add", "origin", "https://example.com/a/Rook.git")
	if got := ProjectName(t.Context(), folder); got != "Rook" {
		t.Errorf("by origin: got %s", got)
	}
	mustGit(t, folder, "remote", "set-url", "origin", "/")
	if got, want := ProjectName(t.Context(), folder), filepath.Base(folder); got != want {
		t.Errorf("by an origin without a name: got %s, want %s", got, want)
	}
	for address, want := range map[string]string{
		"https://example.com/a/Rook.git": "Rook", "git@example.com:a/Rook.git": "Rook", "host:Rook.git": "Rook",
		"/srv/Rook/.git": "Rook", "https://example.com/a/Rook/": "Rook", `C:\a\Rook`: "Rook", "/": "",
	} {
		if got := addressName(address); got != want {
			t.Errorf("%s: got %s, want %s", address, got, want)
		}
	}
}
