package file

import (
	"errors"
	"path/filepath"
	"sync"
	"sync/atomic"
	"testing"
)

// TestLockRace: of many that want the lock, again and again, never two have it.
func TestLockRace(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.json.lock")
	var inside, taken atomic.Int32
	var runners sync.WaitGroup
	for range 8 {
		runners.Go(func() {
			for range 200 {
				lock, err := Acquire(path, "x")
				if held := (*LockedError)(nil); errors.As(err, &held) {
					continue
				}
				if err != nil {
					t.Error(err)
					return
				}
				taken.Add(1)
				if inside.Add(1) != 1 {
					t.Error("two have the lock")
				}
				inside.Add(-1)
				if err := lock.Release(); err != nil {
					t.Error(err)
				}
			}
		})
	}
	runners.Wait()
	if taken.Load() == 0 {
		t.Error("nobody ever had the lock")
	}
}
