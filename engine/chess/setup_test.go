package chess

import (
	"slices"
	"testing"
)

// TestSetup puts positions up from their pieces, and expects what their FEN gives.
func TestSetup(t *testing.T) {
	for _, fen := range []string{
		"rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR b - - 0 1",
		"8/2P5/4k3/8/7b/4K3/5p2/8 b - - 0 1",
		"4k3/8/8/8/7b/8/8/4K2R w - - 0 1",
	} {
		want := mustParse(t, fen)
		got, err := Setup(want.Side(), slices.Collect(want.Pieces()))
		if err != nil || got != want {
			t.Errorf("%s: got %s, %v", fen, got.FEN(), err)
		}
	}
	if _, err := Setup(White, []Piece{{White, King, E1}, {Black, King, E8}, {White, Rook, A8}}); err == nil {
		t.Error("the side not to move is in check, and there is no error")
	}
}
