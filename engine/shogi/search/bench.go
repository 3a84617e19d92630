package search

import (
	"context"

	"github.com/zugwatch/zugwatch/engine"
)

// BenchDepth is the customary depth of Bench.
const BenchDepth = 10

// benchSFENs are the positions of Bench: the start, a drop-rich benchmark of others, and
// middle games of the engine against itself.
var benchSFENs = [...]string{
	"lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1",
	"l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1",
	"l2g2snl/3sk2b1/3ppp1pp/2p3pg1/pr5NP/2PP1N2n/P1S1PPPP1/1B2GKS1L/L4G1R1 w Pp 34",
	"l2g2snl/3sk4/3ppp1pp/2p3p1r/p6G1/1PPP1NPP1/P1S1PP1Sn/1p1BGKG2/L+l6R w Pbn 66",
	"1n1g1g1nl/lr2ks3/p2spp1p1/2pp2p1p/Pp7/2Pb2P1B/1PN1PPNPP/2GSKSR2/L4G2L w p 34",
	"1n1g1g1nl/lr2k4/p2sppb2/2pp2Bp1/P7p/1PP3P2/2N1PPSPP/2KS2R2/L4G2L w SN3Pg 50",
	"1n1g3nl/lr2kg2+S/p2spp3/2pp2Bp1/PPb2N2p/2g2SP2/2NPPP1PP/2KS2R2/L4G2L w 2Pp 66",
	"1n1g5/lr2k+N1+B1/p2spp3/2pp3p1/PPb5p/1pg2SP2/2NPPP1PP/2KS2R2/+nL3G2L w G2Psl 82",
	"ln3gs2/2g1k2rl/pppspp2p/3p3p1/1P2+bn3/2BP5/P1S1PPPPP/3G1KGR1/LN4SNL w Pp 34",
	"ln3gs2/2g1k3l/pp2pp2p/2sp1+b1p1/1PS6/3P2r2/PB1NGP1PP/5KGR1/LN4SNL w 2P3p 50",
	"lns4nl/2kgg4/prppp1b1p/4sppp1/2P6/P1S3P1P/3PPP1PN/1BG1KSR1L/LN3G3 w Pp 34",
	"lns4+Pl/2kgg4/p1pppn2p/5B1p1/2PS1pp2/P7P/3PPP1PN/2g1K1+s1L/L3S4 w RBGNPrp 66",
}

// Bench returns the signature of the engine: its nodes on fixed positions to a depth in
// plies, as engine.Bench counts them.
func (s *Searcher) Bench(ctx context.Context, depth int, each func(engine.Benched)) (nodes uint64, err error) {
	var positions []string
	for _, sfen := range benchSFENs {
		positions = append(positions, "sfen "+sfen)
	}
	return engine.Bench(ctx, s, positions, depth, each)
}
