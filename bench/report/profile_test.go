package report_test

import (
	"bytes"
	"fmt"
	"slices"
	"strings"
	"testing"

	"github.com/zugwatch/zugwatch/bench/profile"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/bench/report/export"
	"github.com/zugwatch/zugwatch/bench/report/golden"
	"github.com/zugwatch/zugwatch/engine/must"
)

// profileSummary returns a profile of six processes with a golden.HostileText name in it.
func profileSummary(scale int64) *profile.Summary {
	s := &profile.Summary{
		Notes:    profile.Notes{Engine: "zugwatch 0.1 Hash=16", Suite: "wac@abc", Limits: "nodes=100", Machine: "m"},
		SampleNS: 1e7,
		Functions: []profile.Function{
			{Name: golden.HostileText, Flat: []int64{5, 5, 5}, Cum: []int64{5, 5, 5}},
			{Name: "engine/eval.Evaluate", Flat: []int64{300, 310, 290}, Cum: []int64{300, 310, 290}},
			{Name: "engine/search.moves", Flat: []int64{0, 0, 0}, Cum: []int64{700, 690, 710}},
			{Name: "engine/search.search", Flat: []int64{400 * scale, 380 * scale, 420 * scale}, Cum: []int64{700 + 400*(scale-1), 690 + 380*(scale-1), 710 + 420*(scale-1)}},
		},
		Phases: []profile.Phase{
			{Phase: profile.PhaseEvaluation, Tree: profile.TreeMain, Samples: []int64{200, 210, 190}},
			{Phase: profile.PhaseEvaluation, Tree: profile.TreeNull, Samples: []int64{100, 100, 100}},
			{Phase: profile.PhaseSearch, Tree: profile.TreeMain, Samples: []int64{405 * scale, 385 * scale, 425 * scale}},
		},
	}
	for i := range s.Functions {
		f := &s.Functions[i]
		f.Flat, f.Cum = slices.Repeat(f.Flat, 2), slices.Repeat(f.Cum, 2)
	}
	for i := range s.Phases {
		s.Phases[i].Samples = slices.Repeat(s.Phases[i].Samples, 2)
	}
	for pass := range 6 {
		s.Notes.Passes = append(s.Notes.Passes, profile.Pass{Nodes: 1e6, Process: fmt.Sprint(pass)})
		var sum int64
		for _, p := range s.Phases {
			sum += p.Samples[pass]
		}
		s.Samples = append(s.Samples, sum)
	}
	return s
}

func difference(t testing.TB, measure profile.Measure) *profile.Difference {
	t.Helper()
	head := profileSummary(2)
	for i := range head.Notes.Passes {
		head.Notes.Passes[i].Nodes = 900_000
	}
	return must.Get(profile.Compare(profileSummary(1), head, profile.Rule{FalseAlarms: 0.01, Measure: measure}))(t)
}

func TestProfile(t *testing.T) {
	inAllForms(t, "profile", func(o report.Options) doc.Document { return report.Profile(profileSummary(1), o) })
	foreign := profileSummary(1)
	foreign.Notes, foreign.Phases = profile.Notes{}, nil
	inAllForms(t, "profile-foreign", func(o report.Options) doc.Document { return report.Profile(foreign, o) })
}

func TestProfileDifference(t *testing.T) {
	for name, measure := range map[string]profile.Measure{"profile-diff": profile.PerNode, "profile-diff-shares": profile.Shares} {
		inAllForms(t, name, func(o report.Options) doc.Document { return report.ProfileDifference(difference(t, measure), o) })
	}
	few := profileSummary(2)
	for i := range few.Notes.Passes {
		few.Notes.Passes[i].Process = fmt.Sprint(i % 4)
	}
	unjudged := must.Get(profile.Compare(profileSummary(1), few, profile.Rule{FalseAlarms: 0.01, Measure: profile.PerNode}))(t)
	inAllForms(t, "profile-diff-few", func(o report.Options) doc.Document { return report.ProfileDifference(unjudged, o) })
	same := must.Get(profile.Compare(profileSummary(1), profileSummary(1), profile.Rule{FalseAlarms: 0.01}))(t)
	inAllForms(t, "profile-same", func(o report.Options) doc.Document { return report.ProfileDifference(same, o) })
	var got bytes.Buffer
	must.Do(t, export.Profile(&got, difference(t, profile.PerNode)))
	golden.CheckFile(t, "profile-diff.json", got.Bytes())
}

func TestProfileShifts(t *testing.T) {
	d := difference(t, profile.Shares)
	s := &report.Shifts{Suite: "wac", Shifts: profile.Shifts{Gate: true, Functions: d.ClearFunctions(), Phases: d.Phases[:1]}}
	golden.CheckReport(t, "profile-shifts", golden.Several(report.ProfileShifts(s, report.Options{}), report.ProfileGate(s)))
	none := &report.Shifts{Suite: "wac"}
	golden.CheckReport(t, "profile-no-shifts", golden.Several(report.ProfileShifts(none, report.Options{}), report.ProfileGate(none)))
}

// TestProfileShiftsDrawn: the calls of a suite's profile are drawn on a page, against the base where
// its calls are known, whether the hot spots shifted or not.
func TestProfileShiftsDrawn(t *testing.T) {
	calls := func(base, leaf float64) *profile.Call {
		return &profile.Call{Name: "all", Base: base, Head: 1, Calls: []*profile.Call{{Name: golden.HostileText, Base: base * leaf, Head: 0.9}}}
	}
	d := difference(t, profile.Shares)
	for name, test := range map[string]struct {
		shifts profile.Shifts
		title  string
		class  string
	}{
		"shifted":     {profile.Shifts{Functions: d.ClearFunctions(), Calls: calls(1, 0.5)}, "red takes a larger share than before", "frame-much-more"},
		"not shifted": {profile.Shifts{Calls: calls(1, 0.9)}, "red takes a larger share than before", "frame-same"},
		"no base":     {profile.Shifts{Calls: calls(0, 0)}, "where the time goes</h3>", "frame-1"},
	} {
		r := &report.Report{Verdict: "pass", Shifts: []report.Shifts{{Suite: "wac", Shifts: test.shifts}}}
		page := string(golden.Write(t, r.Document(report.Options{}), doc.HTML, doc.Extent{}))
		if !strings.Contains(page, "<h3><code><bdi>wac</bdi></code>: where the time goes") || !strings.Contains(page, test.title) || !strings.Contains(page, `class="`+test.class+`"`) {
			t.Errorf("%s: %s", name, page[strings.Index(page, "<main>"):])
		}
	}
}

// TestProfileDifferenceTitle: the first line of a page says in words what was found.
func TestProfileDifferenceTitle(t *testing.T) {
	judged := difference(t, profile.Shares)
	alike := *judged
	alike.Functions = nil
	unjudged := *judged
	unjudged.BaseProcesses = 0
	for _, test := range []struct {
		title doc.Text
		want  string
	}{
		{report.ProfileDifferenceTitle(judged), "profile diff: changed in `"},
		{report.ProfileDifferenceTitle(&alike), "profile diff: no function changed beyond chance\n"},
		{report.ProfileDifferenceTitle(&unjudged), "profile diff: not enough processes to judge\n"},
	} {
		shown := string(golden.Write(t, doc.Document{doc.Title(test.title)}, doc.Markdown, doc.Extent{}))
		shown = strings.NewReplacer("<code>", "`", "</code>", "`", "## ", "", "&#32;", " ").Replace(shown)
		if !strings.HasPrefix(shown, test.want) {
			t.Errorf("got %q, want %q", shown, test.want)
		}
	}
}
