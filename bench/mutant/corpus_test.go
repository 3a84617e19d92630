package mutant

import (
	"bytes"
	"encoding/json"
	"go/ast"
	"go/importer"
	goparser "go/parser"
	"go/token"
	"go/types"
	"io"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine/must"
)

// root is the root of the repository.
const root = "../.."

// load returns the corpus.
func load(t *testing.T) []Mutant {
	t.Helper()
	return must.Get(Corpus())(t)
}

// TestCorpus holds how many mutants there are of each kind, and that each has a name of its own.
func TestCorpus(t *testing.T) {
	settings, patches, neutral := 0, 0, 0
	seen := make(map[string]bool)
	for _, m := range load(t) {
		if seen[m.Name] {
			t.Errorf("%s stands there twice", m.Name)
		}
		seen[m.Name] = true
		switch {
		case m.What == "":
			t.Errorf("%s does not say what it changes", m.Name)
		case m.Kind == Neutral:
			neutral++
		case m.HasEdits():
			patches++
		default:
			settings++
		}
	}
	if settings < 20 || patches < 40 || neutral < 100 {
		t.Errorf("%d settings, %d patches, %d neutral (expected 20, 40 and 100)", settings, patches, neutral)
	}
}

// TestApplies holds that every edit still finds its text, and changes it.
func TestApplies(t *testing.T) {
	for _, m := range load(t) {
		for _, e := range m.Edits {
			if e.Old == e.New {
				t.Errorf("%s: line %d: an edit of %s changes nothing", m.Name, e.Line, e.File)
			}
		}
		if _, err := m.Patch(root); err != nil {
			t.Error(err)
		}
	}
}

// TestTypes: the packages that a mutant edits are still valid, which a search for texts does not show.
func TestTypes(t *testing.T) {
	list := exec.CommandContext(t.Context(), "go", "list", "-export", "-deps", "-json=ImportPath,Export,Dir,GoFiles", "./engine/...")
	list.Dir = root
	type pkg struct {
		ImportPath, Export, Dir string
		GoFiles                 []string
	}
	exports, byDir := make(map[string]string), make(map[string]pkg)
	for listed := json.NewDecoder(bytes.NewReader(must.Get(list.Output())(t))); listed.More(); {
		var p pkg
		must.Do(t, listed.Decode(&p))
		exports[p.ImportPath], byDir[p.Dir] = p.Export, p
	}
	files := token.NewFileSet()
	config := types.Config{Importer: importer.ForCompiler(files, "gc", func(path string) (io.ReadCloser, error) { return os.Open(exports[path]) })}
	plain := make(map[string]*ast.File) // as they are
	for _, m := range load(t) {
		patched := must.Get(m.Patch(root))(t)
		edited := make(map[string]bool) // folders
		for file := range patched {
			edited[filepath.Dir(file)] = true
		}
		for folder := range edited {
			p, found := byDir[must.Get(filepath.Abs(folder))(t)]
			if !found {
				t.Fatalf("%s: no package in %s", m.Name, folder)
			}
			var parsed []*ast.File
			for _, name := range p.GoFiles {
				file := filepath.Join(folder, name)
				if text, found := patched[file]; found {
					parsed = append(parsed, must.Get(goparser.ParseFile(files, file, text, goparser.SkipObjectResolution))(t))
					continue
				}
				if plain[file] == nil {
					plain[file] = must.Get(goparser.ParseFile(files, file, nil, goparser.SkipObjectResolution))(t)
				}
				parsed = append(parsed, plain[file])
			}
			if _, err := config.Check(p.ImportPath, files, parsed, nil); err != nil {
				t.Errorf("%s: %v", m.Name, err)
			}
		}
	}
}

// TestParse reads a small corpus.
func TestParse(t *testing.T) {
	all := must.Get(parseMutants("x.txt", "# mutants\n\ndamaging no-nulls: none\nnullmove off\nhash 8\n\nneutral seed: another\ntuned\na/b.go\n-one\n-\n-two\n+\n+three\nc.go\n-four\n+five\n"))(t)
	if len(all) != 2 || all[0].Kind != Damaging || len(all[0].Options) != 2 || all[0].Line != 3 || !all[1].Tuned {
		t.Fatalf("mutants %+v", all)
	}
	want := []Edit{{File: "a/b.go", Old: "one\n\ntwo", New: "\nthree", Line: 9}, {File: "c.go", Old: "four", New: "five", Line: 15}}
	if !slices.Equal(all[1].Edits, want) {
		t.Errorf("edits %+v, want %+v", all[1].Edits, want)
	}
}

// TestParseErrors checks the errors of a faulty corpus.
func TestParseErrors(t *testing.T) {
	for _, test := range []struct{ name, text, want string }{
		{"kind", "broken x: y\n", "x.txt:1:1: line \"broken x: y\" (expected damaging NAME: WHAT, or neutral NAME: WHAT)"},
		{"what", "damaging x\n", "x.txt:1:1: mutant without what it changes (expected damaging NAME: WHAT)"},
		{"name", "damaging X: y\n", "mutant \"X\" (expected small letters, digits and dashes)"},
		{"key", "damaging x: y\nserch modern\n", "x.txt:2:1: key \"serch\" (expected search, nullmove, hash, tuned or the name of a file)"},
		{"value", "damaging x: y\nsearch modern,chek=0\n", "x.txt:2:1: option Search: "},
		{"nothing", "damaging x: y\n", "x.txt:1:1: mutant x changes nothing (expected search, nullmove, hash or the name of a file)"},
		{"no file", "damaging x: y\n-a\n+b\n", "x.txt:2:1: edit without a file (expected the name of a Go file above it)"},
	} {
		t.Run(test.name, func(t *testing.T) {
			_, err := parseMutants("x.txt", test.text)
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want %s", err, test.want)
			}
		})
	}
}

// TestApply holds that a text which is not there once is refused.
func TestApply(t *testing.T) {
	e := Edit{File: "a.go", Old: "x", New: "y"}
	if got, err := e.apply("a x b"); err != nil || got != "a y b" {
		t.Errorf("%q, %v", got, err)
	}
	for _, text := range []string{"a", "x x"} {
		if _, err := e.apply(text); err == nil || !strings.Contains(err.Error(), "a.go has ") {
			t.Errorf("%q: error %v", text, err)
		}
	}
}

// TestExample holds that the mutant which the page shows is one of the corpus.
func TestExample(t *testing.T) {
	page := must.Get(os.ReadFile(root + "/docs/sensitivity.md"))(t)
	_, after, _ := strings.Cut(string(page), "```\ndamaging ")
	example, _, found := strings.Cut("damaging "+after, "```")
	patches, err := corpus.ReadFile("corpus/patches.txt")
	if err != nil || !found || !strings.Contains(string(patches), "\n"+example) {
		t.Errorf("the page shows\n%s(expected a mutant of patches.txt, %v)", example, err)
	}
}
