package report_test

import (
	"testing"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/engine/doctor"
)

func TestContestGolden(t *testing.T) {
	graded, other, unfinished := base(), head(), base()
	graded.Outcomes[2].Points, graded.Outcomes[2].MaxPoints = 3, 10 // both missed, with other points
	other.Outcomes[2].Points, other.Outcomes[2].MaxPoints = 7, 10
	unfinished.Outcomes[1] = bench.Outcome{ID: "WAC.002", Want: "Rxb2"}
	odder := strange()
	odder.Engine.Name = "other" + hostile
	sampled := base()
	sampled.Limits = "cputime=100ms"
	for name, sides := range map[string][]report.Trial{
		"contest":         {{Engine: "old", Run: graded}, {Engine: "new", Run: other, Timing: timing()}, {Engine: "cut", Run: unfinished}},
		"contest-sampled": {{Engine: "old", Run: sampled, Timing: timing()}, {Engine: "new", Run: sampled, Timing: timing()}},
		"contest-strange": {{Engine: hostile, Run: strange(), Timing: strangeTiming()}, {Engine: hostile, Run: odder}},
	} {
		inAllForms(t, name, func(o report.Options) documents { return documents{report.SideBySide(sides, o)} })
	}
}

func TestExaminationGolden(t *testing.T) {
	found := &doctor.Report{Name: hostile, Observations: []doctor.Observation{
		{Check: "quit", Grade: doctor.Fault, Text: "said " + hostile, Advice: "do " + hostile},
		{Check: "go nodes", Grade: doctor.Warning, Text: "25% more", Advice: "limit suites by depth"},
		{Check: "options", Grade: doctor.OK, Text: "9, each takes its own default"},
	}}
	inAllForms(t, "examination", func(o report.Options) documents { return documents{report.Examination(hostile, found)} })
}
