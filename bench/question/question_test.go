package question

import (
	"testing"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/epd"
)

// TestWant holds the questions of records in short, and a right and a wrong answer to each.
func TestWant(t *testing.T) {
	const backRank = "6k1/5ppp/8/8/8/8/8/R3K3 w - - "
	for _, test := range []struct {
		operations, want string
		right, wrong     string // moves
		score, otherwise engine.Score
	}{
		{"bm Ra8+;", "Ra8#", "Ra8", "Ra7", 0, 0},
		{"am Ra7;", "not Ra7", "Ra8", "Ra7", 0, 0},
		{"dm 1;", "#1", "Ra8", "Ra8", engine.MateIn(1), engine.MateIn(2)},
		{"bm Ra8; dm 1;", "Ra8#, #1", "Ra8", "Ra7", engine.MateIn(1), engine.MateIn(1)},
	} {
		t.Run(test.operations, func(t *testing.T) {
			record := must.Get(epd.Parse(backRank + test.operations))(t)
			if got := Want(record); got != test.want {
				t.Errorf("asks %q, want %q", got, test.want)
			}
			result := func(san string, score engine.Score) engine.Result {
				return engine.Result{Best: must.Get(record.Position.ParseNotation(san))(t), Score: score}
			}
			if !IsAnswer(record, result(test.right, test.score)) || IsAnswer(record, result(test.wrong, test.otherwise)) {
				t.Errorf("%s at %s is no answer, or %s at %s is one", test.right, test.score, test.wrong, test.otherwise)
			}
		})
	}
}

// TestDeclared: a win that may be declared is one by declaration or by a mate.
func TestDeclared(t *testing.T) {
	record := must.Get(epd.Parse("sfen S7B/1+P+L1KG2+S/2+PS1+P+P+LS/6n1k/9/9/9/9/9 b RB6P2g2n 1 win;"))(t)
	move := must.Get(record.Position.ParseNotation("1c2d+"))(t)
	for _, test := range []struct {
		result engine.Result
		want   bool
	}{
		{engine.Result{Best: game.DeclareWin}, true},
		{engine.Result{Best: move, Score: 4000}, false},
		{engine.Result{Best: move, Score: engine.MateIn(9)}, true},
		{engine.Result{Best: move, Score: engine.MateIn(9), Bound: engine.Upper}, false},
		{engine.Result{Best: game.Resign}, false},
	} {
		if got := IsAnswer(record, test.result); got != test.want {
			t.Errorf("%+v: %t", test.result, got)
		}
	}
}

// TestOf holds that a record with counts of leaves asks for the deepest within the limits.
func TestOf(t *testing.T) {
	record := must.Get(epd.Parse("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - D1 20; D2 400; D3 8902;"))(t)
	for depth, want := range map[int]string{1: "D1 20", 2: "D2 400", 9: "D3 8902"} {
		if got := New(record, engine.Limits{Depth: depth}); !got.Counts() || got.Text() != want {
			t.Errorf("depth %d: asks %q, want %q", depth, got.Text(), want)
		}
	}
}
