package report_test

import (
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/bench/speed"
	"github.com/zugwatch/zugwatch/engine"
)

// race is a report of an engine that is slower for each node by a factor and
// visits more nodes.
func race(n int, factor float64, twice bool) *speed.Report {
	m := &speed.Measurement{}
	for i := range n {
		t := time.Duration(1e8 + 1e6*(i%5))
		base := speed.Sample{Wall: 2 * t, CPU: t, Nodes: 1000}
		head := base
		head.Nodes, head.CPU = 1100, time.Duration(float64(t+1e6)*factor*1.1)
		m.Pairs = append(m.Pairs, speed.Pair{Session: i, Base: base, Head: head})
		m.Same = append(m.Same, speed.Pair{Session: i, Base: base, Head: base})
	}
	r := &speed.Report{
		Base: engine.ID{Name: "Zug", Version: "1"}, Head: engine.ID{Name: hostile, Version: "2", Options: []engine.Option{{Name: "Hash", Value: "16"}}},
		Limits: "nodes=20000", Positions: 6, Of: 6, Spent: 31 * time.Second, Assessment: speed.Decide(m, nil, 20),
	}
	if twice {
		r.Of, r.Assessment = 300, speed.Decide(m, m, 20)
	}
	return r
}

func TestGoldenSpeed(t *testing.T) {
	reports := []*speed.Report{race(40, 1, false), race(40, 1.1, true), race(4, 1, true)}
	for form, format := range map[string]doc.Format{".txt": doc.PlainText, ".md": doc.Markdown} {
		t.Run(form, func(t *testing.T) {
			var all documents
			for _, r := range reports {
				all = append(all, report.Speed("crafty", r), report.Gates("crafty", r.Assessment.Result()))
			}
			golden(t, "speed"+form, all.write(t, format, doc.Extent{}))
		})
	}
}
