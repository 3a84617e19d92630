package revision

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/engine/must"
)

// The build of the tests of two writers: so many files of so many bytes, all of
// them the letter of its writer.
const (
	builtFiles = 12
	builtBytes = 32 << 10
)

// builder is one of several that use one cache at the same time.
type builder struct {
	cache  *Cache
	made   *Tree // what it has built
	commit Commit
}

// newBuilder checks the commit out and builds it.
func newBuilder(t *testing.T, r *Repository, cache, folder, letter string) *builder {
	t.Helper()
	commit := head(t, r, "main")
	tree := must.Get(r.Checkout(t.Context(), commit, folder))(t)
	for i := range builtFiles {
		write(t, filepath.Join(tree.root, "out", fmt.Sprintf("%d.o", i)), strings.Repeat(letter, builtBytes))
	}
	return &builder{cache: &Cache{Folder: cache}, made: tree, commit: commit}
}

// entry returns the archive of the build in the cache.
func (b *builder) entry() string { return b.cache.entry(b.made, b.commit, oneCommand) }

// restore takes the build from the cache. What comes out has to be one build.
func (b *builder) restore(target string) (found bool, err error) {
	found, err = b.cache.RestoreBuild(&Tree{repository: b.made.repository, root: target}, b.commit, oneCommand)
	return found, errors.Join(err, checkBuild(target, found))
}

var oneCommand = []string{"make"}

// round takes the build from the cache, and puts it there where it is missing, or as
// if it had been, and now and then takes it away.
func (b *builder) round(ctx context.Context, target string) (found bool, err error) {
	if rand.IntN(4) == 0 {
		if err := ignoreMissing(os.Remove(b.entry())); err != nil {
			return false, fmt.Errorf("retire: %w", err)
		}
	}
	if found, err = b.restore(target); err != nil || found && rand.IntN(2) == 0 {
		return found, err
	}
	if err := b.cache.StoreBuild(ctx, b.made, b.commit, oneCommand); err != nil {
		return found, fmt.Errorf("keep: %w", err)
	}
	return found, nil
}

// checkBuild checks what was restored: the whole build of one builder, or nothing.
func checkBuild(target string, found bool) error {
	letters := make(map[byte]int)
	err := filepath.WalkDir(target, func(path string, entry fs.DirEntry, err error) error {
		if err != nil || entry.IsDir() {
			return err
		}
		text, err := os.ReadFile(path)
		if err == nil && string(text) != strings.Repeat(string(text[:1]), builtBytes) {
			err = fmt.Errorf("%s is no file of a build", path)
		}
		letters[text[0]]++
		return err
	})
	switch {
	case err != nil:
		return err
	case !found && len(letters) > 0:
		return fmt.Errorf("files of builds %v were left behind by a build that was not found", letters)
	case found && len(letters) != 1:
		return fmt.Errorf("builds %v were mixed", letters)
	}
	for _, n := range letters {
		if n != builtFiles {
			return fmt.Errorf("%d files of a build, want %d", n, builtFiles)
		}
	}
	return nil
}

// builderVariable makes this test binary a builder: the cache, the repository and a folder for its tree, with | between.
const builderVariable = "ZUGWATCH_TEST_BUILDER"

// TestCacheBuilder is no test of its own but the process that TestCacheKill starts.
func TestCacheBuilder(t *testing.T) {
	arguments := strings.Split(os.Getenv(builderVariable), "|")
	if len(arguments) != 3 {
		t.Skip("is started by TestCacheKill")
	}
	r := must.Get(Open(t.Context(), arguments[1]))(t)
	b := newBuilder(t, r, arguments[0], arguments[2], "x")
	fmt.Println("ready")
	for {
		must.Get(b.round(t.Context(), t.TempDir()))(t)
	}
}

// startBuilder starts a process that builds until it is killed, and waits until it is about to.
func startBuilder(t *testing.T, cache, repository string) *exec.Cmd {
	t.Helper()
	command := exec.Command(os.Args[0], "-test.run=^TestCacheBuilder$")
	tree := filepath.Join(t.TempDir(), "tree")
	command.Env = append(os.Environ(), "TMPDIR="+t.TempDir(), fmt.Sprintf("%s=%s|%s|%s", builderVariable, cache, repository, tree))
	out := must.Get(command.StdoutPipe())(t)
	command.Stderr = command.Stdout
	must.Do(t, command.Start())
	if line, err := bufio.NewReader(out).ReadString('\n'); line != "ready\n" {
		command.Process.Kill()
		command.Wait()
		t.Fatalf("the builder said %q (%v)", line, err)
	}
	return command
}

// TestCacheWriters: several can build one revision at once, as processes and tasks do. None fails, and the cache returns
// one build.
func TestCacheWriters(t *testing.T) {
	_, r := scratch(t)
	cache := filepath.Join(t.TempDir(), "builds")
	const builders, rounds = 4, 10
	var all sync.WaitGroup
	var hits atomic.Int64
	for i := range builders {
		b := newBuilder(t, r, cache, filepath.Join(t.TempDir(), "tree"), string(rune('a'+i)))
		targets := make([]string, rounds)
		for i := range targets {
			targets[i] = t.TempDir()
		}
		all.Go(func() {
			for _, target := range targets {
				found, err := b.round(t.Context(), target)
				if err != nil {
					t.Error(err)
					return
				}
				if found {
					hits.Add(1)
				}
			}
		})
	}
	all.Wait()
	if n := hits.Load(); n == 0 || n == builders*rounds {
		t.Errorf("%d of %d builds were found (expected some, and not all)", n, builders*rounds)
	}
	if left := beside(t, cache); len(left) > 0 {
		t.Errorf("left behind are %q", left)
	}
}

// TestCacheFirst holds that of two builds of one commit the first stays, until it is found
// damaged.
func TestCacheFirst(t *testing.T) {
	_, r := scratch(t)
	cache := filepath.Join(t.TempDir(), "builds")
	var both [2]*builder
	for i, letter := range []string{"a", "b"} {
		both[i] = newBuilder(t, r, cache, filepath.Join(t.TempDir(), "tree"), letter)
	}
	keep := func(b *builder, want string) {
		t.Helper()
		must.Do(t, b.cache.StoreBuild(t.Context(), b.made, b.commit, oneCommand))
		target := t.TempDir()
		if found, err := b.restore(target); !found || err != nil {
			t.Fatalf("found %t, %v", found, err)
		}
		if text := must.Get(os.ReadFile(filepath.Join(target, "out", "0.o")))(t); string(text[:1]) != want {
			t.Errorf("kept is %.1q, want %s", text, want)
		}
	}
	keep(both[0], "a")
	keep(both[1], "a")
	must.Do(t, os.Truncate(both[0].entry(), builtBytes))
	if found, err := both[1].restore(t.TempDir()); found || err != nil {
		t.Errorf("a cut entry: found %t, %v", found, err)
	}
	keep(both[1], "b")
	if left := beside(t, cache); len(left) > 0 {
		t.Errorf("left behind are %q", left)
	}
}

// beside lists what is in a cache besides entries.
func beside(t *testing.T, cache string) []string {
	t.Helper()
	entries, err := os.ReadDir(cache)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		t.Fatal(err)
	}
	var names []string
	for _, entry := range entries {
		if strings.HasPrefix(entry.Name(), ".") {
			names = append(names, entry.Name())
		}
	}
	return names
}

// TestCacheKill kills builders at random moments, and then while they write. The cache then holds a whole build
// or none, and leftovers are removed once they are old.
func TestCacheKill(t *testing.T) {
	folder, r := scratch(t)
	cache := filepath.Join(t.TempDir(), "builds")
	b := newBuilder(t, r, cache, filepath.Join(t.TempDir(), "tree"), "a")
	left := 0
	for kill := 0; kill < 5 || left == 0; kill++ {
		command := startBuilder(t, cache, folder)
		if kill < 4 {
			time.Sleep(time.Duration(rand.IntN(20+10*kill)) * time.Millisecond)
		}
		for kill >= 4 && len(beside(t, cache)) == left { // until it begins another one
		}
		command.Process.Kill()
		command.Wait()
		if _, err := b.restore(t.TempDir()); err != nil {
			t.Fatalf("after kill %d: %v", kill, err)
		}
		left = len(beside(t, cache))
	}
	keep := func() {
		t.Helper()
		must.Do(t, errors.Join(ignoreMissing(os.Remove(b.entry())), b.cache.StoreBuild(t.Context(), b.made, b.commit, oneCommand)))
	}
	keep()
	if got := beside(t, cache); len(got) != left {
		t.Errorf("left are %d of %d things that may still be another's", len(got), left)
	}
	old := time.Now().Add(-leftover - time.Minute)
	names := beside(t, cache)
	for _, name := range names[1:] {
		must.Do(t, os.Chtimes(filepath.Join(cache, name), old, old))
	}
	keep()
	if got := beside(t, cache); !slices.Equal(got, names[:1]) {
		t.Errorf("left are %q, want the new one, %q", got, names[:1])
	}
	if found, err := b.restore(t.TempDir()); err != nil || !found {
		t.Errorf("found %t, %v", found, err)
	}
}

// TestBuildVariables: builds under other variables of compilers, makefiles and CMake are other builds. Empty variables count
// as unset ones.
func TestBuildVariables(t *testing.T) {
	got := buildVariables([]string{"HOME=/x", "EXE=rook", "CMAKE_GENERATOR=Ninja", "CC=", "EVALFILE=a=b", "CMAKE=no"})
	if want := []string{"CMAKE_GENERATOR=Ninja", "EVALFILE=a=b", "EXE=rook"}; !slices.Equal(got, want) {
		t.Errorf("got %q, want %q", got, want)
	}
	commit := Commit{Hash: strings.Repeat("a", 40)}
	cache, tree := Cache{}, &Tree{repository: &Repository{}}
	before := cache.entry(tree, commit, oneCommand)
	for _, name := range []string{"EVALFILE", "EXE", "RUSTUP_TOOLCHAIN", "CARGO_ENCODED_RUSTFLAGS", "CMAKE_BUILD_TYPE"} {
		t.Run(name, func(t *testing.T) {
			t.Setenv(name, "other")
			if cache.entry(tree, commit, oneCommand) == before {
				t.Error("the entry is the same")
			}
		})
	}
}
