package figure

import (
	"testing"

	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/engine/game"
)

// TestShogiBoard: the pieces, the hands and the moves of a position stand where they are.
func TestShogiBoard(t *testing.T) {
	p := game.MustParsePosition("sfen 7nl/7k1/9/7P1/9/9/9/9/+r8 w 2G2b2g4s3n3lr16p 1")
	b := Board("x", p)
	if b.Black || b.Shogi == nil || b.Shogi.Hands != [2]string{"2G", "R2B2G4S3N3L16P"} {
		t.Fatalf("board %+v", b)
	}
	want := map[int]string{7: "n", 8: "l", 16: "k", 34: "P", 72: "+r"}
	for i, piece := range b.Shogi.Squares {
		if piece != want[i] {
			t.Errorf("square %d has %q, want %q", i, piece, want[i])
		}
	}
	for text, want := range map[string]doc.Arrow{"2b3c": {From: 16, To: 24, Kind: doc.Now}, "P*5e": {From: doc.Dropped, To: 40, Kind: doc.Now}} {
		m, err := p.ParseMove(text)
		if got := Arrow(game.Shogi, m, doc.Now); err != nil || got != want {
			t.Errorf("%s is %+v, want %+v: %v", text, got, want, err)
		}
	}
	if first := Board("x", game.Shogi.Start()); !first.Black {
		t.Error("White begins in shogi")
	}
	if c := Board("x", game.Chess.Start()); c.Black || c.Shogi != nil || c.Squares[0] != 'R' || c.Squares[60] != 'k' || c.Squares[30] != 0 {
		t.Errorf("board of chess %+v", c)
	}
}
