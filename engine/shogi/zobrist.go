package shogi

import "github.com/zugwatch/zugwatch/engine/random"

// The keys of Zobrist's hashing (1970): a position's key is the exclusive or of
// the keys of what stands on it and of how many of each kind are in hand. They
// come from a fixed seed, so that keys are the same in every process and on every
// machine.
var (
	pieceKeys [2][16][128]uint64 // by color, kind, square
	handKeys  [2][8][32]uint64   // by color, kind, how many; none has no key
	sideKey   uint64
)

func init() {
	seed := random.Source(0x73686f6769)
	for c := range 2 {
		for k := range NoKind {
			for s := range squares {
				pieceKeys[c][k][s] = seed.Next()
			}
		}
		for k, most := range fullSet {
			for n := 1; n <= most; n++ {
				handKeys[c][k][n] = seed.Next()
			}
		}
	}
	sideKey = seed.Next()
}
