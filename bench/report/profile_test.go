package report_test

import (
	"bytes"
	"fmt"
	"slices"
	"testing"

	"github.com/zugwatch/zugwatch/bench/profile"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/report/export"
)

// profileSummary is a profile of six processes with a hostile name in it.
func profileSummary(scale int64) *profile.Summary {
	s := &profile.Summary{
		Notes:    profile.Notes{Engine: "zugwatch 0.1 Hash=16", Suite: "wac@abc", Limits: "nodes=100", Machine: "m"},
		SampleNS: 1e7,
		Functions: []profile.Function{
			{Name: hostile, Flat: []int64{5, 5, 5}, Cum: []int64{5, 5, 5}},
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
	d, err := profile.Compare(profileSummary(1), head, profile.Rule{FalseAlarms: 0.01, Measure: measure})
	if err != nil {
		t.Fatal(err)
	}
	return d
}

func TestProfile(t *testing.T) {
	inAllForms(t, "profile", func(o report.Options) documents { return documents{report.Profile(profileSummary(1), o)} })
	foreign := profileSummary(1)
	foreign.Notes, foreign.Phases = profile.Notes{}, nil
	inAllForms(t, "profile-foreign", func(o report.Options) documents { return documents{report.Profile(foreign, o)} })
}

func TestProfileDifference(t *testing.T) {
	for name, measure := range map[string]profile.Measure{"profile-diff": profile.PerNode, "profile-diff-shares": profile.Shares} {
		inAllForms(t, name, func(o report.Options) documents {
			return documents{report.ProfileDifference(difference(t, measure), o)}
		})
	}
	few := profileSummary(2)
	for i := range few.Notes.Passes {
		few.Notes.Passes[i].Process = fmt.Sprint(i % 4)
	}
	unjudged, err := profile.Compare(profileSummary(1), few, profile.Rule{FalseAlarms: 0.01, Measure: profile.PerNode})
	if err != nil {
		t.Fatal(err)
	}
	inAllForms(t, "profile-diff-few", func(o report.Options) documents { return documents{report.ProfileDifference(unjudged, o)} })
	same, err := profile.Compare(profileSummary(1), profileSummary(1), profile.Rule{FalseAlarms: 0.01})
	if err != nil {
		t.Fatal(err)
	}
	inAllForms(t, "profile-same", func(o report.Options) documents { return documents{report.ProfileDifference(same, o)} })
	var got bytes.Buffer
	if err := export.Profile(&got, difference(t, profile.PerNode)); err != nil {
		t.Fatal(err)
	}
	golden(t, "profile-diff.json", got.Bytes())
}

func TestProfileShifts(t *testing.T) {
	d := difference(t, profile.Shares)
	s := &report.Shifts{Suite: "wac", Shifts: profile.Shifts{Gate: true, Functions: d.Clear(), Phases: d.Phases[:1]}}
	inAllForms(t, "profile-shifts", func(o report.Options) documents {
		return documents{report.ProfileShifts(s, o), report.ProfileGate(s)}
	})
	inAllForms(t, "profile-no-shifts", func(o report.Options) documents {
		none := &report.Shifts{Suite: "wac"}
		return documents{report.ProfileShifts(none, o), report.ProfileGate(none)}
	})
}
