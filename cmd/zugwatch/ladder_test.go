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

	"github.com/zugwatch/zugwatch/engine/golden"
	"github.com/zugwatch/zugwatch/engine/must"
)

// modulePath is the import path of the repository's root.
const modulePath = "github.com/zugwatch/zugwatch"

// rung is the place of a package on the ladder: the own packages that it may import, and the additional ones for its
// tests.
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
	{"engine/must", rung{}},
	{"engine/golden", rung{imports: []string{"engine/must"}}},
	{"engine/random", rung{}},
	{"engine/inorder", rung{}},
	{"engine/notation", rung{}},
	{"engine/memory", rung{tests: []string{"engine/must"}}},
	{"engine/chess", rung{imports: []string{"engine/memory", "engine/notation", "engine/random"}, tests: []string{"engine/golden", "engine/must"}}},
	{"engine/setting", rung{}},
	{"engine/nullmove", rung{imports: []string{"engine/setting"}, tests: []string{"engine/must"}}},
	{"engine/text", rung{}},
	{"engine/shogi", rung{imports: []string{"engine/memory", "engine/notation", "engine/random", "engine/text"}, tests: []string{"engine/must"}}},
	{"engine/game", rung{imports: []string{"engine/chess", "engine/notation", "engine/shogi"}, tests: []string{"engine/must"}}},
	{"engine", rung{imports: []string{"engine/game"}}},
	{"engine/table", rung{imports: []string{"engine", "engine/memory"}, tests: []string{"engine/must"}}},
	{"engine/budget", rung{imports: []string{"engine", "engine/game"}}},
	{"engine/heuristic", rung{imports: []string{"engine", "engine/setting"}}},
	{"engine/pass", rung{imports: []string{"engine", "engine/game", "engine/nullmove"}, tests: []string{"engine/must"}}},
	{"engine/shogi/eval", rung{imports: []string{"engine/shogi"}, tests: []string{"engine/must", "engine/random"}}},
	{"engine/shogi/tsume", rung{imports: []string{"engine/shogi"}, tests: []string{"engine/must", "engine/notation", "engine/random"}}},
	{"engine/shogi/search", rung{imports: []string{"engine", "engine/budget", "engine/game", "engine/heuristic", "engine/memory", "engine/nullmove", "engine/pass", "engine/setting", "engine/shogi", "engine/shogi/eval", "engine/shogi/tsume", "engine/table"}, tests: []string{"engine/chess", "engine/must"}}},
	{"engine/tablebase", rung{imports: []string{"engine/chess"}, tests: []string{"engine/must"}}},
	{"engine/eval", rung{imports: []string{"engine/chess", "engine/memory"}, tests: []string{"engine/must", "engine/random", "engine/tablebase"}}},
	{"engine/network", rung{imports: []string{"engine/chess", "engine/memory"}, tests: []string{"engine/must"}}},
	{"epd", rung{imports: []string{"engine/game"}, tests: []string{"engine/chess", "engine/golden", "engine/must"}}},
	{"epd/pgn", rung{imports: []string{"engine/chess", "epd"}}},
	{"engine/search", rung{imports: []string{"engine", "engine/budget", "engine/chess", "engine/eval", "engine/game", "engine/heuristic", "engine/memory", "engine/network", "engine/nullmove", "engine/pass", "engine/setting", "engine/table"}, tests: []string{"engine/must"}}},
	{"engine/tune", rung{imports: []string{"engine", "engine/chess", "engine/eval", "engine/game", "engine/inorder", "engine/notation", "engine/random", "engine/text"}, tests: []string{"engine/golden", "engine/must"}}},
	{"engine/tune/spsa", rung{imports: []string{"engine/random"}}},
	{"engine/network/train", rung{imports: []string{"engine/chess", "engine/network", "engine/random", "engine/tune"}, tests: []string{"engine", "engine/must"}}},
	{"engine/input", rung{}},
	{"suites", rung{imports: []string{"engine/game", "engine/input", "engine/text", "epd"}, tests: []string{"engine/golden", "engine/must"}}},
	{"suites/proven", rung{imports: []string{"engine/chess", "engine/game", "engine/tablebase", "epd", "suites"}, tests: []string{"engine/must"}}},
	{"suites/mates", rung{imports: []string{"engine/chess", "engine/game", "engine/tablebase", "epd", "suites"}, tests: []string{"engine/must"}}},
	{"suites/rules", rung{imports: []string{"engine/chess", "engine/game", "engine/notation", "engine/shogi", "engine/shogi/tsume", "engine/tablebase", "epd", "suites/mates"}, tests: []string{"engine/must", "suites"}}},
	{"suites/selfplay", rung{imports: []string{"engine", "engine/game", "engine/inorder", "engine/notation", "engine/random", "engine/shogi", "engine/shogi/search", "engine/shogi/tsume", "epd", "suites/mates"}, tests: []string{"engine/must", "engine/uci", "suites"}}},
	{"suites/mined", rung{imports: []string{"engine", "engine/chess", "engine/game", "engine/inorder", "engine/random", "engine/search", "epd"}, tests: []string{"engine/must"}}},
	{"bench/failure", rung{}},
	{"bench/schema", rung{imports: []string{"engine/golden", "engine/must"}, tests: []string{"bench", "bench/match", "engine", "engine/must"}}},
	{"bench/schemas", rung{}},
	{"bench/revision", rung{imports: []string{"bench/failure", "engine/text", "epd"}, tests: []string{"engine/must"}}},
	{"bench/file", rung{imports: []string{"bench/failure", "engine/input", "engine/text"}, tests: []string{"engine/must"}}},
	{"suites/imported", rung{imports: []string{"engine", "engine/chess", "engine/game", "engine/random", "engine/text", "epd", "epd/pgn"}, tests: []string{"engine/golden", "engine/must", "suites"}}},
	{"bench/question", rung{imports: []string{"engine", "engine/game", "engine/text", "epd"}, tests: []string{"engine/must"}}},
	{"bench", rung{imports: []string{"bench/failure", "bench/question", "engine", "engine/game", "engine/text", "epd", "suites"}, tests: []string{"engine/must"}}},
	{"bench/merge", rung{imports: []string{"bench", "bench/question", "engine", "engine/text", "suites"}, tests: []string{"bench/fit/fittest", "engine/game", "engine/must", "epd"}}},
	{"bench/stat", rung{tests: []string{"engine/must"}}},
	{"bench/profile", rung{imports: []string{"bench/failure", "bench/file", "bench/stat", "engine", "engine/game", "engine/input"}, tests: []string{"bench/schema", "engine/golden", "engine/must", "engine/search"}}},
	{"bench/match/stats", rung{imports: []string{"bench/stat", "engine/text"}, tests: []string{"engine/must"}}},
	{"bench/match", rung{imports: []string{"bench", "bench/file", "bench/match/stats", "bench/merge", "engine", "engine/game", "engine/input", "engine/random", "engine/shogi", "engine/text", "epd", "epd/pgn"}, tests: []string{"engine/chess", "engine/golden", "engine/must", "engine/search"}}},
	{"bench/store", rung{imports: []string{"bench", "bench/failure", "bench/file", "bench/match", "engine", "engine/text"}, tests: []string{"bench/schema", "engine/game", "engine/golden", "engine/must", "epd", "suites"}}},
	{"bench/effect", rung{imports: []string{"bench/stat"}, tests: []string{"engine/must"}}},
	{"bench/history", rung{imports: []string{"bench", "bench/failure", "bench/file", "bench/revision", "bench/stat", "engine", "engine/random", "epd"}, tests: []string{"bench/schema", "engine/must"}}},
	{"bench/compare", rung{imports: []string{"bench", "bench/effect", "bench/failure", "bench/stat", "engine", "engine/text", "suites"}, tests: []string{"engine/must"}}},
	{"bench/speed", rung{imports: []string{"bench/compare", "bench/failure", "bench/file", "bench/stat", "engine", "engine/game", "engine/input", "engine/text"}, tests: []string{"bench/schema", "engine/must", "engine/search", "suites"}}},
	{"bench/report/doc", rung{tests: []string{"engine/golden", "engine/must"}}},
	{"engine/process", rung{tests: []string{"engine/must"}}},
	{"engine/uci", rung{imports: []string{"engine", "engine/game", "engine/process", "engine/text"}, tests: []string{"engine/golden", "engine/must", "suites"}}},
	{"engine/doctor", rung{imports: []string{"engine", "engine/game", "engine/process", "engine/text", "engine/uci"}, tests: []string{"engine/must"}}},
	{"engine/uci/server", rung{imports: []string{"engine", "engine/chess", "engine/game", "engine/uci"}, tests: []string{"engine/golden", "engine/must", "engine/nullmove", "engine/search"}}},
	{"engine/builtin", rung{imports: []string{"engine", "engine/budget", "engine/game", "engine/heuristic", "engine/network", "engine/nullmove", "engine/pass", "engine/search", "engine/shogi/eval", "engine/shogi/search", "engine/table", "engine/text", "engine/uci", "engine/uci/server"}, tests: []string{"engine/golden", "engine/must", "engine/random"}}},
	{"engine/builtin/fake", rung{imports: []string{"engine/builtin", "engine/search", "engine/uci/server"}}},
	{"bench/mutant", rung{imports: []string{"bench/failure", "engine", "engine/builtin"}, tests: []string{"engine/must"}}},
	{"bench/audit", rung{imports: []string{"bench", "bench/failure", "bench/file", "bench/stat", "engine", "engine/builtin", "engine/chess", "engine/game", "engine/input", "engine/nullmove", "engine/pass", "engine/search", "engine/shogi", "engine/tablebase", "epd", "suites"}, tests: []string{"bench/schema", "engine/must"}}},
	{"bench/config", rung{imports: []string{"bench", "bench/compare", "bench/failure", "bench/match", "bench/mutant", "bench/profile", "bench/store", "engine", "engine/builtin", "engine/input", "engine/nullmove", "engine/process", "engine/search", "engine/text", "engine/uci", "epd", "suites"}, tests: []string{"engine/must"}}},
	{"bench/engines", rung{imports: []string{"bench/config", "bench/failure", "bench/profile", "bench/revision", "engine", "engine/builtin", "engine/game", "engine/nullmove", "engine/text", "engine/uci"}, tests: []string{"bench", "engine/must"}}},
	{"bench/games", rung{imports: []string{"bench", "bench/compare", "bench/engines", "bench/failure", "bench/match", "bench/match/stats", "bench/stat", "engine", "engine/game", "engine/text"}, tests: []string{"bench/fit/fittest", "engine/builtin", "engine/must", "engine/random", "engine/uci"}}},
	{"bench/farm", rung{imports: []string{"bench", "bench/compare", "bench/engines", "bench/failure", "bench/file", "bench/match", "bench/speed", "engine", "engine/builtin", "engine/game", "engine/input", "engine/text", "engine/tune", "suites"}, tests: []string{"engine/must"}}},
	{"bench/farm/worker", rung{imports: []string{"bench", "bench/engines", "bench/failure", "bench/farm", "bench/file", "bench/match", "bench/mutant", "bench/speed", "engine", "engine/game", "suites"}, tests: []string{"bench/config", "bench/fit/fittest", "engine/must"}}},
	{"bench/farm/server", rung{imports: []string{"bench/failure", "bench/farm"}, tests: []string{"bench", "bench/config", "bench/engines", "bench/farm/worker", "bench/match", "bench/speed", "engine", "engine/builtin", "engine/game", "engine/must", "engine/tune", "engine/uci", "suites"}}},
	{"bench/runner", rung{imports: []string{"bench", "bench/config", "bench/engines", "bench/failure", "bench/file", "bench/match", "bench/merge", "bench/speed", "bench/store", "engine", "engine/builtin", "suites"}, tests: []string{"bench/fit/fittest", "engine/must", "engine/uci", "epd"}}},
	{"bench/matrix", rung{imports: []string{"bench", "bench/audit", "bench/compare", "bench/config", "bench/engines", "bench/failure", "bench/file", "bench/runner", "bench/store", "engine", "engine/builtin", "engine/game", "engine/nullmove", "engine/search", "engine/text", "suites"}, tests: []string{"bench/fit/fittest", "engine/must"}}},
	{"bench/profile/record", rung{imports: []string{"bench", "bench/engines", "bench/failure", "bench/file", "bench/profile", "bench/runner", "engine", "engine/builtin", "engine/game", "engine/uci", "suites"}, tests: []string{"engine/must"}}},
	{"bench/fit/fittest", rung{imports: []string{"engine", "engine/game"}}},
	{"bench/fit", rung{imports: []string{"bench", "bench/compare", "bench/config", "bench/engines", "bench/failure", "bench/runner", "engine", "engine/game", "suites"}, tests: []string{"bench/fit/fittest", "engine/must"}}},
	{"bench/explain", rung{imports: []string{"bench", "bench/config", "bench/engines", "bench/failure", "bench/question", "bench/revision", "bench/runner", "bench/store", "engine", "engine/builtin", "engine/chess", "engine/game", "engine/search", "engine/tablebase", "engine/text", "epd", "suites"}, tests: []string{"engine/must", "engine/nullmove", "engine/uci"}}},
	{"bench/gate", rung{imports: []string{"bench", "bench/compare", "bench/config", "bench/engines", "bench/explain", "bench/failure", "bench/file", "bench/fit", "bench/games", "bench/match", "bench/merge", "bench/profile", "bench/profile/record", "bench/question", "bench/revision", "bench/runner", "bench/speed", "bench/store", "engine", "engine/builtin", "engine/game", "engine/uci", "epd", "suites"}, tests: []string{"bench/fit/fittest", "engine/game", "engine/must", "engine/nullmove", "engine/search"}}},
	{"bench/match/play", rung{imports: []string{"bench", "bench/engines", "bench/failure", "bench/match", "bench/match/stats", "bench/runner", "bench/store", "engine", "engine/builtin", "engine/game", "engine/text"}, tests: []string{"bench/config", "engine/must"}}},
	{"bench/bisect", rung{imports: []string{"bench", "bench/config", "bench/effect", "bench/engines", "bench/failure", "bench/revision", "bench/runner", "engine/builtin", "engine/text", "epd", "suites"}, tests: []string{"engine", "engine/must"}}},
	{"bench/report/progress", rung{imports: []string{"bench", "bench/match", "engine/tablebase"}, tests: []string{"bench/match/stats"}}},
	{"bench/speed/race", rung{imports: []string{"bench", "bench/compare", "bench/config", "bench/engines", "bench/file", "bench/runner", "bench/speed", "engine", "engine/builtin", "engine/game", "suites"}, tests: []string{"bench/failure", "engine/must"}}},
	{"bench/config/starter", rung{imports: []string{"bench/config", "bench/failure", "bench/file", "engine", "engine/builtin", "engine/text"}, tests: []string{"engine/must"}}},
	{"bench/selftest", rung{imports: []string{"bench", "bench/compare", "bench/config", "bench/failure", "bench/gate", "bench/profile", "bench/speed", "bench/store", "engine", "engine/builtin", "suites"}, tests: []string{"engine/must"}}},
	{"bench/sensitivity", rung{imports: []string{"bench", "bench/compare", "bench/config", "bench/effect", "bench/engines", "bench/failure", "bench/file", "bench/gate", "bench/match", "bench/match/play", "bench/match/stats", "bench/mutant", "bench/runner", "bench/stat", "engine", "engine/builtin", "engine/game", "engine/text", "suites"}, tests: []string{"bench/schema", "engine/must"}}},
	{"bench/commits", rung{imports: []string{"bench", "bench/compare", "bench/config", "bench/effect", "bench/failure", "bench/file", "bench/gate", "bench/history", "bench/revision", "bench/runner", "bench/stat", "engine/input", "engine/text"}, tests: []string{"bench/games", "bench/schema", "bench/speed", "engine/must"}}},
	{"bench/calibrate", rung{imports: []string{"bench", "bench/compare", "bench/config", "bench/effect", "bench/engines", "bench/failure", "bench/file", "bench/merge", "bench/runner", "engine", "engine/text", "suites"}, tests: []string{"bench/fit/fittest", "engine/must"}}},
	{"bench/enginetrial", rung{imports: []string{"bench/calibrate", "bench/compare", "bench/config", "bench/config/starter", "bench/engines", "bench/failure", "bench/fit", "bench/games", "bench/match", "bench/revision", "bench/runner", "engine", "engine/builtin", "engine/game", "engine/text", "engine/uci", "epd", "suites"}, tests: []string{"bench/fit/fittest", "engine/must"}}},
	{"bench/report/golden", rung{imports: []string{"bench", "bench/report/doc", "engine", "engine/golden", "engine/must"}}},
	{"bench/report/figure", rung{imports: []string{"bench", "bench/match", "bench/match/stats", "bench/matrix", "bench/profile", "bench/report/doc", "bench/speed", "engine/chess", "engine/game", "engine/shogi"}}},
	{"bench/report/explanation", rung{imports: []string{"bench/explain", "bench/report/doc", "bench/report/figure", "engine", "engine/game", "engine/search"}, tests: []string{"bench/report/golden", "bench/revision"}}},
	{"bench/report", rung{imports: []string{"bench", "bench/compare", "bench/config", "bench/engines", "bench/explain", "bench/games", "bench/gate", "bench/match", "bench/matrix", "bench/profile", "bench/report/doc", "bench/report/explanation", "bench/report/figure", "bench/speed", "bench/store", "engine", "engine/game", "engine/text", "epd", "suites"}, tests: []string{"bench/effect", "bench/report/export", "bench/report/golden", "engine/chess", "engine/game", "engine/must"}}},
	{"bench/report/finding", rung{imports: []string{"bench", "bench/audit", "bench/bisect", "bench/calibrate", "bench/commits", "bench/compare", "bench/explain", "bench/failure", "bench/history", "bench/match", "bench/match/play", "bench/match/stats", "bench/matrix", "bench/report", "bench/report/doc", "bench/report/figure", "bench/revision", "bench/selftest", "bench/sensitivity", "bench/enginetrial", "engine/chess", "engine/doctor", "engine/tablebase", "engine/text"}, tests: []string{"bench/report/golden", "engine", "engine/golden", "engine/must"}}},
	{"bench/report/export", rung{imports: []string{"bench", "bench/calibrate", "bench/compare", "bench/explain", "bench/games", "bench/matrix", "bench/profile", "bench/report", "bench/report/doc", "bench/report/finding", "bench/sensitivity", "bench/speed", "engine", "engine/text"}, tests: []string{"bench/report/golden", "bench/schema", "engine/must"}}},
	{"cmd/flags", rung{imports: []string{"bench", "bench/config", "bench/engines", "bench/failure", "bench/farm", "bench/file", "bench/match", "bench/report/progress", "bench/runner", "bench/store", "engine", "engine/builtin", "engine/game", "engine/nullmove", "engine/search", "engine/shogi/search", "engine/table", "engine/tablebase", "engine/text"}, tests: []string{"engine/must"}}},
	{"cmd/zugtune", rung{imports: []string{"bench", "bench/engines", "bench/farm", "bench/file", "bench/match", "bench/match/stats", "bench/report/doc", "bench/revision", "cmd/flags", "engine", "engine/builtin", "engine/eval", "engine/game", "engine/network", "engine/network/train", "engine/search", "engine/tune", "engine/tune/spsa"}, tests: []string{"engine/golden", "engine/must"}}},
	{"cmd/command", rung{imports: []string{"bench/compare", "bench/failure", "bench/file", "bench/profile", "bench/report", "bench/report/doc", "bench/report/export", "bench/report/progress", "cmd/flags", "engine/builtin", "engine/text", "engine/uci/server", "epd"}, tests: []string{"bench", "bench/store", "engine/must"}}},
	{"cmd/zugfarm", rung{imports: []string{"bench", "bench/config", "bench/engines", "bench/failure", "bench/farm", "bench/farm/server", "bench/farm/worker", "bench/profile", "bench/revision", "bench/runner", "cmd/command", "cmd/flags", "engine/text"}, tests: []string{"engine/golden", "engine/must"}}},
	{"cmd/zugwatch", rung{imports: []string{"bench", "bench/audit", "bench/bisect", "bench/calibrate", "bench/commits", "bench/compare", "bench/config", "bench/config/starter", "bench/engines", "bench/explain", "bench/failure", "bench/file", "bench/gate", "bench/match", "bench/match/play", "bench/match/stats", "bench/matrix", "bench/mutant", "bench/profile", "bench/profile/record", "bench/report", "bench/report/doc", "bench/report/explanation", "bench/report/export", "bench/report/figure", "bench/report/finding", "bench/report/progress", "bench/revision", "bench/runner", "bench/schemas", "bench/selftest", "bench/sensitivity", "bench/speed", "bench/speed/race", "bench/enginetrial", "bench/store", "cmd/command", "cmd/flags", "engine", "engine/builtin", "engine/chess", "engine/doctor", "engine/game", "engine/input", "engine/nullmove", "engine/search", "engine/tablebase", "engine/text", "epd", "suites", "suites/imported", "suites/mates", "suites/mined", "suites/proven", "suites/rules", "suites/selfplay"}, tests: []string{"bench/history", "bench/merge", "engine/golden", "engine/must", "engine/uci"}}},
}

// outside lists every module of others and the packages that may import it.
// Packages of tests only stand under testOnly.
var outside = map[string][]string{
	"github.com/urfave/cli/v2":               {"cmd/command", "cmd/flags", "cmd/zugfarm", "cmd/zugtune", "cmd/zugwatch"},
	"github.com/goccy/go-yaml":               {"bench/config"},
	"github.com/vbauerster/mpb/v8":           {"bench/report/progress"},
	"golang.org/x/term":                      {"bench/report/progress", "cmd/command"},
	"github.com/olekukonko/tablewriter":      {"bench/report/doc"},
	"github.com/jstemmer/go-junit-report/v2": {"bench/report/export"},
	"golang.org/x/sys":                       {"bench/file", "cmd/command", "engine/budget", "engine/memory", "engine/network", "engine/network/train", "engine/process"},
	"gonum.org/v1/gonum":                     {"bench/stat"},
	"github.com/nats-io/nats-server/v2":      {"bench/farm/server"},
	"github.com/nats-io/nats.go":             {"bench/farm", "bench/farm/server", "bench/farm/worker", "cmd/zugfarm"},
	"github.com/nats-io/nkeys":               {"bench/farm", "bench/farm/server"},
	"github.com/rogpeppe/go-internal":        {"engine/golden"},
	"github.com/google/pprof":                {"bench/profile"},
	"github.com/ianlancetaylor/demangle":     {"bench/profile"},
}

// testOnly lists the modules that only tests may import.
var testOnly = []string{
	"github.com/corentings/chess/v2",
	"github.com/google/go-cmp",
	"github.com/hinshun/vt10x",
	"github.com/santhosh-tekuri/jsonschema/v6",
	"go.uber.org/goleak",
	"github.com/yuin/goldmark",
	"golang.org/x/perf",
	"golang.org/x/net",
}

// presentation lists the standard packages for printing, logging and flags, with the packages that may import them.
var presentation = map[string][]string{
	"flag":          {"engine/golden"}, // -update, of tests
	"log":           {},
	"log/slog":      {},
	"html/template": {"bench/farm/server", "bench/report/doc"},
	"text/template": {},
}

// TestLadder reads the imports of every Go file and holds them against the
// tables above.
func TestLadder(t *testing.T) {
	files := must.Get(goFiles(os.DirFS("../..")))(t)
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
			t.Errorf("%s is listed twice", row.pkg)
		}
		above[row.pkg] = true
	}
}

// TestLadderServer holds that zugfarm alone is built with the server of NATS: other programs are
// a third smaller without.
func TestLadderServer(t *testing.T) {
	const server = "bench/farm/server"
	with := map[string]bool{server: true}
	for _, row := range ladder {
		if slices.ContainsFunc(row.imports, func(imported string) bool { return with[imported] }) {
			with[row.pkg] = true
		}
	}
	if got, want := slices.Sorted(maps.Keys(with)), []string{server, "cmd/zugfarm"}; !slices.Equal(got, want) {
		t.Errorf("%v have the server, want %v", got, want)
	}
	if of := outside["github.com/nats-io/nats-server/v2"]; !slices.Equal(of, []string{server}) {
		t.Errorf("%v import the server of NATS, want %s alone", of, server)
	}
}

// TestLadderPage holds the picture of the ladder in CONTRIBUTING.md against the table:
// one line for each floor, on which no package imports another.
func TestLadderPage(t *testing.T) {
	floors := make(map[string]int)
	var lines [][]string
	for _, row := range ladder {
		floor := 0
		for _, imported := range row.imports {
			floor = max(floor, floors[imported]+1)
		}
		floors[row.pkg] = floor
		for len(lines) <= floor {
			lines = append(lines, nil)
		}
		lines[floor] = append(lines[floor], row.pkg)
	}
	var picture strings.Builder
	for floor, packages := range lines {
		fmt.Fprintf(&picture, "%2d  %s\n", floor+1, strings.Join(packages, ", "))
	}
	const file, begin, end = "../../CONTRIBUTING.md", "<!-- ladder -->\n```\n", "```\n<!-- end -->\n"
	page := readText(t, file)
	before, rest, found := strings.Cut(page, begin)
	_, after, ends := strings.Cut(rest, end)
	if !found || !ends {
		t.Fatalf("%s has no place for the ladder", file)
	}
	golden.Check(t, file, before+begin+picture.String()+end+after)
}

// TestLadderFaults checks the faults reported for trees that break the rules.
func TestLadderFaults(t *testing.T) {
	whole := func() map[string]source {
		files := make(map[string]source)
		for _, row := range ladder {
			x, tests := source{pkg: row.pkg}, source{pkg: row.pkg}
			for _, imported := range row.imports {
				x.imports = append(x.imports, modulePath+"/"+imported)
			}
			for _, imported := range row.tests {
				tests.imports = append(tests.imports, modulePath+"/"+imported)
			}
			for module, packages := range outside {
				if slices.Contains(packages, row.pkg) {
					x.imports = append(x.imports, module)
				}
			}
			files[row.pkg+"/x.go"], files[row.pkg+"/x_test.go"] = x, tests
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
		delete(files, "epd/x_test.go")
		if got := checkLadder(files); len(got) == 0 || got[0] != "package epd is on the ladder but has no Go file" {
			t.Errorf("faults = %q", got)
		}
	})
	t.Run("idle permissions", func(t *testing.T) {
		files := whole()
		files["epd/x.go"], files["suites/x_test.go"] = source{pkg: "epd"}, source{pkg: "suites"}
		files["bench/report/doc/x.go"] = source{pkg: "bench/report/doc"}
		want := []string{
			"epd may import engine/game and does not",
			"tests of suites may import engine/golden and do not",
			"tests of suites may import engine/must and do not",
			"bench/report/doc may import github.com/olekukonko/tablewriter and does not",
		}
		if got := checkLadder(files); !slices.Equal(got, want) {
			t.Errorf("faults = %q, want %q", got, want)
		}
	})
}

// source holds the properties of a Go file that the check needs.
type source struct {
	pkg     string // folder, slash separated, relative to the root
	imports []string
}

// goFiles reads the imports of every Go file of the module, by path.
func goFiles(root fs.FS) (map[string]source, error) {
	files := make(map[string]source)
	return files, eachGoFile(root, func(name string, text []byte) error {
		if strings.HasPrefix(name, ".github/") || strings.HasPrefix(name, "engine/network/asm/") {
			return nil // other modules
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
}

// checkLadder returns the faults of the files, sorted by path.
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
	return append(faults, idle(files)...)
}

// idle returns the imports that the tables allow but no file has.
func idle(files map[string]source) (faults []string) {
	used := make(map[string]bool) // "package module" or "package package", with "_test" behind the package in tests
	for name, file := range files {
		pkg := file.pkg
		if strings.HasSuffix(name, "_test.go") {
			pkg += "_test"
		}
		for _, imported := range file.imports {
			used[pkg+" "+strings.TrimPrefix(imported, modulePath+"/")] = true
			for module := range outside {
				if inModule(imported, module) {
					used[pkg+" "+module] = true
				}
			}
		}
	}
	for _, row := range ladder {
		for _, imported := range row.imports {
			if !used[row.pkg+" "+imported] {
				faults = append(faults, fmt.Sprintf("%s may import %s and does not", row.pkg, imported))
			}
		}
		for _, imported := range row.tests {
			if !used[row.pkg+"_test "+imported] {
				faults = append(faults, fmt.Sprintf("tests of %s may import %s and do not", row.pkg, imported))
			}
		}
	}
	for _, module := range slices.Sorted(maps.Keys(outside)) {
		for _, pkg := range outside[module] {
			if !used[pkg+" "+module] {
				faults = append(faults, fmt.Sprintf("%s may import %s and does not", pkg, module))
			}
		}
	}
	return faults
}

// checkImport returns the fault of one import, or nothing.
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
			if test || slices.Contains(packages, pkg) {
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

// inModule reports whether an import path lies in a module.
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
	entries := must.Get(os.ReadDir("../.."))(t)
	for _, entry := range entries {
		name := entry.Name()
		private := strings.HasPrefix(name, ".") // an editor's or git's own
		if !private && !slices.Contains(want, name) && (entry.IsDir() || path.Ext(name) == ".go") {
			t.Errorf("%s does not belong at the top level", name)
		}
	}
}
