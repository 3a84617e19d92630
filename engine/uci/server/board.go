package server

import (
	"fmt"
	"strings"

	"github.com/zugwatch/zugwatch/engine/game"
)

// board shows a position as lines of text.
func board(p game.Position) []string {
	var lines []string
	form := "fen"
	if c, ok := game.ToChess(p); ok {
		placement, _, _ := strings.Cut(c.FEN(), " ")
		for i, rank := range strings.Split(placement, "/") {
			lines = append(lines, fmt.Sprintf("%d ", 8-i)+squares(rank, " "))
		}
		lines = append(lines, "   a b c d e f g h")
	} else {
		form = "position"
		placement, rest, _ := strings.Cut(strings.TrimPrefix(p.String(), "sfen "), " ")
		for i, rank := range strings.Split(placement, "/") {
			lines = append(lines, string(rune('a'+i))+" "+squares(rank, "  "))
		}
		lines = append(lines, "    9  8  7  6  5  4  3  2  1")
		if fields := strings.Fields(rest); len(fields) > 1 {
			lines = append(lines, "in hand: "+fields[1])
		}
	}
	check := "no"
	if p.InCheck() {
		check = "yes"
	}
	return append(lines,
		form+": "+p.String(),
		fmt.Sprintf("key: %016x", p.Key()),
		"check: "+check,
		fmt.Sprintf("legal moves: %d", p.CountLegal()),
	)
}

// squares returns a rank of a FEN or SFEN with its squares apart, the gap between them filled
// by what has promoted.
func squares(rank, gap string) string {
	var b strings.Builder
	before := gap
	for _, c := range rank {
		switch {
		case c == '+':
			before = gap[1:] + "+"
			continue
		case c >= '1' && c <= '9':
			b.WriteString(strings.Repeat(gap+".", int(c-'0')))
		default:
			b.WriteString(before + string(c))
		}
		before = gap
	}
	return b.String()
}
