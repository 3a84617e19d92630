//go:build unix

package input

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

// TestOpen opens files and nothing else; what may never end does not hold it up.
func TestOpen(t *testing.T) {
	dir := t.TempDir()
	plain, pipe, link := filepath.Join(dir, "plain"), filepath.Join(dir, "pipe"), filepath.Join(dir, "link")
	if err := errors.Join(os.WriteFile(plain, make([]byte, 2<<20), 0o666), syscall.Mkfifo(pipe, 0o666), os.Symlink(plain, link)); err != nil {
		t.Fatal(err)
	}
	for _, c := range []struct {
		name, path string
		most       int64
		want       string
	}{
		{"file", plain, 0, ""},
		{"as large as may be", plain, 2 << 20, ""},
		{"link", link, 0, ""},
		{"larger", plain, 1 << 20, "open " + plain + ": is larger than 1 MiB"},
		{"larger behind a link", link, 1 << 20, "open " + link + ": is larger than 1 MiB"},
		{"pipe", pipe, 0, "open " + pipe + ": is not a regular file"},
		{"device", "/dev/zero", 0, "open /dev/zero: is not a regular file"},
		{"folder", dir, 0, "open " + dir + ": is not a regular file"},
		{"missing", plain + "x", 0, "open " + plain + "x: no such file"},
	} {
		opened, err := Open(c.path, c.most)
		if c.want == "" && err != nil || c.want != "" && (err == nil || !strings.HasPrefix(err.Error(), c.want)) {
			t.Errorf("%s: %v, want %q", c.name, err, c.want)
		}
		if opened != nil {
			opened.Close()
		}
	}
	if _, err := Open(plain+"x", 0); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("missing: %v", err)
	}
}
