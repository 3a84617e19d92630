package shogi

import "testing"

func BenchmarkPerft(b *testing.B) {
	for i, depth := range []int{5, 3, 3} {
		fact := perftFacts[i]
		b.Run(fact.name, func(b *testing.B) {
			p := mustParse(b, fact.sfen)
			b.ReportAllocs()
			var leaves uint64
			for b.Loop() {
				leaves += Perft(&p, depth)
			}
			b.ReportMetric(float64(leaves)/1e6/b.Elapsed().Seconds(), "Mleaves/s")
		})
	}
}

// middle returns the positions of one random game, for benchmarks of one step.
func middle(b *testing.B) (positions []Position) {
	b.Helper()
	randomGames(b, 18, 1, func(p *Position, follows Move) {
		if follows != NoMove && len(positions) < 1000 {
			positions = append(positions, *p)
		}
	})
	return positions
}

func BenchmarkLegal(b *testing.B) {
	positions := middle(b)
	b.ReportAllocs()
	var l MoveList
	for b.Loop() {
		for i := range positions {
			positions[i].Legal(&l)
		}
	}
	reportEach(b, len(positions))
}

func BenchmarkPlay(b *testing.B) {
	positions := middle(b)
	moves := make([][]Move, len(positions))
	made := 0
	for i := range positions {
		moves[i] = positions[i].LegalMoves()
		made += len(moves[i])
	}
	b.ReportAllocs()
	var next Position
	for b.Loop() {
		for i := range positions {
			for _, m := range moves[i] {
				positions[i].Play(m, &next)
			}
		}
	}
	reportEach(b, made)
}

// reportEach tells the time of each of the n parts of an iteration.
func reportEach(b *testing.B, n int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/each")
}
