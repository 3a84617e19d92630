package notation

import "strings"

// JoinRanks returns the ranks of a board as the first field of a FEN or an SFEN has them. A square holds the letters
// of its piece, an empty one none.
func JoinRanks(ranks [][]string) string {
	var b strings.Builder
	for i, rank := range ranks {
		if i > 0 {
			b.WriteByte('/')
		}
		empty := byte(0)
		for file, piece := range rank {
			if piece == "" {
				empty++
			}
			if empty > 0 && (piece != "" || file == len(rank)-1) {
				b.WriteByte('0' + empty)
				empty = 0
			}
			b.WriteString(piece)
		}
	}
	return b.String()
}
