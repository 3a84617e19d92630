package doc

import (
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine/golden"
)

// shogiBoards returns two positions of shogi: with pieces in hand, a promoted one and a drop, and
// with White to move.
func shogiBoards() Boards {
	one := Board{
		Name: Quote("TSUME.001"), Black: true, Shogi: &ShogiBoard{Hands: [2]string{"2G", "2R2B4S3N3L17P"}},
		Arrows: []Arrow{{Dropped, 16, Asked}, {34, 25, Now}}, Lines: []Text{"asked: G*2c"}, Repeat: "position sfen 7nl/7k1",
	}
	one.Shogi.Squares[7], one.Shogi.Squares[8], one.Shogi.Squares[16], one.Shogi.Squares[34], one.Shogi.Squares[80] = "n", "l", "k", "+P", "K"
	other := Board{Name: Quote("two"), Shogi: &ShogiBoard{}, Arrows: []Arrow{{Dropped, 40, Before}}}
	other.Shogi.Squares[4], other.Shogi.Squares[76] = "k", "+r"
	return Boards{one, other}
}

// TestShogiPage holds every byte of the boards of a page.
func TestShogiPage(t *testing.T) {
	_, boards, _ := strings.Cut(written(t, Document{shogiBoards()}, HTML, Extent{}), `<div class="boards">`)
	boards, _, _ = strings.Cut(boards, "</main>")
	golden.Check(t, "testdata/shogi.html", boards)
}

// TestShogiDrawn holds the boards on a screen and in Markdown.
func TestShogiDrawn(t *testing.T) {
	golden.Check(t, "testdata/shogi.txt", written(t, Document{shogiBoards()}, PlainText, Extent{Screen: Screen{Width: 80, Symbols: true}}))
	golden.Check(t, "testdata/shogi.md", written(t, Document{shogiBoards(), Paragraph{Position("sfen 9/9")}}, Markdown, Extent{}))
}

// TestSigns: each letter of a piece has its sign, and nothing else has.
func TestSigns(t *testing.T) {
	var b ShogiBoard
	letters := []string{"P", "L", "N", "S", "G", "B", "R", "K", "+P", "+L", "+N", "+S", "+B", "+R"}
	copy(b.Squares[:], letters)
	seen := make(map[string]bool)
	for i, s := range b.signs() {
		if s.Sign == "" || seen[s.Sign] || s.Promoted != (i > 7) || s.White {
			t.Errorf("%s is %+v", letters[i], s)
		}
		seen[s.Sign] = true
	}
	if len(seen) != len(letters) || len(shogiSigns) != len(letters) {
		t.Errorf("%d signs of %d letters", len(seen), len(letters))
	}
	b.Hands[1] = "R2B11P"
	if got := b.Hand(1); got != "飛角2歩11" || b.Hand(0) != "" {
		t.Errorf("hands are %q and %q", got, b.Hand(0))
	}
}
