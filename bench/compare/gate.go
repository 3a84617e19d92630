package compare

import (
	"slices"
	"time"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/suites"
)

// Gate holds the limits of a suite. The zero value is the strictest: no position lost, no fault, not one node more.
type Gate struct {
	// Exact asks whether anything changed at all beside whether it is worse: any
	// difference of an outcome fails. Only exact limits can say so.
	Exact bool
	// SameTree lets the exact question pass where the reported trees are the same. Then only scores differ, or every
	// search counts other nodes and none has another move, score or depth. A commit that claims no functional change
	// may print scores or count nodes in another way.
	SameTree bool
	// Strict also fails flaws that the base has: a wrong claim of a mate, a missed limit, and a search that does not
	// repeat. Without it, such forms have no say, and a note lists them.
	Strict bool
	// Symmetric fails a head whose scores change when colors are flipped: see Evidence.Asymmetric.
	Symmetric bool `json:",omitempty"` // left out, the digest of a gate is that of before
	// MinExercised is the least share of searches, in permille, that must differ between base and head. Below
	// it a pass is inconclusive: the suite does not reach the code that changed. 0: none.
	MinExercised Growth
	// Axis is the ability that the solved positions measure. With Nodes, solved and lost positions are reported and
	// not judged.
	Axis Axis
	// MaxLost is the number of positions that may be lost. Controls and positions that are expected to fail do not
	// count as lost here.
	MaxLost int
	// MaxFaults is the number of positions of the new run that may have a fault, including those answered in a second
	// attempt. A position that the base solves and the new run does not answer is lost all the same.
	MaxFaults int
	// MaxMissedLimits is the number of searches of each run that may miss their limit by depth or nodes; with more
	// nothing is judged. A few may in any case: see bench.FewMissedLimits. Beyond these few the run is not exact.
	MaxMissedLimits int `json:"MaxUnkept"` // the digest of a gate is that of before
	// MinPoints is the number of points that the new run has to reach; 0: the points are not judged.
	MinPoints int
	// Total is the allowed growth of the sum of the nodes, and Position that of the nodes of each position. Positions
	// without a fault in either run count.
	Total, Position Growth
	// Floor keeps small positions from failing by Position: fewer nodes than
	// this in the base count as this many.
	Floor uint64
	// Solution is the allowed growth of the nodes to the solution, as the geometric mean over the positions that a
	// run solves. If it is nil, they are not judged. Of positions in several forms it is over all of them, and nil is
	// DefaultSolution.
	Solution *Growth
	// LostForms is the share of all forms that may be lost, of positions in several forms; nil is the default of the
	// axis: LostTactics, LostZugzwang or LostMates.
	LostForms *Growth `json:",omitempty"` // left out, the digest of a gate is that of before
	// Speed is the allowed loss of speed; nil: speed is not judged. Two runs say nothing of speed, so Compare leaves
	// it to the package speed, which measures both engines side by side.
	Speed *Growth
	// ExpectedFail and Control list positions by their IDs that have another
	// Role than MustPass.
	ExpectedFail, Control []string
	// MustSolve lists the IDs of positions that the head has to solve in every searched form, whatever the base did.
	MustSolve []string
	// Quarantine lists positions that are reported and not judged for a while.
	Quarantine []Quarantine
	// Today is the date that Quarantine is compared with, as YYYY-MM-DD. It may be empty when there is no
	// Quarantine.
	Today string
}

// gateErrorf says that a gate asks for what cannot be.
func gateErrorf(format string, args ...any) error {
	return failure.Inputf("gate: "+format, args...)
}

// Check returns an error for settings that do not fit a suite with these positions. Such are a number below 0, a
// missing ID, an ID with two roles, and an expired quarantine. It needs no run, so that a gate can be checked before
// anything is measured. The error is of the kind Input.
func (g Gate) Check(ids func(yield func(string) bool)) error {
	switch {
	case g.MaxLost < 0:
		return gateErrorf("allowed losses %d (expected 0 or more)", g.MaxLost)
	case g.MaxFaults < 0:
		return gateErrorf("allowed faults %d (expected 0 or more)", g.MaxFaults)
	case g.MaxMissedLimits < 0:
		return gateErrorf("allowed searches that miss their limit %d (expected 0 or more)", g.MaxMissedLimits)
	case g.MinPoints < 0:
		return gateErrorf("points %d (expected 0 or more)", g.MinPoints)
	case g.Axis >= Speed:
		return gateErrorf("%s is not what a suite can speak for (expected tactics, zugzwang, mates, rules or nodes)", g.Axis)
	case g.Axis == Nodes && (g.MinPoints > 0 || len(g.ExpectedFail)+len(g.Control)+len(g.MustSolve) > 0):
		return gateErrorf("points, must-solve and roles say nothing on the axis nodes (expected tactics, zugzwang, mates or rules)")
	}
	for _, q := range g.Quarantine {
		if err := q.check(g.Today); err != nil {
			return err
		}
	}
	return g.checkListed(ids)
}

// onlyRaces reports whether the gate judges speed and no nodes.
func (g Gate) onlyRaces() bool {
	return g.Total < 0 && g.Position < 0 && g.Solution == nil && g.Speed != nil && *g.Speed >= 0
}

// CheckForms finds settings that do not fit positions in several forms, where one search more or fewer says nothing.
// The error is of the kind Input.
func (g Gate) CheckForms() error {
	switch {
	case g.MaxLost > 0:
		return gateErrorf("lost %d counts single searches (expected nodes-solution, or one form of each position)", g.MaxLost)
	case g.Position >= 0:
		return gateErrorf("nodes-position %s judges single searches (expected nodes-total, or one form of each position)", g.Position)
	case g.Floor > 0:
		return gateErrorf("nodes-floor %d is for single searches (expected nodes-total, or one form of each position)", g.Floor)
	case g.MinPoints > 0:
		return gateErrorf("points %d count single searches (expected nodes-solution, or one form of each position)", g.MinPoints)
	case (g.Axis == Nodes || g.Axis == Rules) && g.LostForms != nil:
		return gateErrorf("lost-forms is of tactics, zugzwangs and mates (expected nothing of it for kind %s)", g.Axis)
	case g.Axis != Tactics && g.Solution != nil:
		return gateErrorf("nodes-solution judges tactics (expected nothing of it for kind %s in several forms)", g.Axis)
	}
	for _, list := range g.lists() {
		for _, id := range list.ids {
			if position, form := suites.FormOf(id); form != "" {
				return gateErrorf("%s names %q, a form (expected the position, %q)", list.name, id, position)
			}
		}
	}
	return nil
}

// checkListed finds IDs that are not in the suite or are listed twice.
func (g Gate) checkListed(ids func(yield func(string) bool)) error {
	missing := make(map[string]string)
	for _, list := range g.lists() {
		for _, id := range list.ids {
			if other, twice := missing[id]; twice {
				return gateErrorf("position %q stands under %s and under %s (expected each once)", id, other, list.name)
			}
			missing[id] = list.name
		}
	}
	if len(missing) == 0 {
		return nil
	}
	for id := range ids {
		delete(missing, id)
	}
	for _, list := range g.lists() {
		for _, id := range list.ids {
			if missing[id] != "" {
				return gateErrorf("%s names %q, which is no position of the suite (expected an id)", list.name, id)
			}
		}
	}
	return nil
}

// idList is one of the lists of a gate under the name that people read.
type idList struct {
	name string
	ids  []string
}

func (g Gate) lists() []idList {
	var quarantined []string
	for _, q := range g.Quarantine {
		quarantined = append(quarantined, q.ID)
	}
	return []idList{{"expected-fail", g.ExpectedFail}, {"control", g.Control}, {"must-solve", g.MustSolve}, {"quarantine", quarantined}}
}

// Names reports whether a position is on one of the lists of the gate.
func (g Gate) Names(id string) bool {
	return slices.ContainsFunc(g.lists(), func(list idList) bool { return slices.Contains(list.ids, id) })
}

func idsOf(run *bench.Run) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for i := range run.Outcomes {
			if !yield(run.Outcomes[i].ID) {
				return
			}
		}
	}
}

// Role is the expectation on a position.
type Role uint8

// The roles.
const (
	MustPass     Role = iota // it is not to be lost; those of Gate.MustSolve among them
	ExpectedFail             // it is not expected to be solved; if it is, this is reported
	Control                  // it looks like its neighbours and has no zugzwang: losing it is lost tactics
	Quarantined              // nothing, for a while: see Quarantine
)

// Role returns what the gate asks of a position.
func (g Gate) Role(id string) Role { return g.roles()[id] }

// roles returns the positions of a gate that have another role than MustPass, by
// ID.
func (g Gate) roles() map[string]Role {
	roles := make(map[string]Role)
	for _, id := range g.ExpectedFail {
		roles[id] = ExpectedFail
	}
	for _, id := range g.Control {
		roles[id] = Control
	}
	for _, q := range g.Quarantine {
		roles[q.ID] = Quarantined
	}
	return roles
}

// Quarantine takes a position out of the verdict until a day: what becomes of it
// is reported and not judged. After that day it is an error, so that nothing
// stays in quarantine unseen.
type Quarantine struct {
	ID     string `json:"id"`
	Reason string `json:"reason"` // why, one line
	Until  string `json:"until"`  // the last day, YYYY-MM-DD
}

// check finds an entry that says too little or has expired on the day, both as
// YYYY-MM-DD.
func (q Quarantine) check(today string) error {
	switch {
	case q.ID == "":
		return gateErrorf("quarantine of %q gives no id (expected id, reason and until)", q.ID)
	case q.Reason == "":
		return gateErrorf("quarantine of %q gives no reason (expected id, reason and until)", q.ID)
	case !isDate(q.Until):
		return gateErrorf("quarantine of %s is until %q (expected YYYY-MM-DD)", q.ID, q.Until)
	case !isDate(today):
		return gateErrorf("quarantine needs the date of today, found %q (expected YYYY-MM-DD)", today)
	case today > q.Until: // both are written so that their order is that of the days
		return gateErrorf("quarantine of %s expired after %s: %s (expected a later date with a reason, or no entry)", q.ID, q.Until, q.Reason)
	}
	return nil
}

func isDate(text string) bool {
	_, err := time.Parse(time.DateOnly, text)
	return err == nil
}
