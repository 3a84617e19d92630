package finding_test

import (
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/bench/calibrate"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/report/finding"
	"github.com/zugwatch/zugwatch/bench/report/golden"
)

func TestGoldenCalibration(t *testing.T) {
	scatter := calibrate.Scatter{Positions: 285, Forms: 4, Changed: 900, Asked: 2280, Solved: 1942, Nodes: 7_125_000, Wall: 3 * time.Second, CPU: 5900 * time.Millisecond}
	unsolved := scatter
	unsolved.Never, unsolved.Spent = []string{"Z.1", golden.HostileText}, 0.674
	c := &calibrate.Calibration{
		Budget: time.Minute, Workers: 2, Tests: 8, Left: []string{"crafty", golden.HostileText},
		Suites: []calibrate.Advice{
			{
				Suite: "wac", Kind: compare.Tactics, Limit: "nodes=25000", Engine: "mine 1.0 " + golden.HostileText, Scatter: scatter,
				First: 4, Most: 8, Usual: 12 * time.Second, Longest: 24 * time.Second,
				Tests: []calibrate.Test{
					{What: calibrate.Solution, Key: "nodes-solution", Shift: 0.012, Old: 30, Allowed: 50, Looks: []calibrate.Look{
						{Forms: 4, Error: 0.014, Passes: 0.062, Red: 0.121}, {Forms: 8, Error: 0.01, Passes: 0.047, Red: 0.094},
					}},
					{What: calibrate.Lost, Shift: -0.004, Old: 20, Allowed: 20, Looks: []calibrate.Look{{Forms: 4, Error: 0.005, Passes: 0.019, Red: 0.04}, {Forms: 8, Error: 0.004, Passes: 0.015, Red: 0.035}}},
				},
				Settings: []calibrate.Setting{{Key: "forms", Old: "4", Value: "4-8", Reason: "because"}, {Key: "nodes-solution", Old: "3%", Value: "5%", Reason: golden.HostileText}},
			},
			{
				Suite: golden.HostileText, Kind: compare.Zugzwang, Limit: "nodes=200000", Engine: "mine", Scatter: unsolved, Most: 4, Usual: 12 * time.Second, Longest: 40 * time.Second,
				Tests: []calibrate.Test{{What: calibrate.Lost, Old: 50, Allowed: 50, Looks: []calibrate.Look{{Forms: 4, Error: 0.03, Passes: 0.12, Least: 9, Solved: 66}}}},
			},
			{
				Suite: "few", Kind: compare.Mating, Limit: "nodes=10", Scatter: calibrate.Scatter{Positions: 3, Forms: 4, Twins: []string{"flip", "turn"}}, Most: 4,
				Tests: []calibrate.Test{{What: calibrate.Lost, Old: 20, Allowed: 20, Looks: []calibrate.Look{{Forms: 4, Error: 0.001, Passes: 0.003, Explained: true}}}, {What: calibrate.Nodes, Key: "nodes-total", Few: true, Looks: []calibrate.Look{{Forms: 4}}}},
			},
			{
				Suite: "short", Kind: compare.Tactics, Limit: "nodes=10", Scatter: calibrate.Scatter{Positions: 20, Forms: 4}, Most: 4,
				Tests: []calibrate.Test{{What: calibrate.Lost, Old: 20, Allowed: 20, Enough: 114, Looks: []calibrate.Look{{Forms: 4, Passes: 0.026, Red: 0.02}}}},
			},
			{Suite: "free", Kind: compare.Nodes, Limit: "nodes=10", Scatter: calibrate.Scatter{Positions: 30, Forms: 4}, Most: 4},
		},
	}
	golden.CheckReport(t, "calibration", finding.Calibration(c))
	golden.CheckReport(t, "calibration-none", finding.Calibration(&calibrate.Calibration{}))
}
