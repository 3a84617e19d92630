package store

import (
	"fmt"
	"path/filepath"
	"strings"
	"time"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/engine/text"
)

// Baseline is a run that was accepted as the measure of later ones.
type Baseline struct {
	Run      *bench.Run
	Accepted Accepted
}

// Accepted says why a run became a baseline, when, and what it was made of.
type Accepted struct {
	Reason string   `json:"reason"`
	Date   string   `json:"date"`             // YYYY-MM-DD
	Tool   string   `json:"tool,omitempty"`   // version of the runner
	Go     string   `json:"go,omitempty"`     // version of the toolchain that built it
	Commit string   `json:"commit,omitempty"` // where the work tree stood, with "-dirty" if it held changes
	Only   []string `json:"only,omitempty"`   // IDs of the positions that were taken anew, the others being those before; none: all
}

// baselineSchema is the schema of the file of a baseline that says more than its
// reason, date and tool. All other files have bench.Schema.
const baselineSchema = 2

// schema returns the schema version of the file.
func (a *Accepted) schema(run *bench.Run) int {
	if a != nil && (a.Go != "" || a.Commit != "" || len(a.Only) > 0) {
		return baselineSchema
	}
	return run.Schema
}

// maxReason is the longest reason, in bytes: it is one line of a file that
// people read.
const maxReason = 1000

// NewBaseline makes a baseline of the run. It refuses a run that is incomplete or has
// faults, as later runs could not be compared with it in full. It refuses a reason that
// is empty or has more than one line. Its error is *AcceptError.
func NewBaseline(run *bench.Run, accepted Accepted) (*Baseline, error) {
	if err := accepted.check(); err != nil {
		return nil, err
	}
	totals := run.Totals()
	switch {
	case totals.Positions == 0:
		return nil, acceptErrorf("run has no positions")
	case !run.Complete || totals.Unfinished > 0:
		return nil, acceptErrorf("run is incomplete: %d of %d positions are not finished", totals.Unfinished, totals.Positions)
	case totals.Faults() > 0:
		return nil, acceptErrorf("run has faults on %d of %d positions", totals.Faults(), totals.Positions)
	}
	if err := accepted.checkOnly(run); err != nil {
		return nil, err
	}
	return &Baseline{Run: run, Accepted: accepted}, nil
}

// checkOnly finds an ID in Only that the run does not have, or has to have once.
func (a Accepted) checkOnly(run *bench.Run) error {
	missing := make(map[string]bool, len(a.Only))
	for _, id := range a.Only {
		if missing[id] {
			return acceptErrorf("position %q is named twice", id)
		}
		missing[id] = true
	}
	for i := range run.Outcomes {
		delete(missing, run.Outcomes[i].ID)
	}
	for _, id := range a.Only {
		if missing[id] {
			return acceptErrorf("position %q is not in the run", id)
		}
	}
	return nil
}

// AcceptError says why a run cannot become a baseline.
type AcceptError struct{ Text string }

// Error returns the text.
func (e *AcceptError) Error() string { return e.Text }

// FailureKind tells that it was asked for wrongly.
func (e *AcceptError) FailureKind() failure.Kind { return failure.Input }

func acceptErrorf(format string, args ...any) *AcceptError {
	return &AcceptError{Text: fmt.Sprintf(format, args...)}
}

func (a Accepted) check() error {
	if _, err := time.Parse(time.DateOnly, a.Date); err != nil {
		return acceptErrorf("date %q (expected YYYY-MM-DD)", a.Date)
	}
	switch {
	case strings.TrimSpace(a.Reason) == "":
		return acceptErrorf("reason is empty (expected why the new results are right)")
	case !isLine(a.Reason):
		return acceptErrorf("reason %.40q (expected one line of at most %d bytes)", a.Reason, maxReason)
	case !isLine(a.Go):
		return acceptErrorf("version of Go %.40q (expected one line)", a.Go)
	case a.Commit != "" && !commitName().MatchString(a.Commit):
		return acceptErrorf("commit %.40q (expected its hexadecimal digits, with -dirty behind them or not)", a.Commit)
	}
	return nil
}

var commitName = text.Pattern(`^[0-9a-f]{7,64}(-dirty)?$`)

// isLine reports whether a text is one line that people can read.
func isLine(text string) bool {
	return len(text) <= maxReason && !strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r == 0x7f || r == '\uFFFD' })
}

var baselineName = text.Pattern(`^[a-z0-9][a-z0-9._-]{0,63}$`)

// BaselinePath returns the file of the baseline with the name in a directory. A name
// has at most 64 small letters, digits, dots, dashes and underscores and begins
// with a letter or digit, so it cannot lead elsewhere.
func BaselinePath(directory, name string) (string, error) {
	if !baselineName().MatchString(name) {
		return "", fmt.Errorf("baseline name %q (expected small letters, digits, dots, dashes and underscores)", name)
	}
	return filepath.Join(directory, name+".json"), nil
}
