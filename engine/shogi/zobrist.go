package shogi

import "github.com/zugwatch/zugwatch/engine/random"

// These are the keys of Zobrist's hashing (1970). A position's key is the exclusive or of the keys of its pieces on
// the board and of the number of each kind in hand. All keys come from a fixed seed, so that they are the same in
// every process and on every machine.
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
