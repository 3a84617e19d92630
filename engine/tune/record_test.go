package tune

import (
	"bytes"
	"errors"
	"io"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/must"
)

// recordLines are samples that cover all fields of a line.
var recordLines = []string{
	"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1;31;1-0",
	"rnbqkbnr/pppp1ppp/8/8/2PPp3/8/PP3PPP/RNBQKBNR b Qkq d3 0 3;-1499;0-1",
	"8/8/4k3/8/8/4K3/7R/8 w - - 99 9000;1499;1/2-1/2",
	"4k3/1P6/8/2pP4/8/8/8/4K2R w K c6 0 40;-32768;1-0",
	"QQQQ4/8/8/7k/8/1q6/8/5K2 w - - 12 9999;32767;0-1",
}

// TestRecord checks that a record keeps every field of a sample.
func TestRecord(t *testing.T) {
	for _, line := range recordLines {
		s := must.Get(ParseSample(line))(t)
		r := must.Get(NewRecord(&s))(t)
		again, err := r.Sample()
		if err != nil || again.String() != line {
			t.Errorf("%s comes back as %s, %v", line, &again, err)
		}
		if r.Score() != s.Score || r.Result() != s.Result || r.Side() != s.Position.Side() || r.Occupied() != s.Position.Occupied() {
			t.Errorf("%s has score %d, result %s, side %s", line, r.Score(), r.Result(), r.Side())
		}
		i := 0
		for rest := r.Occupied(); rest != 0; rest &= rest - 1 {
			color, kind := r.PieceAt(i)
			if !s.Position.Of(color, kind).Has(rest.First()) {
				t.Errorf("%s: piece %d on %s is a %s %c", line, i, rest.First(), color, kind.Letter())
			}
			i++
		}
	}
	s := must.Get(ParseSample("8/8/4k3/8/8/4K3/7R/8 w - - 0 1;32768;1-0"))(t)
	if _, err := NewRecord(&s); err == nil || err.Error() != "score 32768 (expected -32768 to 32767)" {
		t.Errorf("a score that does not fit: %v", err)
	}
}

// packed returns a file of records with these lines.
func packed(t testing.TB, lines ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	source := Source{Seed: 7, First: 2, Games: 4, Limits: engine.Limits{Nodes: 200}, HashMB: 2, Signature: 12345}
	w := must.Get(NewWriter(&b, Packed, source))(t)
	for _, line := range lines {
		s, err := ParseSample(line)
		if err == nil {
			err = w.Write(&s)
		}
		must.Do(t, err)
	}
	return b.Bytes()
}

// TestRead checks that both forms give the same samples, records and sources.
func TestRead(t *testing.T) {
	text := header + strings.Join(recordLines, "\n") + "\n"
	for form, content := range map[Form]string{Text: text, Packed: string(packed(t, recordLines...))} {
		var lines []string
		sources, err := Read(strings.NewReader(content), "x", func(s *Sample) error {
			lines = append(lines, s.String())
			return nil
		})
		if err != nil || strings.Join(lines, "\n") != strings.Join(recordLines, "\n") {
			t.Errorf("%s gives %q, %v", form, lines, err)
		}
		var records []string
		again, err := ReadRecords(strings.NewReader(content), "x", func(r *Record) error {
			s, err := r.Sample()
			records = append(records, s.String())
			return err
		})
		if err != nil || strings.Join(records, "\n") != strings.Join(recordLines, "\n") {
			t.Errorf("%s gives the records %q, %v", form, records, err)
		}
		head, err := ReadSources(strings.NewReader(content), "x")
		for _, list := range [][]Source{sources, again, head} {
			if err != nil || len(list) != 1 || list[0].String()+"\n" != header {
				t.Errorf("%s is of %v, %v", form, list, err)
			}
		}
	}
	var b bytes.Buffer
	two := []Source{{Seed: 1, Games: 1, Limits: engine.Limits{Nodes: 1}}, {Seed: 2, Games: 1, Limits: engine.Limits{Depth: 1}}}
	must.Get(NewWriter(&b, Packed, two...))(t)
	if got, err := ReadSources(&b, "x"); err != nil || len(got) != 2 || got[0] != two[0] || got[1] != two[1] {
		t.Errorf("two sources come back as %v, %v", got, err)
	}
	if _, err := NewWriter(io.Discard, Text, two...); err == nil || err.Error() != "file of text from 2 sources (expected one)" {
		t.Errorf("text from two sources: %v", err)
	}
}

func TestReadErrors(t *testing.T) {
	whole := packed(t, recordLines[0], recordLines[2])
	head := len(whole) - 2*recordSize
	with := func(record, at int, value byte) string {
		b := bytes.Clone(whole)
		b[head+record*recordSize+at] = value
		return string(b)
	}
	tests := []struct{ name, content, want string }{
		{"empty", "", `g:1: header "" (expected "# games seed=0 first=0 games=1 limit=nodes=2500 hash=2 signature=0")`},
		{"version", "# packed=2 sources=1\n", `g:1: header "# packed=2 sources=1\n" (expected "# packed=1 sources=1\n" with the number of sources)`},
		{"many sources", "# packed=1 sources=2000000\n", `g:1: header "# packed=1 sources=2000000\n" (expected "# packed=1 sources=1\n" with the number of sources)`},
		{"head cut short", string(whole[:30]), "g:2: file ends in its head (expected 1 sources)"},
		{"source", "# packed=1 sources=1\nx\n", `g:2: header "x" (expected "# games seed=0 first=0 games=1 limit=nodes=2500 hash=2 signature=0")`},
		{"cut short", string(whole[:len(whole)-5]), "g: record 2: file is cut short after 27 of 32 bytes"},
		{"too many pieces", with(1, 7, 0xff)[:head+recordSize] + strings.Repeat("\xff", recordSize), "g: record 2: record has 64 pieces (expected at most 32)"},
		{"kind", with(0, 8, 0x06), "g: record 1: piece 0 of the record is of no kind, 6 (expected 0 to 5)"},
		{"kings", with(1, 8, 0x55), "g: record 2: record has 2 white and 1 black kings (expected one of each)"},
		{"result", with(1, 26, 3<<1), "g: record 2: result 3 of the record (expected half points, 0 to 2)"},
		{"passant", with(1, 27, 65), "g: record 2: en passant square of the record is not on the board (expected one that is)"},
		{"text", header + recordLines[0] + "\nx\n", "g:3: sample has 1 fields (expected FEN;score;result)"},
		{"receiver", string(whole), "g: record 1: no more"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			refuse := func() error {
				if test.name == "receiver" {
					return errors.New("no more")
				}
				return nil
			}
			_, err := Read(strings.NewReader(test.content), "g", func(*Sample) error { return refuse() })
			_, again := ReadRecords(strings.NewReader(test.content), "g", func(*Record) error { return refuse() })
			for _, err := range []error{err, again} {
				if err == nil || err.Error() != test.want {
					t.Errorf("error = %v\nwant    %s", err, test.want)
				}
			}
		})
	}
	if _, err := Read(strings.NewReader(with(1, 26, 8)), "g", func(*Sample) error { return nil }); err == nil || err.Error() != "g: record 2: castling right K cannot be (expected king on e1 and rook on h1)" {
		t.Errorf("a position that cannot be: %v", err)
	}
}

// FuzzRecord checks that no record causes a panic, and that the sample of a record survives
// a round trip.
func FuzzRecord(f *testing.F) {
	for _, line := range recordLines {
		file := packed(f, line)
		f.Add(file[len(file)-recordSize:])
	}
	f.Fuzz(func(t *testing.T, b []byte) {
		var r Record
		copy(r[:], b)
		s, err := r.Sample()
		if err != nil {
			return
		}
		again, err := NewRecord(&s)
		if err != nil {
			t.Fatalf("%s: %v", &s, err)
		}
		if back, err := again.Sample(); err != nil || back.String() != s.String() {
			t.Errorf("%s comes back as %s, %v", &s, &back, err)
		}
	})
}
