package report

import (
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/games"
	"github.com/zugwatch/zugwatch/bench/match"
	"github.com/zugwatch/zugwatch/bench/report/doc"
)

// TestGames: a suite of games is drawn where the scores part, and told where it does not pass.
func TestGames(t *testing.T) {
	g := &Games{Suite: "games", Limits: "nodes=500", Judgement: &games.Judgement{
		Match: &match.Match{Games: []match.Game{{White: 0, Black: 1, Result: match.BlackWins, Ending: match.Checkmate}}},
		Games: 40, Won: 10, Drawn: 5, Lost: 25, Elo: -137, Low: -280, High: -30, Allowed: -25,
		Worst: []games.Lost{
			{Game: 3, Ending: match.Checkmate, Plies: 40, Parting: "rnbqkbnr/pppp1ppp/8/4p3/6P1/5P2/PPPPP2P/RNBQKBNR b KQkq - 0 2", Move: 2, Side: "black", Played: "Qh4#", Head: -20, Base: -400},
			{Game: 7, Ending: match.Crash, Plies: 5},
		},
		Result: compare.Result{Axis: compare.Games, Verdict: compare.Fail, Reasons: []string{"why"}},
	}}
	boards := g.boards()
	if len(boards) != 1 || boards[0].Name != "game 3" || len(boards[0].Arrows) != 1 {
		t.Errorf("boards %+v", boards)
	}
	drawn := false
	for _, block := range gamesSection(g).Blocks() {
		of, is := block.(doc.Boards)
		drawn = drawn || is && len(of) == 1
	}
	if !drawn {
		t.Error("the section has no board")
	}
	lines := g.lostLines()
	if len(lines) != 1 || len(lines[0].(doc.Lines)) != 4 || !strings.Contains(string(lines[0].(doc.Lines)[1]), "scores part at move 2: head -20, base -400") {
		t.Errorf("lines %v", lines)
	}
	if g.Result.Verdict = compare.Pass; g.lostLines() != nil {
		t.Error("lost games of a suite that passes are told")
	}
	g.Identical = true
	if row := g.row(); row[1] != "identical" || row[3] != "the same moves in 40 games" {
		t.Errorf("row %v", row)
	}
	r := Report{Games: []Games{*g}}
	if r.Change() != compare.Identical || !r.HasComparison() || len(r.gates()) != 1 {
		t.Errorf("change %v of %d gates", r.Change(), len(r.gates()))
	}
}
