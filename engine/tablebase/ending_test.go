package tablebase

import (
	"fmt"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/must"
)

func TestParseEnding(t *testing.T) {
	tests := []struct{ name, text, want, err string }{
		{"as written", "KRKP", "KRKP", ""},
		{"bare kings", "KK", "KK", ""},
		{"lower case", "kpkp", "KPKP", ""},
		{"weaker side first", "KPKR", "KRKP", ""},
		{"more pieces first", "KKPP", "KPPK", ""},
		{"pieces in another order", "KNBK", "KBNK", ""},
		{"one piece each", "KNKQ", "KQKN", ""},
		{"unknown letter", "KXK", "", `ending "KXK" has 'X' at letter 2 (expected two sides, each K and letters of QRBNP, such as KRKP)`},
		{"three kings", "KQKK", "", `ending "KQKK" has 'K' at letter 4 (expected two sides, each K and letters of QRBNP, such as KRKP)`},
		{"no king first", "RKK", "", `ending "RKK" has 'R' at letter 1 (expected two sides, each K and letters of QRBNP, such as KRKP)`},
		{"one side", "KQ", "", `ending "KQ" has 1 kings (expected two sides, each K and letters of QRBNP, such as KRKP)`},
		{"empty", "", "", `ending "" has 0 kings (expected two sides, each K and letters of QRBNP, such as KRKP)`},
		{"five pieces", "KQPKQ", "", `ending "KQPKQ" has 5 pieces (expected at most 4)`},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			e, err := ParseEnding(test.text)
			if test.err != "" {
				if err == nil || err.Error() != test.err {
					t.Errorf("error %v, want %s", err, test.err)
				}
				return
			}
			if err != nil || e.String() != test.want {
				t.Errorf("ending %s, error %v, want %s", e, err, test.want)
			}
		})
	}
}

func TestEndingOf(t *testing.T) {
	tests := []struct {
		name, fen, want string
		exchanged       bool
	}{
		{"stronger side white", "8/8/8/8/7p/5k2/8/KR6 w - -", "KRKP", false},
		{"stronger side black", "8/8/8/8/7P/5K2/8/kr6 w - -", "KRKP", true},
		{"even", "8/8/8/8/4kr2/8/8/KR6 w - -", "KRKR", false},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			p := parse(t, test.fen)
			e, exchanged, ok := EndingOf(&p)
			if !ok || e.String() != test.want || exchanged != test.exchanged {
				t.Errorf("ending %s, exchanged %t, %t", e, exchanged, ok)
			}
		})
	}
	start := chess.Start()
	if _, _, ok := EndingOf(&start); ok {
		t.Error("the starting position has an ending")
	}
}

func TestClosure(t *testing.T) {
	tests := []struct{ name, want string }{
		{"KK", "KK"},
		{"KRK", "KK KRK"},
		{"KPK", "KK KBK KNK KQK KRK KPK"},
		{"KRKN", "KK KNK KRK KRKN"},
		{"KPKP", "KK KBK KNK KQK KRK KPK KBKB KBKN KNKN KQKB KQKN KQKQ KQKR KRKB KRKN KRKR KBKP KNKP KQKP KRKP KPKP"},
		{"KPPK", "KK KBK KNK KQK KRK KPK KBBK KBNK KNNK KQBK KQNK KQQK KQRK KRBK KRNK KRRK KBPK KNPK KQPK KRPK KPPK"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			got := strings.Trim(fmt.Sprint(Closure(ending(t, test.name))), "[]")
			if got != test.want {
				t.Errorf("closure %s, want %s", got, test.want)
			}
		})
	}
}

// TestSizes checks the layouts against the known numbers of pairs of kings, and the total size against the package
// comment.
func TestSizes(t *testing.T) {
	if n := len(plainPairs.kings); n != 462 {
		t.Errorf("%d pairs of kings without pawns, want 462", n)
	}
	if n := len(pawnPairs.kings); n != 1806 {
		t.Errorf("%d pairs of kings with pawns, want 1806", n)
	}
	total, largest := 0, 0
	for _, e := range Closure(ending(t, "KPKP"), ending(t, "KPPK")) {
		size := newLayout(e).size()
		total, largest = total+size, max(largest, size)
	}
	if largest != 11_096_064 || total != 181_517_532 {
		t.Errorf("the largest table has %d bytes, all have %d", largest, total)
	}
}

func ending(t testing.TB, name string) Ending {
	t.Helper()
	return must.Get(ParseEnding(name))(t)
}

func parse(t testing.TB, fen string) chess.Position {
	t.Helper()
	return must.Get(chess.ParseFEN(fen))(t)
}
