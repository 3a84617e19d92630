package compare

import (
	"fmt"

	"github.com/zugwatch/zugwatch/bench"
)

// Gate says what may become worse. The zero value is the strictest in what it
// judges: no position lost, no fault, not one node more.
type Gate struct {
	// Axis is what the solved positions speak for. With Nodes, solved and lost
	// positions are reported and not judged.
	Axis Axis
	// MaxLost is how many positions may be lost. Controls and positions that
	// are expected to fail do not count as lost here.
	MaxLost int
	// MaxFaults is how many positions of the new run may have a fault. They
	// count neither as lost nor as kept.
	MaxFaults int
	// MinPoints is how many points the new run has to reach; 0: the points are
	// not judged.
	MinPoints int
	// Total is how much the sum of the nodes may grow, and Position how much
	// the nodes of each position. Positions without a fault in either run
	// count.
	Total, Position Growth
	// Floor keeps small positions from failing by Position: fewer nodes than
	// this in the base count as this many.
	Floor uint64
	// Solution is how much the nodes to the solution may grow, as the geometric
	// mean over the positions that both runs solve; nil: they are not judged.
	Solution *Growth
	// Speed is how much slower the engine may become; nil: its speed is not
	// judged. Two runs say nothing of speed, so Judge leaves it to the package
	// speed, which measures both engines side by side.
	Speed *Growth
	// ExpectedFail and Control list positions by their IDs that have another
	// Role than MustPass.
	ExpectedFail, Control []string
	// Quarantine lists positions that are reported and not judged for a while.
	Quarantine []Quarantine
	// Today is the date that Quarantine is held against, as YYYY-MM-DD. It may
	// be empty when there is no Quarantine.
	Today string
}

// GateError says that a gate asks for what can not be.
type GateError struct{ Text string }

// Error is the text.
func (e *GateError) Error() string { return e.Text }

func gateErrorf(format string, args ...any) *GateError {
	return &GateError{Text: "gate: " + fmt.Sprintf(format, args...)}
}

// Check finds what a gate can not ask of a suite with these positions: a number
// below 0, an ID that is not there or has two roles, a quarantine that has
// expired. It needs no run, so that a gate can be checked before anything is
// measured. The error is a *GateError.
func (g Gate) Check(ids func(yield func(string) bool)) error {
	switch {
	case g.MaxLost < 0:
		return gateErrorf("allowed losses %d (expected 0 or more)", g.MaxLost)
	case g.MaxFaults < 0:
		return gateErrorf("allowed faults %d (expected 0 or more)", g.MaxFaults)
	case g.MinPoints < 0:
		return gateErrorf("points %d (expected 0 or more)", g.MinPoints)
	case g.Axis >= Speed:
		return gateErrorf("%s is not what a suite can speak for (expected tactics, zugzwang or nodes)", g.Axis)
	case g.Axis == Nodes && (g.MinPoints > 0 || len(g.ExpectedFail)+len(g.Control) > 0):
		return gateErrorf("points and roles say nothing on the axis nodes (expected tactics or zugzwang)")
	}
	for _, q := range g.Quarantine {
		if err := q.check(g.Today); err != nil {
			return err
		}
	}
	return g.checkListed(ids)
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
	return []idList{{"expected-fail", g.ExpectedFail}, {"control", g.Control}, {"quarantine", quarantined}}
}

// idsOf yields the IDs of a run.
func idsOf(run *bench.Run) func(yield func(string) bool) {
	return func(yield func(string) bool) {
		for i := range run.Outcomes {
			if !yield(run.Outcomes[i].ID) {
				return
			}
		}
	}
}
