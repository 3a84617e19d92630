package store

import (
	"bytes"
	"errors"
	"fmt"
	"hash/crc32"
	"path/filepath"
	"reflect"
	"strings"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/engine/golden"
	"github.com/zugwatch/zugwatch/engine/must"
)

func sampleKey() []KeyPart {
	return keyOf(sample(), []KeyPart{{"tool", "v0.1.0 \"x\""}})
}

// sampleAnswers returns the outcomes of the sample, out of order, with times.
func sampleAnswers() []bench.Answer {
	var answers []bench.Answer
	for _, i := range []int{2, 0, 3, 1} {
		o := sample().Outcomes[i]
		answers = append(answers, bench.Answer{Index: i, Outcome: o, Time: bench.PositionTime{ID: o.ID, Wall: time.Duration(i) * time.Millisecond}})
	}
	answers[1].Outcome = bench.Outcome{ID: "WAC.001", Want: "Qg6", Verdict: bench.Faulted, Fault: bench.FaultExit}
	answers[1].Time.Fault, answers[1].Time.Detail, answers[1].Time.Retried = "exit status 3", "a\nb\x00", "crash-exit: too"
	return answers
}

// contents is the content of a journal.
type contents struct {
	key        []KeyPart
	answers    []bench.Answer
	size, torn int
}

func decodeJournal(data []byte) (*contents, error) {
	found := answers{seen: make(map[int]int)}
	key, r, err := journalKind().recover(data, found.readRecord)
	return &contents{key, found.all, r.Size, r.Torn}, err
}

// appendFrame writes a record as a journal holds it.
func appendFrame(data, record []byte) []byte {
	body := fmt.Sprintf("%d %s", len(record), record)
	return fmt.Appendf(data, "%08x %s\n", crc32.Checksum([]byte(body), crc32.MakeTable(crc32.Castagnoli)), body)
}

// encodeJournal writes contents as they are written one after the other.
func encodeJournal(t testing.TB, key []KeyPart, answers ...bench.Answer) []byte {
	t.Helper()
	record := must.Get(journalKind().header(key))(t)
	data := appendFrame(nil, record)
	for _, f := range answers {
		record = must.Get(encodeAnswer(f))(t)
		data = appendFrame(data, record)
	}
	return data
}

func TestJournalRoundTrip(t *testing.T) {
	data := encodeJournal(t, sampleKey(), sampleAnswers()...)
	golden.Check(t, "testdata/journal-schema1.journal", data)
	c, err := decodeJournal(data)
	want := &contents{key: sampleKey(), answers: sampleAnswers(), size: len(data)}
	if err != nil || !reflect.DeepEqual(c, want) {
		t.Errorf("got %+v, %v\nwant %+v", c, err, want)
	}
	empty := encodeJournal(t, sampleKey())
	if c, err := decodeJournal(empty); err != nil || len(c.answers) != 0 || c.size != len(empty) {
		t.Errorf("without answers: got %+v, %v", c, err)
	}
}

// TestJournalVoid: an answer that was dropped is none, until there is another; who gave one is
// kept. A record that is void and says something is damage.
func TestJournalVoid(t *testing.T) {
	all := sampleAnswers()
	all[0].By = "w"
	void := bench.Answer{Index: all[0].Index, Outcome: bench.Outcome{ID: all[0].Outcome.ID}, Void: true}
	for _, test := range []struct {
		records []bench.Answer
		want    []bench.Answer
	}{
		{[]bench.Answer{all[0]}, all[:1]},
		{[]bench.Answer{all[0], all[1], void}, all[1:2]},
		{[]bench.Answer{all[0], void, all[0]}, all[:1]},
		{[]bench.Answer{void}, nil},
	} {
		found := answers{seen: make(map[int]int)}
		if _, _, err := journalKind().recover(encodeJournal(t, nil, test.records...), found.readRecord); err != nil {
			t.Fatal(err)
		}
		if got := found.known(); len(got) != len(test.want) || len(got) > 0 && !reflect.DeepEqual(got, test.want) {
			t.Errorf("got %+v, want %+v", got, test.want)
		}
	}
	all[0].Void = true
	if c, err := decodeJournal(encodeJournal(t, nil, all[0], all[1])); err == nil {
		t.Errorf("got %+v", c)
	}
}

// TestEveryFlippedBitOfAJournal: a flip in the last record, or in the line feed
// before it, makes a torn end; one before that is damage at the very record; and
// nothing of a changed record is ever taken over.
func TestEveryFlippedBitOfAJournal(t *testing.T) {
	data := encodeJournal(t, sampleKey(), sampleAnswers()...)
	starts := []int{0}
	for i, b := range data {
		if b == '\n' {
			starts = append(starts, i+1)
		}
	}
	last := starts[len(starts)-2]
	for i := range data {
		record := 0
		for record+1 < len(starts) && starts[record+1] <= i {
			record++
		}
		for bit := range 8 {
			flipped := bytes.Clone(data)
			flipped[i] ^= 1 << bit
			c, err := decodeJournal(flipped)
			kept := max(record-1, 0)
			if len(c.answers) != kept || kept > 0 && !reflect.DeepEqual(c.answers, sampleAnswers()[:kept]) || c.size != starts[record] {
				t.Fatalf("bit %d of byte %d: %d answers, %d bytes, want %d and %d", bit, i, len(c.answers), c.size, kept, starts[record])
			}
			var damage *file.JournalError
			switch {
			case i >= last-1 && (err != nil || c.torn != len(data)-starts[record]):
				t.Fatalf("bit %d of byte %d in the last record: torn %d, %v", bit, i, c.torn, err)
			case i < last-1 && (!errors.As(err, &damage) || damage.Offset != starts[record] || damage.Kept != kept):
				t.Fatalf("bit %d of byte %d in record %d: got %v", bit, i, record, err)
			}
		}
	}
}

// TestEveryCutOfAJournal: what is cut off at the end was not written to the end.
func TestEveryCutOfAJournal(t *testing.T) {
	data := encodeJournal(t, sampleKey(), sampleAnswers()...)
	head := bytes.IndexByte(data, '\n') + 1
	for n := range data {
		c, err := decodeJournal(data[:n])
		whole := bytes.Count(data[:n], []byte("\n"))
		size := bytes.LastIndexByte(data[:n], '\n') + 1
		switch {
		case n < head && (err == nil || c.size != 0):
			t.Fatalf("%d bytes: %+v, %v", n, c, err)
		case n >= head && (err != nil || len(c.answers) != whole-1 || c.size != size || c.torn != n-size):
			t.Fatalf("%d bytes: %d answers, %d bytes, %d torn, %v", n, len(c.answers), c.size, c.torn, err)
		}
	}
	for _, tail := range []string{"\x00\x00\x00", "\n", "\n\n\n", "00000000 1 x\n", "garbage\ngarbage\n"} {
		c, err := decodeJournal(append(bytes.Clone(data), tail...))
		if err != nil || len(c.answers) != 4 || c.size != len(data) || c.torn != len(tail) {
			t.Errorf("tail %q: %+v, %v", tail, c, err)
		}
	}
}

func TestJournalDamage(t *testing.T) {
	f := sampleAnswers()
	frame := func(text string) string { return string(appendFrame(nil, []byte(text))) }
	head := string(encodeJournal(t, sampleKey()))
	record := must.Get(encodeAnswer(f[0]))(t)
	first := string(record)
	wrong, renamed := f[0], f[0]
	wrong.Outcome.Nodes++
	wrong.Time.Wall++
	renamed.Outcome.ID = "other"
	changed := must.Get(encodeAnswer(wrong))(t)
	other := must.Get(encodeAnswer(renamed))(t)
	tests := []struct{ name, data, want string }{
		{"empty", "", "journal is damaged at byte 0, after 0 positions: header is missing or broken"},
		{"no header", frame(first), "journal is damaged at byte 0, after 0 positions: header is not one of a journal"},
		{"another file", frame(`{"format":"zugwatch run","schema":1,"key":null}`), "journal is damaged at byte 0, after 0 positions: header is not one of a journal"},
		{"newer", frame(`{"format":"zugwatch journal","schema":2,"key":null}`), "journal is damaged at byte 0, after 0 positions: schema is 2 (expected 1; hint: use the version of the tool that wrote it)"},
		{"garbage between", head + "x\n" + frame(first), "after 0 positions: record is broken, and whole ones follow"},
		{"lines lost between", head + "\n\n" + frame(first), "after 0 positions: record is broken, and whole ones follow"},
		{"unknown key", head + frame(first[:len(first)-1]+`,"x":1}`), `after 0 positions: record does not parse: json: unknown field "x"`},
		{"key twice", head + frame(`{"index":2,`+first[1:]), "after 0 positions: record does not parse: record is in another spelling"},
		{"no JSON", head + frame("{"), "after 0 positions: record does not parse: unexpected EOF"},
		{"second header", head + head, `after 0 positions: record does not parse: json: unknown field "format"`},
		{"contradiction", head + frame(strings.Replace(first, `"missed"`, `"measured"`, 1)), `after 0 positions: position "graded" is measured and asks`},
		{"not finished", head + frame(strings.Replace(first, `"missed"`, `"unfinished"`, 1)), `after 0 positions: record of position "graded" is not a finding`},
		{"negative index", head + frame(strings.Replace(first, `"index":2`, `"index":-1`, 1)), `after 0 positions: record of position "graded" is not a finding`},
		{"the last one counts", head + frame(string(changed)) + frame(first), ""},
		{"of two positions", head + frame(first) + frame(string(other)), `after 1 positions: position 3 is listed as "graded" and as "other"`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			c, err := decodeJournal([]byte(test.data))
			if test.want == "" {
				if err != nil || len(c.answers) != 1 || c.answers[0].Time.Wall != f[0].Time.Wall {
					t.Errorf("got %+v, %v", c, err)
				}
				return
			}
			if err == nil || !strings.Contains(err.Error(), test.want) {
				t.Errorf("got %v\nwant %s", err, test.want)
			}
		})
	}
}

// FuzzJournal: the records kept of any bytes encode to the same bytes, up to the end of the
// reading. A record appended there is read again.
func FuzzJournal(f *testing.F) {
	data := encodeJournal(f, sampleKey(), sampleAnswers()...)
	f.Add(data)
	f.Add(data[:len(data)-5])
	f.Add(bytes.Replace(data, []byte("WAC"), []byte("wac"), 1))
	f.Add(append(bytes.Clone(data), data...))
	f.Add(encodeJournal(f, nil))
	more := sampleAnswers()[0]
	more.Index = 1 << 40
	f.Fuzz(func(t *testing.T, data []byte) {
		c, err := decodeJournal(data)
		if c.size > len(data) || err == nil && c.size+c.torn != len(data) || c.size == 0 && err == nil {
			t.Fatalf("%d bytes: %d kept, %d torn, %v", len(data), c.size, c.torn, err)
		}
		if c.size == 0 {
			return
		}
		again := encodeJournal(t, c.key, c.answers...)
		if !bytes.HasPrefix(data, again) && bytes.Count(again, []byte("\n")) == bytes.Count(data[:c.size], []byte("\n")) {
			t.Fatalf("read and written anew:\n%s\n%s", data[:c.size], again)
		}
		record, encoding := encodeAnswer(more)
		if encoding != nil {
			t.Fatal(encoding)
		}
		longer, err := decodeJournal(appendFrame(bytes.Clone(data[:c.size]), record))
		if err != nil && !strings.Contains(err.Error(), "is listed as") {
			t.Fatalf("appended: %v", err)
		}
		if err == nil && len(longer.answers) < len(c.answers) {
			t.Fatalf("appended: %d answers of %d", len(longer.answers), len(c.answers))
		}
	})
}

func TestLongRecords(t *testing.T) {
	f := sampleAnswers()[1]
	f.Time.Detail = strings.Repeat("stack\n", 20_000)
	record, err := encodeAnswer(f)
	if err != nil || len(record) > 4*maxCutText || !bytes.Contains(record, []byte("exit status 3")) {
		t.Errorf("a long stack: %d bytes, %v", len(record), err)
	}
	f.Outcome.ID = strings.Repeat("x", file.MaxRecord)
	if _, err := encodeAnswer(f); err == nil || !strings.HasPrefix(err.Error(), `record of "xxxx`) {
		t.Errorf("a long ID: %v", err)
	}
	path := filepath.Join(t.TempDir(), "run.json")
	c := open(t, path, Refuse)
	must.Get(c.Begin(sample()))(t)
	var fault *file.WriteError
	if err := c.Record(f); !errors.As(err, &fault) || fault.Step != "write" || fault.Path != JournalPath(path) {
		t.Errorf("got %v", err)
	}
	if err := c.Record(sampleAnswers()[0]); !errors.As(err, &fault) {
		t.Errorf("after an error: got %v", err)
	}
	if err := c.Close(); !errors.As(err, &fault) {
		t.Errorf("at the end: got %v", err)
	}
}
