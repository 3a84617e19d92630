package store

import (
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/engine/must"
)

func TestFaultReportPath(t *testing.T) {
	for id, want := range map[string]string{
		"WAC.001":    "run.json.faults/WAC.001-decc2abf.txt",
		"../../etc":  "run.json.faults/_.._etc-",
		".hidden":    "run.json.faults/hidden-",
		"a\x1b|:é":   "run.json.faults/a____-",
		"":           "run.json.faults/-e3b0c442.txt",
		"wac.001":    "run.json.faults/wac.001-",
		"--":         "run.json.faults/-",
		longID():     "run.json.faults/" + longID()[:maxFaultReportID] + "-",
		longID()[1:]: "run.json.faults/" + longID()[:maxFaultReportID] + "-",
	} {
		if got := filepath.ToSlash(FaultReportPath("run.json", id)); !strings.HasPrefix(got, want) || !faultReportName().MatchString(filepath.Base(got)) {
			t.Errorf("%q: got %s, want %s", id, got, want)
		}
	}
	if FaultReportPath("x", longID()) == FaultReportPath("x", longID()[1:]) {
		t.Error("two positions share a file")
	}
}

// TestSaveFaultReports: those of the run are there, those of an earlier one gone.
func TestSaveFaultReports(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.json")
	save := func(texts ...string) {
		t.Helper()
		var timing bench.Timing
		for i, text := range texts {
			timing.Positions = append(timing.Positions, bench.PositionTime{ID: string(rune('a' + i)), FaultReport: text})
		}
		must.Do(t, SaveFaultReports(path, &timing))
	}
	save("one", "", "three\n")
	if a, c := readFile(t, FaultReportPath(path, "a")), readFile(t, FaultReportPath(path, "c")); a != "one\n" || c != "three\n" {
		t.Errorf("got %q and %q", a, c)
	}
	save("", "two", "")
	if entries, err := os.ReadDir(path + ".faults"); err != nil || len(entries) != 1 || readFile(t, FaultReportPath(path, "b")) != "two\n" {
		t.Errorf("another run: %v, %v", entries, err)
	}
	save()
	if _, err := os.Stat(path + ".faults"); !errors.Is(err, fs.ErrNotExist) {
		t.Errorf("a run without faults: %v", err)
	}
}

// TestFaultReportsOfARun: they are there as soon as the fault is recorded, stay when
// the run goes on, and go when it starts over, with nothing of others.
func TestFaultReportsOfARun(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.json")
	c := open(t, path, Refuse)
	must.Get(c.Begin(sample()))(t)
	f := sampleAnswers()[1]
	f.Time.FaultReport = "go depth 3"
	must.Do(t, c.Record(f))
	must.Do(t, c.Close())
	capsule := FaultReportPath(path, f.Outcome.ID)
	if got := readFile(t, capsule); got != "go depth 3\n" {
		t.Errorf("circumstances: got %q", got)
	}
	begin := func(mode Mode) {
		t.Helper()
		c := open(t, path, mode)
		must.Get(c.Begin(sample()))(t)
		must.Do(t, c.Close())
	}
	begin(Resume)
	if _, err := os.Stat(capsule); err != nil {
		t.Errorf("resumed: %v", err)
	}
	own := filepath.Join(filepath.Dir(capsule), "notes.txt")
	must.Do(t, os.WriteFile(own, nil, 0o666))
	begin(Restart)
	if _, err := os.Stat(capsule); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("restarted: %v", err)
	}
	if _, err := os.Stat(own); err != nil {
		t.Errorf("a file of somebody else: %v", err)
	}
	must.Do(t, os.Remove(own))
	begin(Restart)
	if _, err := os.Stat(filepath.Dir(capsule)); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the empty folder stays: %v", err)
	}
}

func longID() string { return strings.Repeat("x", 100) }
