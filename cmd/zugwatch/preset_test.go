package main

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/engine/nullmove"
	"github.com/zugwatch/zugwatch/engine/search"
	"github.com/zugwatch/zugwatch/suites"
)

// TestPresets: all that presets name exists, and each name is used once.
func TestPresets(t *testing.T) {
	seen := make(map[string]bool)
	for _, p := range presets() {
		if seen[p.name] || p.what == "" || len(p.policies)+len(p.engines) == 0 {
			t.Errorf("preset %+v", p)
		}
		seen[p.name] = true
		for _, f := range p.policies {
			if _, err := nullmove.Parse(f.text); err != nil {
				t.Errorf("%s: %v", p.name, err)
			}
		}
		for _, name := range p.searches {
			if _, err := search.ParseParams(name); err != nil {
				t.Errorf("%s: %v", p.name, err)
			}
		}
		for _, text := range append(p.suites, p.limits...) {
			name, limit, found := strings.Cut(text, "@")
			if !found && strings.Contains(text, "=") {
				name, limit = "", text
			}
			if _, err := bench.ParseLimits(limit); limit != "" && err != nil {
				t.Errorf("%s: %v", p.name, err)
			}
			if _, err := suites.Resolve(name); name != "" && err != nil {
				t.Errorf("%s: %v", p.name, err)
			}
		}
	}
	if list := presetList(); strings.Count(list, "\n") != len(presets()) {
		t.Errorf("the list is\n%s", list)
	}
}

// TestWriteInto: only what stands between the marks is replaced, and nothing when
// the marks are not there or writing fails.
func TestWriteInto(t *testing.T) {
	file := filepath.Join(t.TempDir(), "page.md")
	const text = "before\n<!-- matrix a -->\nold\n<!-- end -->\nbetween\n<!-- matrix b -->\nolder\n<!-- end -->\nafter\n"
	if err := os.WriteFile(file, []byte(text), 0o666); err != nil {
		t.Fatal(err)
	}
	put := func(w io.Writer) error { _, err := fmt.Fprint(w, "new\n"); return err }
	if err := writeInto(file, "matrix", "b", put); err != nil {
		t.Fatal(err)
	}
	got, _ := os.ReadFile(file)
	want := strings.Replace(text, "<!-- matrix b -->\nolder\n", "<!-- matrix b -->\n\nnew\n", 1)
	if string(got) != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if err := writeInto(file, "matrix", "c", put); codeOf(err) != codeInput {
		t.Errorf("no mark: %v", err)
	}
	if err := writeInto(file, "matrix", "a", func(io.Writer) error { return errors.New("broken") }); err == nil {
		t.Error("a failure is passed over")
	}
	if again, _ := os.ReadFile(file); string(again) != want {
		t.Errorf("changed to\n%s", again)
	}
}

// TestPaper: the page of the papers' tables has a place for every preset, and none
// for others.
func TestPaper(t *testing.T) {
	text, err := os.ReadFile("../../docs/paper.md")
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range presets() {
		if strings.Count(string(text), "<!-- matrix "+p.name+" -->\n") != 1 {
			t.Errorf("docs/paper.md has no place for %s", p.name)
		}
	}
	if got := strings.Count(string(text), "<!-- matrix "); got != len(presets()) {
		t.Errorf("docs/paper.md has %d places, want %d", got, len(presets()))
	}
}
