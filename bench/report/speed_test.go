package report

import (
	"bytes"
	"errors"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/bench/compare"
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
		Limits: "nodes=20000", Positions: 6, Of: 6, Spent: 31 * time.Second, Finding: speed.Decide(m, nil, 20),
	}
	if twice {
		r.Of, r.Finding = 300, speed.Decide(m, m, 20)
	}
	return r
}

func TestGoldenSpeed(t *testing.T) {
	reports := []*speed.Report{race(40, 1, false), race(40, 1.1, true), race(4, 1, true)}
	for form, options := range map[string]Options{".txt": {}, ".md": {Format: Markdown}} {
		t.Run(form, func(t *testing.T) {
			var got bytes.Buffer
			var bad error
			for _, r := range reports {
				bad = errors.Join(bad, Speed(&got, "crafty", r, options), Gates(&got, "crafty", []compare.Result{r.Finding.Result()}, options))
			}
			if bad != nil {
				t.Fatal(bad)
			}
			golden(t, "speed"+form, got.Bytes())
		})
	}
	if err := Speed(full{}, "crafty", reports[0], Options{}); err == nil || err.Error() != "report: no space left" {
		t.Errorf("a full disk: got %v", err)
	}
}
