package store

import (
	"bytes"
	"crypto/sha256"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/golden"
	"github.com/zugwatch/zugwatch/engine/must"
)

// sample returns a run with every field in use at least once.
func sample() *bench.Run {
	return &bench.Run{
		Schema: bench.Schema,
		Engine: engine.ID{Name: "Zug <1>", Version: "v0.1.0", Options: []engine.Option{{Name: "Hash", Value: "16"}, {Name: "NullMove", Value: "r3,guard=none"}}},
		Suite:  bench.SuiteRef{Name: "wac", Digest: "0a1b", Count: 4},
		Limits: "sd,nodes=50000", Complete: true,
		Outcomes: []bench.Outcome{
			{
				ID: "WAC.001", Verdict: bench.Solved, Want: "Qg6", Best: "Qg6", Score: engine.MateIn(3), Depth: 9, SelDepth: 20, Nodes: 12345,
				Found: &bench.Point{Depth: 2, Nodes: 90}, Stable: &bench.Point{Depth: 4, Nodes: 800},
				Counters: engine.Counters{NullTried: 7, NullCut: 5, ReverseCut: 2},
			},
			{ID: "WAC.002 \"é\"\u2028\t", Verdict: bench.Missed, Want: "not Rxb2", Best: "Rxb2", Score: -35, Depth: 8, Nodes: 50000},
			{ID: "graded", Verdict: bench.Missed, Want: "e4=10 d4=7", Best: "d4", Depth: 8, Nodes: 1 << 62, Points: 7, MaxPoints: 10},
			{ID: "CRAFTY.1", Verdict: bench.Measured, Best: "O-O", Score: 12, Depth: 11, Nodes: 77},
		},
	}
}

func sampleBaseline() *Baseline {
	return &Baseline{Run: sample(), Accepted: Accepted{Reason: "first \"measure\"", Date: "2026-11-20", Tool: "v0.1.0"}}
}

func mustEncode(t testing.TB, run *bench.Run) []byte {
	t.Helper()
	return must.Get(Encode(run))(t)
}

func mustEncodeBaseline(t testing.TB, b *Baseline) []byte {
	t.Helper()
	return must.Get(encode(b.Run, &b.Accepted))(t)
}

// TestRoundTrip holds the files of a run and of a baseline. The files of a schema stay for ever: every later version
// has to read them.
func TestRoundTrip(t *testing.T) {
	data := mustEncode(t, sample())
	golden.Check(t, "testdata/run-schema1.json", data)
	run, err := decodeRun(data)
	if err != nil || !reflect.DeepEqual(run, sample()) {
		t.Errorf("run: got %+v, %v", run, err)
	}
	data = mustEncodeBaseline(t, sampleBaseline())
	golden.Check(t, "testdata/baseline-schema1.json", data)
	baseline, err := decodeBaseline(data)
	if err != nil || !reflect.DeepEqual(baseline, sampleBaseline()) {
		t.Errorf("baseline: got %+v, %v", baseline, err)
	}
	run, err = decodeRun(data)
	if err != nil || !reflect.DeepEqual(run, sample()) {
		t.Errorf("run of a baseline: got %+v, %v", run, err)
	}
}

func TestSmallRuns(t *testing.T) {
	partial := sample()
	partial.Complete = false
	partial.Outcomes[1] = bench.Outcome{ID: "later"}
	partial.Outcomes[2] = bench.Outcome{ID: "bad", Verdict: bench.Faulted, Fault: bench.FaultExit, Want: "e4"}
	single := &bench.Run{Schema: 1, Suite: bench.SuiteRef{Count: 1}, Complete: true, Outcomes: []bench.Outcome{{Verdict: bench.Measured}}}
	for name, run := range map[string]*bench.Run{"partial": partial, "single": single} {
		got, err := decodeRun(mustEncode(t, run))
		if err != nil || !reflect.DeepEqual(got, run) {
			t.Errorf("%s: got %+v, %v", name, got, err)
		}
	}
}

// TestEveryFlippedBitIsSeen flips one bit of each byte, and every bit with
// ZUGWATCH_SLOW=1.
func TestEveryFlippedBitIsSeen(t *testing.T) {
	data := mustEncodeBaseline(t, sampleBaseline())
	for i := range data {
		for bit := range 8 {
			if bit != i%8 && !must.Slow() {
				continue
			}
			flipped := bytes.Clone(data)
			flipped[i] ^= 1 << bit
			_, err := decodeBaseline(flipped)
			var fault *file.Error
			if !errors.As(err, &fault) {
				t.Fatalf("bit %d of byte %d (%q): got %v", bit, i, data[i], err)
			}
		}
	}
}

func TestEveryCutIsSeen(t *testing.T) {
	data := mustEncodeBaseline(t, sampleBaseline())
	for n := range data {
		_, err := decodeRun(data[:n])
		want := file.Cut
		switch n {
		case 0:
			want = file.Empty
		case len(data) - 1:
			want = file.NotCanonical // only the last new line is missing
		}
		if fault, ok := errors.AsType[*file.Error](err); !ok || fault.Reason != want {
			t.Fatalf("first %d bytes, %q: got %v", n, data[max(0, n-20):n], err)
		}
	}
}

// reasonTest is a text and the error it leads to, with digests masked.
type reasonTest struct{ name, data, want string }

func (test reasonTest) run(t *testing.T) {
	_, err := decodeRun([]byte(test.data))
	if err == nil {
		t.Fatal("no error")
	}
	if got := maskDigests(file.WithPath("x.json", err).Error()); got != test.want {
		t.Errorf("error:\n got %s\nwant %s", got, test.want)
	}
}

// swap replaces a part of the sample's file that has to be there.
func swap(t *testing.T, old, new string) string {
	t.Helper()
	good := string(mustEncode(t, sample()))
	if !strings.Contains(good, old) {
		t.Fatalf("the sample has no %q", old)
	}
	return strings.Replace(good, old, new, 1)
}

func TestReasonsOfDamage(t *testing.T) {
	good := string(mustEncode(t, sample()))
	tests := []reasonTest{
		{"empty", "", "x.json: file is empty (0 bytes)"},
		{"blank", " \n\n", "x.json: file is empty (3 bytes)"},
		{"lfs", "version https://git-lfs.github.com/spec/v1\noid sha256:0\nsize 1\n", "x.json:1:1: file is a Git LFS pointer, not the file itself (hint: git lfs pull)"},
		{"utf-16", "{\x00\"\x00", `x.json:1:2: file is not UTF-8 text (found "\x00\"")`},
		{"byte order mark", "\ufeff" + good, `x.json:1:1: file is not UTF-8 text (found "\xef\xbb")`},
		{"latin-1", swap(t, "é", "\xe9"), `x.json:11:18: file is not UTF-8 text (found "\xe9\\")`},
		{"conflict", swap(t, "\"limits\"", "<<<<<<< HEAD\n\"limits\""), "x.json:6:1: file has a git conflict marker (hint: take one side whole, or measure again)"},
		{"no JSON", "hello", "x.json:1:1: file is not valid JSON (invalid character 'h' looking for beginning of value)"},
		{"cut", good[:300], "x.json:8:29: file is cut off (expected more)"},
		{"tail", good + "{}", "x.json:17:1: file is not valid JSON (more behind the end of the object)"},
		{"nested", strings.Repeat("[", 40), "x.json:1:33: file is nested too deeply (at most 32 levels)"},
		{"foreign", `{"Format": "x", "results": []}`, `x.json: file is not a Zugwatch run (expected the key "format" with "zugwatch run")`},
		{"list", `[1]`, `x.json: file is not a Zugwatch run (expected the key "format" with "zugwatch run")`},
		{"newer", swap(t, `"schema": 1`, `"schema": 3`), "x.json: file is of a newer schema (schema 3, this version reads up to 2; hint: update the tool)"},
		{"newer with new keys", swap(t, `"schema": 1`, `"schema": 7, "tempo": {}`), "x.json: file is of a newer schema (schema 7, this version reads up to 2; hint: update the tool)"},
		{"schema zero", swap(t, `"schema": 1`, `"schema": 0`), "x.json: file is of an unknown schema (schema 0, expected 1 to 2)"},
		{"schema missing", swap(t, "\"schema\": 1,\n", ""), `x.json: file is of an unknown schema (expected the key "schema")`},
		{"schema huge", swap(t, `"schema": 1`, `"schema": 1e99`), "x.json: file is of an unknown schema (schema 1e99, expected 1 to 2)"},
		{"unknown key", swap(t, `"limits"`, `"limit"`), `x.json: file has an unknown key (unknown field "limit")`},
		{"unknown key in a position", swap(t, `"found":`, `"findet":`), `x.json: file has an unknown key (unknown field "findet")`},
		{"other case", swap(t, `"verdict"`, `"VERDICT"`), `x.json:10:17: file has an unknown key ("VERDICT", expected "verdict")`},
		{"duplicate key", swap(t, `"verdict":"missed"`, `"verdict":"missed","verdict":"solved"`), `x.json:11:51: file has a key twice ("verdict")`},
		{"text for a number", swap(t, `"nodes":12345`, `"nodes":"12345"`), `x.json:10:114: file has a wrong value (string where "outcomes.nodes" holds uint64)`},
		{"negative nodes", swap(t, `"nodes":12345`, `"nodes":-1`), `x.json:10:109: file has a wrong value (number -1 where "outcomes.nodes" holds uint64)`},
		{"unknown verdict", swap(t, `"verdict":"missed"`, `"verdict":"passed"`), `x.json: file has a wrong value (verdict "passed" is unknown)`},
	}
	for _, test := range tests {
		t.Run(test.name, test.run)
	}
}

func TestReasonsOfEdits(t *testing.T) {
	good := string(mustEncode(t, sample()))
	lines := strings.SplitAfter(good, "\n")
	unasked, unjudged := sample(), sample()
	unasked.Outcomes[0].Want, unjudged.Outcomes[3].Want = "", "O-O"
	tests := []reasonTest{
		{"edited", swap(t, `"verdict":"missed"`, `"verdict":"solved"`), "x.json: file was altered (its digest is sha256:XXXXXXX…, the file names sha256:XXXXXXX…; hint: measure it again, it is not to be edited)"},
		{"line lost", good[:strings.Index(good, lines[10])] + good[strings.Index(good, lines[11]):], "x.json: file was altered (its digest is sha256:XXXXXXX…, the file names sha256:XXXXXXX…; hint: measure it again, it is not to be edited)"},
		{"digest missing", strings.Join(lines[:len(lines)-4], "") + "]\n}\n", "x.json: file is not in canonical form (expected a line with the digest)"},
		{"other layout", sealed(swap(t, `"limits": `, `"limits":  `)), `x.json:6:11: file is not in canonical form (found " \"sd,nodes=50000\",\n\"", expected "\"sd,nodes=50000\",\n\"c")`},
		{"totals edited and sealed", sealed(swap(t, `"solved":1`, `"solved":4`)), `x.json:8:45: file is not in canonical form (found "4,\"missed\":2,\"measur", expected "1,\"missed\":2,\"measur")`},
		{"carriage returns", sealed(strings.ReplaceAll(good, "\n", "\r\n")), `x.json:1:2: file is not in canonical form (found "\r\n\"format\": \"zugwatc", expected "\n\"format\": \"zugwatch")`},
		{"count edited and sealed", sealed(swap(t, `"count":4`, `"count":5`)), "x.json: file contradicts itself (the suite has 5 positions, the file 4)"},
		{"not complete and sealed", sealed(swap(t, `"complete": true`, `"complete": false`)), "x.json: file contradicts itself (complete is false with 0 positions unfinished)"},
		{"question lost and sealed", sealed(swap(t, `"want":"Qg6",`, "")), `x.json:8:34: file is not in canonical form (found "3,\"solved\":1,\"missed", expected "2,\"solved\":1,\"missed")`},
		{"answer without a question", string(mustEncode(t, unasked)), `x.json: file contradicts itself (position "WAC.001" is solved and asks "")`},
		{"question not judged", string(mustEncode(t, unjudged)), `x.json: file contradicts itself (position "CRAFTY.1" is measured and asks "O-O")`},
		{"fault and sealed", sealed(swap(t, `"verdict":"solved"`, `"verdict":"solved","fault":"internal"`)), `x.json: file contradicts itself (position "WAC.001" is solved with the fault "internal")`},
	}
	for _, test := range tests {
		t.Run(test.name, test.run)
	}
}

// sealed gives a text a digest that fits.
func sealed(text string) string {
	const key = `"digest": `
	end := strings.LastIndex(text, "\n"+key) + 1
	return fmt.Sprintf("%s%s\"sha256:%x\"\n}\n", text[:end], key, sha256.Sum256([]byte(text[:end])))
}

// maskDigests hides the beginnings of digests: they say nothing to a reader of
// the test.
func maskDigests(text string) string {
	for _, part := range strings.SplitAfter(text, "sha256:")[1:] {
		if len(part) >= 7 && !strings.HasPrefix(part, "X") {
			text = strings.Replace(text, part[:7], "XXXXXXX", 1)
		}
	}
	return text
}

func TestAcceptedIsChecked(t *testing.T) {
	bad := sampleBaseline()
	bad.Accepted.Reason = " "
	_, err := decodeBaseline(mustEncodeBaseline(t, bad))
	if want := "run: file contradicts itself (reason is empty (expected why the new results are right))"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
	_, err = decodeBaseline(mustEncode(t, sample()))
	if want := "run: file is a run that nobody accepted (expected a baseline with a reason; hint: accept it first)"; err == nil || err.Error() != want {
		t.Errorf("got %v, want %s", err, want)
	}
}

func TestAccept(t *testing.T) {
	accepted := Accepted{Reason: "why", Date: "2026-11-20", Tool: "v1"}
	tests := []struct {
		name   string
		change func(*bench.Run, *Accepted)
		want   string
	}{
		{"good", func(*bench.Run, *Accepted) {}, ""},
		{"no positions", func(r *bench.Run, _ *Accepted) { r.Outcomes = nil }, "run has no positions"},
		{"incomplete", func(r *bench.Run, _ *Accepted) { r.Outcomes[1].Verdict = bench.Unfinished }, "run is incomplete: 1 of 4 positions are not finished"},
		{"said to be incomplete", func(r *bench.Run, _ *Accepted) { r.Complete = false }, "run is incomplete: 0 of 4 positions are not finished"},
		{"faulted", func(r *bench.Run, _ *Accepted) { r.Outcomes[1].Verdict = bench.Faulted }, "run has faults on 1 of 4 positions"},
		{"no reason", func(_ *bench.Run, a *Accepted) { a.Reason = "\t" }, "reason is empty (expected why the new results are right)"},
		{"two lines", func(_ *bench.Run, a *Accepted) { a.Reason = "a\nb" }, `reason "a\nb" (expected one line of at most 1000 bytes)`},
		{"long", func(_ *bench.Run, a *Accepted) { a.Reason = strings.Repeat("x", 1001) }, `reason "` + strings.Repeat("x", 40) + `" (expected one line of at most 1000 bytes)`},
		{"no date", func(_ *bench.Run, a *Accepted) { a.Date = "20.11.2026" }, `date "20.11.2026" (expected YYYY-MM-DD)`},
		{"commit", func(_ *bench.Run, a *Accepted) { a.Commit = "HEAD" }, `commit "HEAD" (expected its hexadecimal digits, with -dirty behind them or not)`},
		{"go", func(_ *bench.Run, a *Accepted) { a.Go = "go1\n" }, `version of Go "go1\n" (expected one line)`},
		{"unknown position", func(_ *bench.Run, a *Accepted) { a.Only = []string{"nothing"} }, `position "nothing" is not in the run`},
		{"position twice", func(_ *bench.Run, a *Accepted) { a.Only = []string{"WAC.001", "WAC.001"} }, `position "WAC.001" is named twice`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			run, a := sample(), accepted
			test.change(run, &a)
			baseline, err := NewBaseline(run, a)
			if test.want == "" {
				if err != nil || baseline.Run != run || !reflect.DeepEqual(baseline.Accepted, a) {
					t.Errorf("got %+v, %v", baseline, err)
				}
				return
			}
			if _, ok := errors.AsType[*AcceptError](err); !ok || err.Error() != test.want || baseline != nil {
				t.Errorf("got %v, want %s", err, test.want)
			}
		})
	}
}

func TestBaselinePath(t *testing.T) {
	for name, want := range map[string]string{"wac": "b/wac.json", "zug-1.2_x": "b/zug-1.2_x.json"} {
		if got, err := BaselinePath("b", name); filepath.ToSlash(got) != want || err != nil {
			t.Errorf("%q: got %q, %v", name, got, err)
		}
	}
	for _, name := range []string{"", ".", "..", "../x", "a/b", "WAC", "a b", "-x", strings.Repeat("x", 65)} {
		if got, err := BaselinePath("b", name); err == nil {
			t.Errorf("%q: got %q, want an error", name, got)
		}
	}
}

func TestTiming(t *testing.T) {
	run := filepath.Join(t.TempDir(), "wac.json")
	timing := &bench.Timing{
		Schema: bench.Schema, Tool: "v1", Host: bench.Host{OS: "linux", Arch: "amd64", CPU: "<cpu>", Cores: 2, Go: "go1.26"},
		Start: time.Date(2026, 11, 20, 21, 0, 0, 5, time.UTC), Wall: 3 * time.Second, Workers: 2,
		Positions: []bench.PositionTime{{ID: "a", Wall: 12, CPU: 11, Found: 3, Stable: 4}, {ID: "b", Fault: "engine panic", Detail: "stack"}},
		Warnings:  []string{"engine close: no"},
	}
	must.Do(t, SaveTiming(run, timing))
	data := must.Get(os.ReadFile(TimingPath(run)))(t)
	golden.Check(t, "testdata/timing-schema1.json", data)
	back, err := LoadTiming(run)
	if err != nil || !reflect.DeepEqual(back, timing) {
		t.Errorf("got %+v, %v", back, err)
	}
	for _, test := range []struct{ name, old, new, want string }{
		{"schema", `"schema": 1`, `"schema": 2`, "is of an unknown schema (schema 2, expected 1)"},
		{"key", `"tool"`, `"tools"`, `has a wrong value (unknown field "tools")`},
		{"case", `"tool"`, `"Tool"`, `has an unknown key ("Tool", expected "tool")`},
		{"cut", "}\n}", "}", "is cut off (expected more)"},
		{"type", `"workers": 2`, `"workers": "2"`, "has a wrong value (cannot unmarshal string into Go struct field Timing.workers of type int)"},
	} {
		changed := strings.Replace(string(data), test.old, test.new, 1)
		if test.name == "cut" {
			changed = changed[:len(changed)-3]
		}
		_, err := decodeTiming([]byte(changed))
		if err == nil || !strings.HasSuffix(err.Error(), test.want) {
			t.Errorf("%s: got %v, want %s", test.name, err, test.want)
		}
	}
}

// FuzzDecode: a run that is read encodes to the same bytes, also if the digest of edited input is made to fit.
func FuzzDecode(f *testing.F) {
	f.Add(string(mustEncode(f, sample())))
	f.Add(string(mustEncodeBaseline(f, sampleBaseline())))
	f.Add(`{"format": "zugwatch run", "schema": 1}`)
	f.Fuzz(func(t *testing.T, text string) {
		for _, text := range []string{text, sealed(text)} {
			d, err := decode([]byte(text))
			if err != nil {
				continue
			}
			again, err := encode(d.run(), d.Accepted)
			if err != nil || text != string(again) {
				t.Errorf("read\n%s\nwrote\n%s\n%v", text, again, err)
			}
		}
	})
}

// FuzzEncode: what is written is read as the same run.
func FuzzEncode(f *testing.F) {
	f.Add("WAC.001", "Qg6", "name", uint64(7), int32(-35), uint8(1))
	f.Add("<&>\u2028\x00\x1b[1m", "\"\\", "", uint64(1<<63), int32(31999), uint8(3))
	f.Fuzz(func(t *testing.T, id, best, name string, nodes uint64, score int32, verdict uint8) {
		value := engine.Score(score % int32(engine.MateScore))
		if moves, ok := value.Mate(); ok {
			value = engine.MateIn(moves) // as the text form counts
		}
		run := &bench.Run{
			Schema: 1, Engine: engine.ID{Name: strings.ToValidUTF8(name, "?")}, Suite: bench.SuiteRef{Count: 1}, Complete: true,
			Outcomes: []bench.Outcome{{
				ID: strings.ToValidUTF8(id, "?"), Best: strings.ToValidUTF8(best, "?"), Nodes: nodes,
				Score: value, Verdict: bench.Missed, Want: "e4",
			}},
		}
		if o := &run.Outcomes[0]; o.Best == "e4" {
			o.Verdict = bench.Solved
		} else if verdict%2 == 1 {
			o.Verdict, o.Want = bench.Measured, ""
		}
		back, err := decodeRun(mustEncode(t, run))
		if err != nil || !reflect.DeepEqual(back, run) {
			t.Errorf("wrote %+v, read %+v, %v", run, back, err)
		}
	})
}

// decodeRun reads the run of a file.
func decodeRun(data []byte) (*bench.Run, error) {
	d, err := decode(data)
	if err != nil {
		return nil, err
	}
	return d.run(), nil
}

// decodeBaseline reads the baseline of a file.
func decodeBaseline(data []byte) (*Baseline, error) {
	d, err := decode(data)
	if err != nil {
		return nil, err
	}
	return d.baseline()
}
