package export

import (
	"iter"
	"strings"
	"time"

	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/report"
)

// check is one test in JUnit. Unless it is fine, an annotation describes it as well.
type check struct {
	group, name string // the title of its group, and its own in there
	status      status
	kind        string // the axis of a gate or the class of a fault
	why         func() string
	place       report.Place
	rank        int           // annotations with lower ones are shown first
	wall        time.Duration // 0: not known
}

// The ranks. A position that a gate names has rankNamed and its place among the
// names, for these are ordered by how bad they are.
const (
	rankProblem = iota
	rankGate
	rankNamed
	rankOther = rankNamed + maxAnnotations
)

// group is the checks of a suite, of a race or a profile, or of the command as a
// whole.
type group struct {
	title  string
	trial  *judged // nil: it is no suite
	checks iter.Seq[check]
}

// groups returns all checks of a report. They are the problem, each position, each race, each match, each profile,
// and each gate that does not pass and names no position. They are red exactly if the exit code is.
func groups(r *report.Report) (all []group) {
	single := func(c check) {
		all = append(all, group{title: c.group, checks: func(yield func(check) bool) { yield(c) }})
	}
	if p := r.Problem; p != nil {
		single(check{
			group: "zugwatch", name: "command", status: faulted, kind: "problem", place: p.Place, rank: rankProblem,
			why: func() string { return p.Text },
		})
	}
	for i := range r.Trials {
		j := judgedOf(&r.Trials[i])
		all = append(all, group{j.Title(), j, j.checks})
	}
	for i := range r.Races {
		gate := r.Races[i].Gate()
		single(gateCheck(r.Races[i].Title(), r.Races[i].Entry, &gate))
	}
	for i := range r.Games {
		g := &r.Games[i]
		single(gateCheck(g.Title(), g.Entry, &g.Result))
	}
	for i := range r.Shifts {
		s := &r.Shifts[i]
		c := check{group: s.Title(), name: "gate profile", status: fine, kind: "profile", why: s.Reason, place: s.Entry, rank: rankGate}
		if s.Failed() {
			c.status = failing
		}
		single(c)
	}
	return all
}

// gateCheck returns the check that a gate is by itself.
func gateCheck(title string, place report.Place, gate *compare.Result) check {
	axis := gate.Axis.String()
	c := check{group: title, name: "gate " + axis, status: open, kind: axis, place: place, rank: rankGate, why: func() string { return axis + " " + gate.Verdict.String() + ": " + strings.Join(gate.Reasons, "; ") }}
	switch gate.Verdict {
	case compare.Pass:
		c.status = fine
	case compare.Fail:
		c.status = failing
	}
	return c
}

// checks yields the checks of a suite: the positions of the shard, and the gates that do not pass and name no
// position. No other check shows these gates.
func (j *judged) checks(yield func(check) bool) {
	ranks := j.ranks()
	for i := range j.Run.Outcomes {
		if !j.Run.Shard.Has(i) {
			continue
		}
		o := &j.Run.Outcomes[i]
		c := check{
			group: j.Title(), name: o.ID, status: j.status(i), place: j.Place(i), rank: rankOther,
			why: func() string { return j.why(i) }, wall: j.Timing.Position(i).Wall,
		}
		if rank, named := ranks[o.ID]; named {
			c.rank = rank
		}
		switch c.status {
		case failing:
			c.kind = j.named[o.ID].Axis.String()
		case faulted:
			c.kind = o.Fault.String()
		}
		if !yield(c) {
			return
		}
	}
	if j.Comparison == nil {
		return
	}
	for g := range j.Comparison.Gates {
		gate := &j.Comparison.Gates[g]
		if gate.Verdict != compare.Pass && len(gate.Positions) == 0 && !yield(gateCheck(j.Title(), j.Entry, gate)) {
			return
		}
	}
}

// ranks returns the ranks of the positions that the gates name first.
func (j *judged) ranks() map[string]int {
	ranks := make(map[string]int)
	if j.Comparison == nil {
		return ranks
	}
	for _, gate := range j.Comparison.Gates {
		for i, id := range gate.Positions[:min(len(gate.Positions), maxAnnotations)] {
			if known, ok := ranks[id]; !ok || rankNamed+i < known {
				ranks[id] = rankNamed + i
			}
		}
	}
	return ranks
}

// maxAnnotations is the number of errors, and of warnings, that GitHub shows of one step.
// The last one says how many more there are.
const maxAnnotations = 10
