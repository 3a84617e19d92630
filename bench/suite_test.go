package bench

import (
	"os"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/engine/must"
)

// TestOpenSuite: a part of a suite, and what is said of a file without a path.
func TestOpenSuite(t *testing.T) {
	part, err := OpenSuite("wac", 1, "1-3", "WAC.007")
	if err != nil || len(part.Records) != 4 {
		t.Fatalf("part of a suite: %v, %v", part, err)
	}
	t.Chdir(t.TempDir())
	must.Do(t, os.WriteFile("mine", nil, 0o666))
	_, err = OpenSuite("mine", 1)
	if failure.Of(err) != failure.Input || !strings.HasSuffix(err.Error(), "; the file mine needs a path, such as ./mine") {
		t.Errorf("file without a path: %v", err)
	}
	if _, err = OpenSuite("other", 1); failure.Of(err) != failure.Input || strings.Contains(err.Error(), "needs a path") {
		t.Errorf("unknown suite: %v", err)
	}
}

// TestKnownSuite: a run is of a suite that Zugwatch brings by the name and the digest.
func TestKnownSuite(t *testing.T) {
	for _, forms := range []int{1, 4} {
		suite := must.Get(OpenSuite("crafty", forms))(t)
		run := &Run{Suite: RefOf(suite)}
		if got := KnownSuite(run); got == nil || got.Digest != suite.Digest {
			t.Errorf("%d forms: %v", forms, got)
		}
		run.Suite.Digest = "another"
		if KnownSuite(run) != nil {
			t.Error("other positions are taken for those of the suite")
		}
	}
	if KnownSuite(&Run{Suite: SuiteRef{Name: "mine"}}) != nil {
		t.Error("a suite of somebody is known")
	}
}

// TestDefaultLimits: a suite is searched to its depths only when all of its records
// name one.
func TestDefaultLimits(t *testing.T) {
	for name, want := range map[string]string{"crafty": "sd", "wac": DefaultNodes} {
		suite := must.Get(OpenSuite(name, 1))(t)
		if got := DefaultLimits(suite); got != want {
			t.Errorf("%s: limits %s, want %s", name, got, want)
		}
	}
}
