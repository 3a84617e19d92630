// Package report presents the results of runs and judgements of suites to people. A Report is presented as a
// document, which package doc shows in any format. The last line of a command has pairs of words for scripts.
// Package finding presents the results of other commands; package export writes formats for programs.
//
// The input is not trusted: names of engines, IDs of positions and messages may hold anything. They are
// marked as texts from outside. Every format shows them with control characters, terminal sequences, markup
// and workflow commands made harmless and visible.
package report

import (
	"fmt"
	"strings"

	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/gate"
	"github.com/zugwatch/zugwatch/bench/report/doc"
)

// Report holds all that a command reports: verdict, exit code and tables. Every form of output is written from it.
// Writing does not change it.
type Report struct {
	Tool    string   // version of the program
	Verdict string   // one word, as the last line of a command says it
	Code    int      // exit code of the command
	Problem *Problem // why there is no more; nil: there is all
	Trials  []Trial  // in the order of the command
	Races   []Race   // likewise
	Shifts  []Shifts // likewise
	Games   []Games  // likewise

	Accepted     bool     // that it is worse, and nothing else is wrong
	Unacceptable []string // suites with further problems, so that it is not accepted

	Claimed      bool       // every commit from the base to the head says that nothing changes
	Revisions    []Revision // that were compared; nil: the engines are no revisions
	Left         []Left     // suites that did not fit into a budget
	SkippedTiers []string   // suites of higher tiers, which were not selected
	Unplayed     []string   // suites of kind games that baselines cannot judge
	Uncounted    []string   // suites that count legal moves, which the base cannot
}

// Problem is an error that kept a command from its end.
type Problem struct {
	Text   string               `json:"text"` // for people, from outside
	Place                       // the line of a file that it is about, if there is one
	Unlike []compare.Difference `json:"unlike,omitempty"` // what keeps two runs from being compared
}

// Left is a suite that was not run to its end, and why.
type Left struct {
	Suite string `json:"suite"`
	Why   string `json:"why"`
}

// leftOut lists the suites that a verdict does not cover: those that a budget left out,
// and those of higher tiers that were not selected.
func leftOut(left []Left, beyond []string) (d doc.Document) {
	for _, l := range left {
		d = append(d, doc.Paragraph{doc.Textf("left out: %s (%s)", l.Suite, doc.Sentence(l.Why))})
	}
	return append(d, doc.If(len(beyond) > 0, doc.Paragraph{"not asked for, of higher tiers: " + doc.Join(doc.Quote, beyond, ", ")}))
}

// notJudged says which suites cannot be judged by such a base, and what to do about it.
func (r *Report) notJudged() doc.Document {
	return doc.Document{
		doc.If(len(r.Unplayed) > 0,
			doc.Paragraph{"not played: " + doc.Join(doc.Quote, r.Unplayed, ", ") + " (a baseline holds no engine; ref: names the accepted revision, and ab needs none)"}),
		doc.If(len(r.Uncounted) > 0,
			doc.Paragraph{"not counted: " + doc.Join(doc.Quote, r.Uncounted, ", ") + " (the base counts no legal moves, neither by go perft nor by searchmoves)"}),
	}
}

// Options say how much to show.
type Options struct {
	// Verbose shows every position, not only those that call for a look.
	Verbose bool
	// Counters shows what the null-move family did in a run.
	Counters bool
}

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
	if result.HasBudget || len(result.LeftOut) > 0 {
		var names []string
		for _, left := range result.LeftOut {
			names = append(names, left.Suite)
		}
		fields = append(fields, Field{"left", strings.Join(names, ",")})
	}
	return fields
}
