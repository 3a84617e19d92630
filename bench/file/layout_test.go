package file

import (
	"errors"
	"strings"
	"testing"
)

// sheet is a file of a kind that nobody else has.
type sheet struct {
	Format string   `json:"format"`
	Schema int      `json:"schema"`
	Rows   []string `json:"rows"`
	Digest string   `json:"digest"`
}

func (s *sheet) encode() ([]byte, error) {
	var w Layout
	w.Field("format", s.Format)
	w.Field("schema", s.Schema)
	w.List("rows", len(s.Rows), func(i int) any { return s.Rows[i] })
	return w.Seal()
}

// TestLayout holds a file against its bytes, and what DecodeSealed says of others.
func TestLayout(t *testing.T) {
	const want = `{
"format": "zugwatch sheet",
"schema": 1,
"rows": [
"a<b",
"c"
],
"digest": "sha256:0314747274dfa5fb415c456e7e845b0262f5a050c3db294241d56d600ccfcf84"
}
`
	data, err := (&sheet{Format: "zugwatch sheet", Schema: 1, Rows: []string{"a<b", "c"}}).encode()
	if err != nil || string(data) != want {
		t.Errorf("%s, %v, want %s", data, err, want)
	}
	empty, err := (&sheet{Format: "zugwatch sheet", Schema: 1}).encode()
	if err != nil || !strings.Contains(string(empty), "\"rows\": [\n],\n") {
		t.Errorf("an empty list: %s, %v", empty, err)
	}
	for _, test := range []struct {
		name, data string
		newest     int64
		want       string
	}{
		{"the file", want, 1, ""},
		{"another newest schema", want, 2, ""},
		{"newer", want, 0, "run: file is of a newer schema (schema 1, this version reads up to 0; hint: update the tool)"},
		{"another format", strings.Replace(want, "sheet", "shoot", 1), 1, `run: file is not a Zugwatch run (expected the key "format" with "zugwatch sheet")`},
		{"edited", strings.Replace(want, `"c"`, `"d"`, 1), 1, "run: file was altered"},
		{"key twice", strings.Replace(want, "\"rows\"", "\"schema\": 1,\n\"rows\"", 1), 1, `run:4:1: file has a key twice ("schema")`},
	} {
		d, err := DecodeSealed(([]byte)(test.data), "zugwatch sheet", test.newest, func(s *sheet) string { return s.Digest })
		if test.want == "" && err == nil {
			var again []byte
			again, err = d.encode()
			err = SameBytes([]byte(test.data), again, err)
		}
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.HasPrefix(err.Error(), test.want)) {
			t.Errorf("%s: %v, want %s", test.name, err, test.want)
		}
	}
	var fault *Error
	if err := SameBytes([]byte("{ }"), []byte("{}"), nil); !errors.As(err, &fault) || fault.Reason != NotCanonical || fault.Col != 2 {
		t.Errorf("another spelling: %v", err)
	}
}

func TestParseLine(t *testing.T) {
	type point struct {
		X int `json:"x"`
	}
	var p point
	for line, want := range map[string]string{
		`{"x":1}`:         "",
		`{"x": 1}`:        `record is in another spelling (expected "{\"x\":1}")`,
		`{"x":1,"y":2}`:   `json: unknown field "y"`,
		`{"x":1}{"x":1}`:  `record is in another spelling (expected "{\"x\":1}")`,
		`{"x":1,"x":1}`:   `record is in another spelling (expected "{\"x\":1}")`,
		`{"X":1}`:         `record is in another spelling (expected "{\"x\":1}")`,
		`{"x":1` + "\n}":  `record is in another spelling (expected "{\"x\":1}")`,
		`{"x":1}` + "\n":  `record is in another spelling (expected "{\"x\":1}")`,
		`{"x":"1"}`:       "json: cannot unmarshal string into Go struct field point.x of type int",
		`{"x":1` + "\x00": `invalid character '\x00' after object key:value pair`,
	} {
		err := ParseLine([]byte(line), &p)
		if err == nil && want != "" || err != nil && err.Error() != want {
			t.Errorf("%q: %v, want %s", line, err, want)
		}
	}
	for r := Unreadable; r < reasonEnd; r++ {
		if r.String() == "" {
			t.Errorf("reason %d has no text", r)
		}
	}
}
