package compare

import (
	"github.com/zugwatch/zugwatch/bench"
)

// Evidence holds what is known beyond the two runs. The zero value is no evidence.
type Evidence struct {
	// EqualOptions names options of the engine that must be the same in both runs. They are no part of the change,
	// such as Hash.
	EqualOptions []string
	// Again holds further searches by the engine of the head, by the ID of the
	// position. They can acquit a lost position and never condemn one. Under
	// exact limits, where nothing new can come of them, they are not read.
	Again map[string]Again
	// BaseAgain holds as many further searches by the engine of the base, where it is at hand. They acquit too: if the
	// base solves a position no more often than the head, it was solved by chance.
	BaseAgain map[string]Again
	// Nondeterministic lists the positions on which the engine of the head answered differently when asked again
	// under the same exact limits. Each comes with the differing fields.
	Nondeterministic []Differing
	// Repeated is the number of searches of the head that were repeated. Where at least half of them agree, only those
	// of Nondeterministic lose their say; else nothing is exact.
	Repeated int
	// EqualInFreshProcess lists searches that differ between base and head, but not in fresh processes: earlier
	// searches made the difference. They have no say.
	EqualInFreshProcess []string
	// Tests is the number of tests of the whole verdict, over all suites: they share FalseAlarms. 0: those of this
	// comparison alone.
	Tests int
	// Looks is the largest number of times that the forms are judged, with more of them each time, until they decide.
	// The looks share the risk of each test: see earlyLooks. 0: once.
	Looks int
	// Fresh counts the solved fresh forms of the positions that lost most in the first look. That choice did not
	// depend on these forms. nil: there were no such searches. Only these name positions then.
	Fresh []Position
	// FreshGained counts those of the positions that gained most in the first look. Forms that the base solves only in a
	// longer search count as solved by it, and as late. It is read where Fresh alone would fail. nil: there were no such searches.
	FreshGained []Position
	// First is the number of forms of each position in the first look, which chose Fresh. It is 0 if the forms of
	// Fresh that the head misses were searched for longer: a loss there was not near the limit.
	First int
	// Families names the family of a position, by its ID: see suites.Suite.Families. A
	// position that it does not name is a family of its own.
	Families map[string]string
	// FreshFaults and FreshBaseFaults count those of these searches in which one side alone had a fault.
	FreshFaults, FreshBaseFaults Faults
	// More reports whether the same positions are searched in more forms if these do not decide.
	More bool
	// Early tells that a look before the last one decided. What follows it has the same part of the risk.
	Early bool
	// Asymmetric says that the scores of the head change when colors are flipped; empty: they do not, or this was not
	// checked.
	Asymmetric string
	// Symmetric says that they do not; empty: they do, or this was not checked.
	Symmetric string
	// Unflipped says why it is not known whether the scores are symmetric, where that was checked; empty: it is known.
	Unflipped string
	// OtherClaims says in which other suites or under which other limits the engine of the base claims mates wrongly,
	// such as "3 under nodes=14000". It is empty if none is known.
	OtherClaims string
	// OtherRetried counts the faults in other suites that a second attempt did not repeat.
	OtherRetried RetriedFaults
	// StillMissed holds forms of Forms.Uncounted that the side misses in a longer search too, of as many nodes as the
	// other needs. They count as lost or gained.
	StillMissed map[string]bool
	// Notes say how the suite was searched in another way than the configuration says.
	Notes []string
	// SkippedReason says why no more forms were searched, such as that time ran out; empty: nothing prevented it.
	SkippedReason string
	// Base and Head are the times of the runs, if both are known. They are reported and not judged, as they may be of
	// different machines.
	Base, Head *bench.Timing
}

// Faults counts searches with a fault.
type Faults struct {
	Repeated int // in a second attempt too
	Retried  int // that a second attempt answered
}

// Add counts the fault of an outcome.
func (f *Faults) Add(o *bench.Outcome) {
	if isRetried(o) {
		f.Retried++
	} else {
		f.Repeated += boolToInt(o.Failed())
	}
}

// Join adds other faults.
func (f *Faults) Join(other Faults) {
	f.Repeated, f.Retried = f.Repeated+other.Repeated, f.Retried+other.Retried
}

// Again counts further searches of one position.
type Again struct {
	Solved int `json:"solved"`
	Of     int `json:"of"`
}

// flakyOrLucky reports why a lost position does not count as lost. It is flaky if the head solves
// it in more than half of the further searches. The base was lucky if it solves it no more often,
// in proportion.
func (e *Evidence) flakyOrLucky(id string) (flaky, lucky bool) {
	head, base := e.Again[id], e.BaseAgain[id]
	flaky = 2*head.Solved > head.Of
	return flaky, !flaky && head.Of > 0 && base.Of > 0 && base.Solved*head.Of <= head.Solved*base.Of
}
