package uci

import (
	"fmt"
	"strings"

	"github.com/zugwatch/zugwatch/engine/chess"
)

// board shows a position as lines of text.
func board(p *chess.Position) []string {
	placement, _, _ := strings.Cut(p.FEN(), " ")
	var lines []string
	for i, rank := range strings.Split(placement, "/") {
		var b strings.Builder
		fmt.Fprintf(&b, "%d ", 8-i)
		for _, c := range rank {
			if c >= '1' && c <= '8' {
				b.WriteString(strings.Repeat(" .", int(c-'0')))
			} else {
				b.WriteString(" " + string(c))
			}
		}
		lines = append(lines, b.String())
	}
	check := "no"
	if p.InCheck() {
		check = "yes"
	}
	return append(lines,
		"   a b c d e f g h",
		"fen: "+p.FEN(),
		fmt.Sprintf("key: %016x", p.Key()),
		"check: "+check,
		fmt.Sprintf("legal moves: %d", p.CountLegal()),
	)
}
