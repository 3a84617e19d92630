package chess

import (
	"testing"

	"github.com/zugwatch/zugwatch/engine/must"
)

func BenchmarkPerft(b *testing.B) {
	for _, c := range []struct {
		name, fen string
		depth     int
	}{
		{"start", "rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1", 5},
		{"kiwipete", "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1", 4},
		{"position3", "8/2p5/3p4/KP5r/1R3p1k/8/4P1P1/8 w - - 0 1", 6},
	} {
		b.Run(c.name, func(b *testing.B) {
			p := must.Get(ParseFEN(c.fen))(b)
			b.ReportAllocs()
			var leaves uint64
			for b.Loop() {
				leaves += Perft(&p, c.depth)
			}
			b.ReportMetric(float64(leaves)/1e6/b.Elapsed().Seconds(), "Mleaves/s")
		})
	}
}

func BenchmarkSEE(b *testing.B) {
	p := mustParse(b, "r3k2r/p1ppqpb1/bn2pnp1/3PN3/1p2P3/2N2Q1p/PPPBBPPP/R3K2R w KQkq - 0 1")
	moves := p.LegalMoves()
	b.Run("value", func(b *testing.B) {
		for b.Loop() {
			for _, m := range moves {
				p.SEE(m)
			}
		}
		reportEach(b, len(moves))
	})
	b.Run("threshold", func(b *testing.B) {
		for b.Loop() {
			for _, m := range moves {
				p.SEEAtLeast(m, 0)
			}
		}
		reportEach(b, len(moves))
	})
}

// reportEach tells the time of each of the n parts of an iteration.
func reportEach(b *testing.B, n int) {
	b.ReportMetric(float64(b.Elapsed().Nanoseconds())/float64(b.N*n), "ns/each")
}
