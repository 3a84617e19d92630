package speed

import (
	"bytes"
	"os"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/must"
)

// stored returns a race as a file has it.
func stored(t testing.TB, measured ...*Measurement) string {
	t.Helper()
	r := &Report{
		Base: engine.ID{Name: "base", Options: []engine.Option{{Name: "Hash", Value: "16"}}}, Head: engine.ID{Name: "head <b>"},
		Limits: "nodes=5000", Positions: 6, Of: 6, Spent: time.Minute, Measured: measured,
	}
	var text bytes.Buffer
	must.Do(t, Encode(&text, "crafty", r))
	return text.String()
}

// TestFile holds that a race is read as it was measured, and judged by the limit of
// the reader.
func TestFile(t *testing.T) {
	slow := &Measurement{pairs(50, 1.05, 0.01), pairs(20, 1, 0.01)}
	slow.Pairs[7].HeadFirst = true
	text := stored(t, slow, slow)
	for allowed, want := range map[compare.Growth]compare.Verdict{20: compare.Fail, 80: compare.Pass, compare.Unlimited: compare.Pass} {
		r := must.Get(Decode([]byte(text), "crafty", allowed))(t)
		if r.Assessment.Verdict != want || r.Assessment.Allowed != allowed {
			t.Errorf("allowed %s: got %s, want %s", allowed, r.Assessment.Verdict, want)
		}
		if !reflect.DeepEqual(r.Measured, []*Measurement{slow, slow}) {
			t.Error("another measurement was read")
		}
		if got := stored(t, r.Measured...); got != text || r.Limits != "nodes=5000" || r.Head.Name != "head <b>" || r.Spent != time.Minute {
			t.Errorf("got %+v", r)
		}
	}
}

// TestLoad reads a race of a file, and names the file where it is none.
func TestLoad(t *testing.T) {
	t.Chdir(t.TempDir())
	for name, text := range map[string]string{"race.json": stored(t, &Measurement{pairs(2, 1, 0), pairs(2, 1, 0)}), "none.json": "{}"} {
		must.Do(t, os.WriteFile(name, []byte(text), 0o666))
	}
	if r, err := Load("race.json", "crafty", 20); err != nil || r.Assessment.Allowed != 20 {
		t.Errorf("race is %+v, %v", r, err)
	}
	for name, want := range map[string]string{"none.json": "none.json: race: ", "missing.json": "missing.json: file is missing"} {
		if _, err := Load(name, "crafty", 20); failure.Of(err) != failure.Baseline || !strings.HasPrefix(err.Error(), want) {
			t.Errorf("%s: kind %v, %v", name, failure.Of(err), err)
		}
	}
	if _, err := Load("race.json", "wac", 20); err == nil || err.Error() != `race.json: race: suite is "crafty" (expected wac)` {
		t.Errorf("another suite: %v", err)
	}
	if _, err := Load(".", "wac", 20); failure.Of(err) != failure.Baseline {
		t.Errorf("a folder: kind %v, %v", failure.Of(err), err)
	}
}

// TestFileFaults holds what is no race.
func TestFileFaults(t *testing.T) {
	good := stored(t, &Measurement{pairs(2, 1, 0), pairs(2, 1, 0)})
	change := func(from, to string) string {
		t.Helper()
		if !strings.Contains(good, from) {
			t.Fatalf("%s does not hold %s", good, from)
		}
		return strings.Replace(good, from, to, 1)
	}
	pair := "[0,0,100000000,100000000,1000,100000000,100000000,1000]"
	tests := []struct{ name, text, want string }{
		{"nothing", "", "no JSON of a race"},
		{"no JSON", "speed", "no JSON of a race"},
		{"cut", good[:len(good)/2], "no JSON of a race"},
		{"a key more", change(`"suite"`, `"verdict":"pass","suite"`), "no JSON of a race"},
		{"a key twice", change(`"suite":"crafty"`, `"suite":"crafty","suite":"crafty"`), "spelt in another way"},
		{"a key less", change(`"of":6,`, ``), "spelt in another way"},
		{"something behind", good + "{}", "spelt in another way"},
		{"no line", strings.TrimSpace(good), "spelt in another way"},
		{"no text", change("crafty", "\xff"), "spelt in another way"},
		{"a number too long", change(pair, "["+strings.Repeat("9", 30)+"]"), "where"},
		{"a number too few", change(pair, "[1]"), "spelt in another way"},
		{"a number too many", change(pair, pair[:len(pair)-1]+",1]"), "spelt in another way"},
		{"no number", change(pair, `["1"]`), "string where"},
		{"another format", change(fileFormat, "zugwatch run"), `format "zugwatch run", schema 1 (expected "zugwatch speed", schema 1)`},
		{"a newer schema", change(`"schema":1`, `"schema":2`), "schema 2 (expected"},
		{"another suite", change("crafty", "wac"), `suite is "wac" (expected crafty)`},
		{"a limit by time", change("nodes=5000", "movetime=1s"), `limits "movetime=1s" (expected a depth or nodes)`},
		{"no limit", change("nodes=5000", "::error::"), `limits "::error::"`},
		{"a limit in another spelling", change("nodes=5000", "nodes=05000"), `limits "nodes=05000"`},
		{"no position", change(`"positions":6`, `"positions":0`), "0 of 6 positions"},
		{"more positions than there are", change(`"of":6`, `"of":5`), "6 of 5 positions"},
		{"no measurement", stored(t), "0 measurements"},
		{"three measurements", stored(t, &Measurement{}, &Measurement{}, &Measurement{}), "3 measurements"},
		{"no pairs", stored(t, &Measurement{Same: pairs(2, 1, 0)}), "measurement without pairs"},
		{"no A/A pairs", stored(t, &Measurement{Pairs: pairs(2, 1, 0)}), "measurement without pairs"},
		{"no time", change(pair, "[0,0,0,100000000,1000,100000000,100000000,1000]"), "pair [0 0 0 "},
		{"a time below 0", change(pair, "[0,0,100000000,-1,1000,100000000,100000000,1000]"), "pair [0 0 100000000 -1"},
		{"a time that nobody waits for", change(pair, "[0,0,100000000,1,1000,3600000000001,1,1000]"), "pair [0 0 "},
		{"nodes below 0", change(pair, "[0,0,100000000,1,1000,100000000,1,-1]"), "pair [0 0 "},
		{"a session that was not", change(pair, "[4,0,100000000,1,1000,100000000,1,1]"), "pair [4 0 "},
		{"an order that is none", change(pair, "[0,2,100000000,1,1000,100000000,1,1]"), "pair [0 2 "},
		{"too large", strings.Repeat(" ", maxFile+1), "larger than 64 MiB"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			r, err := Decode([]byte(test.text), "crafty", 20)
			if r != nil || failure.Of(err) != failure.Baseline || !strings.Contains(err.Error(), test.want) || !strings.HasPrefix(err.Error(), "race: ") {
				t.Errorf("got %v, %v, want an error with %q", r, err, test.want)
			}
		})
	}
}

// FuzzDecode: what is read is written as the same bytes.
func FuzzDecode(f *testing.F) {
	f.Add([]byte(stored(f, &Measurement{pairs(3, 1.1, 0.1), pairs(2, 1, 0.1)})))
	f.Add([]byte(stored(f)))
	f.Fuzz(func(t *testing.T, text []byte) {
		r, err := Decode(text, "crafty", 20)
		if err != nil {
			return
		}
		var again bytes.Buffer
		if err := Encode(&again, "crafty", r); err != nil || !bytes.Equal(again.Bytes(), text) {
			t.Errorf("%s was read, and written as %s (%v)", text, again.Bytes(), err)
		}
	})
}
