package bench

import (
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/epd"
	"github.com/zugwatch/zugwatch/suites"
)

// TestShogi runs positions of shogi: moves in USI solve, and who resigns, finds no mate or
// declares a win by right has missed and done nothing wrong.
func TestShogi(t *testing.T) {
	const (
		tsume   = "sfen 7nl/7k1/9/7P1/9/9/9/9/9 b 2G2r2b2g4s3n3l17p 1"
		entered = "sfen +R+BGGK4/SSPPPP3/9/9/9/9/9/9/8k b RB4P 1"
	)
	p := game.MustParsePosition(tsume)
	line := func(text string) (moves []game.Move) {
		at := p
		for word := range strings.FieldsSeq(text) {
			m := must.Get(at.ParseMove(word))(t)
			moves, at = append(moves, m), at.After(m)
		}
		return moves
	}
	mate := line("G*2c 2b3a G*3b")
	tests := []struct {
		name, position, asks string
		result               engine.Result
		want                 string
	}{
		{"mate", tsume, "bm G*2c; dm 2", engine.Result{Best: mate[0], PV: mate, Score: engine.MateIn(2), Depth: 3}, "solved G*2c #2"},
		{"mate cut short", tsume, "bm G*2c; dm 2", engine.Result{Best: mate[0], Score: engine.MateIn(3), Depth: 3}, "missed G*2c #3"},
		{"other move", tsume, "bm G*2c", engine.Result{Best: line("G*1b")[0], Depth: 3}, "missed G*1b 0"},
		{"avoided", tsume, "am G*1b", engine.Result{Best: mate[0], Depth: 3}, "solved G*2c 0"},
		{"resigns", tsume, "am G*1b", engine.Result{Best: game.Resign, Score: -900, Depth: 3}, "missed resign -900"},
		{"no mate", tsume, "dm 2", engine.Result{Best: game.NoMate}, "missed nomate 0"},
		{"declares", entered, "am R*5e", engine.Result{Best: game.DeclareWin}, "missed win 0"},
		{"declares too soon", tsume, "bm G*2c", engine.Result{Best: game.DeclareWin}, "faulted  0 illegal-bestmove: answer win is not legal"},
		{"move of chess", tsume, "bm G*2c", engine.Result{Best: game.Chess.Start().LegalMoves()[0]}, "faulted  0 illegal-bestmove: answer a2a3 is not legal"},
	}
	for _, test := range tests {
		t.Run(test.name, func(t *testing.T) {
			record := must.Get(epd.Parse(test.position + " " + test.asks + `; id "x";`))(t)
			s := newStable()
			s.id.Game = game.Shogi
			s.script[record.Position.EPD()] = answer{result: test.result}
			suite := &suites.Suite{Name: "tsume", Digest: "d", Records: []epd.Record{*record}}
			run, timing, err := Execute(t.Context(), s.open, suite, Config{Limits: Limits{Limits: engine.Limits{Depth: 3}}, Workers: 1})
			must.Do(t, err)
			o := &run.Outcomes[0]
			got := strings.TrimSpace(strings.Join([]string{o.Verdict.String(), o.Best, o.Score.String(), timing.Positions[0].Fault}, " "))
			if got != test.want {
				t.Errorf("got %s, want %s", got, test.want)
			}
		})
	}
}

// TestOtherGame: an engine is not asked what it does not play.
func TestOtherGame(t *testing.T) {
	s := newStable()
	record := epd.Record{ID: "x", Position: game.Shogi.Start(), Depth: 3}
	suite := &suites.Suite{Name: "tsume", Digest: "d", Records: []epd.Record{record}}
	_, _, err := Execute(t.Context(), s.open, suite, Config{Limits: Limits{Limits: engine.Limits{Depth: 3}}, Workers: 1})
	const want = "suite tsume is of shogi, and engine Scripted plays chess (expected one that speaks USI: zugwatch-shogi, protocol: usi in the configuration, or usi:PROGRAM)"
	if err == nil || err.Error() != want || s.closed != 1 {
		t.Errorf("error %v with %d engines closed, want %s", err, s.closed, want)
	}
	s.id.Game = game.Shogi
	suite.Records[0].Position = game.Chess.Start()
	if _, _, err = Execute(t.Context(), s.open, suite, Config{Limits: Limits{Limits: engine.Limits{Depth: 3}}, Workers: 1}); err == nil || err.Error() != "suite tsume is of chess, and engine Scripted plays shogi (expected one that speaks UCI)" {
		t.Error(err)
	}
}
