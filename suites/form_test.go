package suites

import (
	"slices"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
)

const fewForms = `6k1/5ppp/8/8/8/8/5PPP/R5K1 w - - dm 1; bm Ra8#; id "PLAIN";
r3k2r/8/8/8/8/8/8/R3K2R w KQkq - bm O-O; id "CASTLE";
8/8/8/8/8/4kp2/8/5K2 b - - bm f2;
`

func TestForms(t *testing.T) {
	s := must.Get(Load(strings.NewReader(fewForms), "few.epd"))(t)
	for n, want := range map[int]string{
		1: "PLAIN CASTLE fen:02e6c65cfe35",
		2: "PLAIN PLAIN/flip CASTLE CASTLE/flip fen:02e6c65cfe35 fen:02e6c65cfe35/flip",
		4: "PLAIN PLAIN/flip PLAIN/mirror PLAIN/turn CASTLE CASTLE/flip CASTLE/2 CASTLE/flip2 fen:02e6c65cfe35 fen:02e6c65cfe35/flip fen:02e6c65cfe35/mirror fen:02e6c65cfe35/turn",
		5: "PLAIN PLAIN/flip PLAIN/mirror PLAIN/turn PLAIN/2 CASTLE CASTLE/flip CASTLE/2 CASTLE/flip2 CASTLE/3 fen:02e6c65cfe35 fen:02e6c65cfe35/flip fen:02e6c65cfe35/mirror fen:02e6c65cfe35/turn fen:02e6c65cfe35/2",
	} {
		all := must.Get(s.Forms(n))(t)
		if got := strings.Join(keys(all.Records), " "); got != want {
			t.Errorf("%d forms: %s, want %s", n, got, want)
		}
		if same := all.Digest == s.Digest; same != (n == 1) {
			t.Errorf("%d forms: the digest is the same: %t", n, same)
		}
	}
	all := must.Get(s.Forms(MaxForms))(t)
	const turned = `1k5r/ppp5/8/8/8/8/PPP5/1K6 b - - bm Rh1#; dm 1; id "PLAIN/turn";`
	if got := all.Records[3].String(); got != turned || all.Records[3].Line != 1 {
		t.Errorf("line %d: %s, want %s", all.Records[3].Line, got, turned)
	}
	for _, n := range []int{0, MaxForms + 1} {
		if _, err := s.Forms(n); err == nil {
			t.Errorf("%d forms are no error", n)
		}
	}
	if got := len(all.Records); got != 3*MaxForms {
		t.Errorf("%d forms, want %d of each position", got, MaxForms)
	}
	if _, err := all.Forms(2); err == nil || !strings.Contains(err.Error(), `"PLAIN/flip" is named like a form of "PLAIN"`) {
		t.Errorf("forms of forms: %v", err)
	}
}

// TestFormsOfShogi: all symmetries hold everywhere, and the rounds have positions of shogi
// before them.
func TestFormsOfShogi(t *testing.T) {
	s := must.Get(Load(strings.NewReader("sfen 7nl/7k1/9/7P1/9/9/9/9/9 b 2G2r2b2g4s3n3l17p 1 bm G*2c; dm 2; id \"T\";\n"), "tsume.epd"))(t)
	all := must.Get(s.Forms(MaxForms))(t)
	const want = "T T/flip T/mirror T/turn T/2 T/flip2 T/mirror2 T/turn2 T/3 T/flip3 T/mirror3 T/turn3 T/4 T/flip4 T/mirror4 T/turn4 " +
		"T/5 T/flip5 T/mirror5 T/turn5 T/6 T/flip6 T/mirror6 T/turn6 T/7 T/flip7 T/mirror7 T/turn7 T/8 T/flip8 T/mirror8 T/turn8"
	if got := strings.Join(keys(all.Records), " "); got != want {
		t.Errorf("forms %s, want %s", got, want)
	}
	for i, want := range []string{
		`sfen 7nl/7k1/9/7P1/9/9/9/9/9 b 2G2r2b2g4s3n3l17p 1 bm G*2c; dm 2; id "T";`,
		`sfen 9/9/9/9/9/1p7/9/1K7/LN7 w 2R2B2G4S3N3L17P2g 1 bm G*8g; dm 2; id "T/flip";`,
		`sfen ln7/1k7/9/1P7/9/9/9/9/9 b 2G2r2b2g4s3n3l17p 1 bm G*8c; dm 2; id "T/mirror";`,
		`sfen 9/9/9/9/9/7p1/9/7K1/7NL w 2R2B2G4S3N3L17P2g 1 bm G*2g; dm 2; id "T/turn";`,
	} {
		if got := all.Records[i].String(); got != want {
			t.Errorf("form %d is %s, want %s", i, got, want)
		}
	}
	seen := make(map[game.Position]int)
	for i := range all.Records {
		if p, found := all.Prelude(i); found != (i >= 4) || found && p.Game() != game.Shogi {
			t.Errorf("%s comes behind %v", all.Records[i].ID, p)
		} else if found {
			seen[p]++
		}
	}
	if len(seen) != len(shogiPreludes) {
		t.Errorf("%d positions before, want %d", len(seen), len(shogiPreludes))
	}
}

// TestOneGame: a suite is of one game.
func TestOneGame(t *testing.T) {
	const shogi = `sfen 7nl/7k1/9/7P1/9/9/9/9/9 b 2G2r2b2g4s3n3l17p 1 bm G*2c; id "T";` + "\n"
	chess, _, _ := strings.Cut(fewForms, "\n")
	for text, want := range map[string]string{
		chess + "\n" + shogi: "x.epd:2:1: position of shogi in a suite of chess (expected one game in a suite)",
		shogi + chess + "\n": "x.epd:2:1: position of chess in a suite of shogi (expected one game in a suite)",
	} {
		if _, err := Load(strings.NewReader(text), "x.epd"); err == nil || err.Error() != want {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}

// TestOnly: the key of a position names it as it stands, without its other forms.
func TestOnly(t *testing.T) {
	forms := must.Get(open(t, "bk").Forms(4))(t)
	first, turned := forms.Records[0].Key(), forms.Records[1].Key()
	one := must.Get(forms.Only(first))(t)
	two := must.Get(forms.Only(turned, first))(t)
	if len(one.Records) != 1 || one.Records[0].Key() != first || len(two.Records) != 2 || two.Records[1].Key() != turned || one.Digest == two.Digest {
		t.Errorf("%d and %d records", len(one.Records), len(two.Records))
	}
	if _, err := forms.Only("BK.99"); err == nil {
		t.Error("a key that no record has is taken")
	}
}

// TestFilterForms: what names a position names all its forms, and one of them can be
// named by itself.
func TestFilterForms(t *testing.T) {
	s := must.Get(Load(strings.NewReader(fewForms), "few.epd"))(t)
	all := must.Get(s.Forms(2))(t)
	for pattern, want := range map[string]string{
		"PLAIN":      "PLAIN PLAIN/flip",
		"PLAIN/flip": "PLAIN/flip",
		"2-2":        "CASTLE CASTLE/flip",
		"3-3":        "fen:02e6c65cfe35 fen:02e6c65cfe35/flip",
		"?LA*":       "PLAIN PLAIN/flip",
		"*/flip":     "PLAIN/flip CASTLE/flip fen:02e6c65cfe35/flip",
		"kind:dm":    "PLAIN PLAIN/flip",
	} {
		part, err := all.Filter(pattern)
		if err != nil {
			t.Errorf("%s: %v", pattern, err)
			continue
		}
		if got := strings.Join(keys(part.Records), " "); got != want {
			t.Errorf("%s: %s, want %s", pattern, got, want)
		}
	}
	named := must.Get(Load(strings.NewReader(strings.Replace(fewForms, "CASTLE", "PLAIN/flip", 1)), "few.epd"))(t)
	if part, err := named.Filter("PLAIN"); err != nil || len(part.Records) != 1 {
		t.Errorf("an id like that of a form is one: %v, %v", part, err)
	}
	part := must.Get(all.Filter("PLAIN/flip", "CASTLE/flip"))(t)
	if last, err := part.Filter("2-2"); err != nil || last.Records[0].Key() != "CASTLE/flip" {
		t.Errorf("the second place of two forms: %v, %v", last, err)
	}
	if _, err := all.Filter("1-4"); err == nil || !strings.Contains(err.Error(), "from 1 to 3") {
		t.Errorf("a range beyond the positions: %v", err)
	}
}

// TestFormsOfSuites checks that every suite has forms, and that the inverse of each form is the original record.
func TestFormsOfSuites(t *testing.T) {
	for _, name := range Names() {
		s := must.Get(Open(name))(t)
		all, err := s.Forms(5)
		if err != nil {
			t.Error(err)
			continue
		}
		var positions []string
		for i := range all.Records {
			position, _ := FormOf(all.Records[i].Key())
			positions = append(positions, position)
		}
		if got, want := slices.Compact(positions), keys(s.Records); !slices.Equal(got, want) {
			t.Errorf("%s: %d positions, want %d", name, len(got), len(want))
		}
		t.Logf("%s: %d positions, %d forms", name, len(s.Records), len(all.Records))
	}
}

func TestFormOf(t *testing.T) {
	for key, want := range map[string][2]string{
		"WAC.001": {"WAC.001", ""}, "WAC.001/flip": {"WAC.001", "flip"}, "a/b/turn": {"a/b", "turn"},
		"a/b": {"a/b", ""}, "flip": {"flip", ""}, "/mirror": {"", "mirror"},
		"A/2": {"A", "2"}, "A/flip8": {"A", "flip8"}, "A/1": {"A/1", ""}, "A/16": {"A", "16"}, "A/17": {"A/17", ""}, "A/flip1": {"A/flip1", ""}, "A/02": {"A/02", ""}, "A/": {"A/", ""},
	} {
		if position, form := FormOf(key); position != want[0] || form != want[1] {
			t.Errorf("%q: %q, %q", key, position, form)
		}
	}
}

// TestBetween: a part of the forms is the forms that there would be of fewer, and the
// others.
func TestBetween(t *testing.T) {
	s := must.Get(Load(strings.NewReader(fewForms), "few.epd"))(t)
	all := must.Get(s.Forms(5))(t)
	first := must.Get(all.FormsBetween(0, 2))(t)
	if two, err := s.Forms(2); err != nil || first.Digest != two.Digest || first.InForms != 2 {
		t.Errorf("the first two: %v, %d forms, digest %s, want %s", keys(first.Records), first.InForms, first.Digest, two.Digest)
	}
	rest := must.Get(all.FormsBetween(2, 4))(t)
	const want = "PLAIN/mirror PLAIN/turn CASTLE/2 CASTLE/flip2 fen:02e6c65cfe35/mirror fen:02e6c65cfe35/turn"
	if got := strings.Join(keys(rest.Records), " "); got != want {
		t.Errorf("the next two: %s, want %s", got, want)
	}
	if _, found := rest.Prelude(2); !found {
		t.Error("a form of the second round has lost its prelude")
	}
}

// TestPrelude: the rounds after the first have one, another in each, and the digest of
// the suite depends on it.
func TestPrelude(t *testing.T) {
	s := must.Get(Load(strings.NewReader(fewForms), "few.epd"))(t)
	all := must.Get(s.Forms(MaxForms))(t)
	seen := make(map[string]string)
	for i := range all.Records {
		key := all.Records[i].Key()
		position, found := all.Prelude(i)
		_, form := FormOf(key)
		round := strings.TrimLeft(form, "abcdefghijklmnopqrstuvwxyz")
		if found != (round != "") {
			t.Errorf("%s: prelude %t", key, found)
		}
		if !found {
			continue
		}
		if fen := position.String(); seen[round] != "" && seen[round] != fen {
			t.Errorf("%s: prelude %s, before %s", key, fen, seen[round])
		}
		seen[round] = position.String()
	}
	// Where a side may castle, a round has two forms.
	if want := MaxForms/2 - 1; len(seen) != want || len(preludes) != want {
		t.Errorf("%d rounds with a prelude of %d, want %d", len(seen), len(preludes), want)
	}
	named := must.Get(Load(strings.NewReader(strings.Replace(fewForms, "CASTLE", "A/2", 1)), "few.epd"))(t)
	if _, found := named.Prelude(1); found {
		t.Error("a position with an id like that of a form has a prelude")
	}
}

// TestUnder: a form has a partner under each symmetry, of its own round.
func TestUnder(t *testing.T) {
	for _, test := range []struct{ key, symmetry, want string }{
		{"WAC.001", "", "WAC.001"},
		{"WAC.001", "flip", "WAC.001/flip"},
		{"WAC.001/flip", "", "WAC.001"},
		{"WAC.001/turn", "mirror", "WAC.001/mirror"},
		{"WAC.001/2", "turn", "WAC.001/turn2"},
		{"WAC.001/flip3", "", "WAC.001/3"},
		{"a/b", "flip", "a/b/flip"},
	} {
		if got := FormKeyUnder(test.key, test.symmetry); got != test.want {
			t.Errorf("%s under %q is %s, want %s", test.key, test.symmetry, got, test.want)
		}
	}
}

// TestRelate: related preludes are positions behind one or two moves of the form, another in each round as far as there are
// such, and have a digest of their own. Parts of the suite keep them.
func TestRelate(t *testing.T) {
	all := must.Get(must.Get(Open("zugzwang"))(t).Forms(MaxForms))(t)
	related := must.Get(all.Relate())(t)
	if related.Digest == all.Digest || all.Related {
		t.Errorf("digest %s, the other %s, related %t", related.Digest, all.Digest, all.Related)
	}
	part := must.Get(related.FormsBetween(4, 8))(t)
	if p, found := part.Prelude(0); !part.Related || !found || p.String() == must.Get(all.FormsBetween(4, 8))(t).Records[0].Position.String() {
		t.Errorf("a part has %v, %t", p, found)
	}
	seen := make(map[string]int) // by position and symmetry
	for i := range related.Records {
		key, own := related.Records[i].Key(), related.Records[i].Position
		p, found := related.Prelude(i)
		if _, form := FormOf(key); found != (form != SymmetryOf(form)) {
			t.Fatalf("%s: a prelude is %t", key, found)
		}
		if !found {
			continue
		}
		position, form := FormOf(key)
		seen[position+SymmetryOf(form)+p.String()]++
		before := slices.ContainsFunc(own.LegalMoves(), func(m game.Move) bool {
			next := own.After(m)
			return next.String() == p.String() || slices.ContainsFunc(next.LegalMoves(), func(reply game.Move) bool { return next.After(reply).String() == p.String() })
		})
		if !before {
			t.Errorf("%s: %s is not behind %s", key, p, own)
		}
	}
	if rounds := len(related.Records) - 4*26; len(seen) < rounds*99/100 {
		t.Errorf("%d different preludes of %d, want nearly all", len(seen), rounds)
	}
}
