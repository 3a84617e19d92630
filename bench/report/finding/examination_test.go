package finding_test

import (
	"testing"

	"github.com/zugwatch/zugwatch/bench/report/finding"
	"github.com/zugwatch/zugwatch/bench/report/golden"
	"github.com/zugwatch/zugwatch/engine/doctor"
)

func TestExaminationGolden(t *testing.T) {
	found := &doctor.Report{Name: golden.HostileText, Observations: []doctor.Observation{
		{Check: "quit", Grade: doctor.Fault, Text: "said " + golden.HostileText, Advice: "do " + golden.HostileText},
		{Check: "go nodes", Grade: doctor.Warning, Text: "25% more", Advice: "limit suites by depth"},
		{Check: "options", Grade: doctor.OK, Text: "9, each takes its own default"},
	}}
	golden.CheckReport(t, "examination", finding.Examination(golden.HostileText, found))
}
