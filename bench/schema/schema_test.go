package schema_test

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/santhosh-tekuri/jsonschema/v6"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/match"
	"github.com/zugwatch/zugwatch/bench/schema"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/golden"
	"github.com/zugwatch/zugwatch/engine/must"
)

// whole is a type of all kinds. This sentence is left out.
type whole struct {
	part
	Name    string        `json:"name"`
	Verdict bench.Verdict `json:"verdict"` // how it ended
	Ended   bench.End     `json:"ended,omitempty"`
	Sizes   [2]uint64     `json:"sizes"`
	Inner   []*part       `json:"inner,omitempty"`
	Share   float64       `json:"share"`
	Start   time.Time     `json:"start,omitzero"`
	Own     struct {
		Done bool `json:"done"`
	} `json:"own"`
	Hidden func() `json:"-"`
	_      int
}

// part stands inside.
type part struct {
	Name int `json:"name"` // hidden by the name outside
	// Wall has its comment above.
	Wall time.Duration `json:"wall_ns"`
}

func of[T any]() []reflect.Type { return []reflect.Type{reflect.TypeFor[T]()} }

// generate returns the schema of one type as values.
func generate(t *testing.T, s schema.Schema) map[string]any {
	t.Helper()
	text := must.Get(s.Generate("../.."))(t)
	var got map[string]any
	must.Do(t, json.Unmarshal(text, &got))
	return got
}

// TestGenerate holds the schema of a type of all kinds to the byte.
func TestGenerate(t *testing.T) {
	s := schema.Schema{Name: "whole", Title: "Whole", Of: of[whole]()}
	got := must.Get(s.Generate("../.."))(t)
	golden.Check(t, "testdata/whole.golden", got)
}

// TestOpenAndFixed: an open schema closes no object, and fixed keys have their values.
func TestOpenAndFixed(t *testing.T) {
	got := generate(t, schema.Schema{Name: "x", Of: of[part](), Open: true, Fixed: map[string][]any{"schema_test.part.name": {1}, "schema_test.part.wall_ns": {1, 2}}})
	if _, closed := got["additionalProperties"]; closed {
		t.Error("it is closed")
	}
	properties := got["properties"].(map[string]any)
	if fixed := properties["name"].(map[string]any)["const"]; fixed != 1.0 {
		t.Errorf("name is %v", fixed)
	}
	if fixed := properties["wall_ns"].(map[string]any)["enum"]; !reflect.DeepEqual(fixed, []any{1.0, 2.0}) {
		t.Errorf("wall_ns is %v", fixed)
	}
}

// written is how a game is written: with <b> & "quotes".
type written struct {
	Plies string `json:"plies"` // a < b
}

// TestAs: a type that encodes itself has the schema of its encoding. A document may be of one type or
// the other. No text is escaped as in HTML.
func TestAs(t *testing.T) {
	s := schema.Schema{Name: "x", Of: append(of[struct {
		G match.Game `json:"g"`
	}](), of[part]()...), As: map[reflect.Type]reflect.Type{reflect.TypeFor[match.Game](): reflect.TypeFor[written]()}}
	got := generate(t, s)
	one, _ := got["oneOf"].([]any)
	if len(one) != 2 || got["type"] != nil {
		t.Fatalf("one of %v", one)
	}
	game := one[0].(map[string]any)["properties"].(map[string]any)["g"].(map[string]any)
	other := one[1].(map[string]any)
	if game["$ref"] != "#/$defs/schema_test.written" || other["$ref"] != "#/$defs/schema_test.part" {
		t.Errorf("%v or %v", game, other)
	}
	text, err := s.Generate("../..")
	if err != nil || !strings.Contains(string(text), `"a < b"`) || !strings.Contains(string(text), `with <b> & \"quotes\"`) {
		t.Errorf("%v\n%s", err, text)
	}
}

// TestPatterns: the key of one type may have another form than the keys of its name.
func TestPatterns(t *testing.T) {
	type digests struct {
		Suite  bench.SuiteRef `json:"suite"`
		Digest string         `json:"digest"`
	}
	got := generate(t, schema.Schema{Name: "x", Of: of[digests]()})
	suite := got["$defs"].(map[string]any)["bench.SuiteRef"].(map[string]any)
	pattern := func(object map[string]any) any {
		return object["properties"].(map[string]any)["digest"].(map[string]any)["pattern"]
	}
	if own, all := pattern(suite), pattern(got); own != "^[0-9a-f]+$" || all != "^sha256:[0-9a-f]{64}$" {
		t.Errorf("of a suite %v, of others %v", own, all)
	}
}

// answer is a type of words. The first is empty and the third cannot be read.
type answer uint8

func (a answer) MarshalText() ([]byte, error) {
	if a > 3 {
		return fmt.Appendf(nil, "answer(%d)", a), nil
	}
	return []byte([...]string{"", "yes", "old", "no"}[a]), nil
}

func (a *answer) UnmarshalText(text []byte) error {
	i := slices.Index([]string{"", "yes", "-", "no"}, string(text))
	if i < 0 {
		return errors.New("no answer")
	}
	*a = answer(i)
	return nil
}

// shade is a type of words that nothing reads.
type shade uint8

func (s shade) MarshalText() ([]byte, error) {
	if s > 1 {
		return fmt.Appendf(nil, "shade(%d)", s), nil
	}
	return []byte([...]string{"light", "dark"}[s]), nil
}

// TestWords: the words of a type are those that decode to the value they encode.
func TestWords(t *testing.T) {
	shades := generate(t, schema.Schema{Name: "x", Of: of[struct {
		S shade `json:"s"`
	}]()})["$defs"].(map[string]any)["schema_test.shade"].(map[string]any)["enum"]
	if !reflect.DeepEqual(shades, []any{"light", "dark"}) {
		t.Errorf("shades %v", shades)
	}
	got := generate(t, schema.Schema{Name: "x", Of: of[struct {
		A answer `json:"a,omitempty"`
	}]()})
	words := got["$defs"].(map[string]any)["schema_test.answer"].(map[string]any)["enum"]
	if !reflect.DeepEqual(words, []any{"yes", "no"}) {
		t.Errorf("words %v", words)
	}
}

// tree holds others of its kind.
type tree struct {
	Below []tree `json:"below"`
}

// TestRecursive: a type that holds itself is defined once.
func TestRecursive(t *testing.T) {
	got := generate(t, schema.Schema{Name: "x", Of: of[tree]()})
	if below := got["$defs"].(map[string]any)["schema_test.tree"]; below == nil {
		t.Errorf("%v", got)
	}
}

type keyless struct{ Name string }

type formless struct{}

func (formless) MarshalText() ([]byte, error) { return nil, nil }

// TestGenerateErrors: a type whose JSON is not known has no schema.
func TestGenerateErrors(t *testing.T) {
	for name, test := range map[string]struct {
		schema schema.Schema
		want   string
	}{
		"game": {schema.Schema{Of: of[struct {
			G match.Game `json:"g"`
		}]()}, "type match.Game: it has a MarshalJSON (expected a line for it in As)"},
		"own text": {schema.Schema{Of: of[struct {
			T formless `json:"t"`
		}]()}, "type schema_test.formless: its text has no form (expected a line in forms)"},
		"no key": {schema.Schema{Of: of[keyless]()}, "type schema_test.keyless: field Name has no key (expected a json tag)"},
		"map": {schema.Schema{Of: of[struct {
			M map[string]int `json:"m"`
		}]()}, "its kind is map"},
		"bytes": {schema.Schema{Of: of[struct {
			B []byte `json:"b"`
		}]()}, "bytes are no list in JSON"},
		"the first of two": {schema.Schema{Of: of[struct {
			M map[string]int `json:"m"`
			B []byte         `json:"b"`
		}]()}, "its kind is map"},
		"fixed key": {schema.Schema{Of: of[part](), Fixed: map[string][]any{"schema_test.part.nam": {1}}}, "fixed key schema_test.part.nam is not in it"},
	} {
		test.schema.Name = "x"
		if _, err := test.schema.Generate("../.."); err == nil || !strings.HasPrefix(err.Error(), "schema x: ") || !strings.Contains(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %s", name, err, test.want)
		}
	}
}

// failing is a test that notes whether it failed.
type failing struct {
	testing.TB
	failed bool
}

func (f *failing) Helper()               {}
func (f *failing) Fatal(...any)          { f.failed = true }
func (f *failing) Errorf(string, ...any) { f.failed = true }

// TestCheck holds that a schema without its file fails a test.
func TestCheck(t *testing.T) {
	test := failing{TB: t}
	s := schema.Schema{Name: "x", Of: of[part]()}
	s.Check(&test, t.TempDir())
	if !test.failed {
		t.Error("a file that is missing passes")
	}
}

// TestForms holds the patterns against what reads and writes the texts.
func TestForms(t *testing.T) {
	type texts struct {
		Score  engine.Score `json:"score,omitempty"`
		Shard  bench.Shard  `json:"shard,omitempty"`
		Limits string       `json:"limits,omitempty"`
		Date   string       `json:"date,omitempty"`
		FEN    string       `json:"fen,omitempty"`
	}
	text := must.Get((&schema.Schema{Name: "x", Of: of[texts]()}).Generate("../.."))(t)
	document := must.Get(jsonschema.UnmarshalJSON(bytes.NewReader(text)))(t)
	compiler := jsonschema.NewCompiler()
	must.Do(t, compiler.AddResource("x", document))
	compiled := must.Get(compiler.Compile("x"))(t)
	good := map[string][]string{
		"shard": {bench.Shard{Index: 2, Count: 4}.String()},
		"date":  {time.Now().Format(time.DateOnly)},
		"fen":   {"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "8/8/8/4p3/6k1/8/7K/8 b - e3 12 34"},
	}
	for _, score := range []engine.Score{0, 1, -1, 35, -120, engine.MateBound - 1, 1 - engine.MateBound, engine.MateScore, -engine.MateScore, engine.MateIn(5), engine.MateIn(-3)} {
		good["score"] = append(good["score"], score.String())
	}
	for _, limits := range []string{"sd", "sd+2", "acd", "dm,nodes=100k", "sd,acd,dm,depth=9", "nodes=2M,stop-when-solved=3", "nodes=51200,steps=7", "movetime=100ms", "movetime=1.5s", "cputime=1h1m", "mate=3,depth=4"} {
		parsed := must.Get(bench.ParseLimits(limits))(t)
		good["limits"] = append(good["limits"], parsed.String())
	}
	bad := map[string][]string{
		"score":  {"", "+3", "03", "-0", "#", "#+3", "3.5", "mate 3", "35 "},
		"shard":  {"", "2", "2/", "a/b", "2/4/6"},
		"limits": {"", "node=5", "nodes=", "nodes=0", "nodes=-1", "depth=1,", "movetime=100", "sd=3"},
		"date":   {"", "2026-1-2", "today", "2026-01-02T00:00:00Z"},
		"fen":    {"", "startpos", "8/8/8/8/8/8/8/8 w - -"},
	}
	for wanted, all := range map[bool]map[string][]string{true: good, false: bad} {
		for key, list := range all {
			for _, text := range list {
				if err := compiled.Validate(map[string]any{key: text}); (err == nil) != wanted {
					t.Errorf("%s %q: %v", key, text, err)
				}
			}
		}
	}
}
