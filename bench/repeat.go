package bench

import (
	"fmt"
	"reflect"
	"strings"
)

// answered tells whether the engine gave a valid answer.
func (f *finding) answered() bool {
	return f.Outcome.Verdict != Unfinished && f.Outcome.Verdict != Faulted
}

// repeated holds a repetition of the search against the first one. Of equal
// answers the first one counts.
func (f finding) repeated(again finding, repetition int) finding {
	warnings := append(f.warnings, again.warnings...)
	if !again.answered() {
		again.warnings = warnings
		return again
	}
	f.warnings = warnings
	if f.Time.Retried == "" {
		f.Time.Retried, f.Time.Capsule = again.Time.Retried, again.Time.Capsule
	}
	if reflect.DeepEqual(f.Outcome, again.Outcome) {
		return f
	}
	err := &FaultError{
		Class: FaultNondeterminism,
		Text:  fmt.Sprintf("repetition %d in a fresh engine differs: %s", repetition, difference(&f.Outcome, &again.Outcome)),
	}
	f.Outcome = Outcome{ID: f.Outcome.ID, Want: f.Outcome.Want, MaxPoints: f.Outcome.MaxPoints, Verdict: Faulted, Fault: err.Class}
	f.Time.Fault = err.Error()
	f.Time.Found, f.Time.Stable = 0, 0
	return f
}

// difference says in words what is not the same in two answers to one question.
func difference(a, b *Outcome) string {
	var parts []string
	check := func(what string, a, b any) {
		if x, y := fmt.Sprint(a), fmt.Sprint(b); x != y {
			parts = append(parts, fmt.Sprintf("%s %s and %s", what, x, y))
		}
	}
	check("fault", faultText(a), faultText(b))
	check("verdict", a.Verdict, b.Verdict)
	check("move", a.Best, b.Best)
	check("score", a.Score, b.Score)
	check("depth", a.Depth, b.Depth)
	check("seldepth", a.SelDepth, b.SelDepth)
	check("nodes", a.Nodes, b.Nodes)
	check("found", pointText(a.Found), pointText(b.Found))
	check("stable", pointText(a.Stable), pointText(b.Stable))
	if a.Counters != b.Counters {
		parts = append(parts, "counters")
	}
	return strings.Join(parts, ", ")
}

func faultText(o *Outcome) string {
	if o.Fault == NoFault {
		return "none"
	}
	return o.Fault.String()
}

func pointText(p *Point) string {
	if p == nil {
		return "never"
	}
	return fmt.Sprintf("d%d/%d", p.Depth, p.Nodes)
}
