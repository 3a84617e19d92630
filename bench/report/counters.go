package report

import (
	"io"
	"strconv"

	"github.com/zugwatch/zugwatch/bench"
)

// Counters writes what the null-move family did in a run: the sums, and the null
// moves by the plies that were left to search.
func Counters(w io.Writer, run *bench.Run, options Options) error {
	p := &page{options: options}
	p.counters(run)
	return p.writeTo(w)
}

// counters writes what Counters does.
func (p *page) counters(run *bench.Run) {
	c, nodes := run.Counters(), run.Signature()
	of := func(n, of uint64) string {
		if of == 0 {
			return ""
		}
		return percentage(float64(n) / float64(of))
	}
	rows := [][]string{
		{"null moves tried", grouped(c.NullTried), of(c.NullTried, nodes), "of the nodes"},
		{"nodes cut by them", grouped(c.NullCut), of(c.NullCut, c.NullTried), "of those tried"},
		{"nodes below null moves", grouped(c.NullNodes), of(c.NullNodes, nodes), "of the nodes"},
		{"fail-highs verified", grouped(c.Verified), of(c.Verified, c.NullTried), "of those tried"},
		{"of these refused", grouped(c.Refused), of(c.Refused, c.Verified), "of those verified"},
		{"fail-highs that reduced the node", grouped(c.NullReduced), of(c.NullReduced, c.NullTried), "of those tried"},
		{"refuted by a second null move", grouped(c.DoubleNull), of(c.DoubleNull, c.NullTried), "of those tried"},
		{"mate threats found", grouped(c.MateThreats), of(c.MateThreats, c.NullTried), "of those tried"},
		{"fail-high reductions", grouped(c.FailHighRed), of(c.FailHighRed, nodes), "of the nodes"},
		{"reverse futility cutoffs", grouped(c.ReverseCut), of(c.ReverseCut, nodes), "of the nodes"},
	}
	for i := range rows {
		if rows[i][1] == "0" || rows[i][2] == "" {
			rows[i][2], rows[i][3] = "", ""
		}
	}
	p.table([]column{{"counter", false}, {"count", true}, {"share", true}, {"", false}}, rows)
	p.nullByDepth(run)
}

// nullByDepth writes the null moves by depth, the sums of all positions.
func (p *page) nullByDepth(run *bench.Run) {
	var sums [][2]uint64
	for i := range run.Outcomes {
		counts := run.Outcomes[i].NullByDepth
		if counts == nil {
			continue
		}
		for depth, count := range *counts {
			if depth == len(sums) {
				sums = append(sums, [2]uint64{})
			}
			sums[depth][0] += count[0]
			sums[depth][1] += count[1]
		}
	}
	var rows [][]string
	for depth, count := range sums {
		if count[0] > 0 {
			rows = append(rows, []string{strconv.Itoa(depth), grouped(count[0]), grouped(count[1]), percentage(float64(count[1]) / float64(count[0]))})
		}
	}
	p.table([]column{{"depth", true}, {"tried", true}, {"cut", true}, {"rate", true}}, rows)
}
