package eval

import "testing"

func TestIsBlocked(t *testing.T) {
	for _, c := range []struct {
		fen  string
		want bool
		why  string
	}{
		{"4k3/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/8/4K3 w - - 0 1", true, "a wall from edge to edge"},
		{"4k3/8/1p1p1p1p/pPpPpPpP/P1P1P1P1/8/3N4/4K3 w - - 0 1", false, "a knight can jump it"},
		{"4k3/8/1p1p1p1p/pPpPpPpP/P1P1P3/6P1/8/4K3 w - - 0 1", false, "a pawn can still move"},
		{"4k3/8/1p1p4/pPpPp3/P1P1P3/8/8/4K3 w - - 0 1", false, "the kings walk round it"},
		{"4k3/8/8/p1p1p1p1/P1P1P1P1/8/8/4K3 w - - 0 1", true, "every gap is guarded"},
		{"4k3/8/8/p1p1p2p/P1P1P1pP/6P1/8/6K1 b - - 0 1", true, "every gap is guarded"},
		{"4k3/8/8/p1p1p2p/P1P1P1pP/6P1/8/6K1 b - h3 0 1", false, "a pawn can be taken in passing"},
		{"4k3/8/8/8/8/8/8/4K3 w - - 0 1", true, "bare kings"},
		{"8/8/8/3k4/3p4/3P4/3K4/8 w - - 0 1", false, "the pawns can be taken"},
	} {
		p := position(t, c.fen)
		if got := IsBlocked(&p); got != c.want {
			t.Errorf("%s: %t, but %s", c.fen, got, c.why)
		}
	}
}
