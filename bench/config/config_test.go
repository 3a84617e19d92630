package config

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/mutant"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/builtin"
	"github.com/zugwatch/zugwatch/engine/must"
)

func TestBuiltinConfig(t *testing.T) {
	own := must.Get(os.ReadFile("../../zugwatch.yaml"))(t)
	if diff := cmp.Diff(string(own), string(defaults)); diff != "" {
		t.Errorf("zugwatch.yaml and the built-in defaults differ:\n%s", diff)
	}
	c := must.Get(Parse("default.yaml", defaults))(t)
	covered := make(map[compare.Axis]bool)
	for _, suite := range c.Suites {
		covered[suite.Gate.Axis] = true
	}
	if len(c.Games) == 0 {
		t.Error("the defaults have no suite of kind games")
	}
	for _, axis := range axes() {
		if !covered[axis] {
			t.Errorf("the defaults have no suite of kind %s", axis)
		}
	}
}

func TestParseConfig(t *testing.T) {
	const text = `# all keys
nullmove: r3,guard=none
search: falcon,lmrbase=7
hash: 8
workers: 2
suites:
  - name: wac
    kind: tactics
    forms: 4
    without: [WAC.100, WAC.222]
    limit: nodes=5000,depth=9
  - name: own
    suite: tests/own.epd
    kind: nodes
    optional: true
    limit: sd,nodes=100
    baseline: tests/own.json
    gate:
      lost: 3
      nodes-total: 2.5%
      faults: 1
      nodes-position: off
      nodes-floor: 1000
  - name: zz
    kind: zugzwang
    limit: nodes=100
    gate:
      exact: true
      points: 12
      nodes-solution: 20%
      speed: 2.5%
      expected-fail: [A.1, "A 2"]
      control:
        - A.3
      must-solve: [A.5, A.6]
      quarantine:
        - {id: A.4, reason: flaky since the new sort, until: 2026-12-31}
`
	want := &Config{
		File: "x.yaml", Engine: "zugwatch", Own: team(t, "r3,guard=none", "falcon,lmrbase=7", "8"), Workers: 2,
		Suites: []Suite{
			{
				Name: "wac", Source: "wac", Forms: 4, Without: []string{"WAC.100", "WAC.222"}, Line: 7, Col: 5,
				Limit:    bench.Limits{Limits: engine.Limits{Nodes: 5000, Depth: 9}},
				Baseline: "bench/baselines/wac.json", Gate: compare.Gate{Axis: compare.Tactics, Total: 50, Position: compare.Unlimited},
			},
			{
				Name: "own", Optional: true, Source: "tests/own.epd", Line: 12, Col: 5,
				Limit:    bench.Limits{Limits: engine.Limits{Nodes: 100}, RecordDepth: true},
				Baseline: "tests/own.json", Gate: compare.Gate{Axis: compare.Nodes, MaxLost: 3, MaxFaults: 1, Total: 25, Position: compare.Unlimited, Floor: 1000},
			},
			{
				Name: "zz", Source: "zz", Line: 24, Col: 5,
				Limit: bench.Limits{Limits: engine.Limits{Nodes: 100}}, Baseline: "bench/baselines/zz.json",
				Gate: compare.Gate{
					Axis: compare.Zugzwang, Total: compare.Unlimited, Position: compare.Unlimited,
					Exact: true, MinPoints: 12, Solution: growth(200), Speed: growth(25),
					ExpectedFail: []string{"A.1", "A 2"}, Control: []string{"A.3"}, MustSolve: []string{"A.5", "A.6"},
					Quarantine: []compare.Quarantine{{ID: "A.4", Reason: "flaky since the new sort", Until: "2026-12-31"}},
				},
			},
		},
	}
	for name, input := range map[string]string{
		"unix":            text,
		"windows":         strings.ReplaceAll(text, "\n", "\r\n"),
		"byte order mark": "\ufeff" + text,
	} {
		t.Run(name, func(t *testing.T) {
			got := must.Get(Parse("x.yaml", []byte(input)))(t)
			if diff := cmp.Diff(want, got); diff != "" {
				t.Errorf("config differs (-want +got):\n%s", diff)
			}
		})
	}
}

// team returns settings of the built-in engines, with a policy and a search of that for chess.
func team(t *testing.T, policy, params, hash string) builtin.Engines {
	t.Helper()
	both := builtin.DefaultEngines()
	own := must.Get(both.Chess.With([]engine.Option{{Name: "NullMove", Value: policy}, {Name: "Search", Value: params}, {Name: "Hash", Value: hash}}))(t)
	both.Chess, both.Shogi.HashMB = own, own.HashMB
	return both
}

func growth(g compare.Growth) *compare.Growth { return &g }

// TestParseLostForms: the share of forms that may be lost is read.
func TestParseLostForms(t *testing.T) {
	c := must.Get(Parse("x.yaml", []byte("suites:\n  - {name: a, kind: tactics, forms: 4, limit: nodes=9, gate: {lost-forms: 2.5%}}\n")))(t)
	if got := c.Suites[0].Gate.LostForms; got == nil || *got != 25 {
		t.Errorf("got %v, want 2.5%%", got)
	}
}

func TestParseConfigErrors(t *testing.T) {
	const suite = "suites:\n  - name: a\n    kind: nodes\n    limit: sd\n"
	tests := []struct{ name, text, want string }{
		{"unknown key", "nulmove: off\n" + suite, `x.yaml:1:1: unknown key "nulmove" (expected engine, engines, hash, mutants, nullmove, search, suites or workers; did you mean nullmove?)`},
		{"unknown key of a suite", suite + "    gates: {}\n", `x.yaml:5:5: unknown key "gates" (expected baseline, engine, forms, gate, kind, limit, name, optional, preludes, profile, samples, suite, tier or without; did you mean gate?)`},
		{"unknown key of a gate", suite + "    gate: {losts: 1}\n", `x.yaml:5:12: unknown key "losts" (expected control, exact, expected-fail, faults, lost, lost-forms, min-exercised, missed-limits, must-solve, nodes-floor, nodes-position, nodes-solution, nodes-total, points, quarantine, speed, strict or symmetric; did you mean lost?)`},
		{"lost forms of single searches", "suites:\n  - {name: a, kind: tactics, limit: sd, gate: {lost-forms: 4%}}\n", "x.yaml:2:6: lost-forms is of positions in several forms (expected forms: 4 beside it, or lost: in its place)"},
		{"lost forms of nodes", "suites:\n  - {name: a, kind: nodes, forms: 4, limit: depth=3, gate: {lost-forms: 4%}}\n", "x.yaml:2:6: gate: lost-forms is of tactics, zugzwangs and mates (expected nothing of it for kind nodes)"},
		{"two faults", "hash: 0\nworkers: many\n" + suite, "x.yaml:1:7: number \"0\" (expected a whole number from 1 to 65536)\nx.yaml:2:10: number \"many\" (expected a whole number from 0 to 1024)"},
		{"key twice", "hash: 1\nhash: 2\n" + suite, `x.yaml:2:1: mapping key "hash" already defined at [1:1]`},
		{"policy", "nullmove: r9\n" + suite, "x.yaml:1:11: "},
		{"kind", "suites:\n  - {name: a, kind: tactic, limit: sd}\n", `x.yaml:2:21: kind "tactic" (expected tactics, zugzwang, mates, rules, nodes or games; did you mean tactics?)`},
		{"limit", "suites:\n  - {name: a, kind: nodes, limit: node=1}\n", `x.yaml:2:35: unknown limit "node"`},
		{"growth", suite + "    gate: {nodes-total: 5}\n", `x.yaml:5:25: growth "5" (expected a percentage such as 10% or 2.5%`},
		{"growth below nothing", suite + "    gate: {nodes-total: -5%}\n", `x.yaml:5:25: growth "-5%"`},
		{"growth without number", suite + "    gate: {nodes-total: NaN%}\n", `x.yaml:5:25: growth "NaN%"`},
		{"roles", suite + "    gate: {control: A.1}\n", "x.yaml:5:21: control is no list (expected [one, two])"},
		{"quarantine no list", suite + "    gate: {quarantine: A.1}\n", "x.yaml:5:24: quarantine is no list (expected entries {id: ID, reason: TEXT, until: YYYY-MM-DD})"},
		{"quarantine without reason", suite + "    gate: {quarantine: [{id: A.1, until: 2026-12-31}]}\n", "x.yaml:5:26: quarantine without reason (expected reason: and its value)"},
		{"quarantine with another key", suite + "    gate: {quarantine: [{id: A.1, till: 2026-12-31}]}\n", `x.yaml:5:35: unknown key "till" (expected id, reason or until)`},
		{"speed", suite + "    gate: {speed: fast}\n", `x.yaml:5:19: growth "fast"`},
		{"name", "suites:\n  - {name: ../a, kind: nodes, limit: sd}\n", `x.yaml:2:12: name "../a" (expected small letters, digits, dots, dashes and underscores)`},
		{"no kind", "suites:\n  - {name: a, limit: sd}\n", "x.yaml:2:6: suite without kind (expected kind: and its value)"},
		{"no limit", "suites:\n  - {name: a, kind: nodes}\n", "x.yaml:2:6: suite without limit"},
		{"no name", "suites:\n  - {limit: sd, kind: nodes}\n", "x.yaml:2:6: suite without name"},
		{"nodes that cannot grow", "suites:\n  - {name: a, kind: nodes, limit: nodes=5}\n", "x.yaml:2:6: limit nodes=5 fixes the nodes, so that no growth can show (expected a depth in the limit, or "},
		{"gate that cannot fail", "suites:\n  - {name: a, kind: tactics, limit: nodes=5, gate: {nodes-total: 5%}}\n", "x.yaml:2:6: limit nodes=5 fixes the nodes"},
		{"forms", suite + "    forms: 33\n", `x.yaml:5:12: forms "33" (expected a number from 1 to 32, or two from 2 on with a dash between, the smaller first)`},
		{"forms the wrong way round", suite + "    forms: 8-4\n", `x.yaml:5:12: forms "8-4" (expected`},
		{"forms of one position", suite + "    forms: 1-4\n", `x.yaml:5:12: forms "1-4" (expected`},
		{"forms without an end", suite + "    forms: 4-\n", `x.yaml:5:12: forms "4-" (expected`},
		{"exact under a clock", "suites:\n  - {name: a, kind: tactics, limit: movetime=1s, gate: {exact: true}}\n", "x.yaml:2:6: exact asks whether anything changed at all, which limit movetime=1s does not tell (expected a limit by depth or nodes)"},
		{"exact is no switch", suite + "    gate: {exact: yes}\n", `x.yaml:5:19: switch "yes" (expected true or false)`},
		{"gate on single searches of forms", suite + "    forms: 4\n    gate: {lost: 3}\n", "x.yaml:2:5: gate: lost 3 counts single searches (expected nodes-solution, or one form of each position)"},
		{"games without limit", "suites:\n  - {name: g, kind: games}\n", "x.yaml:2:6: suite without limit"},
		{"games without name", "suites:\n  - {kind: games, limit: depth=3}\n", "x.yaml:2:6: suite without name"},
		{"games on a clock", "suites:\n  - {name: g, kind: games, limit: tc=8+0.08}\n", "x.yaml:2:35: limit tc=8+0.08 depends on the machine (expected nodes=500 or depth=6"},
		{"odd games", "suites:\n  - {name: g, kind: games, limit: depth=3, games: 7}\n", `x.yaml:2:51: games "7" (expected an even number from 4 to 10000)`},
		{"games that may win", "suites:\n  - {name: g, kind: games, limit: depth=3, gate: {elo: 5}}\n", `x.yaml:2:56: elo "5" (expected a number from -400 to less than 0, such as -25)`},
		{"forms of games", "suites:\n  - {name: g, kind: games, limit: depth=3, forms: 4}\n", `x.yaml:2:44: unknown key "forms" (expected book, `},
		{"games twice", "suites:\n  - {name: g, kind: games, limit: depth=3}\n  - {name: g, kind: nodes, limit: sd}\n", `x.yaml:3:6: suite "g" is listed twice (expected a name other than that of line 2)`},
		{"suite twice", suite + "  - {name: a, kind: nodes, limit: sd}\n", `x.yaml:5:6: suite "a" is listed twice (expected a name other than that of line 2)`},
		{"no suite", "hash: 1\n", "x.yaml:1:1: no suite is listed (expected suites: with at least one entry)"},
		{"empty list", "suites: []\n", "x.yaml:1:1: no suite is listed"},
		{"suites no list", "suites: wac\n", "x.yaml:1:9: suites is no list (expected entries that begin with - name:)"},
		{"suite no mapping", "suites:\n  - wac\n", "x.yaml:2:5: a suite is no mapping (expected key: value lines)"},
		{"list for a value", "hash: [1]\n" + suite, "x.yaml:1:7: not a value (expected a text or a number)"},
		{"empty value", "hash:\n" + suite, "x.yaml:1:6: not a value"},
		{"empty text", "nullmove: ''\n" + suite, "x.yaml:1:11: not a value"},
		{"root no mapping", "- wac\n", "x.yaml:1:1: the configuration is no mapping (expected key: value lines)"},
		{"empty", "", "x.yaml:1:1: nothing but comments (expected suites: with at least one entry)"},
		{"comments only", "# nothing\n", "x.yaml:1:1: nothing but comments"},
		{"two documents", suite + "---\n" + suite, "x.yaml:5:1: second document (expected one document)"},
		{"text behind the end", suite + "...\n" + suite, "x.yaml:6:1: second document (expected one document)"},
		{"words behind the end", "hash: 1\n...\nhash: 2\n", "x.yaml:3:1: second document"},
		{"an empty document", suite + "---\n", "x.yaml:5:1: second document"},
		{"behind an empty document", "---\n---\n" + suite, "x.yaml:2:1: second document"},
		{"behind an end", "...\n" + suite, "x.yaml:2:1: second document"},
		{"end without an end of line", "hash: 1\n... x", "x.yaml:2:5: second document"},
		{"directive", "%YAML 1.2\n---\n" + suite, "x.yaml:1:1: anchors"},
		{"nothing", "---\n...\n", "x.yaml:1:1: nothing but comments"},
		{"anchor", "hash: &h 1\n" + suite, "x.yaml:1:7: anchors, aliases, merges, tags and directives are not read (expected plain values)"},
		{"alias", "hash: *h\n" + suite, "x.yaml:1:7: anchors"},
		{"merge", "<<: {hash: 1}\n" + suite, "x.yaml:1:1: anchors"},
		{"tag", "hash: !!int 1\n" + suite, "x.yaml:1:7: anchors"},
		{"syntax", "suites: [a\n", "x.yaml:1:9: sequence end token ']' not found"},
		{"tab", "\thash: 1\n" + suite, "x.yaml:1:"},
		{"brackets", "hash: " + strings.Repeat("[", 60000), "x.yaml:1:15: too many brackets inside brackets"},
		{"control character", "hash: 1\nworkers: 1\x00\n" + suite, "x.yaml:2:11: not plain UTF-8 text"},
		{"other encoding", "hash: \xff\n" + suite, "x.yaml:1:7: not plain UTF-8 text"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			start := time.Now()
			_, err := Parse("x.yaml", []byte(test.text))
			if err == nil || !strings.HasPrefix(err.Error(), test.want) {
				t.Fatalf("error = %v, want %s", err, test.want)
			}
			if kind := failure.Of(err); kind != failure.Input {
				t.Errorf("kind = %d, want %d", kind, failure.Input)
			}
			if time.Since(start) > time.Minute {
				t.Errorf("took %v", time.Since(start))
			}
		})
	}
}

func TestLoadConfig(t *testing.T) {
	t.Chdir(t.TempDir())
	c, err := Load("")
	if err != nil || c.File != "built-in defaults" || c.Path("x") != "x" {
		t.Errorf("without a file: %v, %v", c, err)
	}
	if _, err := Load("missing.yaml"); failure.Of(err) != failure.Input {
		t.Errorf("missing file: %v", err)
	}
	for name, make := range map[string]func(string) error{
		"zugwatch.yml": func(name string) error { return os.WriteFile(name, defaults, 0o666) },
		FileName:       func(name string) error { return os.Symlink("nowhere", name) },
	} {
		must.Do(t, make(name))
		if _, err := Load(""); failure.Of(err) != failure.Input || !strings.Contains(err.Error(), name+" is ") {
			t.Errorf("%s alone: %v", name, err)
		}
		must.Do(t, os.Remove(name))
	}
	must.Do(t, os.WriteFile(FileName, make([]byte, maxConfigBytes+1), 0o666))
	if _, err := Load(""); failure.Of(err) != failure.Input || !strings.Contains(err.Error(), "larger than 64 KiB") {
		t.Errorf("large file: %v", err)
	}
	must.Do(t, os.Mkdir("deep", 0o777))
	deep := filepath.Join("deep", "my.yaml")
	must.Do(t, os.WriteFile(deep, defaults, 0o666))
	c, err = Load(deep)
	if err != nil || c.Path("a/b.json") != filepath.Join("deep", "a", "b.json") || c.Path("/a") != "/a" {
		t.Errorf("paths of a file elsewhere: %v, %v", c, err)
	}
}

// oddDocuments have the marks of YAML that no configuration needs.
var oddDocuments = []string{
	"hash: 1\n...\nhash: 2\n", "...\n", "... x", "---\n---\n", "--- # a\nhash: 1\n---\n", "--- hash: 1\n... ---\n", "---\n...\n---\n...\n",
	"%YAML 1.2\n---\nhash: 1\n", "%TAG ! tag:x:\n--- !a\nhash: 1\n", "hash: !!int 1\n", "hash: &h 1\nworkers: *h\n", "<<: {hash: 1}\n",
	"hash: |\n  ---\n  ...\n", "hash: >-\n  a\n...\n", "? hash\n: 1\n", "hash: ---\n", "hash: 1 ...\n", "suites:\n- - -\n", "suites: [{}, ]\n", "{", "? ", "- ", ": ", "!", "&", "*", "%", "|", ">", "'", "\"",
}

// TestDocumentMarks allows what begins and ends the one document.
func TestDocumentMarks(t *testing.T) {
	const suite = "suites:\n  - {name: a, kind: nodes, limit: sd}\n"
	for _, text := range []string{"---\n" + suite, suite + "...\n", "# a\n---\n" + suite + "...\n# b\n"} {
		if _, err := Parse("x.yaml", []byte(text)); err != nil {
			t.Errorf("%q: %v", text, err)
		}
	}
}

// FuzzConfig: reading a configuration never panics, and every error has a place and the exit
// code of bad input.
func FuzzConfig(f *testing.F) {
	f.Add(defaults)
	f.Add([]byte("suites:\n  - {name: a, kind: nodes, limit: sd}\n"))
	f.Add([]byte(allEngineKeys))
	for _, odd := range oddDocuments {
		f.Add([]byte(odd))
	}
	f.Fuzz(func(t *testing.T, text []byte) {
		if len(text) > 4096 {
			return
		}
		c, err := Parse("x.yaml", text)
		if err != nil && (failure.Of(err) != failure.Input || !strings.HasPrefix(err.Error(), "x.yaml:")) {
			t.Errorf("error = %v", err)
		}
		if err == nil && (len(c.Suites)+len(c.Engines) == 0 || len(c.Suites) > 0 && c.Suites[0].Limit == bench.Limits{}) {
			t.Errorf("config without a suite or a limit: %+v", c)
		}
	})
}

// TestExactly asks suites whether anything changed at all, where their limits tell.
func TestExactly(t *testing.T) {
	c := must.Get(Parse("x.yaml", []byte("suites:\n  - {name: wac, kind: tactics, limit: nodes=9}\n  - {name: bk, kind: tactics, limit: cputime=1s}\n")))(t)
	all, err := c.WithExactGates(c.Suites[:1])
	if err != nil || !all[0].Gate.Exact || c.Suites[0].Gate.Exact {
		t.Errorf("got %+v, %v", all, err)
	}
	const want = "x.yaml:3:6: suite bk: exact asks whether anything changed at all, which limit cputime=1s does not tell (expected a limit by depth or nodes)"
	if _, err := c.WithExactGates(c.Suites); failure.Of(err) != failure.Input || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

// TestOpenRelated opens suites with related preludes, and with others.
func TestOpenRelated(t *testing.T) {
	c := must.Get(Parse("x.yaml", []byte("suites:\n  - {name: wac, kind: tactics, forms: 8, preludes: related, limit: nodes=9}\n  - {name: bk, kind: tactics, forms: 8, limit: nodes=9}\n")))(t)
	for i, want := range []bool{true, false} {
		if suite, err := c.Open(c.Suites[i]); err != nil || suite.Related != want {
			t.Errorf("%s: related %t, %v", suite.Name, suite.Related, err)
		}
	}
	if _, err := Parse("x.yaml", []byte("suites:\n  - {name: wac, kind: tactics, forms: 8, preludes: none, limit: nodes=9}\n")); err == nil || err.Error() != `x.yaml:2:52: preludes "none" (expected related)` {
		t.Errorf("got %v", err)
	}
}

// TestOpenWithout opens suites that leave out positions.
func TestOpenWithout(t *testing.T) {
	c := must.Get(Parse("x.yaml", []byte("suites:\n  - {name: wac, kind: tactics, forms: 2, without: [WAC.001, WAC.300], limit: nodes=9}\n  - {name: bk, kind: tactics, without: [BK.99], limit: nodes=9}\n")))(t)
	suite, err := c.Open(c.Suites[0])
	if err != nil || len(suite.Records) != 2*298 || suite.Records[0].Key() != "WAC.002" {
		t.Errorf("got %d records, %v", len(suite.Records), err)
	}
	const want = `x.yaml:3:6: suite bk: suite bk: no record matches "BK.99" (expected an id; did you mean BK.09?)`
	if _, err := c.Open(c.Suites[1]); failure.Of(err) != failure.Input || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

const listed = `suites: [{name: wac, kind: tactics, limit: nodes=1000}]
mutants:
  - name: no-null-move
    kind: damaging
    what: no null moves
    options: {NullMove: false, Depth Bonus: 3}
  - {name: more, kind: neutral, search: "modern,delta=181", nullmove: r3, hash: 8}
`

// TestMutants reads a list of mutants.
func TestMutants(t *testing.T) {
	c := must.Get(Parse("x.yaml", []byte(listed)))(t)
	if len(c.Mutants) != 2 {
		t.Fatalf("mutants %+v", c.Mutants)
	}
	m := c.Mutants[0]
	if m.Name != "no-null-move" || m.Kind != mutant.Damaging || m.What != "no null moves" || m.Line != 3 ||
		len(m.Options) != 2 || m.Options[0].Value != "false" || m.Options[1].Name != "Depth Bonus" {
		t.Errorf("mutant %+v", m)
	}
	m = c.Mutants[1]
	if m.Kind != mutant.Neutral || len(m.Options) != 3 || m.Options[0].Name != "Search" && m.Options[1].Name != "Search" && m.Options[2].Name != "Search" {
		t.Errorf("mutant %+v", m)
	}
}

// TestMutantsErrors checks the errors of faulty lists.
func TestMutantsErrors(t *testing.T) {
	for _, test := range []struct{ name, entry, want string }{
		{"no kind", "{name: a, hash: 8}", "x.yaml:3:6: mutant without kind (expected kind: and its value)"},
		{"kind", "{name: a, kind: bad, hash: 8}", `x.yaml:3:21: kind "bad" (expected damaging or neutral)`},
		{"name", "{name: A B, kind: neutral, hash: 8}", `x.yaml:3:12: mutant "A B" (expected small letters, digits and dashes)`},
		{"nothing", "{name: a, kind: neutral}", "x.yaml:3:6: mutant changes nothing (expected options: with UCI options, or nullmove:, search: or hash: of the built-in engine)"},
		{"key", "{name: a, kind: neutral, serch: modern}", `x.yaml:3:30: unknown key "serch" (expected hash, kind, name, nullmove, options, search or what; did you mean search?)`},
		{"search", "{name: a, kind: neutral, search: 'modern,chek=0'}", "x.yaml:3:38: unknown search key"},
	} {
		t.Run(test.name, func(t *testing.T) {
			text := "suites: [{name: wac, kind: tactics, limit: nodes=1000}]\nmutants:\n  - " + test.entry + "\n"
			if _, err := Parse("x.yaml", []byte(text)); err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("error %v, want %s", err, test.want)
			}
		})
	}
}
