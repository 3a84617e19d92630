package eval

import "github.com/zugwatch/zugwatch/engine/chess"

// distances are the numbers of moves of a king between two squares, written
// once.
var distances = func() (table [64][64]uint8) {
	for a := chess.A1; a <= chess.H8; a++ {
		for b := chess.A1; b <= chess.H8; b++ {
			table[a][b] = uint8(max(abs(a.File()-b.File()), abs(a.Rank()-b.Rank())))
		}
	}
	return table
}()

// distance returns the number of moves of a king from a to b.
func distance(a, b chess.Square) int { return int(distances[a&63][b&63]) }

func abs(n int) int { return max(n, -n) }
