package file

import (
	"errors"
	"path/filepath"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"github.com/zugwatch/zugwatch/engine/must"
)

// openTestJournal opens a journal that counts its syncs, which may fail.
func openTestJournal(t *testing.T, syncs *atomic.Int32, fails error) *Journal {
	t.Helper()
	path := filepath.Join(t.TempDir(), "run.json.journal")
	must.Do(t, NewJournal(Disk{}, path, []byte("header")))
	j, err := OpenJournal(Disk{Fault: func(step string) error {
		if step != "sync" {
			return nil
		}
		syncs.Add(1)
		return fails
	}}, path, time.Second)
	must.Do(t, err)
	return j
}

// TestSyncDelay: records reach the disk a second after the first of them, not
// each for itself and not only at the next one.
func TestSyncDelay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var syncs atomic.Int32
		j := openTestJournal(t, &syncs, nil)
		expect := func(want int32) {
			t.Helper()
			synctest.Wait()
			if got := syncs.Load(); got != want {
				t.Errorf("%d syncs, want %d", got, want)
			}
		}
		record := []byte("record")
		for range 100 {
			must.Do(t, j.Append(record, nil))
		}
		time.Sleep(time.Second - time.Nanosecond)
		expect(0)
		time.Sleep(time.Nanosecond)
		expect(1)
		time.Sleep(time.Hour)
		expect(1)
		j.Append(record, nil)
		time.Sleep(time.Second / 2)
		j.Append(record, nil)
		time.Sleep(time.Second / 2)
		expect(2)
		j.Append(record, nil)
		must.Do(t, j.Close())
		expect(3)
		time.Sleep(time.Minute)
		expect(3)
		if err := j.Append(record, nil); err == nil {
			t.Error("a closed journal was written to")
		}
	})
}

// TestFailedSyncIsNotRepeated: after it nothing is known of the file.
func TestFailedSyncIsNotRepeated(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var syncs atomic.Int32
		j := openTestJournal(t, &syncs, errDisk)
		must.Do(t, j.Append([]byte("one"), nil))
		time.Sleep(2 * time.Second)
		synctest.Wait()
		var fault *WriteError
		if err := j.Append([]byte("two"), nil); !errors.As(err, &fault) || fault.Step != "sync" || !errors.Is(err, errDisk) {
			t.Errorf("got %v", err)
		}
		if err := j.Close(); !errors.Is(err, errDisk) || syncs.Load() != 1 {
			t.Errorf("got %v after %d syncs", err, syncs.Load())
		}
	})
}

// TestLongHeader: what could not be read again is not written.
func TestLongHeader(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.json.journal")
	if err := NewJournal(Disk{}, path, make([]byte, MaxRecord+1)); err == nil || err.Error() != path+": write: header has 131073 bytes (expected at most 131072)" {
		t.Errorf("got %v", err)
	}
}
