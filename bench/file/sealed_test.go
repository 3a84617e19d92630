//go:build unix

package file

import (
	"path/filepath"
	"syscall"
	"testing"

	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/engine/must"
)

// TestReadPipe: what may never end is no stored run.
func TestReadPipe(t *testing.T) {
	pipe := filepath.Join(t.TempDir(), "pipe")
	must.Do(t, syscall.Mkfifo(pipe, 0o666))
	if _, err := Read(pipe); failure.Of(err) != failure.Baseline {
		t.Errorf("a stored run from a pipe: %v", err)
	}
}
