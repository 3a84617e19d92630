package store

import (
	"errors"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/engine/must"
)

var errDisk = errors.New("no space left on device")

// failing returns a disk whose n-th step fails. A write that fails leaves half of its
// bytes, as a full disk does. With dead, the process is as good as killed at that
// step: no later one has an effect either.
func failing(left *int, dead bool) file.Disk {
	return file.Disk{Fault: func(step string) error {
		*left--
		switch {
		case *left == 0 && step == "write":
			return errors.Join(errDisk, io.ErrShortWrite)
		case *left == 0 || dead && *left < 0:
			return errDisk
		}
		return nil
	}}
}

func readFile(t *testing.T, path string) string {
	t.Helper()
	return string(must.Get(os.ReadFile(path))(t))
}

func TestSaveAndLoad(t *testing.T) {
	directory := t.TempDir()
	path := filepath.Join(directory, "run.json")
	must.Do(t, Save(path, sample()))
	if _, err := Load(path); err != nil {
		t.Error(err)
	}
	if _, err := LoadBaseline(path); err == nil || err.Error() != path+": file is a run that nobody accepted (expected a baseline with a reason; hint: accept it first)" {
		t.Errorf("a run as baseline: got %v", err)
	}
	must.Do(t, SaveBaseline(path, sampleBaseline()))
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
	var fault *file.Error
	if !errors.As(err, &fault) || fault.Reason != file.Missing || !errors.Is(err, fs.ErrNotExist) || err.Error() != gone+": file is missing" {
		t.Errorf("missing: got %v", err)
	}
	if _, err := Load(directory); !errors.As(err, &fault) || fault.Reason != file.Unreadable {
		t.Errorf("directory: got %v", err)
	}
	if timing, err := LoadTiming(gone); timing != nil || err != nil {
		t.Errorf("timing: got %v, %v", timing, err)
	}
}
