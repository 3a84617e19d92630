package compare

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/engine"
)

// Difference is one thing that two runs do not share.
type Difference struct {
	Key  string `json:"key"`
	Base string `json:"base"`
	Head string `json:"head"`
}

// differenceList collects differences.
type differenceList []Difference

// check adds a value that differs.
func (l *differenceList) check(key, base, head string) {
	if base != head {
		*l = append(*l, Difference{Key: key, Base: base, Head: head})
	}
}

// NotComparableError says that two runs do not answer the same question, with
// everything that differs.
type NotComparableError struct{ Differences []Difference }

// Error lists the differences on one line.
func (e *NotComparableError) Error() string {
	parts := make([]string, len(e.Differences))
	for i, d := range e.Differences {
		parts[i] = fmt.Sprintf("%s is %q and %q", d.Key, d.Base, d.Head)
	}
	return "runs are not comparable: " + strings.Join(parts, ", ")
}

// FailureKind tells that the stored run cannot be used.
func (e *NotComparableError) FailureKind() failure.Kind { return failure.Baseline }

// Comparable returns a *NotComparableError if two runs cannot be compared, whatever their
// outcomes. Options of the engine named in alike have to be equal.
func Comparable(base, head *bench.Run, alike []string) error {
	differences := differenceList{}
	differences.check("schema", strconv.Itoa(base.Schema), strconv.Itoa(head.Schema))
	differences.check("suite digest", base.Suite.Digest, head.Suite.Digest)
	differences.check("forms", strconv.Itoa(max(base.Suite.Forms, 1)), strconv.Itoa(max(head.Suite.Forms, 1)))
	differences.check("positions", strconv.Itoa(len(base.Outcomes)), strconv.Itoa(len(head.Outcomes)))
	differences.check("limits", base.Limits, head.Limits)
	for _, name := range alike {
		differences.check("option "+name, sharedOption(base.Engine, name), sharedOption(head.Engine, name))
	}
	if len(differences) == 0 {
		differences = recordDifferences(base, head)
	}
	if len(differences) > 0 {
		return &NotComparableError{Differences: differences}
	}
	return nil
}

// sharedOption returns the value of an option that two runs have to share. An engine without Threads searches with one thread, as
// the option is set to that where another number is the default.
func sharedOption(of engine.ID, name string) string {
	if name == engine.ThreadsOption {
		return of.Option(name, "1")
	}
	return of.Option(name, notSet)
}

// maxRecordDifferences is the largest number of differing records that are named.
const maxRecordDifferences = 10

// recordDifferences finds records that differ in spite of the equal digest of the suite:
// one of the runs is not of that suite.
func recordDifferences(base, head *bench.Run) []Difference {
	var differences differenceList
	for i := range base.Outcomes {
		b, h, key := &base.Outcomes[i], &head.Outcomes[i], fmt.Sprintf("record %d", i+1)
		if differences.check(key, b.ID, h.ID); b.ID == h.ID {
			differences.check(key, question(b), question(h))
		}
		if len(differences) == maxRecordDifferences {
			break
		}
	}
	return differences
}

func question(o *bench.Outcome) string { return fmt.Sprintf("%s (%d points)", o.Want, o.MaxPoints) }

// checkComplete returns an error if a run is not finished.
func checkComplete(name string, run *bench.Run) error {
	totals := run.Totals()
	if run.Complete && totals.Unfinished == 0 && totals.Positions > 0 {
		return nil
	}
	if run.Shard != (bench.Shard{}) {
		name += ": shard " + run.Shard.String()
	}
	return fmt.Errorf("%s: %w", name, run.IncompleteError())
}

// notSet is the text of a missing option, which differs from an empty one.
const notSet = "(not set)"

// engineDifferences lists what differs between the engines, options by name.
func engineDifferences(base, head engine.ID) []Difference {
	differences := differenceList{}
	differences.check("engine", base.Name, head.Name)
	differences.check("version", base.Version, head.Version)
	var names []string
	for _, o := range slices.Concat(base.Options, head.Options) {
		names = append(names, o.Name)
	}
	slices.Sort(names)
	for _, name := range slices.Compact(names) {
		differences.check("option "+name, base.Option(name, notSet), head.Option(name, notSet))
	}
	return differences
}
