package golden

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine/must"
)

// recorder is a test that notes how it failed.
type recorder struct {
	testing.TB
	failed string
}

func (r *recorder) Helper()                           {}
func (r *recorder) Name() string                      { return "TestX" }
func (r *recorder) Fatal(args ...any)                 { r.failed += fmt.Sprint(args...) }
func (r *recorder) Errorf(format string, args ...any) { r.failed += fmt.Sprintf(format, args...) }

// TestCheck checks that a missing or different file fails the test, and that only an update writes it.
func TestCheck(t *testing.T) {
	*update = false
	path := filepath.Join(t.TempDir(), "x.golden")
	check := func(got string) string {
		var r recorder
		Check(&r, path, got)
		return r.failed
	}
	if failed := check("one\n"); !strings.Contains(failed, "no such file") {
		t.Errorf("missing: failed with %q", failed)
	}
	*update = true
	failed := check("one\n")
	*update = false
	if written := must.Get(os.ReadFile(path))(t); failed != "" || string(written) != "one\n" {
		t.Errorf("update: failed with %q, wrote %q", failed, written)
	}
	if failed := check("one\n"); failed != "" {
		t.Errorf("same: failed with %q", failed)
	}
	if failed := check("two\n"); !strings.Contains(failed, "-run TestX -update") || !strings.Contains(failed, "-one\n+two\n") {
		t.Errorf("other: failed with %q", failed)
	}
}
