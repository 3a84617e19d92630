package report

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"github.com/zugwatch/zugwatch/bench/profile"
	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/bench/report/figure"
	"github.com/zugwatch/zugwatch/suites"
)

// topFunctions is the number of functions shown without Options.Verbose.
const topFunctions = 15

// Profile shows the subject of a profile and the time of each phase in each part of the tree. Then come the functions
// that took most time themselves.
func Profile(s *profile.Summary, options Options) doc.Document {
	passes := doc.Text("1 pass")
	if n := len(s.Samples); n != 1 {
		passes = doc.Count(n) + " passes"
	}
	if n := s.Processes(); n > 1 {
		passes += " by " + doc.Count(n) + " processes"
	}
	return doc.Document{
		doc.Heading("profile: " + doc.Plural(int(profile.Total(s.Samples)), "sample") + ", " + passes),
		profileNotes(&s.Notes),
		doc.If(len(s.Phases) > 0, phases(s)),
		functions(s, options.Verbose),
	}
}

// profileNotes describes the profiled searches, a line each.
func profileNotes(n *profile.Notes) (lines doc.Paragraph) {
	for _, note := range []struct {
		name  doc.Text
		value string
	}{{"engine", n.Engine}, {"suite", n.Suite}, {"limits", n.Limits}} {
		if note.value != "" {
			lines = append(lines, note.name+": "+doc.Message(note.value))
		}
	}
	if nodes := n.Nodes(); nodes > 0 {
		lines = append(lines, "nodes: "+doc.Grouped(nodes))
	}
	return lines
}

// phases has one row for each phase and one column for each tree.
func phases(s *profile.Summary) doc.Table {
	trees, kinds := make(map[string]int64), make(map[string]int64)
	cells := make(map[[2]string]int64)
	for _, phase := range s.Phases {
		n := profile.Total(phase.Samples)
		trees[phase.Tree] += n
		kinds[phase.Phase] += n
		cells[[2]string{phase.Phase, phase.Tree}] += n
	}
	columns := doc.Words("phase").Numbers("all")
	last := doc.Row{"all", costText(s, profile.Total(s.Samples))}
	order := byCount(trees)
	for _, tree := range order {
		columns = columns.Numbers(doc.Quote(tree))
		last = append(last, costText(s, trees[tree]))
	}
	var rows []doc.Row
	for _, kind := range byCount(kinds) {
		row := doc.Row{doc.Quote(kind), costText(s, kinds[kind])}
		for _, tree := range order {
			row = append(row, costText(s, cells[[2]string{kind, tree}]))
		}
		rows = append(rows, row)
	}
	return doc.Table{Columns: columns, Rows: doc.FixedRows(append(rows, last))}
}

// byCount lists the keys from the largest count on.
func byCount(counts map[string]int64) []string {
	return slices.SortedFunc(maps.Keys(counts), func(a, b string) int {
		return cmp.Or(-cmp.Compare(counts[a], counts[b]), cmp.Compare(a, b))
	})
}

// costText writes a number of samples as a share, and as nanoseconds per node where
// nodes are known.
func costText(s *profile.Summary, samples int64) doc.Text {
	if samples == 0 {
		return "-"
	}
	return sampleShare(s, samples) + doc.When(s.Nodes() > 0, " "+nanoseconds(s, samples)+" ns")
}

func sampleShare(s *profile.Summary, samples int64) doc.Text {
	return doc.Percent(float64(samples)/float64(profile.Total(s.Samples)), 1)
}

// nanoseconds writes samples as nanoseconds per node, nothing where nodes are
// not known.
func nanoseconds(s *profile.Summary, samples int64) doc.Text {
	return doc.When(s.Nodes() > 0, doc.Textf("%.1f", s.NSPerNode(samples)))
}

// functions returns the functions with most samples of their own.
func functions(s *profile.Summary, verbose bool) doc.Document {
	all := slices.Clone(s.Functions)
	slices.SortStableFunc(all, func(a, b profile.Function) int {
		return cmp.Or(-cmp.Compare(profile.Total(a.Flat), profile.Total(b.Flat)), -cmp.Compare(profile.Total(a.Cum), profile.Total(b.Cum)))
	})
	if !verbose {
		all = slices.DeleteFunc(all, func(f profile.Function) bool { return profile.Total(f.Flat) == 0 })
		all = all[:min(len(all), topFunctions)]
	}
	columns := doc.Words("function").Numbers("flat", "flat %", "flat ns/node", "cum", "cum %", "cum ns/node").
		Spare("cum ns/node", "flat", "cum", "flat ns/node")
	hidden := len(s.Functions) - len(all)
	return doc.Document{
		doc.Table{Columns: columns, Rows: doc.EachRow(all, func(f *profile.Function) doc.Row {
			row := doc.Row{doc.Quote(f.Name)}
			for _, n := range []int64{profile.Total(f.Flat), profile.Total(f.Cum)} {
				row = append(row, doc.Textf("%d", n), sampleShare(s, n), nanoseconds(s, n))
			}
			return row
		})},
		doc.If(hidden > 0, doc.Paragraph{doc.Textf("and %d more", hidden)}),
	}
}

// ProfileDifference tells what changed between two profiles: the sums, the
// phases and functions with a clear change, all with Options.Verbose.
func ProfileDifference(c *profile.Difference, options Options) doc.Document {
	var lines doc.Paragraph
	if c.Time > 0 {
		lines = append(lines, "time "+doc.Ratio(c.Time)+" = nodes "+doc.Ratio(c.Nodes)+" x cost per node "+doc.Ratio(c.Cost))
	} else if c.Nodes > 0 {
		lines = append(lines, "nodes "+doc.Ratio(c.Nodes))
	}
	if c.Measure == profile.PerNode {
		lines = append(lines, doc.Textf("cost per node %.1f ns, was %.1f: %s", c.Whole.Head, c.Whole.Base, deltaCells(c, c.Whole)[2]))
	}
	return doc.Document{
		doc.Heading(doc.Textf("profiles: %d and %s, compared by %s", c.BaseSamples, doc.Plural(int(c.HeadSamples), "sample"), c.Measure)),
		lines,
		doc.If(!c.Judged(), doc.Paragraph{doc.Textf("not enough processes to judge: %d and %d (expected %d fresh ones of each, recorded in turns with --append)",
			c.BaseProcesses, c.HeadProcesses, profile.MinProcesses)}),
		phaseDeltas(c, options.Verbose),
		functionDeltas(c, options.Verbose),
	}
}

// ProfileDifferenceTitle names the functions that changed beyond chance.
func ProfileDifferenceTitle(c *profile.Difference) doc.Text {
	if !c.Judged() {
		return "profile diff: not enough processes to judge"
	}
	var names []string
	for _, f := range c.ClearFunctions() {
		names = append(names, f.Name)
	}
	return "profile diff: " + cmp.Or(doc.After("changed in ", doc.FirstFew(names)), "no function changed beyond chance")
}

// deltaCells returns both sides of a change, and the change with its standard error.
func deltaCells(c *profile.Difference, delta profile.Delta) doc.Row {
	row := doc.Row{doc.Textf("%.1f", delta.Base), doc.Textf("%.1f", delta.Head), doc.Textf("%+.1f ± %.1f", delta.Change, delta.Error)}
	if c.Measure == profile.Shares {
		row = doc.Row{doc.Percent(delta.Base, 2), doc.Percent(delta.Head, 2), doc.Textf("%+.2f ± %.2f pp", 100*delta.Change, 100*delta.Error)}
	}
	row[2] += doc.When(!delta.Clear && c.Judged(), " (chance)") + doc.When(!c.Judged(), " (not judged)")
	return row
}

func phaseDeltas(c *profile.Difference, verbose bool) doc.Table {
	shown := c.ClearPhases()
	if verbose {
		shown = c.Phases
	}
	columns := doc.Words("phase", "tree").Numbers("base", "head", "change")
	return doc.Table{Columns: columns, Rows: doc.EachRow(shown, func(f *profile.PhaseDelta) doc.Row {
		return append(doc.Row{doc.Quote(f.Phase), doc.Quote(f.Tree)}, deltaCells(c, f.Delta)...)
	})}
}

func functionDeltas(c *profile.Difference, verbose bool) doc.Document {
	shown := c.ClearFunctions()
	if verbose {
		shown = c.Functions
	}
	switch {
	case len(shown) == 0 && !c.Judged():
		return nil
	case len(shown) == 0:
		return doc.Document{doc.Paragraph{"no function changed by more than chance gives"}}
	}
	columns := doc.Words("function").Numbers("flat base", "flat head", "flat change", "cum base", "cum head", "cum change").Spare("cum base", "cum head", "cum change")
	return doc.Document{doc.Table{Columns: columns, Rows: doc.EachRow(shown, func(f *profile.FunctionDelta) doc.Row {
		return slices.Concat(doc.Row{doc.Quote(f.Name)}, deltaCells(c, f.Flat), deltaCells(c, f.Cum))
	})}}
}

// Shifts are the clear changes of the profile of a suite against the accepted
// one.
type Shifts struct {
	Suite string
	profile.Shifts
	Entry Place // of the suite: its line of the configuration
}

// Title tells the profile from the trials of its suite.
func (s *Shifts) Title() string { return "profile of " + s.Suite }

// Verdict returns pass or fail, and "info" where it is no gate.
func (s *Shifts) Verdict() string {
	switch {
	case !s.Gate:
		return "info"
	case s.Failed():
		return "fail"
	}
	return "pass"
}

// Reason says what shifted, with texts from outside.
func (s *Shifts) Reason() string {
	if len(s.Functions)+len(s.Phases) == 0 {
		return "the hot spots did not shift"
	}
	text := fmt.Sprintf("shifted: %s, %s", doc.Plural(len(s.Functions), "function"), doc.Plural(len(s.Phases), "phase"))
	grown := s.GrownFunctions()
	if len(grown) == 0 {
		return text
	}
	factor, unit := 100.0, "pp"
	if s.Measure == profile.PerNode {
		factor, unit = 1, "ns/node"
	}
	var named []string
	for _, f := range grown[:min(len(grown), maxNamed)] {
		named = append(named, fmt.Sprintf("%s %+.1f %s", f.Name, factor*f.Flat.Change, unit))
	}
	text += "; larger are " + strings.Join(named, ", ")
	if hidden := len(grown) - len(named); hidden > 0 {
		text += fmt.Sprintf(" and %d more", hidden)
	}
	return text
}

// ProfileShifts tells the phases and functions whose share of the time changed, and draws
// the calls; without a word where none did.
func ProfileShifts(s *Shifts, options Options) (d doc.Document) {
	if len(s.Functions)+len(s.Phases) > 0 {
		c := &profile.Difference{Measure: s.Measure, Functions: s.Functions, Phases: s.Phases, BaseProcesses: profile.MinProcesses, HeadProcesses: profile.MinProcesses} // else there were no shifts
		d = doc.Document{
			doc.Heading(doc.Textf("profile of %s: the hot spots shifted", s.Suite)),
			phaseDeltas(c, options.Verbose),
			doc.If(len(s.Functions) > 0, functionDeltas(c, options.Verbose)),
		}
	}
	if s.Calls != nil {
		flame := figure.Flame(s.Calls, s.Calls.Base > 0)
		flame.Title = doc.Quote(s.Suite) + ": " + flame.Title
		d = append(d, flame)
	}
	return d
}

// ProfileGate tells of the profile of a suite as Gates does of its results. One
// that is no gate has the verdict "info".
func ProfileGate(s *Shifts) doc.Document {
	return doc.Document{doc.Verdict{Axis: "profile", Word: doc.Text(s.Verdict()), Subject: doc.Quote(s.Suite), Text: doc.Sentence(s.Reason())}}
}

// RecordingFields returns the pairs of a profile that was recorded over suites.
func RecordingFields(over []*suites.Suite, taken *profile.Profile) []Field {
	var names []string
	for _, suite := range over {
		names = append(names, suite.Name)
	}
	return Fields("suite", strings.Join(names, ","), "samples", taken.Samples(), "passes", len(taken.Notes.Passes), "nodes", taken.Notes.Nodes())
}
