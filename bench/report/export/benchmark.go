package export

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/report/doc"
)

// maxBenchmarkName is the longest part of a benchmark's name, in bytes: readers
// of the format take lines of less than 64 KiB.
const maxBenchmarkName = 16 << 10

// writeBenchmark writes a Go benchmark line for each position of the shards:
//
//	BenchmarkSuite/wac/WAC.001-1 1 123456 nodes/op 9 plies/op 1 solved/op
//
// With a base its lines come first, and a line "side: base" or "side: head" tells them apart. The names of several
// engines on one suite stand there too. A position with a fault has "1 faults/op" and nothing else; unfinished ones
// are counted in a comment.
func writeBenchmark(w *writer, r *report.Report) {
	writeUnits(w, r)
	for i := range r.Trials {
		t := &r.Trials[i]
		for _, what := range t.Remarks() {
			fmt.Fprintf(w, "# %s\n", doc.Plain(t.Title()+": "+what, doc.MaxMessage))
		}
		if t.Base != nil {
			writeRun(w, "base", t.Base, nil)
			writeRun(w, "head", t.Run, t.Timing)
			continue
		}
		writeRun(w, t.Engine, t.Run, t.Timing)
	}
	for i := range r.Races {
		e := r.Races[i].Measured.Assessment.All
		fmt.Fprintf(w, "\nBenchmarkSpeed/%s-1 %d %.4f cost-ratio %.4f nodes-ratio\n", benchmarkName(r.Races[i].Suite), max(e.Cost.Pairs, 1), e.Cost.Ratio, e.Nodes)
	}
}

// writeUnits says which way is better, and that counts under exact limits need no
// second measurement.
func writeUnits(w *writer, r *report.Report) {
	exact := true
	for i := range r.Trials {
		exact = exact && r.Trials[i].Run.Exact()
	}
	for _, unit := range []struct{ name, better string }{
		{"nodes/op", "lower"}, {"plies/op", "higher"}, {"solved/op", "higher"}, {"points/op", "higher"}, {"faults/op", "lower"},
	} {
		fmt.Fprintf(w, "Unit %s better=%s", unit.name, unit.better)
		if exact {
			fmt.Fprint(w, " assume=exact")
		}
		fmt.Fprintln(w)
	}
}

func writeRun(w *writer, name string, run *bench.Run, timing *bench.Timing) {
	fmt.Fprintln(w)
	setting := func(key, value string) {
		fmt.Fprintln(w, strings.TrimSpace(key+": "+doc.Plain(strings.TrimSpace(value), doc.MaxMessage)))
	}
	var options []string
	for _, o := range run.Engine.Options {
		options = append(options, o.Name+"="+o.Value)
	}
	setting("engine", run.Engine.Name+" "+run.Engine.Version)
	setting("options", strings.Join(options, " "))
	setting("limits", run.Limits)
	setting("side", name)
	suite, unfinished := benchmarkName(run.Suite.Name), 0
	for i := range run.Outcomes {
		o := &run.Outcomes[i]
		switch {
		case !run.Shard.Has(i):
		case o.Verdict == bench.Unfinished:
			unfinished++
		default:
			fmt.Fprintf(w, "BenchmarkSuite/%s/%s-1 1%s\n", suite, benchmarkName(o.ID), measurements(o, timing.Position(i)))
		}
	}
	if unfinished > 0 {
		fmt.Fprintf(w, "# and %s not finished\n", doc.Plural(unfinished, "position"))
	}
}

// measurements returns the values of one position with their units.
func measurements(o *bench.Outcome, times bench.PositionTime) string {
	if o.Verdict == bench.Faulted {
		return " 1 faults/op"
	}
	text := fmt.Sprintf(" %d nodes/op %d plies/op", o.Nodes, o.Depth)
	switch o.Verdict {
	case bench.Solved:
		text += " 1 solved/op"
	case bench.Missed:
		text += " 0 solved/op"
	}
	if o.MaxPoints > 0 {
		text += fmt.Sprintf(" %d points/op", o.Points)
	}
	if times.Wall > 0 {
		text += fmt.Sprintf(" %d ns/op", times.Wall.Nanoseconds())
	}
	if times.CPU > 0 {
		text += fmt.Sprintf(" %d cpu-ns/op", times.CPU.Nanoseconds())
	}
	return text
}

// benchmarkName returns a text as one part of a benchmark's name: bytes other than
// letters, digits and a few signs are written as %XX. No text is a dash, and a
// very long one is cut, with a digest that keeps it apart from others.
func benchmarkName(s string) string {
	if s == "" {
		return "-"
	}
	name := strings.NewReplacer("/", "%2F", "-", "%2D").Replace(report.Word(s))
	if len(name) <= maxBenchmarkName {
		return name
	}
	sum := sha256.Sum256([]byte(s))
	return name[:maxBenchmarkName] + "~" + hex.EncodeToString(sum[:8])
}
