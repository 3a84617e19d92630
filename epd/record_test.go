package epd

import (
	"slices"
	"strconv"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine/game"
)

var itoa = strconv.Itoa

func TestClone(t *testing.T) {
	s := NewScanner(strings.NewReader(start+" bm e4; am f3; c0 \"e4=1\"; D1 20; id x\n"+start+" bm d4; am g4; c0 \"d4=2\" ; D2 21;; id \"y\";\n"), "")
	if !s.Scan() {
		t.Fatal(s.Problem())
	}
	kept, want := s.Record().Clone(), s.Record().String()
	if !equal(&kept, s.Record()) {
		t.Error("clone differs")
	}
	if !s.Scan() || s.Record() == nil {
		t.Fatal(s.Problem())
	}
	if kept.String() != want || len(kept.Tolerances) != 2 || kept.Tolerances[0].Kind != MissingSemicolon {
		t.Errorf("clone changed with the next line to %s", kept.String())
	}
}

// equal reports whether r and o have the same canonical line and what reading took from its comments.
func equal(r, o *Record) bool {
	return r.String() == o.String() && slices.Equal(r.Points, o.Points) && r.MaxPoints == o.MaxPoints && r.ACD == o.ACD
}

func TestKey(t *testing.T) {
	if key := mustParse(t, bare+` id "X.1";`).Key(); key != "X.1" {
		t.Errorf("key %q", key)
	}
	plain, clocked := mustParse(t, bare), mustParse(t, bare+" 3 9 bm Kd2;")
	if plain.Key() != "fen:c9bca16afd6f" || clocked.Key() != plain.Key() {
		t.Errorf("keys %q and %q", plain.Key(), clocked.Key())
	}
	if other := mustParse(t, start); other.Key() == plain.Key() {
		t.Errorf("two positions have the key %q", other.Key())
	}
}

func TestSet(t *testing.T) {
	r := mustParse(t, bare+` acd 3; id "x";`)
	r.Set("acd", "9")
	r.Set("acn", "12345")
	if got, want := r.String(), bare+` id "x"; acd 9; acn 12345;`; got != want {
		t.Errorf("got %s, want %s", got, want)
	}
}

// TestFormatRefuses: what cannot be read back is not written.
func TestFormatRefuses(t *testing.T) {
	tests := []struct {
		name string
		set  func(*Record)
		want string
	}{
		{"quotes in the id", func(r *Record) { r.ID = `a"b` }, "id has quotes"},
		{"line feed in the id", func(r *Record) { r.ID = "a\nb" }, "id has quotes or control"},
		{"mate in none", func(r *Record) { r.HasMate = true }, "mate in 0 is out of range"},
		{"far mate", func(r *Record) { r.HasMate, r.MateIn = true, -501 }, "mate in -501 is out of range"},
		{"depth", func(r *Record) { r.Depth = 241 }, "depth 241 is out of range"},
		{"illegal move", func(r *Record) { r.Best = []game.Move{game.NoMove} }, "move 0000 is not legal"},
		{"illegal move to avoid", func(r *Record) { r.Avoid = []game.Move{game.NoMove} }, "move 0000 is not legal"},
		{"perft order", func(r *Record) { r.Perft = []Count{{2, 1}, {1, 1}} }, "perft depth 1 is out of range or order"},
		{"perft depth", func(r *Record) { r.Perft = []Count{{241, 1}} }, "perft depth 241 is out of range or order"},
		{"bad opcode", func(r *Record) { r.Set("a b", "") }, `opcode "a b" is malformed`},
		{"no opcode", func(r *Record) { r.Set("", "x") }, `opcode "" is malformed`},
		{"bare semicolon", func(r *Record) { r.Set("x", "a; bm e4") }, "open quote or a bare semicolon"},
		{"open quote", func(r *Record) { r.Set("x", `"a`) }, "open quote or a bare semicolon"},
		{"outer blank", func(r *Record) { r.Set("x", " a") }, "control characters or outer blanks"},
		{"line feed", func(r *Record) { r.Set("x", "a\nb") }, "control characters or outer blanks"},
		{"the same opcode twice", func(r *Record) { r.Ops = []Op{{Code: "x"}, {Code: "x"}} }, "opcode x is listed twice"},
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			r := mustParse(t, bare+` id "X";`)
			c.set(r)
			line, err := Format([]byte("kept"), r)
			if err == nil || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want %q in it", err, c.want)
			}
			if string(line) != "kept" {
				t.Errorf("line %q", line)
			}
			if err != nil && r.String() != err.Error() {
				t.Errorf("String %q", r.String())
			}
		})
	}
}
