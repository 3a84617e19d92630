package main

import (
	"fmt"
	"go/parser"
	"go/token"
	"io/fs"
	"maps"
	"os"
	"path"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// modulePath is the import path of the repository's root.
const modulePath = "github.com/zugwatch/zugwatch"

// rung is a package's place on the ladder: which packages of ours it may
// import, and which more its tests may.
type rung struct {
	imports []string
	tests   []string
}

// ladder lists every package from the bottom up. Nothing imports upwards: a
// package may only name packages that stand above it in this list.
var ladder = []struct {
	pkg string
	rung
}{
	{"engine/chess", rung{tests: []string{"epd", "suites"}}},
	{"engine/setting", rung{}},
	{"engine/nullmove", rung{imports: []string{"engine/setting"}}},
	{"engine", rung{imports: []string{"engine/chess"}}},
	{"engine/eval", rung{imports: []string{"engine/chess"}}},
	{"engine/tablebase", rung{imports: []string{"engine/chess"}}},
	{"epd", rung{imports: []string{"engine/chess"}}},
	{"engine/search", rung{imports: []string{"engine", "engine/chess", "engine/eval", "engine/nullmove", "engine/setting"}}},
	{"engine/tune", rung{imports: []string{"engine", "engine/chess", "engine/eval"}}},
	{"suites", rung{imports: []string{"engine/chess", "epd"}}},
	{"engine/uci", rung{
		imports: []string{"engine", "engine/chess"},
		tests:   []string{"engine/nullmove", "engine/search", "suites"},
	}},
	{"engine/doctor", rung{imports: []string{"engine", "engine/chess", "engine/uci"}}},
	{"suites/proven", rung{imports: []string{"engine/chess", "engine/tablebase", "epd"}, tests: []string{"suites"}}},
	{"bench", rung{
		imports: []string{"engine", "engine/chess", "epd", "suites"},
		tests:   []string{"engine/nullmove", "engine/search"},
	}},
	{"bench/audit", rung{
		imports: []string{"bench", "engine", "engine/chess", "engine/nullmove", "engine/search", "engine/tablebase", "epd", "suites"},
	}},
	{"bench/matrix", rung{imports: []string{"bench", "bench/audit", "engine"}}},
	{"bench/match/stats", rung{}},
	{"bench/match", rung{
		imports: []string{"bench", "bench/match/stats", "engine", "engine/chess", "epd"},
		tests:   []string{"engine/search"},
	}},
	{"bench/store", rung{
		imports: []string{"bench", "bench/match", "engine", "engine/chess"},
		tests:   []string{"epd", "suites"},
	}},
	{"bench/compare", rung{imports: []string{"bench", "engine", "engine/chess"}}},
	{"bench/profile", rung{imports: []string{"engine", "engine/chess"}, tests: []string{"engine/search"}}},
	{"bench/speed", rung{
		imports: []string{"bench/compare", "engine", "engine/chess"},
		tests:   []string{"engine/nullmove", "engine/search", "suites"},
	}},
	{"bench/revision", rung{}},
	{"bench/report", rung{imports: []string{"bench", "bench/audit", "bench/compare", "bench/match", "bench/match/stats", "bench/matrix", "bench/profile", "bench/speed", "bench/store", "engine", "engine/chess", "engine/doctor", "epd", "suites"}}},
	{"cmd/zugtune", rung{imports: []string{"bench/match", "engine", "engine/chess", "engine/eval", "engine/search", "engine/tune"}}},
	{"cmd/zugwatch", rung{imports: []string{
		"engine", "engine/chess", "engine/doctor", "engine/eval", "engine/nullmove", "engine/search", "engine/tablebase",
		"engine/uci", "epd", "suites", "suites/proven",
		"bench", "bench/audit", "bench/match", "bench/match/stats", "bench/matrix", "bench/profile", "bench/store", "bench/compare", "bench/speed", "bench/revision", "bench/report",
	}}},
}

// outside lists every module of others and the packages that may import it.
// Packages of tests only stand under testOnly.
var outside = map[string][]string{
	"github.com/urfave/cli/v2":               {"cmd/zugtune", "cmd/zugwatch"},
	"github.com/goccy/go-yaml":               {"cmd/zugwatch"},
	"github.com/vbauerster/mpb/v8":           {"cmd/zugwatch"},
	"golang.org/x/term":                      {"cmd/zugwatch"},
	"github.com/olekukonko/tablewriter":      {"bench/report"},
	"github.com/jstemmer/go-junit-report/v2": {"bench/report"},
	"golang.org/x/sys":                       {"bench", "bench/store", "engine/search", "engine/uci"},
	"golang.org/x/sync":                      {"bench"},
	"gonum.org/v1/gonum":                     {"bench/compare", "bench/speed"},
	"github.com/google/pprof":                {"bench/profile"},
	"github.com/ianlancetaylor/demangle":     {"bench/profile"},
}

// testOnly lists the modules that only tests may import.
var testOnly = []string{
	"github.com/corentings/chess/v2",
	"github.com/google/go-cmp",
	"github.com/rogpeppe/go-internal",
	"go.uber.org/goleak",
	"github.com/yuin/goldmark",
	"golang.org/x/perf",
}

// presentation lists the standard packages that print, log or read flags, and
// the packages that may import them.
var presentation = map[string][]string{
	"flag":          {},
	"log":           {},
	"log/slog":      {},
	"html/template": {"bench/report"},
	"text/template": {"bench/report"},
}

// TestLadder reads the imports of every Go file and holds them against the
// tables above.
func TestLadder(t *testing.T) {
	files, err := goFiles(os.DirFS("../.."))
	if err != nil {
		t.Fatal(err)
	}
	for _, fault := range checkLadder(files) {
		t.Error(fault)
	}
}

// TestLadderOrder holds the table against itself: each package is listed once
// and imports only packages listed above it.
func TestLadderOrder(t *testing.T) {
	above := make(map[string]bool)
	for _, row := range ladder {
		for _, imported := range row.imports {
			if !above[imported] {
				t.Errorf("%s may import %s, which does not stand above it", row.pkg, imported)
			}
		}
		if above[row.pkg] {
			t.Errorf("%s stands twice", row.pkg)
		}
		above[row.pkg] = true
	}
}

// TestLadderFaults shows what the check says of trees that break the rules.
func TestLadderFaults(t *testing.T) {
	whole := func() map[string]source {
		files := make(map[string]source)
		for _, row := range ladder {
			files[row.pkg+"/x.go"] = source{pkg: row.pkg}
		}
		return files
	}
	tests := []struct {
		name string
		file string
		add  source
		want string
	}{
		{"upwards", "epd/y.go", source{"epd", []string{modulePath + "/bench"}}, "epd/y.go: epd may not import bench"},
		{"unlisted package", "bench/new/y.go", source{"bench/new", nil}, "bench/new/y.go: package bench/new is not on the ladder"},
		{"top level package", "y.go", source{".", nil}, "y.go: package . is not on the ladder"},
		{"second importer", "bench/y.go", source{"bench", []string{"github.com/urfave/cli/v2"}}, "bench/y.go: bench may not import github.com/urfave/cli/v2"},
		{"unlisted module", "epd/y.go", source{"epd", []string{"example.com/other/part"}}, "epd/y.go: example.com/other/part belongs to no listed module"},
		{"test module in code", "epd/y.go", source{"epd", []string{"github.com/google/go-cmp/cmp"}}, "epd/y.go: github.com/google/go-cmp/cmp is for tests only"},
		{"logging below", "engine/y.go", source{"engine", []string{"log/slog"}}, "engine/y.go: engine may not import log/slog"},
		{"module in a test", "epd/y_test.go", source{"epd", []string{"github.com/google/go-cmp/cmp"}}, ""},
		{"test of itself", "epd/y_test.go", source{"epd", []string{modulePath + "/epd"}}, ""},
		{"upwards in a test", "epd/y_test.go", source{"epd", []string{modulePath + "/bench"}}, "epd/y_test.go: epd may not import bench"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			files := whole()
			files[test.file] = test.add
			got := strings.Join(checkLadder(files), "\n")
			if got != test.want {
				t.Errorf("faults = %q, want %q", got, test.want)
			}
		})
	}
	t.Run("no file", func(t *testing.T) {
		if got := checkLadder(nil); len(got) != 1 || got[0] != "no Go file was found" {
			t.Errorf("faults = %q", got)
		}
	})
	t.Run("missing package", func(t *testing.T) {
		files := whole()
		delete(files, "epd/x.go")
		if got := checkLadder(files); len(got) != 1 || got[0] != "package epd is on the ladder but has no Go file" {
			t.Errorf("faults = %q", got)
		}
	})
}

// source is what the check needs to know of a Go file.
type source struct {
	pkg     string // folder, slash separated, relative to the root
	imports []string
}

// goFiles reads the imports of every Go file below the root, by path. Folders
// that the go command ignores are left out.
func goFiles(root fs.FS) (map[string]source, error) {
	files := make(map[string]source)
	err := fs.WalkDir(root, ".", func(name string, d fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		base := d.Name()
		if d.IsDir() && name != "." && (base == "testdata" || strings.HasPrefix(base, ".") || strings.HasPrefix(base, "_")) {
			return fs.SkipDir
		}
		if d.IsDir() || path.Ext(name) != ".go" {
			return nil
		}
		text, err := fs.ReadFile(root, name)
		if err != nil {
			return err
		}
		parsed, err := parser.ParseFile(token.NewFileSet(), name, text, parser.ImportsOnly)
		if err != nil {
			return err
		}
		file := source{pkg: path.Dir(name)}
		for _, spec := range parsed.Imports {
			imported, err := strconv.Unquote(spec.Path.Value)
			if err != nil {
				return fmt.Errorf("%s: %w", name, err)
			}
			file.imports = append(file.imports, imported)
		}
		files[name] = file
		return nil
	})
	return files, err
}

// checkLadder returns what is wrong with the files, sorted by path.
func checkLadder(files map[string]source) []string {
	if len(files) == 0 {
		return []string{"no Go file was found"}
	}
	rungs := make(map[string]rung)
	for _, row := range ladder {
		rungs[row.pkg] = row.rung
	}
	var faults []string
	found := make(map[string]bool)
	for _, name := range slices.Sorted(maps.Keys(files)) {
		file := files[name]
		place, listed := rungs[file.pkg]
		if !listed {
			faults = append(faults, fmt.Sprintf("%s: package %s is not on the ladder", name, file.pkg))
			continue
		}
		found[file.pkg] = true
		for _, imported := range file.imports {
			if fault := checkImport(file.pkg, place, imported, strings.HasSuffix(name, "_test.go")); fault != "" {
				faults = append(faults, name+": "+fault)
			}
		}
	}
	for _, row := range ladder {
		if !found[row.pkg] {
			faults = append(faults, fmt.Sprintf("package %s is on the ladder but has no Go file", row.pkg))
		}
	}
	return faults
}

// checkImport says what is wrong with one import, or nothing.
func checkImport(pkg string, place rung, imported string, test bool) string {
	refused := fmt.Sprintf("%s may not import %s", pkg, strings.TrimPrefix(imported, modulePath+"/"))
	if inModule(imported, modulePath) {
		own := strings.TrimPrefix(imported, modulePath+"/")
		if slices.Contains(place.imports, own) || test && (own == pkg || slices.Contains(place.tests, own)) {
			return ""
		}
		return refused
	}
	if allowed, ok := presentation[imported]; ok && !test && !slices.Contains(allowed, pkg) {
		return refused
	}
	if first, _, _ := strings.Cut(imported, "/"); !strings.Contains(first, ".") {
		return "" // the standard library
	}
	for module, packages := range outside {
		if inModule(imported, module) {
			if slices.Contains(packages, pkg) {
				return ""
			}
			return refused
		}
	}
	for _, module := range testOnly {
		if inModule(imported, module) {
			if test {
				return ""
			}
			return imported + " is for tests only"
		}
	}
	return imported + " belongs to no listed module"
}

// inModule tells whether an import path lies in a module.
func inModule(imported, module string) bool {
	return imported == module || strings.HasPrefix(imported, module+"/")
}

// TestTopLevel holds the repository's first level against the list of what
// belongs there: a new room is a change to this table.
func TestTopLevel(t *testing.T) {
	want := []string{
		".ci", ".github", ".gitignore", "CHANGELOG.md", "CONTRIBUTING.md", "LICENSE", "README.md",
		"bench", "cmd", "docs", "engine", "epd", "go.mod", "go.sum", "suites", "zugwatch.yaml",
	}
	for _, name := range want {
		if _, err := os.Stat(filepath.Join("../..", name)); err != nil {
			t.Errorf("%s is missing: %v", name, err)
		}
	}
	entries, err := os.ReadDir("../..")
	if err != nil {
		t.Fatal(err)
	}
	for _, entry := range entries {
		name := entry.Name()
		private := strings.HasPrefix(name, ".") // an editor's or git's own
		if !private && !slices.Contains(want, name) && (entry.IsDir() || path.Ext(name) == ".go") {
			t.Errorf("%s does not belong at the top level", name)
		}
	}
}
