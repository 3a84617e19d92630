package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
)

var errDisk = errors.New("no space left on device")

// failing is the disk of the system, but its n-th call fails. A write that
// fails leaves half of its bytes, as a full disk does. With dead, the process
// is as good as killed at that call: no later one has an effect either.
//
// It does not really sync, which takes its time and shows in nothing but a
// power failure.
type failing struct {
	system
	left *int
	dead bool
}

func (d failing) fails() bool {
	*d.left--
	return *d.left == 0 || d.dead && *d.left < 0
}

func (d failing) create(path string) (*os.File, error) {
	if d.fails() {
		return nil, errDisk
	}
	return d.system.create(path)
}

func (d failing) extend(path string) (*os.File, error) {
	if d.fails() {
		return nil, errDisk
	}
	return d.system.extend(path)
}

func (d failing) write(file *os.File, data []byte) error {
	if d.fails() {
		if *d.left < 0 {
			return errDisk
		}
		return errors.Join(d.system.write(file, data[:len(data)/2]), errDisk)
	}
	return d.system.write(file, data)
}

func (d failing) sync(*os.File) error {
	if d.fails() {
		return errDisk
	}
	return nil
}

func (d failing) close(file *os.File) error {
	if d.fails() {
		return errors.Join(d.system.close(file), errDisk)
	}
	return d.system.close(file)
}

func (d failing) truncate(file *os.File, size int64) error {
	if d.fails() {
		return errDisk
	}
	return d.system.truncate(file, size)
}

func (d failing) rename(from, to string) error {
	if d.fails() {
		return errDisk
	}
	return d.system.rename(from, to)
}

func (d failing) remove(path string) error {
	if d.fails() {
		return errDisk
	}
	return d.system.remove(path)
}

func (d failing) makeDirectory(path string) error {
	if d.fails() {
		return errDisk
	}
	return d.system.makeDirectory(path)
}

func (d failing) syncDirectory(string) error {
	if d.fails() {
		return errDisk
	}
	return nil
}

func TestEveryDiskFailure(t *testing.T) {
	steps := []string{"create", "write", "sync", "close", "rename", "sync directory"}
	for n := 1; ; n++ {
		directory := t.TempDir()
		path := filepath.Join(directory, "wac.json")
		if err := os.WriteFile(path, []byte("old"), 0o666); err != nil {
			t.Fatal(err)
		}
		left := n
		err := writeAtomic(failing{left: &left}, path, []byte("new one"))
		if left > 0 {
			if n != len(steps)+1 || err != nil {
				t.Errorf("call %d: got %v, want %d calls in all", n, err, len(steps))
			}
			break
		}
		var fault *WriteError
		if !errors.As(err, &fault) || !errors.Is(err, errDisk) || fault.Path != path || fault.Step != steps[n-1] {
			t.Errorf("call %d: got %v, want step %q", n, err, steps[n-1])
		}
		want := "old"
		if fault.Step == "sync directory" {
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

func readFile(t *testing.T, path string) string {
	t.Helper()
	data, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

func TestWriteTargets(t *testing.T) {
	directory := t.TempDir()
	target, link := filepath.Join(directory, "target.json"), filepath.Join(directory, "link.json")
	if err := writeAtomic(system{}, target, []byte("one")); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink("target.json", link); err != nil {
		t.Skip("no symbolic links here:", err)
	}
	if err := writeAtomic(system{}, link, []byte("two")); err != nil {
		t.Fatal(err)
	}
	if info, err := os.Lstat(link); err != nil || info.Mode()&fs.ModeSymlink == 0 || readFile(t, target) != "two" {
		t.Errorf("the link was not followed: %v, %v", info, err)
	}
	toDirectory := filepath.Join(directory, "link to a directory")
	if err := os.Symlink(".", toDirectory); err != nil {
		t.Fatal(err)
	}
	// Nothing outside of the test's own directory: a device that got replaced
	// would be the whole machine's loss.
	for _, path := range []string{directory, toDirectory, filepath.Join(directory, "none", "x.json")} {
		err := writeAtomic(system{}, path, []byte("three"))
		var fault *WriteError
		if !errors.As(err, &fault) || fault.Step != "create" {
			t.Errorf("%s: got %v", path, err)
		}
	}
}

func TestSaveAndLoad(t *testing.T) {
	directory := t.TempDir()
	path := filepath.Join(directory, "run.json")
	if err := Save(path, sample()); err != nil {
		t.Fatal(err)
	}
	if _, err := Load(path); err != nil {
		t.Error(err)
	}
	if _, err := LoadBaseline(path); err == nil || err.Error() != path+": file is a run that nobody accepted (expected a baseline with a reason; hint: accept it first)" {
		t.Errorf("a run as baseline: got %v", err)
	}
	if err := SaveBaseline(path, sampleBaseline()); err != nil {
		t.Fatal(err)
	}
	if b, err := LoadBaseline(path); err != nil || !reflect.DeepEqual(b.Accepted, sampleBaseline().Accepted) {
		t.Errorf("baseline: got %+v, %v", b, err)
	}
	bad := sample()
	bad.Suite.Count = 7
	if err := Save(path, bad); err == nil || !strings.Contains(err.Error(), "contradicts itself") {
		t.Errorf("a run that could not be read again: got %v", err)
	}
	unreasoned := sampleBaseline()
	unreasoned.Accepted.Reason = ""
	if err := SaveBaseline(path, unreasoned); err == nil {
		t.Error("a baseline without reason was written")
	}
	if _, err := LoadBaseline(path); err != nil {
		t.Errorf("the file before is gone: %v", err)
	}
}

func TestLoadErrors(t *testing.T) {
	directory := t.TempDir()
	gone := filepath.Join(directory, "gone.json")
	_, err := LoadBaseline(gone)
	var fault *FileError
	if !errors.As(err, &fault) || fault.Reason != Missing || !errors.Is(err, fs.ErrNotExist) || err.Error() != gone+": file is missing" {
		t.Errorf("missing: got %v", err)
	}
	if _, err := Load(directory); !errors.As(err, &fault) || fault.Reason != Unreadable {
		t.Errorf("directory: got %v", err)
	}
	if _, err := LoadTiming(gone); !errors.As(err, &fault) || fault.Reason != Missing || !strings.HasSuffix(fault.Path, "gone.timing.json") {
		t.Errorf("timing: got %v", err)
	}
	for r := Unreadable; r < reasonEnd; r++ {
		if r.String() == "" {
			t.Errorf("reason %d has no text", r)
		}
	}
}
