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

// goodFENs are valid texts with their canonical form.
var goodFENs = []struct{ name, text, want string }{
	{"start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1"},
	{"four fields", "4k3/8/8/8/8/8/8/4K3 b - -", "4k3/8/8/8/8/8/8/4K3 b - - 0 1"},
	{"five fields", "4k3/8/8/8/8/8/8/4K3 b - - 99", "4k3/8/8/8/8/8/8/4K3 b - - 99 1"},
	{"blanks and tabs", " \t4k3/8/8/8/8/8/8/4K3  w\t-   -  7 \t9 ", "4k3/8/8/8/8/8/8/4K3 w - - 7 9"},
	{"castling out of order", "r3k2r/8/8/8/8/8/8/R3K2R w qkQK - 0 1", "r3k2r/8/8/8/8/8/8/R3K2R w KQkq - 0 1"},
	{"empty squares one by one", "4k3/8/8/8/8/8/8/1111K111 w - - 0 1", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
	{"largest counters", "4k3/8/8/8/8/8/8/4K3 w - - 255 9999", "4k3/8/8/8/8/8/8/4K3 w - - 255 9999"},
	{"move number zero", "4k3/8/8/8/8/8/8/4K3 w - - 0 0", "4k3/8/8/8/8/8/8/4K3 w - - 0 1"},
	{"leading zeros", "4k3/8/8/8/8/8/8/4K3 w - - 007 00042", "4k3/8/8/8/8/8/8/4K3 w - - 7 42"},
	{"en passant kept", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "4k3/8/8/3pP3/8/8/8/4K3 w - d6 0 1"},
	{"en passant kept, black", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1", "4k3/8/8/8/3pP3/8/8/4K3 b - e3 0 1"},
	{"en passant with nobody to take", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq e3 0 1", "rnbqkbnr/pppppppp/8/8/4P3/8/PPPP1PPP/RNBQKBNR b KQkq - 0 1"},
	{"en passant along the king's rank", "8/8/8/K2pP2r/8/8/8/4k3 w - d6 0 1", "8/8/8/K2pP2r/8/8/8/4k3 w - - 0 1"},
	{"en passant of a pawn pinned on its file", "4r1k1/8/8/3pP3/8/8/8/4K3 w - d6 0 1", "4r1k1/8/8/3pP3/8/8/8/4K3 w - - 0 1"},
	{"en passant of a pawn pinned on the diagonal", "4k2b/8/8/3pP3/3K4/8/8/8 w - d6 0 1", "4k2b/8/8/3pP3/3K4/8/8/8 w - - 0 1"},
	{"en passant against the pawn that checks", "4k3/8/8/3pP3/4K3/8/8/8 w - d6 0 1", "4k3/8/8/3pP3/4K3/8/8/8 w - d6 0 1"},
	{"en passant does not answer the check it uncovered", "4k3/q7/8/2PpP3/8/8/8/6K1 w - - 0 1", "4k3/q7/8/2PpP3/8/8/8/6K1 w - - 0 1"},
	{"nine queens", "QQQQQQQQ/Q7/8/8/2k5/8/8/7K b - -", "QQQQQQQQ/Q7/8/8/2k5/8/8/7K b - - 0 1"},
	{"promoted pieces", "4k3/8/8/8/8/8/PPPP4/NNNNKNN1 w - -", "4k3/8/8/8/8/8/PPPP4/NNNNKNN1 w - - 0 1"},
	{"double check", "4k3/8/8/8/8/5n2/8/r3K3 w - -", "4k3/8/8/8/8/5n2/8/r3K3 w - - 0 1"},
	{"mate", "7k/6Q1/6K1/8/8/8/8/8 b - -", "7k/6Q1/6K1/8/8/8/8/8 b - - 0 1"},
	{"most moves known", "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1", "R6R/3Q4/1Q4Q1/4Q3/2Q4Q/Q4Q2/pp1Q4/kBNN1KB1 w - - 0 1"},
}

// badFENs are texts that are refused; testdata/fen_errors.golden says how.
var badFENs = []string{
	"",
	" \t ",
	"4k3/8/8/8/8/8/8/4K3",
	"4k3/8/8/8/8/8/8/4K3 w",
	"4k3/8/8/8/8/8/8/4K3 w -",
	"4k3/8/8/8/8/8/8/4K3 w - - 0 1 x",
	"4k3/8/8/8/8/8/8 w - -",
	"4k3/8/8/8/8/8/8/4K3/8 w - -",
	"4k3/8/8/8/8/8/8/4K3/ w - -",
	"4k3/8/8/7/8/8/8/4K3 w - -",
	"4k3/8/8/9/8/8/8/4K3 w - -",
	"4k3/8/8/0/8/8/8/4K3 w - -",
	"4k3/8/8/71p/8/8/8/4K3 w - -",
	"4k3/8/8/pppppppp1/8/8/8/4K3 w - -",
	"4k3/8/8/8/8/8/8/4K2 w - -",
	"4k3/8/8/8/8/8/8/4K2x w - -",
	"4k3/8/8/8/8/8/8/4K2\xff w - -",
	"8/8/8/8/8/8/8/4K3 w - -",
	"4k3/8/8/8/8/8/8/8 w - -",
	"4k3/8/8/8/8/8/8/K3K3 w - -",
	"4k3/4k3/8/8/8/8/8/K7 w - -",
	"4k3/pppppppp/p7/8/8/8/8/4K3 w - -",
	"4k3/8/8/8/8/PPPPPPPP/PPPPPPPP/4K3 w - -",
	"QQQQQQQQ/QQ6/8/8/8/8/8/K1k5 b - -",
	"4k3/8/8/8/8/NNN5/PPPPPPPP/4K3 w - -",
	"4k3/pppppppp/rrrbbb2/8/8/8/8/4K3 w - -",
	"4k2P/8/8/8/8/8/8/4K3 w - -",
	"4k3/8/8/8/8/8/8/p3K3 w - -",
	"4k3/8/8/8/8/8/8/4K3 W - -",
	"4k3/8/8/8/8/8/8/4K3 white - -",
	"4k3/8/8/8/8/8/8/4K3 - - -",
	"4k3/8/8/8/8/8/8/4R1K1 w - -",
	"4r1k1/8/8/8/8/8/8/4K3 b - -",
	"8/8/8/3kK3/8/8/8/8 w - -",
	"4r1k1/8/8/8/7b/5n2/8/4K3 w - -",
	"4k3/8/8/8/8/8/8/4K2R w KX -",
	"4k3/8/8/8/8/8/8/4K2R w KK -",
	"4k3/8/8/8/8/8/8/4K2R w K- -",
	"4k3/8/8/8/8/8/8/4K2R w Q -",
	"4k3/8/8/8/8/8/8/3K3R w K -",
	"4k2R/8/8/8/8/8/8/4K3 b k -",
	"r2k4/8/8/8/8/8/8/4K3 b q -",
	"4k3/8/8/3pP3/8/8/8/4K3 w - d5",
	"4k3/8/8/3pP3/8/8/8/4K3 w - d3",
	"4k3/8/8/3pP3/8/8/8/4K3 w - d",
	"4k3/8/8/3pP3/8/8/8/4K3 w - x6",
	"4k3/8/8/3pP3/8/8/8/4K3 w - e6",
	"4k3/8/8/3PP3/8/8/8/4K3 w - d6",
	"4k3/3n4/8/3pP3/8/8/8/4K3 w - d6",
	"4k3/8/3n4/3pP3/8/8/8/4K3 w - d6",
	"4k3/8/8/8/3pP3/8/8/4K3 b - e6",
	"4k3/8/8/8/3pP3/4N3/8/4K3 b - e3",
	"4r1k1/8/8/3p4/8/8/8/4K3 w - d6",
	"7k/8/8/3pP3/8/8/6n1/4K3 w - d6",
	"7k/8/4K3/2Pp4/8/8/8/8 w - d6",
	"8/8/8/8/2pP4/4k3/8/7K b - d3",
	"4k3/8/8/8/8/8/8/4K3 w - - -1 1",
	"4k3/8/8/8/8/8/8/4K3 w - - x 1",
	"4k3/8/8/8/8/8/8/4K3 w - - 256 1",
	"4k3/8/8/8/8/8/8/4K3 w - - 000001 1",
	"4k3/8/8/8/8/8/8/4K3 w - - 0 10000",
	"4k3/8/8/8/8/8/8/4K3 w - - 0 1.5",
	"4k3/8/8/8/8/8/8/4K3 w - - 0 +1",
	"4k3/8/8/8/8/8/8/4K3 w - - bm",
	"\n4k3/8/8/8/8/8/8/4K3 w - -",
	"4k3/8/8/8/8/8/8/4K3 a-side-that-nobody-plays - -",
	"4k3/8/8/8/8/8/8/4K3 w - - 0 1 \x00\"surplus",
}

// isLine reports whether a message is one short line.
func isLine(text string) bool {
	return text != "" && len(text) < 200 && !strings.ContainsAny(text, "\r\n\x00")
}

func TestParseFEN(t *testing.T) {
	for _, test := range goodFENs {
		t.Run(test.name, func(t *testing.T) {
			p := must.Get(ParseFEN(test.text))(t)
			if got := p.FEN(); got != test.want {
				t.Errorf("%q is written %q, want %q", test.text, got, test.want)
			}
			if !strings.HasPrefix(p.FEN(), p.EPD()+" ") {
				t.Errorf("EPD %q is not the beginning of FEN %q", p.EPD(), p.FEN())
			}
			checkPosition(t, &p)
		})
	}
}

func TestParseFENErrors(t *testing.T) {
	var report strings.Builder
	for _, text := range badFENs {
		p, err := ParseFEN(text)
		var bad *notation.PositionError
		if !errors.As(err, &bad) {
			t.Errorf("%q is read as %s, error %v; want a *notation.PositionError", text, p.FEN(), err)
			continue
		}
		if p != (Position{}) {
			t.Errorf("%q: an error and a position", text)
		}
		if bad.Offset < 0 || bad.Offset > len(text) {
			t.Errorf("%q: offset %d is outside of it", text, bad.Offset)
		}
		fmt.Fprintf(&report, "%q\n%*s^ %d: %v\n", text, 1+len(fmt.Sprintf("%q", text[:bad.Offset]))-2, "", bad.Offset, bad)
	}
	golden.Check(t, "testdata/fen_errors.golden", report.String())
}

// FuzzFEN checks that every accepted position survives writing and reading, and so does each of its successors.
func FuzzFEN(f *testing.F) {
	for _, good := range goodFENs {
		f.Add(good.text)
	}
	for _, bad := range badFENs {
		f.Add(bad)
	}
	f.Fuzz(func(t *testing.T, text string) {
		p, err := ParseFEN(text)
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
		if n != p.CountLegal() || n > 218 {
			t.Fatalf("%s: %d moves, the count is %d", p.FEN(), n, p.CountLegal())
		}
	})
}
