package question

import (
	"testing"

	"github.com/zugwatch/zugwatch/engine"
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

// TestOf holds that a record with counts of leaves asks for the deepest within the limits.
func TestOf(t *testing.T) {
	record := must.Get(epd.Parse("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - D1 20; D2 400; D3 8902;"))(t)
	for depth, want := range map[int]string{1: "D1 20", 2: "D2 400", 9: "D3 8902"} {
		if got := New(record, engine.Limits{Depth: depth}); !got.Counts() || got.Text() != want {
			t.Errorf("depth %d: asks %q, want %q", depth, got.Text(), want)
		}
	}
}
