package epd

import (
	"slices"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/game"
)

// The positions of the tests: bare kings and castling, a promotion, the start.
const (
	bare      = "4k3/8/8/8/8/8/8/4K3 w - -"
	castling  = "4k3/8/8/8/8/8/8/R3K2R w KQ -"
	promoting = "4k3/8/8/8/8/8/1p6/R3K3 b - -"
	tsume     = "sfen 7nl/7k1/9/7P1/9/9/9/9/9 b 2G2r2b2g4s3n3l17p"
	start     = "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -"
)

// mustParse reads a line that is known to be good.
func mustParse(t testing.TB, line string) *Record {
	t.Helper()
	r, err := Parse(line)
	if err != nil {
		t.Fatalf("Parse(%q): %v", line, err)
	}
	return r
}

// sans returns moves in SAN.
func sans(r *Record, moves []game.Move) string {
	var names []string
	for _, m := range moves {
		names = append(names, r.Position.Notation(m))
	}
	return strings.Join(names, " ")
}

// lineCases are lines with one meaning, their canonical lines, and the tolerances that they need. The fuzz targets
// start from them.
var lineCases = []struct {
	name, line, canonical string
	forgiven              []Kind
}{
	{"canonical", start + ` bm e4 d4; id "X.1";`, start + ` bm e4 d4; id "X.1";`, nil},
	{"position only", bare, bare, nil},
	{"six fields of a new game", start + ` 0 1 bm e4;`, start + ` bm e4;`, []Kind{ClockFields}},
	{"six fields with clocks", bare + ` 7 42 bm Kd2;`, bare + ` hmvc 7; fmvn 42; bm Kd2;`, []Kind{ClockFields}},
	{"five fields", bare + ` 7 bm Kd2;`, bare + ` hmvc 7; bm Kd2;`, []Kind{ClockFields}},
	{"clocks as operations", bare + ` bm Kd2; fmvn 42; hmvc 7;`, bare + ` hmvc 7; fmvn 42; bm Kd2;`, nil},
	{"clocks twice but equal", bare + ` 7 42 hmvc 7; fmvn 42;`, bare + ` hmvc 7; fmvn 42;`, []Kind{ClockFields}},
	{"clocks of a new game", bare + ` hmvc 0; fmvn 1;`, bare, nil},
	{"blanks and tabs", "  " + strings.ReplaceAll(bare, " ", "\t ") + "\tbm \t Kd2 ;\tid \"x\"; ", bare + ` bm Kd2; id "x";`, nil},
	{"no blank before the operation ends", bare + `; bm Kd2;`, bare + ` bm Kd2;`, []Kind{EmptyOperation}},
	{"missing semicolon", bare + ` bm Kd2; id "x"`, bare + ` bm Kd2; id "x";`, []Kind{MissingSemicolon}},
	{"empty operations", bare + ` ;; bm Kd2;;`, bare + ` bm Kd2;`, []Kind{EmptyOperation, EmptyOperation, EmptyOperation}},
	{"perft with semicolons before", start + ` 0 1 ;D1 20 ;D2 400`, start + ` D1 20; D2 400;`, []Kind{ClockFields, EmptyOperation, MissingSemicolon}},
	{"perft in any order", start + ` D3 8902; D1 20; D2 400;`, start + ` D1 20; D2 400; D3 8902;`, nil},
	{"castling with zeros", castling + ` bm 0-0 0-0-0;`, castling + ` bm O-O O-O-O;`, []Kind{MoveSpelling, MoveSpelling}},
	{"castling in coordinates", castling + ` bm e1g1 e1c1;`, castling + ` bm O-O O-O-O;`, []Kind{MoveSpelling, MoveSpelling}},
	{"promotions", promoting + ` bm bxa1=Q b2a1n b1=R+ bxa1B;`, promoting + ` bm bxa1=Q+ bxa1=N b1=R+ bxa1=B;`, []Kind{MoveSpelling, MoveSpelling, MoveSpelling}},
	{"marks and surplus squares", start + ` bm Ng1f3! e2-e4?! d4+;`, start + ` bm Nf3 e4 d4;`, []Kind{MoveSpelling, MoveSpelling, MoveSpelling}},
	{"commas", start + ` bm e4,d4, c4;`, start + ` bm e4 d4 c4;`, []Kind{Comma, Comma}},
	{"the same move twice", start + ` bm e4 e2e4;`, start + ` bm e4;`, []Kind{MoveSpelling, RepeatedMove}},
	{"best and avoided", start + ` am f3; bm e4;`, start + ` bm e4; am f3;`, nil},
	{"mate", bare + ` dm 3;`, bare + ` dm 3;`, nil},
	{"mate as a move", bare + ` bm #3;`, bare + ` dm 3;`, []Kind{MateMove}},
	{"being mated as a move", bare + ` bm #-3;`, bare + ` dm -3;`, []Kind{MateMove}},
	{"mate beside a move", bare + ` bm Kd2 #3; dm 3;`, bare + ` bm Kd2; dm 3;`, []Kind{MateMove}},
	{"mating move", "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#;", "6k1/5ppp/8/8/8/8/8/R5K1 w - - bm Ra8#;", nil},
	{"depth", bare + ` sd 011;`, bare + ` sd 11;`, nil},
	{"semicolon in quotes", bare + ` id "a;b"; c0 "c; d";`, bare + ` id "a;b"; c0 "c; d";`, nil},
	{"text without quotes", bare + ` id WAC 1; c3 some words;`, bare + ` id "WAC 1"; c3 "some words";`, []Kind{Unquoted, Unquoted}},
	{"quotes inside", bare + ` c3 "a" b;`, bare + ` c3 "a" b;`, []Kind{InnerQuotes}},
	{"empty comment", bare + ` c3;`, bare + ` c3 "";`, []Kind{Unquoted}},
	{"comments in order of number", bare + ` c2 "b"; c1 "a"; id "x";`, bare + ` id "x"; c1 "a"; c2 "b";`, nil},
	{"unknown operations", bare + ` zz  a  "b;c"  d ; Kd2; id "x";`, bare + ` id "x"; zz a  "b;c"  d; Kd2;`, nil},
	{"opcode with a colon", bare + ` PV: e1d2  e8d8; id "x";`, bare + ` id "x"; PV: e1d2  e8d8;`, nil},
	{"no perft opcode", bare + ` D01 5; D0 1; id "x";`, bare + ` id "x"; D01 5; D0 1;`, nil},
	{"analysis", bare + ` acd 9; ce -12; pv Kd2 Kd7; id "x";`, bare + ` id "x"; acd 9; ce -12; pv Kd2 Kd7;`, nil},
	{"order of castling rights", "4k3/8/8/8/8/8/8/R3K2R w QK - bm Kd2;", castling + " bm Kd2;", []Kind{FieldSpelling}},
	{"en passant without a taker", "4k3/8/8/8/4P3/8/8/4K3 b - e3 id \"x\";", "4k3/8/8/8/4P3/8/8/4K3 b - - id \"x\";", []Kind{FieldSpelling}},
	{"shogi", tsume + ` 1 bm G*2c; am 2d2c; dm 2; id "T.1"; pv G*2c 2b3a G*3b;`, tsume + ` 1 bm G*2c; am 2d2c; dm 2; id "T.1"; pv G*2c 2b3a G*3b;`, nil},
	{"shogi with a later ply", tsume + ` 77 bm G*2c;`, tsume + ` 77 bm G*2c;`, nil},
	{"shogi without a ply", tsume + ` bm G*2c;`, tsume + ` 1 bm G*2c;`, []Kind{FieldSpelling}},
	{"shogi with hands in another order", strings.Replace(tsume, "2r2b", "2b2r", 1) + ` 1 dm 2;`, tsume + ` 1 dm 2;`, []Kind{FieldSpelling}},
	{"shogi with points", tsume + ` 1 c0 "G*2c=10, 2d2c=3";`, tsume + ` 1 c0 "G*2c=10, 2d2c=3";`, nil},
	{"text beyond ASCII", bare + ` id "Réti – 1921";`, bare + ` id "Réti – 1921";`, nil},
}

func TestParse(t *testing.T) {
	for _, c := range lineCases {
		t.Run(c.name, func(t *testing.T) {
			r := mustParse(t, c.line)
			if got := r.String(); got != c.canonical {
				t.Errorf("canonical line\n got %s\nwant %s", got, c.canonical)
			}
			var forgiven []Kind
			for _, tol := range r.Tolerances {
				forgiven = append(forgiven, tol.Kind)
			}
			if !slices.Equal(forgiven, c.forgiven) {
				t.Errorf("forgiven %v, want %v", forgiven, c.forgiven)
			}
			again := mustParse(t, c.canonical)
			if !equal(again, r) {
				t.Errorf("canonical line reads as %+v, want %+v", again, r)
			}
			if again.String() != c.canonical {
				t.Errorf("canonical line becomes %s", again)
			}
		})
	}
}

func TestParseFields(t *testing.T) {
	r := mustParse(t, castling+` 3 20 am Kf2; bm O-O Rh8+; dm 9; sd 14; acd 7; id "X"; D2 7; D1 5; odd 1;`)
	if r.ID != "X" || r.MateIn != 9 || !r.HasMate || r.Depth != 14 || r.ACD != 7 {
		t.Errorf("fields %+v", r)
	}
	if got := sans(r, r.Best) + "|" + sans(r, r.Avoid); got != "O-O Rh8+|Kf2" {
		t.Errorf("moves %s", got)
	}
	if !strings.HasSuffix(r.Position.String(), " 3 20") {
		t.Errorf("clocks %s", r.Position.String())
	}
	if !slices.Equal(r.Perft, []Count{{1, 5}, {2, 7}}) {
		t.Errorf("perft %v", r.Perft)
	}
	if op := r.Op("odd"); len(r.Ops) != 9 || op == nil || op.Raw != "1" || r.Text[op.Col-1:op.Col+2] != "odd" || r.Text[op.ArgCol-1] != '1' {
		t.Errorf("operations %+v", r.Ops)
	}
}

func TestPoints(t *testing.T) {
	tests := []struct{ name, ops, want string }{
		{"c0", `c0 "Nf3=10, d4=7";`, "Nf3=10 d4=7 max 10"},
		{"c0 with a title", `c0 "Open: the center: d4=7,e4=9";`, "d4=7 e4=9 max 9"},
		{"c0 with blanks", `c0 " e4 = 9 ";`, "e4=9 max 9"},
		{"c0 of zero", `c0 "e4=0";`, "e4=0 max 0"},
		{"largest is not the first", `c0 "a3=1, e4=9, d4=7";`, "a3=1 e4=9 d4=7 max 9"},
		{"free text", `c0 "ends in a draw";`, " max 0"},
		{"free text with an equals sign", `c0 "eval=12, depth=3";`, " max 0"},
		{"half a list", `c0 "e4=9, best by far";`, " max 0"},
		{"points without moves", `c8 "10 5";`, " max 0"},
		{"c7 and c8", `c7 "e4 Nf3"; c8 "10 5";`, "e4=10 Nf3=5 max 10"},
		{"c9 and c8", `c9 "e2e4 g1f3"; c8 "10 5";`, "e4=10 Nf3=5 max 10"},
		{"c9 before c7", `c7 "a3 b3"; c8 "10 5"; c9 "e2e4 g1f3";`, "e4=10 Nf3=5 max 10"},
		{"c7 when c9 is text", `c7 "a3 b3"; c8 "10 5"; c9 "some words";`, "a3=10 b3=5 max 10"},
		{"c8 before c0", `c0 "a3=1"; c7 "e4"; c8 "10";`, "e4=10 max 10"},
		{"c0 when c8 is text", `c0 "a3=1"; c7 "e4"; c8 "ten";`, "a3=1 max 1"},
	}
	for _, c := range tests {
		t.Run(c.name, func(t *testing.T) {
			r := mustParse(t, start+" "+c.ops)
			var got strings.Builder
			for _, g := range r.Points {
				got.WriteString(r.Position.Notation(g.Move) + "=" + itoa(g.Points) + " ")
			}
			if text := strings.TrimSuffix(got.String(), " ") + " max " + itoa(r.MaxPoints); text != c.want {
				t.Errorf("got %s, want %s", text, c.want)
			}
			if r.HasVerdict() != (len(r.Points) > 0) {
				t.Errorf("HasVerdict %t with %d graded moves", r.HasVerdict(), len(r.Points))
			}
		})
	}
	r := mustParse(t, "4k3/1P6/8/8/8/8/8/4K3 w - - c0 \"b8=Q+=77, b8=N=3\";")
	if len(r.Points) != 2 || r.Points[0].Points != 77 || r.Points[1].Move.Chess().Promotion() != chess.Knight {
		t.Errorf("promotions: %+v", r.Points)
	}
}

func TestVariation(t *testing.T) {
	r := mustParse(t, start+" pv e4 e5 Nf3 Nc6; sm e4; pm e5 d5; bad e4 e4;")
	for code, want := range map[string]bool{"pv": true, "sm": true, "pm": false, "bad": true} {
		if got := r.Op(code).isWellFormed(r); got != want {
			t.Errorf("%s is well formed: %t", code, got)
		}
	}
	if r := mustParse(t, start+" pv e4 e4;"); r.Op("pv").isWellFormed(r) {
		t.Error("a line with a move that is not legal is well formed")
	}
}

func TestTooManyOperations(t *testing.T) {
	var line strings.Builder
	line.WriteString(bare)
	for i := range maxOps {
		line.WriteString(" x" + itoa(i) + ";")
	}
	mustParse(t, line.String())
	if _, err := Parse(line.String() + " y;"); err == nil || !strings.Contains(err.Error(), "operation too many") {
		t.Errorf("error %v", err)
	}
}
