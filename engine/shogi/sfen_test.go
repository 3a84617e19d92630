package shogi

import (
	"errors"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine/notation"
)

// goodSFENs are valid texts with their canonical form.
var goodSFENs = []struct{ name, text, want string }{
	{"start", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1"},
	{"three fields", "4k4/9/9/9/9/9/9/9/4K4 w -", "4k4/9/9/9/9/9/9/9/4K4 w - 1"},
	{"many blanks", "  4k4/9/9/9/9/9/9/9/4K4   w  -  7 ", "4k4/9/9/9/9/9/9/9/4K4 w - 7"},
	{"empty squares one by one", "4k4/9/9/9/9/9/9/9/1111K1111 w - 1", "4k4/9/9/9/9/9/9/9/4K4 w - 1"},
	{"promoted pieces", "+p+l+n+s1+b+r2/9/4k4/9/9/9/9/4K4/+P+L+N+S1+B+R2 b - 1", "+p+l+n+s1+b+r2/9/4k4/9/9/9/9/4K4/+P+L+N+S1+B+R2 b - 1"},
	{"hands in another order", "4k4/9/9/9/9/9/9/9/4K4 b 5ps2PR2g 1", "4k4/9/9/9/9/9/9/9/4K4 b R2P2gs5p 1"},
	{"full hands", "4k4/9/9/9/9/9/9/9/4K4 b 2R2B4G4S4N4L18P 1", "4k4/9/9/9/9/9/9/9/4K4 b 2R2B4G4S4N4L18P 1"},
	{"hands of both", "4k4/9/9/9/9/9/9/9/4K4 b RBGSNLPrbgsnlp 1", "4k4/9/9/9/9/9/9/9/4K4 b RBGSNLPrbgsnlp 1"},
	{"largest number of the ply", "4k4/9/9/9/9/9/9/9/4K4 b - 9999", "4k4/9/9/9/9/9/9/9/4K4 b - 9999"},
	{"leading zeros", "4k4/9/9/9/9/9/9/9/4K4 b - 007", "4k4/9/9/9/9/9/9/9/4K4 b - 7"},
	{"no black king", "4k4/9/9/9/9/9/9/9/9 b - 1", "4k4/9/9/9/9/9/9/9/9 b - 1"},
	{"no white king", "9/9/9/9/9/9/9/9/4K4 b - 1", "9/9/9/9/9/9/9/9/4K4 b - 1"},
	{"pawns of both on a file", "4k4/4p4/9/9/9/9/9/4P4/4K4 b - 1", "4k4/4p4/9/9/9/9/9/4P4/4K4 b - 1"},
	{"a pawn and a tokin on a file", "4k4/9/4P4/9/9/9/9/4+P4/4K4 b - 1", "4k4/9/4P4/9/9/9/9/4+P4/4K4 b - 1"},
	{"promoted pieces where they could not come unpromoted", "+P+L+N1k4/+N8/9/9/9/9/9/9/4K4 b - 1", "+P+L+N1k4/+N8/9/9/9/9/9/9/4K4 b - 1"},
}

// badSFENs are invalid texts with the offset and text of the error.
var badSFENs = []struct {
	text   string
	offset int
	want   string
}{
	{"", 0, `position has 0 of 3 fields (expected placement)`},
	{"   ", 3, `position has 0 of 3 fields (expected placement)`},
	{"4k4/9/9/9/9/9/9/9/4K4", 21, `position has 1 of 3 fields (expected side to move)`},
	{"4k4/9/9/9/9/9/9/9/4K4 b", 23, `position has 2 of 3 fields (expected pieces in hand)`},
	{"4k4/9/9/9/9/9/9/9/4K4 b - 1 moves", 28, `surplus field "moves" (expected at most four fields)`},
	{"4k4/9/9/9/9/9/9/9 b - 1", 17, `placement ends on rank h after 9 files (expected 9 ranks of 9 files)`},
	{"4k4/9/9/9/9/9/9/9/4K4/9 b - 1", 21, `placement has more than 9 ranks (expected 9 ranks)`},
	{"4k4/9/9/9/9/9/9/9/4K4/ b - 1", 21, `placement has more than 9 ranks (expected 9 ranks)`},
	{"4k4/8/9/9/9/9/9/9/4K4 b - 1", 5, `rank b has 8 files (expected 9)`},
	{"4k4/91/9/9/9/9/9/9/4K4 b - 1", 5, `rank b has more than 9 files (expected 9)`},
	{"4k4/8pp/9/9/9/9/9/9/4K4 b - 1", 6, `rank b has more than 9 files (expected 9)`},
	{"4k4/9/9/9/9/9/9/9/4K3 b - 1", 21, `placement ends on rank i after 8 files (expected 9 ranks of 9 files)`},
	{"4k4/0/9/9/9/9/9/9/4K4 b - 1", 4, `placement has "0" (expected one of PLNSGBRKplnsgbrk, +, 1 to 9 or /)`},
	{"4k4/x8/9/9/9/9/9/9/4K4 b - 1", 4, `placement has "x" (expected one of PLNSGBRKplnsgbrk, +, 1 to 9 or /)`},
	{"4k4/\xff8/9/9/9/9/9/9/4K4 b - 1", 4, `placement has "\xff" (expected one of PLNSGBRKplnsgbrk, +, 1 to 9 or /)`},
	{"4k4/+g8/9/9/9/9/9/9/4K4 b - 1", 4, `placement has "+g" (expected + and one of PLNSBRplnsbr)`},
	{"4k4/+9/9/9/9/9/9/9/4K4 b - 1", 4, `placement has "+9" (expected + and one of PLNSBRplnsbr)`},
	{"4k4/++p8/9/9/9/9/9/9/4K4 b - 1", 4, `placement has "++" (expected + and one of PLNSBRplnsbr)`},
	{"4k4/9/9/9/9/9/9/9/4K3+ b - 1", 21, `placement ends with + (expected a letter behind it)`},
	{"4k4/9/9/9/9/9/9/9/+K8 b - 1", 18, `placement has "+K" (expected + and one of PLNSBRplnsbr)`},
	{"4k4/9/9/9/9/9/9/9/4K4 B - 1", 22, `side to move "B" (expected b or w)`},
	{"4k4/9/9/9/9/9/9/9/4K4 black - 1", 22, `side to move "black" (expected b or w)`},
	{"4k4/9/9/9/9/9/9/9/4K4 b K 1", 24, `pieces in hand "K" (expected letters of RBGSNLPrbgsnlp with counts, or -)`},
	{"4k4/9/9/9/9/9/9/9/4K4 b x 1", 24, `pieces in hand "x" (expected letters of RBGSNLPrbgsnlp with counts, or -)`},
	{"4k4/9/9/9/9/9/9/9/4K4 b P- 1", 25, `pieces in hand "P-" (expected letters of RBGSNLPrbgsnlp with counts, or -)`},
	{"4k4/9/9/9/9/9/9/9/4K4 b P2 1", 26, `pieces in hand "P2" (expected letters of RBGSNLPrbgsnlp with counts, or -)`},
	{"4k4/9/9/9/9/9/9/9/4K4 b 1P 1", 24, `count "1" of pawns in hand (expected from 2 to 18, or none for 1)`},
	{"4k4/9/9/9/9/9/9/9/4K4 b 0P 1", 24, `count "0" of pawns in hand (expected from 2 to 18, or none for 1)`},
	{"4k4/9/9/9/9/9/9/9/4K4 b 02P 1", 24, `count "02" of pawns in hand (expected from 2 to 18, or none for 1)`},
	{"4k4/9/9/9/9/9/9/9/4K4 b 19P 1", 24, `count "19" of pawns in hand (expected from 2 to 18, or none for 1)`},
	{"4k4/9/9/9/9/9/9/9/4K4 b 99999999999999999999P 1", 24, `count "99999999999999999999" of pawns in hand (expected from 2 to 18, or none for 1)`},
	{"4k4/9/9/9/9/9/9/9/4K4 b PP 1", 25, `pawns in the hand of black are listed twice (expected each once)`},
	{"4k4/9/9/9/9/9/9/9/4K4 b G2PG 1", 27, `golds in the hand of black are listed twice (expected each once)`},
	{"4k4/9/9/9/9/9/9/9/4K4 b +P 1", 24, `pieces in hand "+P" (expected letters of RBGSNLPrbgsnlp with counts, or -)`},
	{"4k4/9/9/9/9/9/9/9/4K4 b - 0", 26, `number of the ply "0" (expected a number from 1 to 9999)`},
	{"4k4/9/9/9/9/9/9/9/4K4 b - -1", 26, `number of the ply "-1" (expected a number from 1 to 9999)`},
	{"4k4/9/9/9/9/9/9/9/4K4 b - +1", 26, `number of the ply "+1" (expected a number from 1 to 9999)`},
	{"4k4/9/9/9/9/9/9/9/4K4 b - 10000", 26, `number of the ply "10000" (expected a number from 1 to 9999)`},
	{"4k4/9/9/9/9/9/9/9/4K4 b - 1.5", 26, `number of the ply "1.5" (expected a number from 1 to 9999)`},
	{"4k4/9/9/9/9/9/9/9/4K4 b 10P9p 1", 0, `there are 19 pawns on the board and in hand (expected at most 18)`},
	{"4k4/9/9/9/9/9/+R8/9/4K4 b Rr 1", 0, `there are 3 rooks on the board and in hand (expected at most 2)`},
	{"4k4/gggg5/9/9/9/9/9/9/4K4 b G 1", 0, `there are 5 golds on the board and in hand (expected at most 4)`},
	{"4k4/9/9/9/9/9/9/9/4KK3 b - 1", 0, `black has 2 kings (expected at most one)`},
	{"4k4/k8/9/9/9/9/9/9/4K4 b - 1", 0, `white has 2 kings (expected at most one)`},
	{"9/9/9/9/9/9/9/9/9 b - 1", 0, `there is no king (expected one of a side at least)`},
	{"P3k4/9/9/9/9/9/9/9/4K4 b - 1", 0, `black has a pawn on 9a (expected pieces that can move)`},
	{"L3k4/9/9/9/9/9/9/9/4K4 b - 1", 0, `black has a lance on 9a (expected pieces that can move)`},
	{"4k4/N8/9/9/9/9/9/9/4K4 b - 1", 0, `black has a knight on 9b (expected pieces that can move)`},
	{"4k4/9/9/9/9/9/9/9/p3K4 b - 1", 0, `white has a pawn on 9i (expected pieces that can move)`},
	{"4k4/9/9/9/9/9/9/n8/4K4 b - 1", 0, `white has a knight on 9h (expected pieces that can move)`},
	{"4k4/9/9/P8/9/P8/9/9/4K4 b - 1", 0, `black has 2 pawns on file 9 (expected at most one)`},
	{"4k4/9/9/8p/9/8p/9/9/4K4 b - 1", 0, `white has 2 pawns on file 1 (expected at most one)`},
	{"4k4/9/4L4/9/9/9/9/9/4K4 b - 1", 24, `white is in check and black is to move (expected the side in check to move)`},
	{"4k4/9/9/9/9/9/9/4r4/4K4 w - 1", 24, `black is in check and white is to move (expected the side in check to move)`},
	{"4kK3/9/9/9/9/9/9/9/9 b - 1", 21, `white is in check and black is to move (expected the side in check to move)`},
	{"4r1k2/9/9/9/9/9/3n1n3/9/4K4 b - 1", 0, `3 pieces give check (expected at most 2)`},
}

// isLine reports whether a message is one short line.
func isLine(text string) bool {
	return text != "" && len(text) < 300 && !strings.ContainsAny(text, "\r\n\x00")
}

func TestParseSFEN(t *testing.T) {
	for _, test := range goodSFENs {
		t.Run(test.name, func(t *testing.T) {
			p := mustParse(t, test.text)
			if got := p.SFEN(); got != test.want {
				t.Errorf("%q is written %q, want %q", test.text, got, test.want)
			}
			checkPosition(t, &p)
		})
	}
}

func TestParseSFENErrors(t *testing.T) {
	for _, test := range badSFENs {
		p, err := ParseSFEN(test.text)
		var bad *notation.PositionError
		if !errors.As(err, &bad) {
			t.Errorf("%q is read as %s, error %v; want a *notation.PositionError", test.text, p.SFEN(), err)
			continue
		}
		if p != (Position{}) {
			t.Errorf("%q: an error and a position", test.text)
		}
		if bad.Offset != test.offset || err.Error() != test.want || !isLine(err.Error()) {
			t.Errorf("%q: at %d: %v\nwant at %d: %s", test.text, bad.Offset, err, test.offset, test.want)
		}
	}
}

// FuzzSFEN checks that every accepted position survives writing and reading, and so does each of its successors.
func FuzzSFEN(f *testing.F) {
	for _, good := range goodSFENs {
		f.Add(good.text)
	}
	for _, bad := range badSFENs {
		f.Add(bad.text)
	}
	for _, rule := range rules {
		f.Add(rule.sfen)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ParseSFEN(text)
		var bad *notation.PositionError
		if err != nil {
			if !errors.As(err, &bad) || bad.Offset < 0 || bad.Offset > len(text) || !isLine(err.Error()) {
				t.Fatalf("%q: %v", text, err)
			}
			return
		}
		checkPosition(t, &p)
		n := 0
		for _, next := range p.Successors() {
			checkPosition(t, &next)
			n++
		}
		if n != p.CountLegal() {
			t.Fatalf("%s: %d moves, the count is %d", p.SFEN(), n, p.CountLegal())
		}
	})
}
