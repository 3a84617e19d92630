package gate

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/config"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/file"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/bench/store"
	"github.com/zugwatch/zugwatch/suites"
)

// Status says how a baseline stands to the engine as it is.
type Status struct {
	File string
	Word string // one of StatusWords
	Text string // more of it; may be empty
}

// StatusWords lists the words of a status.
func StatusWords() []string {
	return []string{"current", "better", "worse", "changed", "stale", "missing", "damaged", "orphan"}
}

// Worst returns the status of all baselines together in a word, and its failure. A worse
// baseline counts most, then any that is not current.
func Worst(all []Status) (word string, kind failure.Kind) {
	word = "current"
	for _, s := range all {
		switch s.Word {
		case "current":
		case "worse":
			return "worse", failure.Regression
		default:
			word, kind = "stale", failure.Baseline
		}
	}
	return word, kind
}

// CheckOptions says which baselines Check examines, and how.
type CheckOptions struct {
	Suites       []config.Suite
	All          bool // none was named: baseline files of missing suites are looked for
	Static       bool // measure nothing
	EqualOptions []string
	Today        string // the date, YYYY-MM-DD
}

// Check says of every baseline how it stands; told is called for each.
func Check(ctx context.Context, r *runner.Runner, e *CheckOptions, told func(Status)) (err error) {
	found := make([]engines.Engine, len(e.Suites))
	if !e.Static {
		if found, err = r.ForSuites(ctx, "", e.Suites); err != nil {
			return err
		}
	}
	for i := range e.Suites {
		status, err := e.status(ctx, r, found[i], e.Suites[i])
		if err != nil {
			return err
		}
		status.File = r.Config.Path(e.Suites[i].Baseline)
		told(status)
	}
	if !e.All {
		return nil
	}
	files, err := orphans(r.Config)
	for _, orphan := range files {
		told(Status{orphan, "orphan", "no suite of " + r.Config.File + " has it (expected an entry, or the file to be removed)"})
	}
	return failure.Default(failure.Machine, err)
}

// status compares the baseline of a suite with a run of it.
func (e *CheckOptions) status(ctx context.Context, r *runner.Runner, on engines.Engine, chosen config.Suite) (s Status, err error) {
	suite, err := r.Config.OpenForGate(&chosen, e.Today)
	if err != nil {
		return s, err
	}
	baseline, err := store.LoadBaseline(r.Config.Path(chosen.Baseline))
	switch {
	case file.IsMissing(err):
		return Status{Word: "missing", Text: "make it with: zugwatch baseline accept " + chosen.Name + " --reason TEXT"}, nil
	case err != nil:
		return Status{Word: "damaged", Text: err.Error()}, nil
	}
	switch err := checkCurrent(baseline, &chosen, suite); {
	case err != nil:
		return Status{Word: "stale", Text: err.Error()}, nil
	case e.Static:
		return Status{Word: "current", Text: "not measured"}, nil
	}
	run, err := r.RunWithoutFaults(ctx, on, suite, chosen.Limit)
	if err != nil {
		return s, err
	}
	comparison, err := compare.Compare(baseline.Run, run, chosen.Gate, compare.Evidence{EqualOptions: e.EqualOptions, Tests: r.Config.Tests(), Families: familiesOf(&chosen, suite)})
	if _, ok := errors.AsType[*compare.NotComparableError](err); ok {
		return Status{Word: "stale", Text: renewalError(&chosen, err).Error()}, nil
	}
	if err != nil {
		return s, err
	}
	return statusOf(chosen.Name, baseline.Run, run, comparison), nil
}

// statusOf returns the status of a baseline that can be compared with a run.
func statusOf(name string, base, run *bench.Run, c *compare.Comparison) Status {
	lost, gained := c.CountFlips()
	text := fmt.Sprintf("lost %d, gained %d, nodes %d to %d", lost, gained, c.Base.Totals.Nodes, c.Head.Totals.Nodes)
	hint := "; accept it with: zugwatch baseline accept " + name + " --reason TEXT"
	switch {
	case sameRun(base, run):
		return Status{Word: "current"}
	case !c.Exact && c.Verdict == compare.Pass:
		return Status{Word: "current", Text: "within what the gate allows under a clock"}
	case c.Worse() == compare.Fail: // an exact question does not make a change worse
		return Status{Word: "worse", Text: text}
	case lost == 0 && c.Verdict != compare.Undecided && (gained > 0 || c.Work.Head < c.Work.Base):
		return Status{Word: "better", Text: text + hint}
	}
	return Status{Word: "changed", Text: text + hint}
}

// orphans returns the files in the folder of the baselines that belong to no suite.
func orphans(c *config.Config) ([]string, error) {
	known := make(map[string]bool)
	for _, suite := range c.Suites {
		known[filepath.Clean(c.Path(suite.Baseline))] = true
		if suite.Profile != config.ProfileUnused {
			known[filepath.Clean(c.ProfileBaseline(&suite))] = true
		}
	}
	entries, err := os.ReadDir(c.Path(config.BaselineDir))
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, err
	}
	var orphans []string
	for _, entry := range entries {
		found := filepath.Join(c.Path(config.BaselineDir), entry.Name())
		if filepath.Ext(found) == ".json" && !known[filepath.Clean(found)] {
			orphans = append(orphans, found)
		}
	}
	return orphans, nil
}

// LoadBaseline reads the accepted run of a suite. Where it is missing, the error
// says how to make it.
func LoadBaseline(settings *config.Config, chosen *config.Suite) (*store.Baseline, error) {
	baseline, err := store.LoadBaseline(settings.Path(chosen.Baseline))
	if file.IsMissing(err) {
		err = fmt.Errorf("%w (expected the accepted run of a suite in %s; make one with: zugwatch baseline accept --reason TEXT)", err, settings.File)
	}
	return baseline, err
}

// checkCurrent returns an error if the baseline of a suite cannot be compared with a run of it. It checks what is
// known before an engine is opened. The error is that of renewalError.
func checkCurrent(baseline *store.Baseline, chosen *config.Suite, suite *suites.Suite) error {
	return renewalError(chosen, compare.Comparable(baseline.Run, bench.Plan(suite, &chosen.Limit), nil))
}

// renewalError returns the error of a comparison with the baseline of a suite. If these cannot be
// compared, it says how to make a new baseline. Any other error, and nil, stays as it is.
func renewalError(chosen *config.Suite, err error) error {
	if _, ok := errors.AsType[*compare.NotComparableError](err); ok {
		return fmt.Errorf("%w (expected a run of suite %s as it is now; make one with: zugwatch baseline accept %s --reason TEXT)", err, chosen.Name, chosen.Name)
	}
	return err
}

// sameRun reports whether two runs are equal to the byte.
func sameRun(a, b *bench.Run) bool {
	first, err := store.Encode(a)
	if err != nil {
		return false
	}
	second, err := store.Encode(b)
	return err == nil && bytes.Equal(first, second)
}
