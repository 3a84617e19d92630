package store

import (
	"bytes"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/must"
)

// streamedAsExamined holds both readers of run files against each other.
func streamedAsExamined(t *testing.T, data []byte) {
	t.Helper()
	want, err := validate(data)
	got, ok := stream(bytes.NewReader(data), int64(len(data)))
	if ok != (err == nil) || ok && !reflect.DeepEqual(got, want) {
		t.Fatalf("streamed: %t %+v\nexamined: %v %+v\n%s", ok, got, err, want, data)
	}
}

// full returns a run with every counter and with texts and numbers that are not plain.
func full() *bench.Run {
	run := sample()
	run.Outcomes = append(run.Outcomes,
		bench.Outcome{
			ID: "every", Verdict: bench.Solved, Want: "e4", Best: "e4", Score: -engine.MateScore, SelDepth: 1, Nodes: 999_999_999_999_999_999,
			Counters: engine.Counters{NullTried: 1, NullCut: 2, NullNodes: 3, Verified: 4, Refused: 5, NullReduced: 6, DoubleNull: 7, MateThreats: 8, FailHighRed: 9, ReverseCut: 10, NullSucceeded: 11, NullSucceededNodes: 12, NullLate: 13, LateNodes: 14},
		},
		bench.Outcome{ID: "large", Verdict: bench.Missed, Want: "é", Best: "\\", Score: engine.MateScore, Nodes: 1<<64 - 1, Counters: engine.Counters{Refused: 1}},
		bench.Outcome{ID: "by depth", Verdict: bench.Measured, Depth: -1, NullByDepth: &bench.NullByDepth{{1, 0}, {2, 1}}, NullMoveCosts: &bench.NullMoveCosts{{1, 2, 3, 4}}},
		bench.Outcome{ID: "iterations", Verdict: bench.Missed, Best: "d4", Depth: 2, Iterations: &bench.Iterations{{Depth: 1, Best: "e4", Score: 30}, {Depth: 2, Best: "d4", Score: -engine.MateScore}}},
		bench.Outcome{ID: "broken", Verdict: bench.Faulted, Fault: bench.FaultExit, Want: "e4"})
	run.Suite.Count = len(run.Outcomes)
	return run
}

// TestStream holds both readers to the same answer for whole files, cut and
// changed ones: at every byte with ZUGWATCH_SLOW=1, else at a part of them.
func TestStream(t *testing.T) {
	files, err := filepath.Glob("testdata/*-schema*.json")
	if err != nil || len(files) == 0 {
		t.Fatalf("%d files, %v", len(files), err)
	}
	all := [][]byte{nil, []byte(strings.Repeat("\n", 100))}
	for _, file := range files {
		data := must.Get(os.ReadFile(file))(t)
		all = append(all, data)
	}
	for _, data := range all {
		streamedAsExamined(t, data)
		streamedAsExamined(t, append(bytes.Clone(data), '\n'))
	}
	data := mustEncode(t, full())
	streamedAsExamined(t, data)
	slow := must.Slow()
	for i := range data {
		if slow || i%18 == 0 {
			streamedAsExamined(t, data[:i])
		}
		for at, bit := range []byte{1, 32} {
			if !slow && i%8 != at {
				continue
			}
			flipped := bytes.Clone(data)
			flipped[i] ^= bit
			streamedAsExamined(t, flipped)
			streamedAsExamined(t, []byte(sealed(string(flipped))))
		}
	}
}

// TestStreamTiming holds both readers of timings against each other. What is spelt in
// another way may go the long one. With ZUGWATCH_SLOW=1 more bits are flipped.
func TestStreamTiming(t *testing.T) {
	run := filepath.Join(t.TempDir(), "run.json")
	timing := &bench.Timing{
		Schema: bench.Schema, Host: bench.Host{OS: "x", CPU: "y"}, Workers: 2, Warnings: []string{"slow"},
		Positions: []bench.PositionTime{
			{ID: "a", Wall: 5, CPU: 4, Found: 2, Stable: 3}, {ID: "b \"é\"", Wall: -1}, {ID: "c", Wall: 7, Stable: 1, Fault: "it\ndied", Detail: "x", Retried: "y"}, {ID: "d"},
		},
	}
	must.Do(t, SaveTiming(run, timing))
	data := must.Get(os.ReadFile(TimingPath(run)))(t)
	check := func(data []byte) bool {
		want, err := decodeTiming(data)
		got, ok := streamTiming(bytes.NewReader(data), int64(len(data)))
		if ok && (err != nil || !reflect.DeepEqual(got, want)) {
			t.Fatalf("streamed: %+v\ndecoded: %+v, %v\n%s", got, want, err, data)
		}
		return ok
	}
	if !check(data) {
		t.Error("a timing is not streamed")
	}
	slow := must.Slow()
	for i := range data {
		check(data[:i])
		for at, bit := range []byte{1, 2, 4, 16, 32, 128} {
			if !slow && i%6 != at {
				continue
			}
			flipped := bytes.Clone(data)
			flipped[i] ^= bit
			check(flipped)
		}
		for at, more := range []string{"\n", ",", "{}", "0", "\x00", " \"ID\": 1,"} {
			if !slow && i%6 != at {
				continue
			}
			check(append(append(bytes.Clone(data[:i]), more...), data[i:]...))
		}
	}
}

// TestPlainRecords: the output of the engine of this module is read without
// encoding/json, which takes ten times as long.
func TestPlainRecords(t *testing.T) {
	lines := bytes.Split(mustEncode(t, full()), []byte("\n"))
	plain := map[string]bool{"WAC.001": true, "CRAFTY.1": true, "every": true, "graded": false, "large": false, "by depth": false, "broken": true}
	for _, line := range lines {
		line = bytes.TrimSuffix(line, []byte(","))
		for id, want := range plain {
			if !bytes.HasPrefix(line, []byte(`{"id":"`+id+`"`)) {
				continue
			}
			c, o := cursor{rest: line}, bench.Outcome{}
			if new(recordReader).plain(&c, &o); want == (c.odd || len(c.rest) > 0) {
				t.Errorf("%s: plain is %t, want %t", line, !want, want)
			}
		}
	}
}

// TestLongLines: what does not fit into the buffer is read all the same.
func TestLongLines(t *testing.T) {
	run := sample()
	run.Outcomes[0].ID = strings.Repeat("x", 2*streamBuffer)
	file := filepath.Join(t.TempDir(), "run.json")
	must.Do(t, Save(file, run))
	got, err := Load(file)
	if err != nil || !reflect.DeepEqual(got, run) {
		t.Errorf("got %v", err)
	}
}

// FuzzRecord: a line that is read is one that Encode writes, and has the content that
// JSON gives.
func FuzzRecord(f *testing.F) {
	for _, run := range []*bench.Run{sample(), full()} {
		for line := range strings.Lines(string(mustEncode(f, run))) {
			f.Add(strings.TrimRight(line, ",\n"))
		}
	}
	for _, middle := range []string{
		`"want":"","score":"0","depth":0,"nodes":0`, `"best":"","score":"0","depth":0,"nodes":0`,
		`"fault":"","score":"0","depth":0,"nodes":0`, `"score":"-0","depth":0,"nodes":0`, `"score":"07","depth":0,"nodes":0`,
		`"score":"#2","depth":0,"nodes":0`, `"score":"#-0","depth":0,"nodes":0`, `"score":"0","depth":-1,"nodes":0`,
		`"score":"0","depth":0,"seldepth":0,"nodes":0`, `"score":"0","depth":0,"nodes":18446744073709551616`,
		`"score":"0","depth":9223372036854775808,"nodes":9999999999999999999`, `"score":"0","depth":00,"nodes":0`,
		`"score":"0","depth":0,"nodes":0,"points":0`, `"score":"0","depth":0,"nodes":0,"counters":{}`,
		`"score":"0","depth":0,"nodes":0,"counters":{"null_tried":0}`, `"score":"0","depth":0,"nodes":0,"counters":{"null_cut":1,"null_tried":1}`,
		`"score":"0","depth":0,"nodes":0,"counters":{"null_cut":1,"null_cut":1}`, `"score":"0","depth":0,"nodes":0,"counters":{"null_cut":1,}`,
		`"score":"0","depth":0,"nodes":0}`, `"score":"0","depth":0,"nodes":0,"found":{"depth":1,"nodes":1},"found":null`,
	} {
		f.Add(`{"id":"a","verdict":"solved",` + middle + "}")
	}
	f.Fuzz(func(t *testing.T, line string) {
		want, err := file.Decode[bench.Outcome]([]byte(line))
		var spelt []byte
		good := err == nil
		if good {
			spelt, err = file.Line(want)
			good = err == nil && string(spelt) == line
		}
		var got bench.Outcome
		if ok := new(recordReader).read([]byte(line), &got); ok != good || ok && !reflect.DeepEqual(&got, want) {
			t.Errorf("%s: read %t %+v, JSON %v %+v, written %s", line, ok, got, err, want, spelt)
		}
	})
}
