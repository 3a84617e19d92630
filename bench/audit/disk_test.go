package audit

import (
	"bytes"
	"errors"
	"os"
	"path/filepath"
	"testing"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/must"
)

// TestSave: what is kept is read again, replaced as a whole, and told by its name when
// it is damaged.
func TestSave(t *testing.T) {
	file := filepath.Join(t.TempDir(), "r3.json")
	if _, err := Load(file); failure.Of(err) != failure.Input || !errors.Is(err, os.ErrNotExist) {
		t.Errorf("no file: %v", err)
	}
	for _, suite := range []string{"wac", "bk"} {
		r := &Report{Schema: schemaVersion, Suite: bench.SuiteRef{Name: suite}}
		must.Do(t, Save(file, r))
		if got, err := Load(file); err != nil || got.Suite.Name != suite {
			t.Errorf("report %+v, %v", got, err)
		}
		var text bytes.Buffer
		kept, err := os.ReadFile(file)
		if err != nil || r.Write(&text) != nil || !bytes.Equal(kept, text.Bytes()) {
			t.Errorf("the file is %s, %v, want %s", kept, err, text.Bytes())
		}
	}
	must.Do(t, os.WriteFile(file, []byte("{}"), 0o666))
	if _, err := Load(file); failure.Of(err) != failure.Baseline || !bytes.HasPrefix([]byte(err.Error()), []byte(file+": audit: ")) {
		t.Errorf("damaged file: %v", err)
	}
	if err := Save(filepath.Join(file, "x"), new(Report)); err == nil {
		t.Error("a file is no folder")
	}
}

func TestWriteCounterexamples(t *testing.T) {
	r := &Report{
		Engine:          engine.ID{Options: []engine.Option{{Name: "NullMove", Value: "r3"}}},
		Suite:           bench.SuiteRef{Name: "wac"},
		Counterexamples: []Counterexample{{Line: "a"}, {Line: "b"}},
	}
	var text bytes.Buffer
	const want = "# title: Wrong claims of r3 on wac\n# kind: zugzwang\na\nb\n"
	if err := r.WriteCounterexamples(&text); err != nil || text.String() != want {
		t.Errorf("got %q, %v, want %q", text.String(), err, want)
	}
}

// TestCheck: the same claims have to be checked each time.
func TestCheck(t *testing.T) {
	for limits, sound := range map[string]bool{"depth=6": true, "sd,nodes=500": true, "movetime=1s": false, "depth=6,stop-when-solved=3": false, "depth=6,keep-state=2": false} {
		parsed := must.Get(bench.ParseLimits(limits))(t)
		if err := (&Config{Limits: parsed}).Check(); (err == nil) != sound {
			t.Errorf("limits %s: %v", limits, err)
		}
	}
}
