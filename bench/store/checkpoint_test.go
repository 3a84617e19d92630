package store

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/must"
)

// interrupted leaves a journal with the first answers of the sample.
func interrupted(t *testing.T, answers int) (path string) {
	t.Helper()
	path = filepath.Join(t.TempDir(), "run.json")
	c := open(t, path, Refuse)
	if known, err := c.Begin(sample()); known != nil || err != nil {
		t.Fatal(known, err)
	}
	for _, f := range sampleAnswers()[:answers] {
		must.Do(t, c.Record(f))
	}
	must.Do(t, c.Close())
	return path
}

func open(t *testing.T, path string, mode Mode) *Checkpoint {
	t.Helper()
	return must.Get(OpenCheckpoint(path, CheckpointOptions{Mode: mode, Holder: "process 7, since noon", Key: []KeyPart{{"tool", "v1"}}}))(t)
}

func TestModes(t *testing.T) {
	path := interrupted(t, 3)
	_, err := OpenCheckpoint(path, CheckpointOptions{})
	if _, ok := errors.AsType[*PendingError](err); !ok || err.Error() != path+".journal: journal of an unfinished run is there" {
		t.Errorf("refused: got %v", err)
	}
	for _, mode := range []Mode{Resume, Salvage} {
		c := open(t, path, mode)
		known, err := c.Begin(sample())
		if err != nil || !reflect.DeepEqual(known, sampleAnswers()[:3]) {
			t.Errorf("mode %d: got %+v, %v", mode, known, err)
		}
		if torn, damage := c.Lost(); torn != 0 || damage != nil {
			t.Errorf("mode %d: lost %d bytes, %v", mode, torn, damage)
		}
		must.Do(t, c.Close())
	}
	c := open(t, path, Restart)
	if known, err := c.Begin(sample()); err != nil || known != nil {
		t.Errorf("restarted: got %+v, %v", known, err)
	}
	must.Do(t, c.Close())
	c = open(t, path, Resume)
	if known, err := c.Begin(sample()); err != nil || len(known) != 0 {
		t.Errorf("after the restart: got %+v, %v", known, err)
	}
	must.Do(t, c.Close())
}

func TestKeyDifferences(t *testing.T) {
	path := interrupted(t, 2)
	before := readFile(t, JournalPath(path))
	other := sample()
	other.Limits = "nodes=9"
	other.Suite.Digest = "ffff"
	other.Shard = bench.Shard{Index: 1, Count: 2}
	other.Engine.Version = "v0.2.0"
	other.Engine.Options = []engine.Option{{Name: "Hash", Value: "32"}, {Name: "Threads", Value: "1"}}
	c := must.Get(OpenCheckpoint(path, CheckpointOptions{Mode: Resume, Key: []KeyPart{{"tool", "v2"}, {"repeat", "2"}}}))(t)
	_, err := c.Begin(other)
	want := path + `.journal: journal is of another run
  suite digest: "0a1b" in the journal, "ffff" now
  limits: "sd,nodes=50000" in the journal, "nodes=9" now
  shard: "" in the journal, "1/2" now
  version: "v0.1.0" in the journal, "v0.2.0" now
  option Hash: "16" in the journal, "32" now
  option Threads: (none) in the journal, "1" now
  tool: "v1" in the journal, "v2" now
  repeat: (none) in the journal, "2" now
  option NullMove: "r3,guard=none" in the journal, (none) now`
	if _, ok := errors.AsType[*KeyError](err); !ok || err.Error() != want {
		t.Errorf("got %v\nwant %s", err, want)
	}
	must.Do(t, c.Close())
	if after := readFile(t, JournalPath(path)); after != before {
		t.Error("a journal of another run was changed")
	}
}

func TestTornEndIsCut(t *testing.T) {
	path := interrupted(t, 3)
	whole := readFile(t, JournalPath(path))
	must.Do(t, os.WriteFile(JournalPath(path), []byte(whole[:len(whole)-9]), 0o666))
	c := open(t, path, Resume)
	known, err := c.Begin(sample())
	if torn, damage := c.Lost(); err != nil || len(known) != 2 || torn == 0 || damage != nil {
		t.Fatalf("got %d, %v, torn %d, %v", len(known), err, torn, damage)
	}
	for _, f := range sampleAnswers()[2:] {
		must.Do(t, c.Record(f))
	}
	must.Do(t, c.Close())
	data, err := decodeJournal([]byte(readFile(t, JournalPath(path))))
	if err != nil || !reflect.DeepEqual(data.answers, sampleAnswers()) {
		t.Errorf("got %+v, %v", data, err)
	}
}

func TestDamageNeedsSalvage(t *testing.T) {
	path := interrupted(t, 4)
	whole := []byte(readFile(t, JournalPath(path)))
	third := bytes.Index(whole, []byte("\n")) + 1
	third += bytes.Index(whole[third:], []byte("\n")) + 1
	broken := bytes.Clone(whole)
	broken[third+30] ^= 4
	must.Do(t, os.WriteFile(JournalPath(path), broken, 0o666))
	c := open(t, path, Resume)
	_, err := c.Begin(sample())
	want := fmt.Sprintf("%s.journal: journal is damaged at byte %d, after 1 positions: record is broken, and whole ones follow", path, third)
	if err == nil || err.Error() != want {
		t.Errorf("got %v\nwant %s", err, want)
	}
	must.Do(t, c.Close())
	if readFile(t, JournalPath(path)) != string(broken) {
		t.Error("a damaged journal was changed")
	}
	c = open(t, path, Salvage)
	known, err := c.Begin(sample())
	if _, damage := c.Lost(); err != nil || damage == nil || damage.Offset != third || !reflect.DeepEqual(known, sampleAnswers()[:1]) {
		t.Errorf("got %+v, %v, %v", known, err, damage)
	}
	must.Do(t, c.Close())
	if readFile(t, JournalPath(path)) != string(whole[:third]) {
		t.Error("what was salvaged is not the part before the damage")
	}
	must.Do(t, os.WriteFile(JournalPath(path), []byte("nothing of a journal\n"), 0o666))
	c = open(t, path, Salvage)
	var damage *file.JournalError
	if _, err := c.Begin(sample()); !errors.As(err, &damage) || damage.Offset != 0 {
		t.Errorf("nothing to salvage: got %v", err)
	}
	must.Do(t, c.Close())
}

func TestLock(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.json")
	c := open(t, path, Refuse)
	_, err := OpenCheckpoint(path, CheckpointOptions{Mode: Restart})
	var held *file.LockedError
	if !errors.As(err, &held) || err.Error() != path+".lock: file is locked by process 7, since noon (expected one runner for each output)" {
		t.Errorf("got %v", err)
	}
	must.Do(t, c.Close())
	if _, err := os.Stat(path + ".lock"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("the lock is still there: %v", err)
	}
	// A file that a killed process has left is no lock.
	must.Do(t, os.WriteFile(path+".lock", []byte("process 1, long dead, and \x1b[31m a very much longer text\n"), 0o666))
	c = open(t, path, Refuse)
	if got := readFile(t, path+".lock"); got != "process 7, since noon\n" {
		t.Errorf("the lock holds %q", got)
	}
	must.Do(t, os.WriteFile(path+".lock", []byte("\x1b[31m"+strings.Repeat("x", 300)), 0o666))
	if _, err := OpenCheckpoint(path, CheckpointOptions{}); !errors.As(err, &held) || held.Holder != "?[31m"+strings.Repeat("x", 195) {
		t.Errorf("a strange holder: got %v", err)
	}
	must.Do(t, c.Close())
	if got := (&file.LockedError{Path: "x.lock"}).Error(); got != "x.lock: file is locked by another process (expected one runner for each output)" {
		t.Errorf("a silent holder: got %q", got)
	}
}

// TestLockOfLink: a file and a symbolic link to it have one lock.
func TestLockOfLink(t *testing.T) {
	dir := t.TempDir()
	path, link := filepath.Join(dir, "run.json"), filepath.Join(dir, "link.json")
	must.Do(t, errors.Join(os.WriteFile(path, nil, 0o666), os.Symlink(path, link)))
	for _, both := range [][2]string{{path, link}, {link, path}} {
		c := open(t, both[0], Restart)
		var held *file.LockedError
		if _, err := OpenCheckpoint(both[1], CheckpointOptions{Mode: Restart}); !errors.As(err, &held) {
			t.Errorf("%s beside %s: %v", both[1], both[0], err)
		}
		must.Do(t, c.Close())
	}
}

func TestOpenCheckpointErrors(t *testing.T) {
	directory := t.TempDir()
	for _, path := range []string{directory, filepath.Join(directory, "none", "run.json")} {
		_, err := OpenCheckpoint(path, CheckpointOptions{})
		var fault *file.WriteError
		if !errors.As(err, &fault) || fault.Step != "create" {
			t.Errorf("%s: got %v", path, err)
		}
	}
	path := filepath.Join(directory, "run.json")
	must.Do(t, os.Mkdir(JournalPath(path), 0o777))
	c := open(t, path, Resume)
	var fault *file.WriteError
	if _, err := c.Begin(sample()); !errors.As(err, &fault) || fault.Step != "open" {
		t.Errorf("a folder for a journal: got %v", err)
	}
	must.Do(t, c.Close())
}

func TestSweep(t *testing.T) {
	path := filepath.Join(t.TempDir(), "run.json")
	random := strings.Repeat("A", 26)
	for name, stays := range map[string]bool{
		".run.json." + random + ".tmp":         false,
		".run.json.journal." + random + ".tmp": false,
		".run.timing.json." + random + ".tmp":  false,
		".other.json." + random + ".tmp":       true,
		".run.json." + random + "A.tmp":        true,
		".run.json.old.tmp":                    true,
		"run.json." + random + ".tmp":          true,
	} {
		file := filepath.Join(filepath.Dir(path), name)
		must.Do(t, os.WriteFile(file, nil, 0o666))
		must.Do(t, open(t, path, Refuse).Close())
		if _, err := os.Stat(file); (err == nil) != stays {
			t.Errorf("%s: stays %v, want %v", name, err == nil, stays)
		}
	}
}
