package doctor

import (
	"testing"

	"github.com/zugwatch/zugwatch/engine/game"
)

func TestGradeNodes(t *testing.T) {
	few := func(nodes uint64) *answer { return &answer{nodes: nodes, depth: 1} }
	for _, test := range []struct {
		name  string
		most  uint64
		least *answer
		want  string
	}{
		{"kept", 20_100, few(19_000), "ok: kept, 0.5% over at most"},
		{"mates alone", 300, nil, "ok: kept, 0.0% over at most"},
		{"none", 0, few(0), "warning: go nodes 20000: it reports no nodes"},
		{"some more", 23_000, few(20_000), "warning: go nodes 20000: it searched up to 23000, 15% more"},
		{"twice", 40_001, few(20_000), "fault: go nodes 20000: it searched up to 40001"},
		{"half", 20_000, few(10_000), "ok: kept, 0.0% over at most"},
		{"less than half", 20_000, few(9_999), "warning: go nodes 20000: it stopped after 9999, at depth 1, or did not count the rest"},
		{"hardly any", 20_000, few(6), "fault: go nodes 20000: it stopped after 6, at depth 1"},
		{"no count at one place", 20_000, few(0), "fault: go nodes 20000: it stopped after 0, at depth 1"},
	} {
		grade, text := gradeNodes(test.most, test.least)
		if got := grade.String() + ": " + text; got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

func TestGradeIterations(t *testing.T) {
	root := game.Chess.Start()
	const line = " score cp 10 nodes 20 pv e2e4"
	for _, test := range []struct {
		name  string
		lines []string
		want  string
	}{
		{"each", []string{"info depth 1" + line, "info depth 2" + line, "info depth 2 lowerbound" + line, "info depth 3" + line}, "ok: each has a line"},
		{"the last alone", []string{"info depth 5" + line}, "warning: 4 of 5 without a line: the nodes to a solution are not known"},
		{"some left out", []string{"info depth 1" + line, "info depth 4" + line, "info depth 5" + line}, "warning: 2 of 5 without a line: the nodes to a solution are not known"},
		{"without moves", []string{"info depth 1 score cp 10", "info depth 2 score cp 10"}, "warning: no line with moves: the nodes to a solution are not known"},
		{"of another line", []string{"info depth 1" + line, "info depth 2 multipv 2" + line, "info depth 3" + line}, "warning: 1 of 3 without a line: the nodes to a solution are not known"},
	} {
		var a answer
		for _, text := range test.lines {
			a.addLine(text, root)
		}
		grade, text := gradeIterations(&a)
		if got := grade.String() + ": " + text; got != test.want {
			t.Errorf("%s: got %q, want %q", test.name, got, test.want)
		}
	}
}

// TestLegality: a large score in centipawns is that of a mate only in the position that has one. Senseless scores are counted.
func TestLegality(t *testing.T) {
	const sensible = "legal, with legal variations and sensible scores"
	for _, test := range []struct {
		position, score string
		known           int // score of a mate
		want            string
	}{
		{chessSheet.tactics, "cp 19997", 0, `legal, but it reports a mate in two as "cp 19997"`},
		{chessSheet.tactics, "cp 4999", 0, sensible},
		{chessSheet.tactics, "mate 2", 0, sensible},
		{chessSheet.tactics, "cp 19997", 20000, sensible},
		{chessSheet.endgame, "cp 19997", 0, sensible},
		{chessSheet.endgame, "cp 99999999", 0, `legal, but 0 variations and 1 scores make no sense, the first: "info score cp 99999999"`},
	} {
		e := &examination{sheet: &chessSheet, report: new(Report)}
		e.command.MateScore = test.known
		var answers []answer
		for _, fen := range chessSheet.positions() {
			root := game.MustParsePosition(fen)
			a := answer{move: root.LegalMoves()[0].String()}
			if fen == test.position {
				a.addLine("info score "+test.score, root)
			}
			answers = append(answers, a)
		}
		e.legality("answers", answers)
		if got := e.report.Observations[0].Text; got != test.want {
			t.Errorf("%s: got %s, want %s", test.score, got, test.want)
		}
	}
}

// TestCheckmate covers the answers to go mate in USI.
func TestCheckmate(t *testing.T) {
	for line, want := range map[string]string{
		"checkmate G*2c 2b3a G*3b": "finds a mate and ends",
		"checkmate notimplemented": "go mate: not implemented",
		"checkmate nomate":         "go mate: ended without the mate in 3 plies, at checkmate nomate with 1 plies",
		"bestmove G*2c":            "go mate: answers bestmove G*2c",
	} {
		e := &examination{report: new(Report)}
		var a answer
		a.addLine(line, game.Shogi.Start())
		e.checkmate("go mate", &a)
		if got := e.report.Observations[0].Text; got != want {
			t.Errorf("%s: got %s, want %s", line, got, want)
		}
	}
}
