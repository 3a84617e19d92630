package export

import (
	"fmt"
	"slices"
	"strings"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/report"
	"github.com/zugwatch/zugwatch/bench/report/doc"
)

// status is the meaning of a position for the answer of a command. The zero value is
// open, so that a position that was never judged is not fine.
type status uint8

// The statuses.
const (
	open    status = iota // not finished, not judged, or counts against a gate that is not decided
	fine                  // not worse than the base; without a base: solved or measured
	failing               // counts against a gate that fails
	faulted               // the engine gave no valid answer
)

var statusWords = [...]string{"open", "fine", "failing", "fault"}

// String returns the status as one word.
func (s status) String() string { return statusWords[s] }

// MarshalText writes the word.
func (s status) MarshalText() ([]byte, error) { return []byte(s.String()), nil }

// judged is a trial with what its gates say of each position.
type judged struct {
	*report.Trial
	changes []string                   // by index; empty for none
	named   map[string]*compare.Result // by ID: the worst gate that names the position, at the first of its forms
}

// judgedOf looks up every position that a gate names or that changed.
func judgedOf(t *report.Trial) *judged {
	j := &judged{Trial: t, changes: make([]string, len(t.Run.Outcomes)), named: make(map[string]*compare.Result)}
	c := t.Comparison
	if c == nil {
		return j
	}
	for _, list := range report.ChangesOf(c) {
		for _, change := range list.List {
			j.changes[change.Index] = list.Word
		}
	}
	first := make(map[string]string)
	for i := len(t.Run.Outcomes) - 1; i >= 0; i-- {
		id := t.Run.Outcomes[i].ID
		first[c.Suite.Position(id)] = id
	}
	for g := range c.Gates {
		gate := &c.Gates[g]
		for _, position := range gate.Positions {
			id := first[position]
			if known := j.named[id]; known == nil || known.Verdict != compare.Fail && compare.Worst(known.Verdict, gate.Verdict) == gate.Verdict {
				j.named[id] = gate
			}
		}
	}
	return j
}

// outcome returns what became of a position, and of it in the base, nil without one.
func (j *judged) outcome(index int) (now, before *bench.Outcome) {
	if j.Comparison != nil {
		before = &j.Base.Outcomes[index]
	}
	return &j.Run.Outcomes[index], before
}

// status returns the status of a position.
func (j *judged) status(index int) status {
	o := &j.Run.Outcomes[index]
	gate, change := j.named[o.ID], j.changes[index]
	switch {
	case change == report.Quarantined:
		return open
	case j.Comparison != nil && j.Comparison.InQuarantine(o.ID):
		return fine
	case o.Verdict == bench.Faulted:
		return faulted
	case gate != nil && gate.Verdict == compare.Fail:
		return failing
	case gate != nil || change == report.Lost || change == report.Flaky || o.Verdict == bench.Unfinished:
		return open
	case j.Comparison == nil && o.Verdict == bench.Missed:
		return open
	}
	return fine
}

// why explains in one sentence, with texts from outside, why a position is not fine.
func (j *judged) why(index int) string {
	now, before := j.outcome(index)
	var parts []string
	if j.changes[index] == report.Quarantined {
		parts = append(parts, "in quarantine: "+answer(now))
	}
	switch {
	case now.Verdict == bench.Faulted:
		parts = append(parts, j.faultText(index))
	case j.changes[index] == report.Flaky:
		parts = append(parts, "flaky: "+answer(now)+"; not lost when searched again")
	case j.changes[index] == report.Lost:
		parts = append(parts, "lost: "+answer(now)+"; the base played "+played(before))
	case now.Verdict == bench.Unfinished:
		parts = append(parts, "not finished")
	case now.Verdict == bench.Missed && j.Comparison == nil:
		parts = append(parts, "missed: "+answer(now))
	}
	gate := j.named[now.ID]
	if gate != nil {
		parts = append(parts, j.evidence(gate.Axis, now, before)...)
	}
	switch {
	case gate != nil && gate.Verdict != compare.Fail:
		parts = append(parts, "undecided")
	case gate == nil && j.changes[index] == report.Lost:
		parts = append(parts, "within what the gate allows")
	case j.Comparison == nil && now.Verdict == bench.Missed:
		parts = append(parts, "no base to compare with")
	}
	if fen := j.FEN(index); fen != "" {
		parts = append(parts, "FEN "+fen)
	}
	return strings.Join(parts, "; ")
}

// evidence returns what counts against a gate of an axis in a position that it names.
func (j *judged) evidence(axis compare.Axis, now, before *bench.Outcome) (parts []string) {
	c := j.Comparison
	if c.Forms != nil {
		parts = append(parts, report.FormsText(c, now.ID))
	}
	if axis == compare.Mating {
		parts = append(parts, c.ClaimText(now.ID))
	}
	if axis == compare.Exact {
		parts = append(parts, differing(now, before))
	} else {
		parts = append(parts, c.MustSolveText(now.ID))
	}
	if axis == compare.Nodes {
		parts = append(parts, fmt.Sprintf("nodes %s to %s, %s", doc.Grouped(before.Nodes), doc.Grouped(now.Nodes), doc.Growth(before.Nodes, now.Nodes)))
	}
	return slices.DeleteFunc(parts, func(part string) bool { return part == "" })
}

// differing says in what the first form of a position differs.
func differing(now, before *bench.Outcome) string {
	if fields := now.Differences(before); len(fields) > 0 {
		return "differs in " + strings.Join(fields, ", ")
	}
	return "another form differs"
}

// faultText returns the class of a fault with its message, where there is one.
func (j *judged) faultText(index int) string {
	o := &j.Run.Outcomes[index]
	text := o.Fault.String()
	if message := j.Timing.Position(index).Fault; message != "" {
		text += ": " + strings.TrimPrefix(message, text+": ")
	}
	if o.Want != "" {
		text += "; expected " + o.Want
	}
	return text
}

// answer returns the question of a position and the answer to it.
func answer(o *bench.Outcome) string {
	text := "played " + played(o)
	if o.Want != "" {
		text = "expected " + o.Want + ", " + text
	}
	if o.MaxPoints > 0 {
		text += fmt.Sprintf(", %d of %d points", o.Points, o.MaxPoints)
	}
	return text
}

// played returns the move of an outcome with its score, or the class of its fault.
func played(o *bench.Outcome) string {
	switch {
	case o.Verdict == bench.Faulted:
		return "nothing, " + o.Fault.String()
	case o.Best == "":
		return "no move"
	}
	return o.Best + " (" + o.Score.String() + ")"
}
