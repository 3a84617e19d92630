package engines

import (
	"os"
	"os/exec"
	"path/filepath"
	"runtime"
	"strings"
	"testing"
	"testing/fstest"

	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/engine/must"
)

// TestMissingDescription: the description that a build command reads is named where the tree does not have it.
func TestMissingDescription(t *testing.T) {
	tree := fstest.MapFS{"makefile": {}, "Cargo.toml": {}, "other.mk": {}, "app/go.mod": {}, "cm/CMakeLists.txt": {}}
	for build, want := range map[string]string{
		"make -j EXE=a": "", "make -j -C src EXE=a": "src/Makefile", "make --directory=src": "src/Makefile", "make -f other.mk": "", "make -C src -f a.mk": "src/a.mk",
		"make -C 'src'": "src/Makefile", "make -C /usr/src": "", "make -C ../src": "", "cd src && go build .": "", "git submodule update --init && make -C src": "src/Makefile",
		"cargo build --release": "", "cargo build --manifest-path a/Cargo.toml": "a/Cargo.toml", "go build -o x .": "go.mod", "go build -C app .": "",
		"cmake -S . -B build && cmake --build build": "CMakeLists.txt", "cmake -S cm -B build": "", "meson setup build": "meson.build", "zig build": "build.zig",
		"sh remake": "", "./build.sh": "",
	} {
		if got := missingDescription(tree, []string{"sh", "-c", build}); got != want {
			t.Errorf("%s: got %q, want %q", build, got, want)
		}
	}
}

// TestBuildOfOtherLayout: the error of a revision whose build makes another program names that, and the error of one
// without the Makefile says so.
func TestBuildOfOtherLayout(t *testing.T) {
	if runtime.GOOS == "windows" {
		t.Skip("it builds by a shell")
	}
	folder := t.TempDir()
	t.Setenv("HOME", t.TempDir())
	t.Setenv("XDG_CACHE_HOME", t.TempDir())
	git := func(args ...string) {
		t.Helper()
		if out, err := exec.Command("git", append([]string{"-C", folder, "-c", "user.name=a", "-c", "user.email=a@example.com"}, args...)...).CombinedOutput(); err != nil {
			t.Fatalf("git %q: %v\n%s", args, err, out)
		}
	}
	git("init", "-q", "-b", "main")
	must.Do(t, os.WriteFile(filepath.Join(folder, "a"), []byte("a"), 0o666))
	git("add", "-A")
	git("commit", "-q", "-m", "first")
	self := must.Get(os.Executable())(t)
	for _, test := range []struct{ name, build, want string }{
		{"other program", "mkdir -p src && cp '" + self + "' src/Clover.6.1.27 && cp '" + self + "' src/b && cp a c", ": mine is not there (its build: did not make it; it made src/Clover.6.1.27, src/b)"},
		{"no program", "true", ": mine is not there (its build: did not make it)"},
		{"no makefile", "make -C src", " (first): build: exit status 2; this revision has no src/Makefile: its layout differs from the one that build: is for"},
		{"failure alone", "exit 3", " (first): build: exit status 3"},
	} {
		settings := must.Get(config.Parse("zugwatch.yaml", []byte("engines:\n  - {name: mine, command: ./mine, build: \""+test.build+"\"}\nsuites: []\n")))(t)
		settings.Dir = folder
		b := must.Get(NewBuilder(t.Context(), settings, false, t.Logf))(t)
		of := must.Get(b.Find(t.Context(), "base", "HEAD"))(t)
		_, err := b.BuildVariant(t.Context(), &Finder{Config: settings, Own: settings.Own}, "mine", of)
		if failure.Of(err) != failure.Engine || !strings.HasSuffix(err.Error(), of.Commit.ShortHash()+test.want) {
			t.Errorf("%s: got %v, want %s", test.name, err, test.want)
		}
		must.Do(t, b.Close(t.Context()))
	}
}
