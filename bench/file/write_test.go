package file

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine/must"
)

var errDisk = errors.New("no space left on device")

// failing returns a disk whose n-th step fails. A write that fails leaves half of its
// bytes, as a full disk does.
func failing(left *int) Disk {
	return Disk{Fault: func(step string) error {
		*left--
		switch {
		case *left == 0 && step == "write":
			return errors.Join(errDisk, io.ErrShortWrite)
		case *left == 0:
			return errDisk
		}
		return nil
	}}
}

func readFile(t *testing.T, path string) string {
	t.Helper()
	data := must.Get(os.ReadFile(path))(t)
	return string(data)
}

func TestEveryDiskFailure(t *testing.T) {
	steps := []string{"create", "write", "sync", "close", "rename", "sync directory"}
	for n := 1; ; n++ {
		directory := t.TempDir()
		path := filepath.Join(directory, "wac.json")
		must.Do(t, os.WriteFile(path, []byte("old"), 0o666))
		left := n
		err := failing(&left).Write(path, []byte("new one"))
		if left > 0 {
			if n != len(steps)+1 || err != nil {
				t.Errorf("call %d: got %v, want %d calls in all", n, err, len(steps))
			}
			break
		}
		if fault, ok := errors.AsType[*WriteError](err); !ok || !errors.Is(err, errDisk) || fault.Path != path || fault.Step != steps[n-1] {
			t.Fatalf("call %d: got %v, want step %q", n, err, steps[n-1])
		}
		want := "old"
		if steps[n-1] == "sync directory" {
			want = "new one"
		}
		if got := readFile(t, path); got != want {
			t.Errorf("call %d: the file holds %q, want %q", n, got, want)
		}
		if entries, _ := os.ReadDir(directory); len(entries) != 1 {
			t.Errorf("call %d: left behind: %v", n, entries)
		}
	}
}

func TestWriteTargets(t *testing.T) {
	directory := t.TempDir()
	target, link := filepath.Join(directory, "target.json"), filepath.Join(directory, "link.json")
	must.Do(t, (Disk{}).Write(target, []byte("one")))
	must.Do(t, os.Chmod(target, 0o606))
	if err := os.Symlink("target.json", link); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	must.Do(t, (Disk{}).Write(link, []byte("two")))
	if info, err := os.Lstat(link); err != nil || info.Mode()&fs.ModeSymlink == 0 || readFile(t, target) != "two" {
		t.Errorf("the link was not followed: %v, %v", info, err)
	}
	if info, err := os.Stat(target); err != nil || info.Mode() != 0o606 {
		t.Errorf("permissions are %v, %v, want those of the old file", info.Mode(), err)
	}
	toDirectory := filepath.Join(directory, "link to a directory")
	must.Do(t, os.Symlink(".", toDirectory))
	// Nothing outside of the test's own directory: a device that got replaced
	// would be the whole machine's loss.
	for _, path := range []string{directory, toDirectory, filepath.Join(directory, "none", "x.json")} {
		err := Disk{}.Write(path, []byte("three"))
		if fault, ok := errors.AsType[*WriteError](err); !ok || fault.Step != "create" {
			t.Errorf("%s: got %v", path, err)
		}
	}
}

// TestReplace: a file is untouched when what fills it fails, and tells that apart
// from a disk that does.
func TestReplace(t *testing.T) {
	path := filepath.Join(t.TempDir(), "report.txt")
	must.Do(t, os.WriteFile(path, []byte("old"), 0o666))
	long := strings.Repeat("x", 1<<20)
	odd := errors.New("odd")
	err := Disk{}.Replace(path, func(w io.Writer) error {
		io.WriteString(w, long)
		return odd
	})
	if err != odd || readFile(t, path) != "old" {
		t.Errorf("fill failed: got %v", err)
	}
	left := 2
	err = failing(&left).Replace(path, func(w io.Writer) error {
		if _, err := io.WriteString(w, long); err != nil {
			return odd
		}
		return nil
	})
	if fault, ok := errors.AsType[*WriteError](err); !ok || fault.Step != "write" || readFile(t, path) != "old" {
		t.Errorf("the disk failed: got %v", err)
	}
	if err := (Disk{}).Replace(path, func(w io.Writer) error {
		_, err := io.WriteString(w, long)
		return err
	}); err != nil || readFile(t, path) != long {
		t.Errorf("got %v", err)
	}
	if entries, _ := os.ReadDir(filepath.Dir(path)); len(entries) != 1 {
		t.Errorf("left behind: %v", entries)
	}
}
