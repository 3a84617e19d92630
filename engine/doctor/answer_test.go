package doctor

import (
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine/game"
)

func TestAnswer(t *testing.T) {
	tests := []struct{ name, lines, want string }{
		{"nothing", "", ", , depth 0, 0 nodes; 0 bad moves, 0 bad scores"},
		{"the last exact line counts", "info depth 1 score cp 5 nodes 9 pv e2e4\ninfo depth 2 score mate 3 nodes 20 pv e2e4 e7e5\nbestmove e2e4 ponder e7e5", "e2e4, mate 3, depth 2, 20 nodes; 0 bad moves, 0 bad scores"},
		{"a bound does not", "info depth 1 score cp 5 nodes 9\ninfo depth 2 score cp 90 lowerbound nodes 20", ", cp 5, depth 1, 20 nodes; 0 bad moves, 0 bad scores"},
		{"nor a second line", "info depth 1 multipv 1 score cp 5\ninfo depth 1 multipv 2 score cp 3", ", cp 5, depth 1, 0 nodes; 0 bad moves, 0 bad scores"},
		{"nor words", "info string score cp x pv e9e8\ninfo depth 1 currmove e2e4 currmovenumber 1", ", , depth 0, 0 nodes; 0 bad moves, 0 bad scores"},
		{"bad variation", "info pv e2e4 e2e4 depth 9\ninfo pv e2e5", ", , depth 0, 0 nodes; 2 bad moves, 0 bad scores"},
		{"variation in the middle", "info pv e2e4 e7e5 score cp 3 depth 4", ", cp 3, depth 4, 0 nodes; 0 bad moves, 0 bad scores"},
		{"bad scores", "info score cp NaN\ninfo score mate 0\ninfo score cp 9999999\ninfo score centipawns 3\ninfo score mate -241", ", mate -241, depth 0, 0 nodes; 0 bad moves, 5 bad scores"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			root := game.Chess.Start()
			var a answer
			for line := range strings.Lines(test.lines) {
				if last := a.addLine(line, root); last != strings.HasPrefix(line, "bestmove") {
					t.Errorf("%q is the last: %t", line, last)
				}
			}
			if got := describe(a); got != test.want {
				t.Errorf("got  %s\nwant %s", got, test.want)
			}
		})
	}
}

func describe(a answer) string {
	return fmt.Sprintf("%s; %d bad moves, %d bad scores", a, a.badMoves, a.badScores)
}

func TestPositions(t *testing.T) {
	var all []string
	over := make(map[string]bool)
	for _, s := range []*testPositions{&chessSheet, &shogiSheet} {
		all = append(all, append(s.positions(), s.mated, s.stuck)...)
		over[s.mated], over[s.stuck] = true, true
		if first := game.MustParsePosition(s.start); !slices.ContainsFunc(first.LegalMoves(), func(m game.Move) bool { return m.String() == s.move }) {
			t.Errorf("%s is not legal at the start", s.move)
		}
	}
	for _, fen := range all {
		p, err := game.ParsePosition(fen)
		if err != nil || p.String() != fen {
			t.Errorf("%s: %v, read as %s", fen, err, p.String())
		}
		if ended := p.CountLegal() == 0; ended != over[fen] {
			t.Errorf("%s: nothing to play: %t", fen, ended)
		}
	}
}

func TestDebris(t *testing.T) {
	var d strays
	d.addLine("Engine by somebody", false)
	for _, line := range []string{"", "id name x", "info depth 1", "bestmove e2e4", "readyok", "Hash: 16", "more"} {
		d.addLine(line, true)
	}
	if d.greeting != "Engine by somebody" || d.count != 2 || d.first != "Hash: 16" {
		t.Errorf("got %+v", d)
	}
}

func TestLastWords(t *testing.T) {
	long := strings.Repeat("x", 2*maxWords)
	for text, want := range map[string]string{
		"":                             "",
		long + "\n\x1bwhy so\n\n":      `\x1bwhy so`,
		"why" + long:                   strings.Repeat("x", 80) + "...",
		long + "\n" + " \n" + "so\r\n": "so",
	} {
		if got := lastStderrLine(text); got != want {
			t.Errorf("of %d bytes: got %q, want %q", len(text), got, want)
		}
	}
}
