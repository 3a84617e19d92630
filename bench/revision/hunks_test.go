package revision

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"github.com/zugwatch/zugwatch/engine/must"
)

// TestHunks: a difference splits into hunks. Each can be applied alone and taken back, and all of them make the other
// revision: text with and without a last line end, a new file, a removed one and a binary one.
func TestHunks(t *testing.T) {
	folder, r := scratch(t)
	many := func(words ...string) string {
		lines := make([]string, 30)
		copy(lines, []string{"first", "@@ no hunk", "diff --git no file"})
		lines[5], lines[25] = words[0], words[1]
		return strings.Join(lines, "\r\n") + "\r\n"
	}
	write(t, filepath.Join(folder, "many.c"), many("a", "b"))
	write(t, filepath.Join(folder, "goes.c"), "x\n")
	write(t, filepath.Join(folder, "bytes"), "a\x00b")
	mustGit(t, folder, "add", "-A")
	mustGit(t, folder, "commit", "-q", "-m", "second")
	base := head(t, r, "HEAD")
	write(t, filepath.Join(folder, "many.c"), many("A", "B"))
	write(t, filepath.Join(folder, "new.c"), "y")
	write(t, filepath.Join(folder, "bytes"), "a\x00c")
	must.Do(t, os.Remove(filepath.Join(folder, "goes.c")))
	mustGit(t, folder, "add", "-A")
	mustGit(t, folder, "commit", "-q", "-m", "third")

	temporary := t.TempDir()
	hunks := must.Get(r.Hunks(t.Context(), base, head(t, r, "HEAD"), false, temporary))(t)
	var files []string
	for _, h := range hunks {
		files = append(files, h.File)
	}
	if diff := cmp.Diff([]string{"bytes", "goes.c", "many.c", "many.c", "new.c"}, files); diff != "" {
		t.Fatalf("files (-want +got):\n%s", diff)
	}
	tree := must.Get(r.Checkout(t.Context(), base, filepath.Join(temporary, "tree")))(t)
	defer tree.Remove(t.Context())
	content := func(name string) string {
		text, err := os.ReadFile(filepath.Join(temporary, "tree", name))
		if os.IsNotExist(err) {
			return "none"
		}
		must.Do(t, err)
		return string(text)
	}
	must.Do(t, tree.Apply(t.Context(), hunks[3:4], false, temporary))
	if got := content("many.c"); got != many("a", "B") {
		t.Errorf("with one hunk: %q", got)
	}
	must.Do(t, tree.Apply(t.Context(), hunks[3:4], true, temporary))
	if got := content("many.c"); got != many("a", "b") {
		t.Errorf("taken back: %q", got)
	}
	must.Do(t, tree.Apply(t.Context(), hunks, false, temporary))
	for name, want := range map[string]string{"many.c": many("A", "B"), "new.c": "y", "goes.c": "none", "bytes": "a\x00c"} {
		if got := content(name); got != want {
			t.Errorf("with all: %s is %q, want %q", name, got, want)
		}
	}
	if err := tree.Apply(t.Context(), hunks[:1], false, temporary); err == nil {
		t.Error("a hunk was applied twice")
	}
	write(t, filepath.Join(folder, "many.c"), many("a", "B"))
	if left := must.Get(r.Hunks(t.Context(), head(t, r, "HEAD"), Commit{}, true, temporary))(t); len(left) != 1 || left[0].File != "many.c" {
		t.Errorf("hunks of the work tree: %+v", left)
	}
}
