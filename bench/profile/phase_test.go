package profile

import (
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine/must"
)

func TestPhases(t *testing.T) {
	const (
		s    = "github.com/zugwatch/zugwatch/engine/search.(*thread)."
		c    = "github.com/zugwatch/zugwatch/engine/chess.(*Position)."
		f    = "github.com/zugwatch/zugwatch/engine/pass.(*Family)."
		e    = "github.com/zugwatch/zugwatch/engine/eval."
		root = ";" + s + "moves;" + s + "search;" + s + "iterate;main.main"
		null = ";" + s + "search;" + f + "SearchNull;" + s + "search" + root
		conf = ";" + s + "search;" + f + "confirm;" + f + "failHigh;" + f + "SearchNull;" + s + "search" + root
	)
	tests := []struct {
		name, stack, phase, tree string
	}{
		{"search", s + "search" + root, PhaseSearch, TreeMain},
		{"table", "github.com/zugwatch/zugwatch/engine/table.(*Table).Probe;" + s + "search" + root, PhaseSearch, TreeMain},
		{"quiescence", s + "quiescence;" + s + "quiescence" + root, PhaseQuiescence, TreeMain},
		{"exchange", c + "SEEAtLeast;" + s + "quiescence" + root, PhaseQuiescence, TreeMain},
		{"evaluation", e + "(*board).king;" + e + "(*Evaluator).Evaluate;" + s + "judge;" + s + "quiescence" + root, PhaseEvaluation, TreeMain},
		{"attacks of the evaluation", "github.com/zugwatch/zugwatch/engine/chess.RookAttacks;" + e + "(*board).king" + root, PhaseEvaluation, TreeMain},
		{"network", "github.com/zugwatch/zugwatch/engine/network.updateAVX2;" + s + "judge;" + s + "quiescence" + root, PhaseEvaluation, TreeMain},
		{"generation", c + "pieceMoves;" + c + "Noisy;" + s + "beginQuiescence;" + s + "quiescence" + root, PhaseGeneration, TreeMain},
		{"null search", s + "search" + null, PhaseSearch, TreeNull},
		{"quiescence in a null search", s + "quiescence" + null, PhaseQuiescence, TreeNull},
		{"verification", s + "moves" + conf, PhaseSearch, TreeVerification},
		{"null search in a verification", s + "quiescence;" + s + "search;" + f + "SearchNull;" + s + "search" + conf, PhaseQuiescence, TreeNull},
		{"cut off", s + "quiescence;" + s + "search;" + s + "moves", PhaseQuiescence, TreeUnknown},
		{"cut off below a null search", s + "quiescence;" + s + "search;" + f + "SearchNull;" + s + "search", PhaseQuiescence, TreeNull},
		{"collector", "runtime.gcBgMarkWorker;runtime.goexit", PhaseOther, TreeNone},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := must.Get(stacks(t, Notes{}, []string{test.stack}).Summarise())(t)
			if len(got.Phases) != 1 || got.Phases[0].Phase != test.phase || got.Phases[0].Tree != test.tree {
				t.Errorf("phases %v, want %s in %s", got.Phases, test.phase, test.tree)
			}
		})
	}
}

// TestMarksExist finds every function that the rules name in the source: one
// that was renamed would leave its phase empty without a word.
func TestMarksExist(t *testing.T) {
	rules := BuiltinRules()
	marks := append(append([]Mark{{"root", rules.Root}}, rules.Phases...), rules.Trees...)
	for _, mark := range marks {
		path := strings.TrimPrefix(mark.Prefix, "github.com/zugwatch/zugwatch/")
		folder, function, _ := strings.Cut(path, ".")
		files, err := filepath.Glob(filepath.Join("../..", folder, "*.go"))
		if err != nil || len(files) == 0 {
			t.Fatalf("folder %s has no files: %v", folder, err)
		}
		if function == "" {
			continue // the whole package
		}
		receiver, method, _ := strings.Cut(function, ").")
		want := regexp.MustCompile(`(?m)^func \(\w+ ` + regexp.QuoteMeta(strings.TrimPrefix(receiver, "(")) + `\) ` + method + `\(`)
		found := false
		for _, file := range files {
			found = found || want.Match(must.Get(os.ReadFile(file))(t))
		}
		if !found {
			t.Errorf("%s has no function %s, which phase %q is told by", folder, function, mark.Label)
		}
	}
}

// TestStrip leaves the names of files.
func TestStrip(t *testing.T) {
	p := stacks(t, Notes{}, []string{"main.main"}).p
	p.Mapping[0].File, p.Function[0].Filename, p.Comments = "/home/x/engine", "/home/x/main.go", []string{"/home/x"}
	stripPaths(p)
	if p.Mapping[0].File != "engine" || p.Function[0].Filename != "main/main.go" || len(p.Comments) > 0 {
		t.Errorf("%q, %q and %q are left", p.Mapping[0].File, p.Function[0].Filename, p.Comments)
	}
}

func TestStrippedFile(t *testing.T) {
	tests := []struct{ name, function, file, want string }{
		{"go", "github.com/a/b/engine/search.(*thread).search", "/home/x/b/engine/search/search.go", "github.com/a/b/engine/search/search.go"},
		{"trimmed already", "github.com/a/b/engine.F", "github.com/a/b/engine/f.go", "github.com/a/b/engine/f.go"},
		{"library", "runtime.mallocgc", "/usr/local/go/src/runtime/malloc.go", "runtime/malloc.go"},
		{"assembly", "runtime.memmove", "/usr/local/go/src/runtime/memmove_amd64.s", "runtime/memmove_amd64.s"},
		{"windows", "main.main", `C:\Users\x\main.go`, "main/main.go"},
		{"native", "Search::go()", "/home/x/search.cpp", "search.cpp"},
		{"type arguments", "github.com/a/b/bench.guarded[go.shape.struct { Game github.com/a/b/engine/game.Game \"json:\\\"game\\\"\" }]", "/home/x/b/bench/worker.go", "github.com/a/b/bench/worker.go"},
		{"none", "f", "", ""},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			if got := strippedFile(test.function, test.file); got != test.want {
				t.Errorf("file %q, want %q", got, test.want)
			}
		})
	}
}
