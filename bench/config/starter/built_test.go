package starter

import (
	"slices"
	"testing"
	"testing/fstest"
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
