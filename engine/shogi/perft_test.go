package shogi

import (
	"testing"

	"github.com/zugwatch/zugwatch/engine/must"
)

// perftFacts are positions and how many leaves their trees have, from depth 1. The counts
// of the first are known from many generators, among them that of
// https://qiita.com/ak11/items/8bd5f2bb0f5b014143c8; the second is a customary benchmark,
// rich in drops, from http://d.hatena.ne.jp/ak11/20110508/p1. The third is the position
// with the most moves, nearly all of them drops and promotions. The tests of ShogiLibSharp
// have their deepest counts. The perft of fairy-stockfish 11.1 agrees up to five million
// leaves; it counts pawn drops that mate, but there are none so early.
var perftFacts = []struct {
	name   string
	sfen   string
	leaves []uint64
}{
	{"start", "lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1", []uint64{30, 900, 25470, 719731, 19861490, 547581517}},
	{"drops", "l6nl/5+P1gk/2np1S3/p1p4Pp/3P2Sp1/1PPb2P1P/P5GS1/R8/LN4bKL w RGgsn5p 1", []uint64{207, 28684, 4809015, 516925165}},
	{"most moves", "R8/2K1S1SSk/4B4/9/9/9/9/9/1L1L1L3 b RBGSNLP3g3n17p 1", []uint64{593, 105677, 53393368}},
}

// perftCeiling returns the largest count that is checked.
func perftCeiling() uint64 {
	if must.Slow() {
		return 1_000_000_000
	}
	return 20_000_000
}

func TestPerft(t *testing.T) {
	for _, fact := range perftFacts {
		t.Run(fact.name, func(t *testing.T) {
			p := mustParse(t, fact.sfen)
			for i, want := range fact.leaves {
				if want > perftCeiling() {
					break
				}
				if got := Perft(&p, i+1); got != want {
					t.Errorf("%s: depth %d has %d leaves, want %d", fact.sfen, i+1, got, want)
				}
			}
		})
	}
}
