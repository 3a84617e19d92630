package report_test

import (
	"strings"
	"testing"
	"time"

	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/report/doc"
	"github.com/zugwatch/zugwatch/bench/report/golden"
	"github.com/zugwatch/zugwatch/bench/speed"
	"github.com/zugwatch/zugwatch/engine"
)

// race returns a report of an engine that is slower for each node by a factor and
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
		Base: engine.ID{Name: "Zug", Version: "1"}, Head: engine.ID{Name: golden.HostileText, Version: "2", Options: []engine.Option{{Name: "Hash", Value: "16"}}},
		Limits: "nodes=20000", Positions: 6, Of: 6, Spent: 31 * time.Second, Assessment: speed.Assess(m, nil, 20), Measured: []*speed.Measurement{m},
	}
	if twice {
		r.Of, r.Assessment, r.Measured = 300, speed.Assess(m, m, 20), []*speed.Measurement{m, m}
	}
	return r
}

func TestGoldenSpeed(t *testing.T) {
	reports := []*speed.Report{race(40, 1, false), race(40, 1.1, true), race(4, 1, true)}
	for form, format := range map[string]doc.Format{".txt": doc.PlainText, ".md": doc.Markdown} {
		t.Run(form, func(t *testing.T) {
			var all []doc.Document
			for _, r := range reports {
				all = append(all, report.Speed("crafty", r), report.Gates("crafty", r.Assessment.Result()))
			}
			golden.CheckFile(t, "speed"+form, golden.Write(t, golden.Several(all...), format, doc.Extent{}))
		})
	}
}

// TestSpeedFigures: the interval of a race is drawn above that of the base against itself,
// on one axis. Its sessions are drawn beside the noise floor and the allowed change.
func TestSpeedFigures(t *testing.T) {
	m := &speed.Measurement{}
	for i := range 24 {
		noise := time.Duration(i%5-2) * 1e6
		sample := func(t time.Duration) speed.Sample { return speed.Sample{Wall: t, CPU: t, Nodes: 1000} }
		m.Pairs = append(m.Pairs, speed.Pair{Session: i, Base: sample(1e8), Head: sample(1.12e8 + noise)})
		m.Same = append(m.Same, speed.Pair{Session: i, Base: sample(1e8), Head: sample(1e8 + 2*noise)})
	}
	measured := race(40, 1, false)
	measured.Assessment, measured.Measured = speed.Assess(m, m, 20), []*speed.Measurement{m, m}
	unlimited, few := *measured, *race(4, 1, true)
	unlimited.Assessment = speed.Assess(m, m, compare.Unlimited)
	r := &report.Report{Verdict: "fail", Races: []report.Race{{Suite: "crafty", Measured: measured}, {Suite: "free", Measured: &unlimited}, {Suite: "few", Measured: &few}}}
	screen := doc.Extent{Screen: doc.Screen{Width: 80}}
	golden.CheckFile(t, "speed-drawn.txt", golden.Write(t, r.Document(report.Options{}), doc.PlainText, screen))
	page := string(golden.Write(t, r.Document(report.Options{}), doc.HTML, doc.Extent{}))
	for text, count := range map[string]int{
		`<span class="name"><code><bdi>crafty</bdi></code> the base against itself</span>`: 1,
		`<line class="interval"`: 3, `<line class="limit"`: 1, `<rect class="allowed"`: 1, "NaN %": 0, "NaN%": 0,
		`<h3>session by session</h3>`: 3, `noise floor</li>`: 2, `allowed</li>`: 2,
	} {
		if got := strings.Count(page, text); got != count {
			t.Errorf("%s: %d times, want %d", text, got, count)
		}
	}
	if e := r.Races[0].Gate().Effects; len(e) != 1 || e[0].Verdict != compare.Fail || e[0].Allowed != 0.02 || e[0].Low < 0.1 || e[0].High > 0.14 {
		t.Errorf("effects %+v", e)
	}
}
