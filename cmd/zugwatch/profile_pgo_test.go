package main

import (
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench/profile"
	"github.com/zugwatch/zugwatch/engine/builtin"
	"github.com/zugwatch/zugwatch/engine/must"
)

// TestGuide checks that profile record made the profile of the build, from the suites and with enough samples. The
// profile must not name a folder of a machine.
func TestGuide(t *testing.T) {
	guide := must.Get(profile.Load("default.pgo"))(t)
	for _, suite := range []string{"wac@", "zugzwang@", "crafty@"} {
		if !strings.Contains(guide.Notes.Suite, suite) {
			t.Errorf("suites are %s, without %s", guide.Notes.Suite, suite)
		}
	}
	if !strings.HasPrefix(guide.Notes.Engine, builtin.Name+" ") || guide.Samples() < defaultSamples {
		t.Errorf("%d samples of %s", guide.Samples(), guide.Notes.Engine)
	}
	for _, file := range guide.Files() {
		if strings.HasPrefix(file, "/") || strings.Contains(file, ":") {
			t.Errorf("file %s is one of a machine", file)
		}
	}
}
