package suites

import (
	"errors"
	"io"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"testing/iotest"

	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/epd"
)

// two is a suite of two records with a header of every form.
const two = `# title: Two: kings
# kind: test
# Source: not a key, as keys are in lower case
# source: a book,
#   page 7
#
#   goes on with nothing
# license: free
4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; id "A.1";
# title: too late
4k3/8/8/8/8/8/8/3K4 w - - bm Kd2; id "A.2";
`

func load(t testing.TB, text, file string) *Suite {
	t.Helper()
	return must.Get(Load(strings.NewReader(text), file))(t)
}

func TestLoad(t *testing.T) {
	s := load(t, two, "dir/two.epd")
	if s.Name != "two" || s.Path != "dir/two.epd" || s.Title != "Two: kings" || s.Kind != "test" ||
		s.Source != "a book, page 7" || s.License != "free" || s.Checked != "" {
		t.Errorf("suite %+v", s)
	}
	if len(s.Records) != 2 || s.Records[1].ID != "A.2" || s.Records[1].Line != 11 {
		t.Errorf("records %+v", s.Records)
	}
}

// TestDigest: comments and spelling do not count, positions, solutions, ids
// and order do.
func TestDigest(t *testing.T) {
	digest := func(text string) string { return load(t, text, "x.epd").Digest }
	base := digest(two)
	if len(base) != 64 {
		t.Errorf("digest %q", base)
	}
	same := strings.NewReplacer("Two", "Three", "bm Kd2;", " bm e1d2 ,", "\n", "\r\n", `"A.1";`, "A.1").Replace(two)
	same = strings.NewReplacer("bm e1d2 ,", "bm Kd2!;").Replace(same)
	if got := digest(same); got != base {
		t.Errorf("digest of another spelling is %s, want %s", got, base)
	}
	for _, change := range [][2]string{
		{"bm Kd2; id \"A.1\"", "bm Ke2; id \"A.1\""},
		{"A.2", "A.3"},
		{"4k3/8/8/8/8/8/8/3K4", "4k3/8/8/8/8/8/8/2K5"},
		{"id \"A.2\";", "id \"A.2\"; sd 9;"},
	} {
		text := strings.Replace(two, change[0], change[1], 1)
		if text == two || digest(text) == base {
			t.Errorf("digest is the same with %q for %q", change[1], change[0])
		}
	}
}

func TestLoadErrors(t *testing.T) {
	tests := []struct{ name, text, want string }{
		{"malformed", "4k3\n", "x.epd:1:4: position has 1 of 4 fields (expected side to move)"},
		{
			"id twice", two + "4k3/8/8/8/8/8/8/2K5 w - - bm Kd2; id \"A.1\";\n",
			`x.epd:12:35: record "A.1" stands in line 9 already (expected each id once)`,
		},
		{
			"position twice", strings.Repeat("4k3/8/8/8/8/8/8/4K3 w - - bm Kd2;\n", 2),
			`x.epd:2:1: record "fen:c9bca16afd6f" stands in line 1 already (expected each position once, or with ids of their own)`,
		},
		{"no record", "# title: x\n", "x.epd: suite has no records"},
		{"empty", "", "x.epd: suite has no records"},
		{"all malformed", strings.Repeat("x\n", 22), "x.epd:1:2: position has 1 of 4 fields (expected side to move)"},
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			s, err := Load(strings.NewReader(c.text), "x.epd")
			if s != nil || err == nil {
				t.Fatalf("suite %v, error %v", s, err)
			}
			if first, _, _ := strings.Cut(err.Error(), "\n"); first != c.want {
				t.Errorf("error %s\nwant %s", first, c.want)
			}
		})
	}
	broken := errors.New("disk on fire")
	if _, err := Load(iotest.ErrReader(broken), "x.epd"); !errors.Is(err, broken) {
		t.Errorf("broken reader: %v", err)
	}
	var bad *epd.SyntaxErrors
	_, err := Load(strings.NewReader(strings.Repeat("x\n", 22)), "x.epd")
	if !errors.As(err, &bad) || bad.More != 2 || !strings.HasSuffix(err.Error(), "\nand 2 more") {
		t.Errorf("22 malformed lines: %v", err)
	}
}

func TestOpenUnknown(t *testing.T) {
	tests := []struct{ name, hint string }{
		{"wak", "; did you mean wac?)"},
		{"WAC", "; did you mean wac?)"},
		{"zugzwnag", "; did you mean zugzwang?)"},
		{"sts", "epd file)"},
		{"", "epd file)"},
		{"../suites/wac", "epd file)"},
	}
	for _, c := range tests {
		_, err := Open(c.name)
		if _, ok := errors.AsType[*UnknownError](err); !ok || !strings.HasSuffix(err.Error(), c.hint) {
			t.Errorf("Open(%q): %v", c.name, err)
		}
	}
	_, err := Open("bkk")
	want := `suite "bkk" is not known (expected bk, crafty, ecm, h3, long-mates, mates, perft, rules, shogi-middle, shogi-rules, tsume, wac, wcs, zugzwang, zugzwang-proven, or the path of an .epd file; did you mean bk?)`
	if err == nil || err.Error() != want {
		t.Errorf("error %v, want %s", err, want)
	}
}

func TestResolve(t *testing.T) {
	path := filepath.Join(t.TempDir(), "wac.epd")
	must.Do(t, os.WriteFile(path, []byte(two), 0o600))
	if s, err := Resolve(path); err != nil || s.Path != path || len(s.Records) != 2 {
		t.Errorf("Resolve(%s): %v, %v", path, s, err)
	}
	if s, err := Resolve("wac"); err != nil || s.Path != "" || len(s.Records) != 300 {
		t.Errorf("Resolve(wac): %v", err)
	}
	if _, err := Resolve("nowhere.EPD"); !errors.Is(err, os.ErrNotExist) {
		t.Errorf("Resolve(nowhere.EPD): %v", err)
	}
}

func TestExport(t *testing.T) {
	var text strings.Builder
	if err := Export(&text, "bk"); err != nil || load(t, text.String(), "bk.epd").Digest != open(t, "bk").Digest {
		t.Errorf("exported suite differs, %v", err)
	}
	if err := Export(&text, "none"); err == nil {
		t.Error("a suite that is not there is exported")
	}
	full := errors.New("disk full")
	if err := Export(failingWriter{full}, "bk"); !errors.Is(err, full) {
		t.Errorf("error %v", err)
	}
}

// failingWriter takes no byte.
type failingWriter struct{ err error }

func (w failingWriter) Write([]byte) (int, error) { return 0, w.err }

func TestFilter(t *testing.T) {
	wac := open(t, "wac")
	tests := []struct {
		name     string
		patterns []string
		want     string
	}{
		{"one id", []string{"WAC.141"}, "WAC.141"},
		{"in the order of the suite", []string{"WAC.300", "WAC.001"}, "WAC.001 WAC.300"},
		{"pattern", []string{"WAC.00[1-3]"}, "WAC.001 WAC.002 WAC.003"},
		{"range", []string{"299-300", "2-3"}, "WAC.002 WAC.003 WAC.299 WAC.300"},
		{"range of one and an id", []string{"7-7", "WAC.001"}, "WAC.001 WAC.007"},
		{"overlapping", []string{"WAC.2?0", "WAC.*10", "WAC.010"}, "WAC.010 WAC.110 WAC.200 WAC.210 WAC.220 WAC.230 WAC.240 WAC.250 WAC.260 WAC.270 WAC.280 WAC.290"},
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			part := must.Get(wac.Filter(c.patterns...))(t)
			if got := strings.Join(keys(part.Records), " "); got != c.want {
				t.Errorf("got %s, want %s", got, c.want)
			}
			if part.Digest == wac.Digest || part.Name != "wac" || len(wac.Records) != 300 {
				t.Errorf("part %s %s of %d", part.Name, part.Digest, len(wac.Records))
			}
		})
	}
	if all, err := wac.Filter("*"); err != nil || all.Digest != wac.Digest {
		t.Errorf("everything: %v", err)
	}
}

func TestWithout(t *testing.T) {
	wac := open(t, "wac")
	part, err := wac.Without("WAC.300", "WAC.001")
	if err != nil || len(part.Records) != 298 || part.Records[0].Key() != "WAC.002" || part.Digest == wac.Digest || len(wac.Records) != 300 || wac.Records[0].Key() != "WAC.001" {
		t.Errorf("got %d of %d records, %v", len(part.Records), len(wac.Records), err)
	}
	for _, c := range []struct {
		left []string
		want string
	}{
		{[]string{"WAC.001", "WAC.301"}, `suite wac: no record matches "WAC.301" (expected an id; did you mean WAC.001?)`},
		{keys(wac.Records), "suite wac: nothing is left (expected fewer ids than the 300 of the suite)"},
	} {
		if _, err := wac.Without(c.left...); err == nil || err.Error() != c.want {
			t.Errorf("error %v, want %s", err, c.want)
		}
	}
}

func TestFilterErrors(t *testing.T) {
	wac := open(t, "wac")
	tests := []struct {
		name, want string
		patterns   []string
	}{
		{"none", "suite wac: no pattern (expected an id such as WAC.001)", nil},
		{"no such id", `suite wac: no record matches "WAC.301" (expected an id; did you mean WAC.001?)`, []string{"WAC.001", "WAC.301"}},
		{"no match", `suite wac: no record matches "ECM.*" (expected an id; such as WAC.001)`, []string{"ECM.*"}},
		{"no match, near an id", `suite wac: no record matches "WAC.3?9" (expected an id; such as WAC.001)`, []string{"WAC.3?9"}},
		{"range beyond the end", "suite wac: range 290-301 (expected two places from 1 to 300, the smaller first)", []string{"290-301"}},
		{"range from nothing", "suite wac: range 0-3 (expected two places from 1 to 300, the smaller first)", []string{"0-3"}},
		{"range backwards", "suite wac: range 3-2 (expected two places from 1 to 300, the smaller first)", []string{"3-2"}},
		{"range of giants", "suite wac: range 1-99999999999999999999 (expected two places from 1 to 300, the smaller first)", []string{"1-99999999999999999999"}},
		{"unknown kind", `pattern "kind:mate" (expected kind:bm, am, dm, points or none)`, []string{"kind:mate"}},
		{"kind of none", `suite wac: no record matches "kind:points" (expected an id; such as WAC.001)`, []string{"kind:points"}},
		{"malformed", `pattern "WAC.[" is malformed (expected *, ? and [a-c] only)`, []string{"WAC.["}},
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			if part, err := wac.Filter(c.patterns...); err == nil || err.Error() != c.want {
				t.Errorf("part %v, error %v\nwant %s", part, err, c.want)
			}
		})
	}
	kinds := load(t, `4k3/8/8/8/8/8/8/4K2R w K - bm Rh8+; id "1-2";
4k3/8/8/8/8/8/8/4K2R w K - am Rh2; id "kind:bm";
6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - dm 1; id "3";
4k3/8/8/8/8/8/8/4K1R1 w - - c0 "Rg8+=10, Kd2=5"; id "4";
4k3/8/8/8/8/8/8/4KR2 w - - id "5";
`, "kinds.epd")
	for pattern, want := range map[string]string{
		"kind:am": "kind:bm", "kind:dm": "3", "kind:points": "4", "kind:none": "5",
		"kind:bm": "kind:bm", "1-2": "1-2", "2-3": "kind:bm 3", // a key goes before all else
	} {
		part, err := kinds.Filter(pattern)
		if err != nil {
			t.Errorf("%s: %v", pattern, err)
		} else if got := strings.Join(keys(part.Records), " "); got != want {
			t.Errorf("%s: got %s, want %s", pattern, got, want)
		}
	}
	odd := load(t, `4k3/8/8/8/8/8/8/4K3 w - - bm Kd2; id "A[1";`+"\n", "odd.epd")
	if part, err := odd.Filter("A[1"); err != nil || len(part.Records) != 1 {
		t.Errorf("an id that is no pattern: %v", err)
	}
}

// TestOpenFile checks that a name opens an embedded suite, else a file with any content. Other words are taken for
// suites.
func TestOpenFile(t *testing.T) {
	t.Chdir(t.TempDir())
	for _, name := range []string{"mine", "mine.epd"} {
		must.Do(t, os.WriteFile(name, []byte("no EPD"), 0o666))
	}
	for _, test := range []struct{ name, file, begins string }{
		{"bk", "bk.epd", "# title: Bratko-Kopec test"},
		{"mine", "mine", "no EPD"},
		{"mine.epd", "mine.epd", "no EPD"},
	} {
		opened, file, err := OpenFile(test.name)
		must.Do(t, err)
		text, err := io.ReadAll(opened)
		if file != test.file || err != nil || !strings.HasPrefix(string(text), test.begins) {
			t.Errorf("%s: file %s, text %.40q, %v", test.name, file, text, err)
		}
		if err := opened.Close(); err != nil {
			t.Error(err)
		}
	}
	var unknown *UnknownError
	if _, _, err := OpenFile("kb"); !errors.As(err, &unknown) || unknown.Name != "kb" {
		t.Errorf("kb: %v", err)
	}
	for _, name := range []string{"kb.epd", "./kb"} {
		if _, _, err := OpenFile(name); !errors.Is(err, os.ErrNotExist) || errors.As(err, &unknown) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestNamesDepths(t *testing.T) {
	for name, want := range map[string]bool{"crafty": true, "zugzwang-proven": true, "wac": false} {
		suite := must.Get(Open(name))(t)
		if got := suite.NamesDepths(); got != want {
			t.Errorf("%s: %v, want %v", name, got, want)
		}
	}
}
