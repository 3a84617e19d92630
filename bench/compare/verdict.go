package compare

import (
	"slices"

	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/engine/text"
)

// Verdict is the answer of a gate. The zero value is Inconclusive: what was
// never judged is not green.
type Verdict uint8

// The answers.
const (
	Inconclusive Verdict = iota // it cannot be said
	Fail                        // worse than the gate allows
	Pass                        // complete, comparable, not worse
	Undecided                   // complete, comparable, and not shown to be worse: its interval includes the limit of the gate
)

var verdictWords = [...]string{"inconclusive", "fail", "pass", "undecided"}

// badness orders the answers, the best first.
var badness = [...]int{Pass: 0, Undecided: 1, Inconclusive: 2, Fail: 3}

// String returns the verdict as one word.
func (v Verdict) String() string { return text.Word(v, verdictWords[:], "verdict") }

// MarshalText writes the word.
func (v Verdict) MarshalText() ([]byte, error) { return []byte(v.String()), nil }

// Worst returns the verdict over several: Fail when any fails, else Inconclusive when any
// is or there is none, else Undecided when any is, and Pass when all pass.
func Worst(verdicts ...Verdict) Verdict {
	if len(verdicts) == 0 {
		return Inconclusive
	}
	return slices.MaxFunc(verdicts, func(a, b Verdict) int { return badness[a] - badness[b] })
}

// Axis is one of the things that a change can cost.
type Axis uint8

// The axes.
const (
	Tactics  Axis = iota // positions solved
	Zugzwang             // positions solved in which passing would be best
	Mating               // proven mates, and claims of mates
	Rules                // positions that one rule of the game decides
	Nodes                // nodes visited
	Speed                // time for each node
	Exact                // all that a search reports: whether anything changed at all
	Games                // games of the head against the base
)

var axisWords = [...]string{"tactics", "zugzwang", "mates", "rules", "nodes", "speed", "exact", "games"}

// String returns the axis as one word.
func (a Axis) String() string { return text.Word(a, axisWords[:], "axis") }

// MarshalText writes the word.
func (a Axis) MarshalText() ([]byte, error) { return []byte(a.String()), nil }

// Failure returns the kind of failure that the verdict is. What is not decided because
// the engine has faults is one of the engine. Undecided is none.
func (v Verdict) Failure(faulted bool) failure.Kind {
	switch {
	case v == Pass || v == Undecided:
		return failure.None
	case v == Fail:
		return failure.Regression
	case faulted:
		return failure.Engine
	}
	return failure.Undecided
}
