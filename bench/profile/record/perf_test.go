package record

import (
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench/profile"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/uci"
)

// TestPerf profiles a busy shell with perf, where that is there and may.
func TestPerf(t *testing.T) {
	ctx := context.Background()
	if err := (perf{}).check(ctx); err != nil {
		t.Skip(err)
	}
	file := filepath.Join(t.TempDir(), "perf.data")
	busy := uci.Command{Path: "/bin/sh", Args: []string{"-c", "i=0; while [ $i -lt 200000 ]; do i=$((i+1)); done"}}
	wrapped := must.Get((perf{}).command(busy, file))(t)
	if out, err := exec.Command(wrapped.Path, wrapped.Args...).CombinedOutput(); err != nil {
		t.Fatalf("%v\n%s", err, out)
	}
	taken := must.Get((perf{}).read(ctx, file))(t)
	if taken.Samples() < 3 {
		t.Errorf("%d samples", taken.Samples())
	}
}

// TestPerfMissing checks the messages if perf is not installed, and if a file is not one
// of its recordings.
func TestPerfMissing(t *testing.T) {
	if _, err := exec.LookPath(profile.Perf); err == nil {
		file := filepath.Join(t.TempDir(), "perf.data")
		must.Do(t, os.WriteFile(file, []byte("nothing of the kind"), 0o666))
		if taken, err := (perf{}).read(context.Background(), file); err == nil {
			t.Errorf("read %d samples of nothing", taken.Samples())
		}
	}
	t.Setenv("PATH", t.TempDir())
	err := perf{}.check(context.Background())
	if err == nil || !strings.Contains(err.Error(), "sudo apt-get install linux-perf") {
		t.Errorf("error %v", err)
	}
}
