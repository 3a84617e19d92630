package chess

import "github.com/zugwatch/zugwatch/engine/random"

// The keys of Zobrist's hashing (1970): a position's key is the exclusive or
// of the keys of what stands on it. They come from a fixed seed, so that keys
// are the same in every process and on every machine.
var (
	pieceKeys  [2][8][64]uint64 // by color, kind, square; kinds 6 and 7 stay zero
	castleKeys [16]uint64
	fileKeys   [8]uint64 // of a pawn that can be taken in passing
	sideKey    uint64
)

func init() {
	seed := random.Source(0x5a756777617463)
	for c := range 2 {
		for k := range 6 {
			for s := range 64 {
				pieceKeys[c][k][s] = seed.Next()
			}
		}
	}
	for right := 1; right < 16; right <<= 1 {
		key := seed.Next()
		for set := range castleKeys {
			if set&right != 0 {
				castleKeys[set] ^= key
			}
		}
	}
	for file := range fileKeys {
		fileKeys[file] = seed.Next()
	}
	sideKey = seed.Next()
}
