package file

import (
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/engine/must"
)

// TestOutputInto: only what stands between the marks is replaced, and nothing when
// the marks are not there or writing fails.
func TestOutputOr(t *testing.T) {
	put := func(w io.Writer) error { _, err := fmt.Fprint(w, "new\n"); return err }
	file := filepath.Join(t.TempDir(), "page.md")
	var stdout strings.Builder
	for _, name := range []string{"", file} {
		must.Do(t, OutputOrStdout(&stdout, name, put))
	}
	got, _ := os.ReadFile(file)
	if stdout.String() != "new\n" || string(got) != "new\n" {
		t.Errorf("standard output %q, file %q", &stdout, got)
	}
	if err := OutputOrStdout(&stdout, "", func(io.Writer) error { return errors.New("broken") }); failure.Of(err) != failure.Input {
		t.Errorf("a failure: %v", err)
	}
}

func TestOutputInto(t *testing.T) {
	file := filepath.Join(t.TempDir(), "page.md")
	const text = "before\n<!-- matrix a -->\nold\n<!-- end -->\nbetween\n<!-- matrix b -->\nolder\n<!-- end -->\nafter\n"
	must.Do(t, os.WriteFile(file, []byte(text), 0o666))
	put := func(w io.Writer) error { _, err := fmt.Fprint(w, "new\n"); return err }
	must.Do(t, OutputBetweenMarks(file, "matrix", "b", put))
	got, _ := os.ReadFile(file)
	want := strings.Replace(text, "<!-- matrix b -->\nolder\n", "<!-- matrix b -->\n\nnew\n", 1)
	if string(got) != want {
		t.Errorf("got\n%swant\n%s", got, want)
	}
	if err := OutputBetweenMarks(file, "matrix", "c", put); failure.Of(err) != failure.Input {
		t.Errorf("no mark: %v", err)
	}
	if err := OutputBetweenMarks(file, "matrix", "a", func(io.Writer) error { return errors.New("broken") }); err == nil {
		t.Error("a failure is passed over")
	}
	if again, _ := os.ReadFile(file); string(again) != want {
		t.Errorf("changed to\n%s", again)
	}
}

// TestCheckFolder looks for the nearest folder that is there, and makes nothing.
func TestCheckFolder(t *testing.T) {
	dir := t.TempDir()
	plain, taken := filepath.Join(dir, "plain"), filepath.Join(dir, "x")
	must.Do(t, os.WriteFile(plain, nil, 0o666))
	must.Do(t, os.Mkdir(taken, 0o777))
	for name, want := range map[string]failure.Kind{
		dir: failure.None, filepath.Join(dir, "new"): failure.None, filepath.Join(dir, "new", "deep"): failure.None,
		plain: failure.Input, filepath.Join(plain, "new", "deep"): failure.Input,
	} {
		if err := CheckFolder(name); failure.Of(err) != want {
			t.Errorf("%s: %v", name, err)
		}
	}
	left, err := os.ReadDir(dir)
	if err != nil || len(left) != 2 {
		t.Errorf("left behind: %v, %v", left, err)
	}
}

// TestCheckReadOnly finds a folder in which nothing can be made, which is a failure of
// the machine.
func TestCheckReadOnly(t *testing.T) {
	dir := filepath.Join(t.TempDir(), "locked")
	must.Do(t, os.Mkdir(dir, 0o555))
	if file, err := os.Create(filepath.Join(dir, "x")); err == nil {
		file.Close()
		t.Skip("this user writes everywhere")
	}
	for what, err := range map[string]error{
		"file": CheckOutput(filepath.Join(dir, "x.json")), "folder": CheckFolder(dir), "folder below": CheckFolder(filepath.Join(dir, "new")),
	} {
		if failure.Of(err) != failure.Machine {
			t.Errorf("%s: %v", what, err)
		}
	}
}
