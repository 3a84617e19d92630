package report

import (
	"fmt"
	"strings"

	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/gate"
)

// NewReport returns a report on a judgement of suites, without its verdict. The suites
// are entries of the configuration in a file, and root is that of its repository.
func NewReport(result *gate.Result, root Root, file string, times bool) (r Report) {
	for i := range result.Trials {
		t := &result.Trials[i]
		entry := root.Place(file, t.Line)
		shown := Trial{Run: t.Run, Base: t.Base, Comparison: t.Comparison, Warnings: WarningsOf(t.Timing, t.BaseTiming), Explanation: t.Explanation, Unexplained: t.Unexplained}
		if times {
			shown.Timing = t.Timing
		}
		root.Locate(&shown, t.Suite, entry)
		r.Trials = append(r.Trials, shown)
		if t.Race != nil {
			r.Races = append(r.Races, Race{Suite: t.Suite.Name, Entry: entry, Measured: t.Race, Beside: true})
		}
		if s := t.Shifts; s != nil {
			r.Shifts = append(r.Shifts, Shifts{Suite: t.Suite.Name, Shifts: *s, Entry: entry})
		}
	}
	for i := range result.Games {
		g := &result.Games[i]
		r.Games = append(r.Games, Games{Suite: g.Name, Limits: g.Limits, Entry: root.Place(file, g.Line), Judgement: g.Judgement})
	}
	for _, left := range result.LeftOut {
		r.Left = append(r.Left, Left{Suite: left.Suite, Why: left.Why})
	}
	r.Claimed, r.Accepted, r.Unacceptable = result.Claimed, result.Accepted, result.Unacceptable
	r.Revisions, r.SkippedTiers, r.Unplayed, r.Uncounted = Variants(result.Revisions), result.SkippedTiers, result.Unplayed, result.Uncounted
	return r
}

// ResultFields returns the pairs of a judgement. One that did not come to its end has
// fewer.
func ResultFields(result *gate.Result, ended bool) (fields []Field) {
	switch {
	case result.Accepted:
		fields = append(fields, Field{"accepted", "yes"})
	case len(result.Unacceptable) > 0:
		fields = append(fields, Field{"accepted", "no"})
	}
	if result.Begun && (len(result.Trials) > 0 || len(result.Games) == 0) {
		fields = append(fields, SumFields(result.Comparisons())...)
	}
	if !ended {
		return fields
	}
	fields = append(fields, flipFields(result.Comparisons()...)...)
	fields = append(fields, Field{"change", result.Change().String()})
	if e := compare.ExercisedBy(result.Comparisons()...); e.Of > 0 {
		fields = append(fields, Field{"exercised", fmt.Sprintf("%d/%d", e.Differ, e.Of)})
	}
	fields = append(fields, AxisFields(result.Gates())...)
	if result.HasBudget {
		var names []string
		for _, left := range result.LeftOut {
			names = append(names, left.Suite)
		}
		fields = append(fields, Field{"left", strings.Join(names, ",")})
	}
	return fields
}
