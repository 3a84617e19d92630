package chess

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine/golden"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/notation"
)

func TestSAN(t *testing.T) {
	tests := []struct{ name, fen, move, want string }{
		{"push", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", "e2e4", "e4"},
		{"knight", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq -", "g1f3", "Nf3"},
		{"pawn takes", "4k3/8/8/3p4/4P3/8/8/4K3 w - -", "e4d5", "exd5"},
		{"en passant", "4k3/8/8/3pP3/8/8/8/4K3 w - d6", "e5d6", "exd6"},
		{"en passant checks", "8/4k3/8/3pP3/8/8/8/4K3 w - d6", "e5d6", "exd6+"},
		{"promotion", "8/4P1k1/8/8/8/8/8/4K3 w - -", "e7e8q", "e8=Q"},
		{"promotion checks", "8/4P1k1/8/8/8/8/8/4K3 w - -", "e7e8n", "e8=N+"},
		{"promotion takes", "3r4/4P1k1/8/8/8/8/8/4K3 w - -", "e7d8r", "exd8=R"},
		{"promotion of black", "4k3/8/8/8/8/8/6p1/4K3 b - -", "g2g1b", "g1=B"},
		{"castling short", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", "e1g1", "O-O"},
		{"castling long", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq -", "e8c8", "O-O-O"},
		{"castling checks", "5k2/8/8/8/8/8/8/4K2R w K -", "e1g1", "O-O+"},
		{"castling mates", "8/8/8/8/8/7R/R7/R3K1k1 w Q -", "e1c1", "O-O-O#"},
		{"check", "4k3/8/8/8/8/8/8/R3K3 w - -", "a1a8", "Ra8+"},
		{"discovered check", "4k3/8/8/8/8/8/4N3/K3R3 w - -", "e2c3", "Nc3+"},
		{"mate", "7k/8/6K1/8/8/8/8/R7 w - -", "a1a8", "Ra8#"},
		{"stalemate has no sign", "7k/8/5K2/8/8/8/8/6Q1 w - -", "g1g6", "Qg6"},
		{"king takes", "4k3/8/8/8/8/8/4p3/4K3 w - -", "e1e2", "Kxe2"},
		{"by file", "4k3/8/8/8/8/8/8/N3K1N1 w - -", "a1c2", "Nc2"},
		{"by file, same rank", "4k3/8/8/8/8/8/8/R4RK1 w - -", "a1d1", "Rad1"},
		{"by file, neither shared", "4k3/8/8/8/8/5N2/8/1N2K3 w - -", "b1d2", "Nbd2"},
		{"by rank", "4k3/8/8/R7/8/8/8/R3K3 w - -", "a1a3", "R1a3"},
		{"by rank, a third elsewhere", "6k1/8/8/Q7/8/8/8/Q1Q3K1 w - -", "a5a3", "Q5a3"},
		{"by both", "6k1/8/8/Q7/8/8/8/Q1Q3K1 w - -", "a1a3", "Qa1a3"},
		{"by file, a third elsewhere", "6k1/8/8/Q7/8/8/8/Q1Q3K1 w - -", "c1a3", "Qca3"},
		{"by both, taking", "6k1/8/8/Q1Q5/8/n7/8/Q5K1 w - -", "a5a3", "Qa5xa3"},
		{"pinned rival on the file", "4r1k1/8/8/8/8/4N3/8/N3K3 w - -", "a1c2", "Nc2"},
		{"rival pinned on the diagonal", "6k1/8/8/b7/8/2N5/8/4K1N1 w - -", "g1e2", "Ne2"},
		{"rival that does not answer the check", "4k3/8/8/8/8/2N5/8/r3K1N1 w - -", "c3d1", "Nd1"},
		{"promoted bishops of one color", "4k3/8/8/8/8/B1B5/8/4K3 w - -", "a3b4", "Bab4"},
		{"two pawns take", "4k3/8/8/3p4/2P1P3/8/8/4K3 w - -", "c4d5", "cxd5"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := mustParse(t, test.fen)
			m := must.Get(p.ParseMove(test.move))(t)
			if got := p.SAN(m); got != test.want {
				t.Errorf("%s in %s is written %s, want %s", test.move, test.fen, got, test.want)
			}
		})
	}
}

// sanTexts are texts with the move that they name, "" for invalid ones.
var sanTexts = []struct {
	name, fen string
	texts     []string
	want      string
}{
	{"push", "4k3/8/8/3p4/4P3/8/P7/4K3 w - -", []string{"e5", "e5!", "e5?!", "e5+", "e5#", "Pe5", "e4e5", "e4-e5", "Pe4-e5", "4e5"}, "e4e5"},
	{"double push", "4k3/8/8/3p4/4P3/8/P7/4K3 w - -", []string{"a4", "a2a4", "a2-a4"}, "a2a4"},
	{"pawn takes", "4k3/8/8/3p4/4P3/8/8/4K3 w - -", []string{"exd5", "ed5", "e4xd5", "e4d5", "e4:d5", "e:d5", "exd5+", "Pxd5", "xd5"}, "e4d5"},
	{"pawn takes or goes", "4k3/8/8/3p4/3PP3/8/8/4K3 w - -", []string{"exd5", "ed5", "xd5"}, "e4d5"},
	{"d5 is no capture", "4k3/8/8/3p4/4P3/8/8/4K3 w - -", []string{"d5", "Pd5", "-d5", "4d5"}, ""},
	{"a push is no capture", "4k3/8/8/8/4P3/8/8/4K3 w - -", []string{"xe5", "exe5", "e4xe5", "Pxe5", ":e5"}, ""},
	{"en passant", "4k3/8/8/3pP3/8/8/8/4K3 w - d6", []string{"exd6", "ed6", "e5d6", "exd6e.p.", "exd6e.p.+", "exd6+e.p."}, "e5d6"},
	{"promotion", "8/4P1k1/8/8/8/8/8/4K3 w - -", []string{"e8=Q", "e8Q", "e8=q", "e8q", "e8(Q)", "e8/Q", "e7e8q", "e7e8Q", "e7-e8=Q", "e7-e8Q!", "e8=Q+"}, "e7e8q"},
	{"underpromotion", "8/4P1k1/8/8/8/8/8/4K3 w - -", []string{"e8=N+", "e8N", "e7e8n", "e8(n)+"}, "e7e8n"},
	{"promotion that is none", "8/4P1k1/8/8/8/8/P7/4K3 w - -", []string{"e8=K", "e8=P", "e8(Q", "e8Q)", "e8==Q", "e8=", "a3=Q", "Kd2=Q", "e1d1q", "Q", "=Q", "(Q)", "8=Q"}, ""},
	{"knight", "4k3/8/8/8/8/8/8/4K1N1 w - -", []string{"Nf3", "Ngf3", "N1f3", "Ng1f3", "Ng1-f3", "g1f3", "g1-f3", "Nxf3", "Nf3+", "Nf3!!"}, "g1f3"},
	{"two knights", "4k3/8/8/8/8/5N2/8/1N2K3 w - -", []string{"Nbd2", "N1d2", "Nb1d2", "b1d2"}, "b1d2"},
	{"two knights, which", "4k3/8/8/8/8/5N2/8/1N2K3 w - -", []string{"Nd2", "Nxd2", "Ncd2", "N2d2", "Nb3d2"}, ""},
	{"pinned rival", "4r1k1/8/8/8/8/4N3/8/N3K3 w - -", []string{"Nc2", "Nac2", "N1c2"}, "a1c2"},
	{"a letter names the piece", "4k3/8/8/8/8/8/8/4K1N1 w - -", []string{"Bg1f3", "Pg1f3", "Kg1f3", "nf3", "ng1f3"}, ""},
	{"bishop and b-pawn", "4k3/8/8/8/8/2p5/1P1B4/4K3 w - -", []string{"Bxc3", "Bc3", "d2c3"}, "d2c3"},
	{"b-pawn and bishop", "4k3/8/8/8/8/2p5/1P1B4/4K3 w - -", []string{"bxc3", "bc3", "b2c3"}, "b2c3"},
	{"castling short", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq -", []string{"O-O", "0-0", "o-o", "O-O+", "0-0!?", "e1g1", "e1-g1"}, "e1g1"},
	{"castling long", "r3k2r/8/8/8/8/8/8/R3K2R b KQkq -", []string{"O-O-O", "0-0-0", "o-o-o", "O-O-O#", "e8c8"}, "e8c8"},
	{"castling that may not be", "r3k2r/8/8/8/8/8/5q2/R3K2R w KQkq -", []string{"O-O", "0-0-0", "e1g1", "Kg1", "Ke1g1", "OO", "O-O-O-O", "O-0"}, ""},
	{"only the king moves under double check", "4k3/8/8/8/8/5n2/6P1/r3K3 w - -", []string{"gxf3", "g3", "g4"}, ""},
	{"nothing of the kind", "4k3/8/8/8/8/8/8/4K1N1 w - -", []string{
		"", " ", "N", "Nf", "f9", "i3", "Nf3 ", " Nf3", "Nf3x", "xx", "Zf3", "Nf33", "0000", "--", "+", "e.p.",
		"Nf3\x00", "Ñf3", "e4\nNf3", "Ngg1f3", "Ng11f3", "N-f-3", "1-0", "Nxxf3",
	}, ""},
}

func TestParseSAN(t *testing.T) {
	for _, test := range sanTexts {
		t.Run(test.name, func(t *testing.T) {
			p := mustParse(t, test.fen)
			for _, text := range test.texts {
				m, err := p.ParseSAN(text)
				var bad *notation.MoveError
				switch {
				case test.want == "" && (!errors.As(err, &bad) || m != NoMove):
					t.Errorf("%q in %s is %s, error %v, want a *notation.MoveError", text, test.fen, m, err)
				case test.want != "" && (err != nil || m.String() != test.want):
					t.Errorf("%q in %s is %s, error %v, want %s", text, test.fen, m, err, test.want)
				}
			}
		})
	}
}

func TestMoveErrors(t *testing.T) {
	const (
		ending  = "4k3/8/8/8/8/5N2/P7/1N2K3 w - -"
		stale   = "7k/8/6Q1/8/8/8/8/K7 b - -"
		castles = "r3k2r/8/8/8/8/8/P7/R3K2R w - -"
		promote = "8/4P1k1/8/8/8/8/8/4K3 w - -"
	)
	tests := []struct{ fen, text string }{
		{ending, ""},
		{ending, "Nd2"},
		{ending, "Nd7"},
		{ending, "a5"},
		{ending, "Qd2"},
		{ending, "hello"},
		{ending, "a text that is too long for a line"},
		{ending, "tab\tand \"quote\" \xff"},
		{ending, "äöüäöüäöüäöü"},
		{castles, "O-O"},
		{promote, "e8"},
		{promote, "e8=K"},
		{stale, "Kg8"},
		{stale, "?"},
	}
	coordinates := []struct{ fen, text string }{
		{ending, "a2a5"},
		{ending, "a7a5"},
		{ending, "b1d7"},
		{ending, "a2a4q"},
		{ending, "a2a4x"},
		{ending, "Nd2"},
		{ending, "0000"},
		{ending, "a2-a4"},
		{ending, ""},
		{promote, "e7e8"},
		{promote, "e7e8k"},
		{castles, "e1g1"},
	}
	var report strings.Builder
	write := func(fen, text string, read func(*Position, string) (Move, error)) {
		p := mustParse(t, fen)
		m, err := read(&p, text)
		var bad *notation.MoveError
		if !errors.As(err, &bad) || m != NoMove {
			t.Errorf("%q in %s is %s, error %v, want a *notation.MoveError", text, fen, m, err)
		}
		fmt.Fprintf(&report, "%s %q\n\t%v\n", fen, text, err)
	}
	report.WriteString("# in algebraic notation\n")
	for _, test := range tests {
		write(test.fen, test.text, (*Position).ParseSAN)
	}
	report.WriteString("# in coordinates\n")
	for _, test := range coordinates {
		write(test.fen, test.text, (*Position).ParseMove)
	}
	golden.Check(t, "testdata/move_errors.golden", report.String())
}

// spellings returns other ways to write the legal move m, each as good as its SAN.
func spellings(p *Position, m Move) []string {
	san := p.SAN(m)
	bare := strings.TrimRight(san, "+#")
	from, to := m.From().String(), m.To().String()
	texts := []string{
		san, bare, san + "!?", strings.ReplaceAll(san, "x", ""), strings.ReplaceAll(bare, "=", ""),
		strings.ReplaceAll(bare, "O", "0"), m.String(), from + "-" + m.String()[2:],
	}
	if kind := p.At(m.From()); kind != Pawn && !m.IsCastle() {
		letter := strings.ToUpper(string(kind.Letter()))
		texts = append(texts, letter+from+to, letter+from+"-"+to, letter+from+"x"+to)
	}
	return texts
}

// TestSANOfAllMoves: no two moves of a position are written alike, and each is
// read back from all of its spellings.
func TestSANOfAllMoves(t *testing.T) {
	randomGames(t, 13, 1, func(p *Position, _ Move) {
		seen := make(map[string]Move)
		for _, m := range p.LegalMoves() {
			san := p.SAN(m)
			if other, ok := seen[san]; ok {
				t.Fatalf("%s: %s and %s are both written %s", p.FEN(), m, other, san)
			}
			seen[san] = m
			if got, err := p.ParseMove(m.String()); err != nil || got != m {
				t.Fatalf("%s: %s is read as %s, error %v", p.FEN(), m, got, err)
			}
			for _, text := range spellings(p, m) {
				if got, err := p.ParseSAN(text); err != nil || got != m {
					t.Fatalf("%s: %s, spelt %s, is read as %s, error %v", p.FEN(), m, text, got, err)
				}
			}
		}
	})
}

func TestMoveString(t *testing.T) {
	tests := []struct {
		move Move
		want string
	}{
		{NoMove, "0000"},
		{newMove(E1, NewSquare(6, 0), castleShort), "e1g1"},
		{newMove(NewSquare(4, 6), E8, promotion|3<<12), "e7e8q"},
		{newMove(NewSquare(4, 6), NewSquare(3, 7), capture|promotion), "e7d8n"},
		{newMove(H8, A1, capture), "h8a1"},
	}
	for _, test := range tests {
		if got := test.move.String(); got != test.want {
			t.Errorf("move %#x is written %s, want %s", uint16(test.move), got, test.want)
		}
	}
}

// FuzzSAN checks that every accepted text is a legal move that survives writing and reading in both notations. The
// error about any other text has one line.
func FuzzSAN(f *testing.F) {
	for _, row := range sanTexts {
		for _, text := range row.texts {
			f.Add(row.fen, text)
		}
	}
	f.Fuzz(func(t *testing.T, fen, text string) {
		p, err := ParseFEN(fen)
		if err != nil {
			t.Skip()
		}
		for _, read := range []func(*Position, string) (Move, error){(*Position).ParseSAN, (*Position).ParseMove} {
			m, err := read(&p, text)
			if err != nil {
				var bad *notation.MoveError
				if !errors.As(err, &bad) || m != NoMove || strings.ContainsAny(err.Error(), "\r\n\x00") {
					t.Fatalf("%s: %q: %s, %v", fen, text, m, err)
				}
				continue
			}
			if !p.IsLegal(m) {
				t.Fatalf("%s: %q is read as %s, which is not legal", fen, text, m)
			}
			if again, err := p.ParseSAN(p.SAN(m)); err != nil || again != m {
				t.Fatalf("%s: %q is read as %s, %s as %s, error %v", fen, text, m, p.SAN(m), again, err)
			}
			if again, err := p.ParseMove(m.String()); err != nil || again != m {
				t.Fatalf("%s: %q is read as %s, then as %s, error %v", fen, text, m, again, err)
			}
		}
	})
}
