package finding

import (
	"fmt"
	"strconv"
	"strings"
	"text/tabwriter"

	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/tablebase"
)

// Tables returns the figures of tables of endings: a line for each ending and side to
// move.
func Tables(all []tablebase.Statistics) string {
	var b strings.Builder
	table := tabwriter.NewWriter(&b, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "ending\tto move\tpositions\twin\tdraw\tloss\tfarthest win\tfarthest loss\t")
	for _, f := range all {
		for side, n := range f.Positions {
			o, far := f.Outcomes[side], f.Longest[side]
			fmt.Fprintf(table, "%s\t%s\t%d\t%d\t%d\t%d\t%s\t%s\t\n", f.Ending, chess.Color(side), n,
				o[tablebase.Win+1], o[tablebase.Draw+1], o[tablebase.Loss+1], plies(far[tablebase.Win+1]), plies(far[tablebase.Loss+1]))
		}
	}
	table.Flush() // a Builder takes everything
	return b.String() + "\n"
}

// plies returns the distance to mate, or nothing for a draw.
func plies(v tablebase.Value) string {
	if v.Outcome == tablebase.Draw {
		return "-"
	}
	return strconv.Itoa(v.Plies)
}

// TablesFields returns the pairs of tables.
func TablesFields(all []tablebase.Statistics) []report.Field {
	bytes := 0
	for i := range all {
		bytes += all[i].Bytes
	}
	return report.Fields("endings", len(all), "bytes", bytes)
}

// Analysis returns the exact value of a position, then of its moves and of passing.
func Analysis(a *tablebase.Analysis) string {
	var b strings.Builder
	fmt.Fprintln(&b, a.Value)
	for _, m := range a.Moves {
		fmt.Fprintf(&b, "  %-7s %s\n", a.Position.SAN(m.Move), m.Value)
	}
	if a.MayPass {
		fmt.Fprintf(&b, "  %-7s %s\n", "pass", a.Pass)
	}
	return b.String()
}

// Zugzwangs returns the mutual zugzwangs of an ending, if they are to be listed, and how
// many there are of each kind.
func Zugzwangs(e tablebase.Ending, all []tablebase.Zugzwang, list bool) string {
	var b strings.Builder
	var counts [tablebase.Full + 1]int
	for i := range all {
		z := &all[i]
		counts[z.Kind]++
		if list {
			pieces, _, _ := strings.Cut(z.ToMove[chess.White].EPD(), " ")
			fmt.Fprintf(&b, "%-33s White to move: %-16s  Black to move: %s\n", pieces, z.Values[chess.White], z.Values[chess.Black])
		}
	}
	fmt.Fprintf(&b, "%s: %d mutual zugzwangs\n", e, len(all))
	for kind, n := range counts {
		if n > 0 {
			fmt.Fprintf(&b, "  %d: %s\n", n, tablebase.Kind(kind))
		}
	}
	return b.String() + "\n"
}

// ZugzwangsFields returns the pairs of the mutual zugzwangs of endings, counts of both.
func ZugzwangsFields(endings, zugzwangs int) []report.Field {
	return report.Fields("endings", endings, "zugzwangs", zugzwangs)
}
