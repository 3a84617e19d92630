package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"testing"

	"github.com/zugwatch/zugwatch/engine/must"
)

// TestSignatureOfBuilds holds that the engine visits the same nodes however it
// is built: with and without profile-guided optimisation, for the oldest and a
// newer processor, and under the race detector. It builds the program four
// times, so it only runs when ZUGWATCH_SLOW is set.
func TestSignatureOfBuilds(t *testing.T) {
	must.SkipUnlessSlow(t, "builds the engine in four ways")
	nodes := regexp.MustCompile(`Nodes searched +: (\d+)`)
	want := ""
	for _, build := range []struct {
		name string
		args []string
		env  string
	}{
		{"plain", []string{"-pgo=off"}, "GOAMD64=v1"},
		{"profile-guided", []string{"-pgo=auto"}, "GOAMD64=v1"},
		{"newer processor", []string{"-pgo=auto"}, "GOAMD64=v3"},
		{"race detector", []string{"-race"}, "GOAMD64=v1"},
	} {
		binary := filepath.Join(t.TempDir(), "zugwatch")
		compile := exec.Command("go", append(append([]string{"build", "-o", binary}, build.args...), ".")...)
		compile.Env = append(os.Environ(), build.env)
		printed(t, compile)
		out := printed(t, exec.Command(binary, "bench", "--depth", "8"))
		found := nodes.FindStringSubmatch(out)
		if found == nil {
			t.Fatalf("%s: no signature in\n%s", build.name, out)
		}
		switch got := found[1]; {
		case want == "":
			want = got
		case got != want:
			t.Errorf("%s: %s nodes, want %s", build.name, got, want)
		}
	}
}
