package history

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/must"
)

// at returns a record of a commit by its number.
func at(number int, limits string) Record {
	return Record{
		Commit: strings.Repeat("0123456789"[number:number+1], 40), Date: time.Date(2026, 1, 1+number, 12, 0, 0, 0, time.UTC), Subject: "search: <b> & \"quotes\"",
		Engine: engine.ID{Name: "Fake", Version: "1", Options: []engine.Option{{Name: "Hash", Value: "16"}}},
		Suite:  bench.SuiteRef{Name: "wac", Digest: "sha256:d", Count: 300, Forms: 4}, Limits: limits,
		Asked: 300, Solved: 291, Faults: 1, Nodes: 1<<60 + uint64(number), Solution: 1234, NPS: 5_000_000,
	}
}

// kept returns a history of records in a file of its own.
func kept(t *testing.T, records ...Record) string {
	t.Helper()
	path := filepath.Join(t.TempDir(), "history.jsonl")
	if added, err := Append(path, "test", records...); err != nil || added.New != len(records) {
		t.Fatal(added, err)
	}
	return path
}

func read(t *testing.T, path string) string {
	t.Helper()
	return string(must.Get(os.ReadFile(path))(t))
}

// TestAppend: a file grows at its end, and comes back as what was added.
func TestAppend(t *testing.T) {
	path := kept(t, at(1, "depth=9"), at(1, "nodes=1000"))
	before := read(t, path)
	if added, err := Append(path, "test", at(2, "depth=9")); err != nil || added != (AddResult{New: 1}) {
		t.Fatal(added, err)
	}
	after := read(t, path)
	if !strings.HasPrefix(after, before) || strings.Count(after, "\n") != 3 {
		t.Errorf("before:\n%s\nafter:\n%s", before, after)
	}
	records := must.Get(Load(path))(t)
	if diff := cmp.Diff([]Record{at(1, "depth=9"), at(1, "nodes=1000"), at(2, "depth=9")}, records); diff != "" {
		t.Error(diff)
	}
	if left, err := filepath.Glob(filepath.Join(filepath.Dir(path), "*")); err != nil || len(left) != 1 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// TestAppendTwice: the first record of a commit stays; a different exact result is an error.
func TestAppendTwice(t *testing.T) {
	threads := at(5, "depth=9")
	threads.Engine.Options = []engine.Option{{Name: "Threads", Value: "2"}}
	path := kept(t, at(1, "depth=9"), at(1, "movetime=100ms"), threads)
	before := read(t, path)
	threads.Nodes++
	change := func(limits string, edit func(*Record)) Record {
		r := at(1, limits)
		edit(&r)
		return r
	}
	for name, again := range map[string]Record{
		"the same":        at(1, "depth=9"),
		"another speed":   change("depth=9", func(r *Record) { r.NPS, r.Engine.Version = 1, "2" }),
		"under a clock":   change("movetime=100ms", func(r *Record) { r.Solved, r.Nodes = 200, 99 }),
		"several threads": threads,
	} {
		if added, err := Append(path, "test", again); err != nil || added != (AddResult{Known: 1}) {
			t.Errorf("%s: %+v, %v", name, added, err)
		}
	}
	for name, edit := range map[string]func(*Record){
		"solved":   func(r *Record) { r.Solved-- },
		"nodes":    func(r *Record) { r.Nodes++ },
		"solution": func(r *Record) { r.Solution++ },
		"points":   func(r *Record) { r.Points++ },
		"graded":   func(r *Record) { r.MaxPoints++ },
		"faults":   func(r *Record) { r.Faults = 0 },
		"engine":   func(r *Record) { r.Engine.Name = "Other" },
		"options":  func(r *Record) { r.Engine.Options = []engine.Option{{Name: "Hash", Value: "32"}} },
		"threads":  func(r *Record) { r.Engine.Options = threads.Engine.Options },
	} {
		added, err := Append(path, "test", at(3, "depth=9"), change("depth=9", edit))
		if failure.Of(err) != failure.Baseline || added != (AddResult{}) || !strings.HasPrefix(err.Error(), path+":1:1: commit 1111111111 has another result of suite wac: 291 solved with ") {
			t.Errorf("%s: %+v, %v", name, added, err)
		}
	}
	if read(t, path) != before {
		t.Error("the file was written")
	}
}

// TestAppendNothing: without anything new no file is made and none is written.
func TestAppendNothing(t *testing.T) {
	path := filepath.Join(t.TempDir(), "history.jsonl")
	if added, err := Append(path, "test"); err != nil || added != (AddResult{}) {
		t.Errorf("%+v, %v", added, err)
	}
	if _, err := os.Stat(path); !os.IsNotExist(err) {
		t.Errorf("a file was made: %v", err)
	}
	if _, err := Append(filepath.Join(filepath.Dir(path), "none", "history.jsonl"), "test", at(1, "depth=9")); failure.Of(err) != failure.Machine {
		t.Errorf("no folder: %v", err)
	}
}

// TestAppendBeside: while another one writes, nothing is written, and the error says who it is.
func TestAppendBeside(t *testing.T) {
	path := kept(t, at(1, "depth=9"))
	before := read(t, path)
	lock := must.Get(file.Acquire(file.Target(path)+".lock", "somebody else"))(t)
	if added, err := Append(path, "test", at(2, "depth=9")); failure.Of(err) != failure.Machine || added != (AddResult{}) || !strings.Contains(err.Error(), "somebody else") {
		t.Errorf("%+v, %v", added, err)
	}
	if read(t, path) != before {
		t.Error("the file was written")
	}
	must.Do(t, lock.Release())
	if added, err := Append(path, "test", at(2, "depth=9")); err != nil || added.New != 1 {
		t.Errorf("after it: %+v, %v", added, err)
	}
}

// TestAppendNonsense: what could not be read again is not written.
func TestAppendNonsense(t *testing.T) {
	path := kept(t, at(1, "depth=9"))
	before := read(t, path)
	if added, err := Append(path, "test", at(2, "depth=9"), at(3, "some depth")); err == nil || added != (AddResult{}) || read(t, path) != before {
		t.Errorf("%+v, %v", added, err)
	}
}

// TestDamaged: a line that is not whole is an error with its place.
func TestDamaged(t *testing.T) {
	whole := read(t, kept(t, at(1, "depth=9"), at(2, "depth=9"), at(3, "depth=9")))
	lines := strings.SplitAfter(whole, "\n")
	second := func(text string) string { return lines[0] + text + lines[2] }
	contrary := at(2, "depth=9")
	contrary.Solved = 301
	impossible := must.Get(encodeLine(&contrary))(t)
	for _, test := range []struct {
		name, text string
		reason     file.Reason
		line       int
	}{
		{"empty", "", file.Empty, 0},
		{"cut off", whole[:len(whole)-30], file.Cut, 3},
		{"without its last end of a line", whole[:len(whole)-1], file.Cut, 3},
		{"no JSON", second("solved 7\n"), file.Syntax, 2},
		{"empty line", second("\n"), file.Empty, 2},
		{"a run", second(`{"format": "zugwatch run", "schema": 1}` + "\n"), file.Foreign, 2},
		{"newer", second(strings.Replace(lines[1], `"schema":1`, `"schema":2`, 1)), file.Newer, 2},
		{"edited", second(strings.Replace(lines[1], `"solved":291`, `"solved":292`, 1)), file.Altered, 2},
		{"check", second(strings.Replace(lines[1], `"check":"`, `"check":"0`, 1)), file.Altered, 2},
		{"unknown key", second(strings.Replace(lines[1], `"schema":1`, `"schema":1,"more":2`, 1)), file.UnknownKey, 2},
		{"double key", second(strings.Replace(lines[1], `"schema":1`, `"schema":1,"nodes":2`, 1)), file.DuplicateKey, 2},
		{"blank", second(strings.Replace(lines[1], `"schema":1`, `"schema": 1`, 1)), file.NotCanonical, 2},
		{"end of Windows", second(strings.Replace(lines[1], "\n", "\r\n", 1)), file.NotCanonical, 2},
		{"two in one", second(strings.TrimSpace(lines[1]) + lines[1]), file.Syntax, 2},
		{"conflict", second("<<<<<<< HEAD\n" + lines[1]), file.Conflict, 2},
		{"more solved than asked", second(string(impossible)), file.Contradiction, 2},
	} {
		path := filepath.Join(t.TempDir(), "history.jsonl")
		must.Do(t, os.WriteFile(path, []byte(test.text), 0o666))
		_, err := Load(path)
		fault, ok := errors.AsType[*file.Error](err)
		if !ok || fault.Reason != test.reason || fault.Line != test.line || fault.Path != path || failure.Of(err) != failure.Baseline {
			t.Errorf("%s: %v", test.name, err)
		}
		if _, again := Append(path, "test", at(4, "depth=9")); again == nil || again.Error() != err.Error() || read(t, path) != test.text {
			t.Errorf("%s: adding: %v", test.name, again)
		}
	}
}

// FuzzDecode: what is read is written again to the byte.
func FuzzDecode(f *testing.F) {
	r := at(1, "depth=9")
	text := must.Get(encodeLine(&r))(f)
	f.Add(string(text))
	f.Add(string(text) + string(text))
	f.Fuzz(func(t *testing.T, text string) {
		records, err := decode([]byte(text))
		if err != nil {
			return
		}
		var b strings.Builder
		for i := range records {
			b.Write(must.Get(encodeLine(&records[i]))(t))
		}
		if b.String() != text {
			t.Errorf("read %q, written %q", text, b.String())
		}
	})
}
