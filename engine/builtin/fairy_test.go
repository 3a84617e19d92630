package builtin

import (
	"os"
	"testing"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
	"github.com/zugwatch/zugwatch/engine/random"
	"github.com/zugwatch/zugwatch/engine/uci"
)

// TestFairy plays games against fairy-stockfish with each side to begin: all moves are
// legal and every game comes to its end.
func TestFairy(t *testing.T) {
	const path = "/usr/games/fairy-stockfish"
	if os.Getenv("ZUGWATCH_ENGINES") != "1" {
		t.Skip("needs fairy-stockfish: ZUGWATCH_ENGINES=1")
	}
	fairy, err := uci.Start(t.Context(), uci.Command{
		Path: path, Protocol: uci.USI,
		Options: []engine.Option{{Name: "UCI_Variant", Value: "shogi"}, {Name: "Skill Level", Value: "0"}},
	})
	must.Do(t, err)
	defer fairy.Close()
	own := must.Get(ShogiDefaults().Open())(t)
	won := 0
	const games = 6
	for number := range games {
		players := [2]engine.Engine{own, fairy}
		winner := playShogi(t, players, number)
		t.Logf("game %d: %s", number, winner)
		if winner == "first player" {
			won++
		}
	}
	if won < games-1 {
		t.Errorf("%d of %d games won against the weakest level", won, games)
	}
}

// playShogi plays a game from a random opening and returns the winner. The player with the index number modulo 2
// begins.
func playShogi(t *testing.T, players [2]engine.Engine, number int) string {
	t.Helper()
	names := [2]string{"first player", "second player"}
	seed := random.New(41, uint64(number/2))
	start := game.Shogi.Start()
	for range 6 {
		moves := start.LegalMoves()
		start = start.After(moves[seed.Below(len(moves))])
	}
	for _, p := range players {
		must.Do(t, p.Reset(t.Context()))
	}
	course := game.NewHistory(start)
	var moves []game.Move
	for ply := 0; ply < 500; ply++ {
		mover := (number + ply) % 2
		if end, halves := course.End(); end != game.Undecided {
			return [3]string{names[1-mover], "nobody", names[mover]}[halves]
		}
		r, err := players[mover].Search(t.Context(), engine.Task{Start: start, Moves: moves, Limits: engine.Limits{Nodes: 3000}}, nil)
		if err != nil {
			t.Fatalf("%s: %v", course.Position(), err)
		}
		switch {
		case r.Best == game.DeclareWin && course.Position().MayDeclare():
			return names[mover]
		case r.Best == game.Resign:
			return names[1-mover]
		case !course.Position().IsLegal(r.Best):
			t.Fatalf("%s: %s by the %s", course.Position(), r.Best, names[mover])
		}
		course.Play(r.Best)
		moves = append(moves, r.Best)
	}
	return "nobody"
}
