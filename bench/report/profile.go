package report

import (
	"cmp"
	"fmt"
	"io"
	"slices"
	"strconv"

	"github.com/zugwatch/zugwatch/bench/profile"
)

// topFunctions is how many functions are shown without Options.Verbose.
const topFunctions = 15

// Profile writes what a profile is of, the time of each phase in each part of
// the tree, and the functions that took most time themselves.
func Profile(w io.Writer, s *profile.Summary, options Options) error {
	p := &page{options: options}
	p.heading("profile: " + plural(int(profile.Total(s.Samples)), "sample") + ", " + passes(len(s.Samples)))
	p.notes(&s.Notes)
	p.phases(s)
	p.functions(s)
	return p.writeTo(w)
}

func passes(n int) string {
	if n == 1 {
		return "1 pass"
	}
	return strconv.Itoa(n) + " passes"
}

// notes writes what is known of the searches.
func (p *page) notes(n *profile.Notes) {
	for _, note := range []struct{ name, value string }{{"engine", n.Engine}, {"suite", n.Suite}, {"limits", n.Limits}} {
		if note.value != "" {
			p.line(note.name + ": " + p.message(note.value))
		}
	}
	if nodes := n.Nodes(); nodes > 0 {
		p.line("nodes: " + grouped(nodes))
	}
	p.line("")
}

// phases writes one row for each phase and one column for each tree.
func (p *page) phases(s *profile.Summary) {
	total := profile.Total(s.Samples)
	trees, kinds := make(map[string]int64), make(map[string]int64)
	cells := make(map[[2]string]int64)
	for _, phase := range s.Phases {
		n := profile.Total(phase.Samples)
		trees[phase.Tree] += n
		kinds[phase.Phase] += n
		cells[[2]string{phase.Phase, phase.Tree}] += n
	}
	columns := []column{{"phase", false}, {"all", true}}
	last := []string{"all", p.cost(s, total)}
	order := largest(trees)
	for _, tree := range order {
		columns = append(columns, column{p.safe(tree), true})
		last = append(last, p.cost(s, trees[tree]))
	}
	var rows [][]string
	for _, kind := range largest(kinds) {
		row := []string{p.safe(kind), p.cost(s, kinds[kind])}
		for _, tree := range order {
			row = append(row, p.cost(s, cells[[2]string{kind, tree}]))
		}
		rows = append(rows, row)
	}
	if len(rows) > 0 {
		p.table(columns, append(rows, last))
	}
}

// largest lists the keys from the largest count on.
func largest(counts map[string]int64) []string {
	var keys []string
	for key := range counts {
		keys = append(keys, key)
	}
	slices.SortFunc(keys, func(a, b string) int {
		return cmp.Or(-cmp.Compare(counts[a], counts[b]), cmp.Compare(a, b))
	})
	return keys
}

// cost writes a number of samples as a share, and as nanoseconds per node where
// nodes are known.
func (p *page) cost(s *profile.Summary, samples int64) string {
	if samples == 0 {
		return "-"
	}
	text := percent(float64(samples) / float64(profile.Total(s.Samples)))
	if s.Nodes() > 0 {
		text += fmt.Sprintf(" %.1f ns", s.NSPerNode(samples))
	}
	return text
}

// functions writes the functions with most samples of their own.
func (p *page) functions(s *profile.Summary) {
	all := slices.Clone(s.Functions)
	slices.SortStableFunc(all, func(a, b profile.Function) int {
		return cmp.Or(-cmp.Compare(profile.Total(a.Flat), profile.Total(b.Flat)), -cmp.Compare(profile.Total(a.Cum), profile.Total(b.Cum)))
	})
	if !p.options.Verbose {
		all = slices.DeleteFunc(all, func(f profile.Function) bool { return profile.Total(f.Flat) == 0 })
		all = all[:min(len(all), topFunctions)]
	}
	total := float64(profile.Total(s.Samples))
	var rows [][]string
	for _, f := range all {
		flat, cum := profile.Total(f.Flat), profile.Total(f.Cum)
		rows = append(rows, []string{
			p.safe(f.Name),
			strconv.FormatInt(flat, 10), percent(float64(flat) / total), nanoseconds(s, flat),
			strconv.FormatInt(cum, 10), percent(float64(cum) / total), nanoseconds(s, cum),
		})
	}
	p.table([]column{
		{"function", false},
		{"flat", true},
		{"flat %", true},
		{"flat ns/node", true},
		{"cum", true},
		{"cum %", true},
		{"cum ns/node", true},
	}, rows)
	if hidden := len(s.Functions) - len(all); hidden > 0 {
		p.line(fmt.Sprintf("and %d more", hidden))
		p.line("")
	}
}

// nanoseconds writes samples as nanoseconds per node, nothing where nodes are
// not known.
func nanoseconds(s *profile.Summary, samples int64) string {
	if s.Nodes() == 0 {
		return ""
	}
	return fmt.Sprintf("%.1f", s.NSPerNode(samples))
}

func percent(part float64) string { return fmt.Sprintf("%.1f%%", 100*part) }

// ProfileDifference writes what changed between two profiles: the sums, the
// phases and functions with a clear change, all with Options.Verbose.
func ProfileDifference(w io.Writer, d *profile.Difference, options Options) error {
	p := &page{options: options}
	p.heading("profiles: " + strconv.FormatInt(d.BaseSamples, 10) + " and " + plural(int(d.HeadSamples), "sample") + ", compared by " + d.Measure.String())
	if d.Time > 0 {
		p.line("time " + ratio(d.Time) + " = nodes " + ratio(d.Nodes) + " x cost per node " + ratio(d.Cost))
	} else if d.Nodes > 0 {
		p.line("nodes " + ratio(d.Nodes))
	}
	if d.Measure == profile.PerNode {
		p.line(fmt.Sprintf("cost per node %.1f ns, was %.1f: %s", d.Whole.Head, d.Whole.Base, p.changed(d, d.Whole)))
	}
	p.line("")
	p.phaseDeltas(d)
	p.functionDeltas(d)
	return p.writeTo(w)
}

// changed writes a change with its standard error.
func (p *page) changed(d *profile.Difference, delta profile.Delta) string {
	text := fmt.Sprintf("%+.1f ± %.1f", delta.Change, delta.Error)
	if d.Measure == profile.Shares {
		text = fmt.Sprintf("%+.2f ± %.2f pp", 100*delta.Change, 100*delta.Error)
	}
	if !delta.Clear {
		text += " (chance)"
	}
	return text
}

// amount writes one side of a change.
func amount(d *profile.Difference, value float64) string {
	if d.Measure == profile.Shares {
		return fmt.Sprintf("%.2f%%", 100*value)
	}
	return fmt.Sprintf("%.1f", value)
}

func (p *page) phaseDeltas(d *profile.Difference) {
	var rows [][]string
	for _, f := range d.Phases {
		if f.Delta.Clear || p.options.Verbose {
			rows = append(rows, []string{p.safe(f.Phase), p.safe(f.Tree), amount(d, f.Delta.Base), amount(d, f.Delta.Head), p.changed(d, f.Delta)})
		}
	}
	p.table([]column{{"phase", false}, {"tree", false}, {"base", true}, {"head", true}, {"change", true}}, rows)
}

func (p *page) functionDeltas(d *profile.Difference) {
	shown := d.Clear()
	if p.options.Verbose {
		shown = d.Functions
	}
	if len(shown) == 0 {
		p.line("no function changed by more than chance gives")
		p.line("")
		return
	}
	var rows [][]string
	for _, f := range shown {
		rows = append(rows, []string{
			p.safe(f.Name), amount(d, f.Flat.Base), amount(d, f.Flat.Head), p.changed(d, f.Flat),
			amount(d, f.Cum.Base), amount(d, f.Cum.Head), p.changed(d, f.Cum),
		})
	}
	p.table([]column{
		{"function", false},
		{"flat base", true},
		{"flat head", true},
		{"flat change", true},
		{"cum base", true},
		{"cum head", true},
		{"cum change", true},
	}, rows)
}
