package revision

import (
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"testing"
	"testing/fstest"

	"github.com/zugwatch/zugwatch/engine/must"
)

// TestBuiltPrograms: programs of a system are found by their first bytes, as deep as builds put them.
func TestBuiltPrograms(t *testing.T) {
	elf := []byte("\x7fELF and more")
	tree := fstest.MapFS{
		"rook-sse":       {Data: elf, Mode: 0o755},
		"bin/rook.exe":   {Data: []byte("MZ\x90\x00"), Mode: 0o644},
		"a/b/c/mac":      {Data: []byte("\xcf\xfa\xed\xfe"), Mode: 0o755},
		"a/b/c/d/deeper": {Data: elf, Mode: 0o755},
		".git/hook":      {Data: elf, Mode: 0o755},
		"build.sh":       {Data: []byte("#!/bin/sh\n"), Mode: 0o755},
		"lib/rook.so":    {Data: elf, Mode: 0o755},
		"rook.o":         {Data: elf, Mode: 0o755},
		"notes":          {Data: elf, Mode: 0o644},
		"short":          {Data: []byte("\x7f"), Mode: 0o755},
	}
	for goos, want := range map[string]string{"linux": "rook-sse", "windows": "bin/rook.exe", "darwin": "a/b/c/mac"} {
		if got := BuiltPrograms(tree, goos); !slices.Equal(got, []string{want}) {
			t.Errorf("%s: got %q, want %s", goos, got, want)
		}
	}
}

// TestUntracked lists what git does not track, with programs and ignored files and without.
func TestUntracked(t *testing.T) {
	folder, _ := scratch(t)
	program := programMagic(runtime.GOOS)
	for _, name := range []string{"part/tool", "part/mine", "part/new/mine.exe", "part/new/other", "made"} {
		write(t, filepath.Join(folder, name), program)
		must.Do(t, os.Chmod(filepath.Join(folder, name), 0o777))
	}
	mustGit(t, folder, "add", "part/tool")
	part := filepath.Join(folder, "part")
	for _, test := range []struct {
		name      string
		got, want []string
	}{
		{"programs", UntrackedPrograms(t.Context(), part), []string{"mine", "new/mine.exe", "new/other"}},
		{"files", Untracked(t.Context(), part, false), []string{"mine", "new/"}},
		{"files of the root", Untracked(t.Context(), folder, false), []string{"part/mine", "part/new/"}},
		{"ignored ones too", Untracked(t.Context(), folder, true), []string{"made", "part/mine", "part/new/"}},
		{"no repository", Untracked(t.Context(), t.TempDir(), true), nil},
	} {
		if slices.Sort(test.got); !slices.Equal(test.got, test.want) {
			t.Errorf("%s: got %q, want %q", test.name, test.got, test.want)
		}
	}
	t.Chdir(part)
	for path, want := range map[string]bool{"tool": true, "a.txt": true, "mine": false, "*": false, "gone": false} {
		if got := IsTracked(t.Context(), path); got != want {
			t.Errorf("%s is tracked: %t", path, got)
		}
	}
}
