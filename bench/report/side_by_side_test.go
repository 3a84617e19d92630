package report_test

import (
	"testing"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/bench/report/golden"
)

func TestContestGolden(t *testing.T) {
	graded, other, unfinished := golden.BaseRun(), golden.HeadRun(), golden.BaseRun()
	graded.Outcomes[2].Points, graded.Outcomes[2].MaxPoints = 3, 10 // both missed, with other points
	other.Outcomes[2].Points, other.Outcomes[2].MaxPoints = 7, 10
	unfinished.Outcomes[1] = bench.Outcome{ID: "WAC.002", Want: "Rxb2"}
	odder := strange()
	odder.Engine.Name = "other" + golden.HostileText
	sampled := golden.BaseRun()
	sampled.Limits = "cputime=100ms"
	for name, sides := range map[string][]report.Trial{
		"contest":         {{Engine: "old", Run: graded}, {Engine: "new", Run: other, Timing: timing()}, {Engine: "cut", Run: unfinished}},
		"contest-sampled": {{Engine: "old", Run: sampled, Timing: timing()}, {Engine: "new", Run: sampled, Timing: timing()}},
		"contest-strange": {{Engine: golden.HostileText, Run: strange(), Timing: strangeTiming()}, {Engine: golden.HostileText, Run: odder}},
	} {
		inAllForms(t, name, func(o report.Options) doc.Document { return report.SideBySide(sides, o) })
	}
}
