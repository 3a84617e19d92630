package match

import (
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/must"
)

// BenchmarkMove measures the cost of a move without the thinking of the players, whose
// engines answer at once. It has to stay far below 1 ms.
func BenchmarkMove(b *testing.B) {
	opened := 0
	players := []Player{scriptedPlayer(b, "a", "tc=1000+1", &opened, firstMove), scriptedPlayer(b, "b", "tc=1000+1", &opened, firstMove)}
	config := Config{Schedule: Schedule{Rounds: 1, Book: StartBook(game.Chess)}, Workers: 1, Now: time.Now, Rules: Rules{Moves: 100}}
	moves := 0
	start := time.Now()
	for b.Loop() {
		m := must.Get(Execute(b.Context(), players, config))(b)
		for i := range m.Games {
			moves += len(m.Games[i].Plies)
		}
	}
	b.ReportMetric(float64(time.Since(start).Microseconds())/float64(moves), "µs/move")
}
