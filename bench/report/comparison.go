package report

import (
	"fmt"
	"io"
	"strconv"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
)

// topMovers is how many of the largest growths, and of the largest savings, are
// shown without Options.Verbose.
const topMovers = 5

// Comparison writes what changed between two runs: the sums side by side, then
// the positions lost, gained, broken and mended and those whose nodes changed
// most; with Options.Verbose all that changed. The verdict is not part of it:
// see Gates.
func Comparison(w io.Writer, c *compare.Comparison, options Options) error {
	p := &page{options: options}
	p.heading(p.safe(c.Suite.Name) + ": " + plural(c.Head.Totals.Positions, "position") + ", limits " + p.safe(c.Limits))
	p.line("engine: " + p.engine(c.Head.Engine))
	p.line("")
	p.sums(c)
	p.changes(c)
	p.movers(c)
	if !c.Exact {
		p.line("limits read a clock or several threads searched: a difference may be chance")
		p.line("")
	}
	return p.writeTo(w)
}

// sums writes both runs side by side.
func (p *page) sums(c *compare.Comparison) {
	b, h := c.Base.Totals, c.Head.Totals
	var rows [][]string
	count := func(name string, base, head int, always bool) {
		if always || base != 0 || head != 0 {
			rows = append(rows, []string{name, strconv.Itoa(base), strconv.Itoa(head), signed(base, head)})
		}
	}
	count("solved", b.Solved, h.Solved, b.Asked > 0)
	count("missed", b.Missed, h.Missed, b.Asked > 0)
	count("measured", b.Measured, h.Measured, false)
	count("faults", b.Faulted, h.Faulted, true)
	count("points", b.Points, h.Points, b.MaxPoints > 0)
	rows = append(rows, []string{"nodes (signature)", grouped(b.Nodes), grouped(h.Nodes), growth(b.Nodes, h.Nodes)})
	if c.Work.GeoMean > 0 && len(c.Moved) > 0 {
		rows = append(rows, []string{"nodes, geometric mean", "", "", ratio(c.Work.GeoMean)})
	}
	rows = ratioRow(rows, "nodes to solution, geometric mean", c.Solution)
	rows = ratioRow(rows, "time to solution, geometric mean", c.SolutionTime)
	for _, d := range c.Differences {
		rows = append(rows, []string{p.safe(d.Key), p.safe(d.Base), p.safe(d.Head), "differs"})
	}
	p.table([]column{{"", false}, {"base", true}, {"head", true}, {"change", true}}, rows)
}

// ratioRow adds a row for a ratio that is not 1.
func ratioRow(rows [][]string, name string, r *compare.Ratio) [][]string {
	if r == nil || r.Mean == 1 {
		return rows
	}
	interval := ""
	if r.High > 0 {
		interval = ratio(r.Low) + " to " + ratio(r.High)
	}
	return append(rows, []string{name, "", interval, ratio(r.Mean)})
}

// changes writes the positions with another result.
func (p *page) changes(c *compare.Comparison) {
	rows := p.list()
	list := func(what string, changes []compare.Change) {
		for _, change := range changes {
			rows.add(func() []string { return p.change(what, change) })
		}
	}
	list("lost", without(c.Lost, c.Flaky))
	list("flaky", c.Flaky)
	list("gained", c.Gained)
	list("fault", c.Broken)
	list("fault gone", c.Mended)
	list("quarantine", c.Quarantined)
	if p.options.Verbose {
		list("other move", c.Replayed)
	}
	rows.write([]column{
		{"change", false},
		{"position", false},
		{"expected", false},
		{"base", false},
		{"head", false},
		{"base score", true},
		{"head score", true},
		{"base nodes", true},
		{"head nodes", true},
	})
	if n := len(c.Replayed); n > 0 && !p.options.Verbose {
		p.line(plural(n, "position") + " with another move and the same result")
		p.line("")
	}
}

// without are the changes that are not among others. Both are in suite order.
func without(changes, others []compare.Change) []compare.Change {
	if len(others) == 0 {
		return changes
	}
	var rest []compare.Change
	for _, change := range changes {
		for len(others) > 0 && others[0].Index < change.Index {
			others = others[1:]
		}
		if len(others) == 0 || others[0].Index != change.Index {
			rest = append(rest, change)
		}
	}
	return rest
}

// change is one row of the table of changes.
func (p *page) change(what string, change compare.Change) []string {
	b, h := change.Base, change.Head
	return []string{
		what, p.safe(change.ID()), p.safe(h.Want),
		p.played(b), p.played(h), score(b), score(h), nodes(b), nodes(h),
	}
}

// played is the move of an outcome, or the class of its fault.
func (p *page) played(o *bench.Outcome) string {
	if o.Verdict == bench.Faulted {
		return o.Fault.String()
	}
	return p.safe(o.Best)
}

func score(o *bench.Outcome) string {
	if o.Verdict == bench.Faulted {
		return ""
	}
	return o.Score.String()
}

func nodes(o *bench.Outcome) string {
	if o.Verdict == bench.Faulted {
		return ""
	}
	return grouped(o.Nodes)
}

// movers writes the positions with another number of nodes.
func (p *page) movers(c *compare.Comparison) {
	shown := c.Moved
	if !p.options.Verbose && len(shown) > 2*topMovers {
		shown = append(shown[:topMovers:topMovers], shown[len(shown)-topMovers:]...)
	}
	rows := p.list()
	for _, change := range shown {
		b, h := change.Base.Nodes, change.Head.Nodes
		rows.add(func() []string { return []string{p.safe(change.ID()), grouped(b), grouped(h), growth(b, h)} })
	}
	rows.write([]column{{"nodes changed", false}, {"base", true}, {"head", true}, {"change", true}})
	if hidden := len(c.Moved) - len(shown); hidden > 0 {
		p.line(fmt.Sprintf("and %d more between these with other nodes; %d with the same", hidden, c.Work.Same))
		p.line("")
	}
}
