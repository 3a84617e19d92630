package commits

import (
	"time"

	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/revision"
)

// Pair holds the verdict on a commit, judged by its parent. Verdicts, axes and changes are words, so
// that a file of an older version, with fewer of them, can be read.
type Pair struct {
	Commit   string         `json:"commit"`                         // full hash
	Parent   string         `json:"parent,omitempty"`               // full hash of the first parent; empty: the repository has none
	Reversed bool           `json:"reversed,omitempty"`             // the parent was judged as the head, with the commit as its base
	Subject  string         `json:"subject"`                        // first line of the message
	Date     time.Time      `json:"date"`                           // of the commit, by its committer, in UTC
	Bench    uint64         `json:"bench,omitempty"`                // signature that the message claims; 0: none
	Same     bool           `json:"no_functional_change,omitempty"` // the message says that nothing changes
	Elo      []revision.Elo `json:"elo"`                            // that the message reports, in its order
	Verdict  string         `json:"verdict"`                        // as of ab; "error" if the pair was not judged to the end
	Change   string         `json:"change"`                         // whether anything changed at all: identical, changed or unknown
	Suites   []Suite        `json:"suites"`                         // that were judged
	Error    string         `json:"error,omitempty"`                // why the pair was not judged to the end
	Measured Measured       `json:"measured"`
}

// Measured holds the values that vary when a pair is measured again.
type Measured struct {
	Seconds float64 `json:"seconds"` // that the pair took, builds included
}

// Suite holds the result of one suite on a pair.
type Suite struct {
	Suite      string   `json:"suite"`
	Limit      string   `json:"limit,omitempty"` // that base and head were searched under
	Verdict    string   `json:"verdict"`
	Change     string   `json:"change"` // identical, changed or unknown
	SolvedBase int      `json:"solved_base"`
	SolvedHead int      `json:"solved_head"`
	Solution   *Shift   `json:"nodes_to_solution,omitempty"` // growth; absent: no position tells
	Lost       *Shift   `json:"lost_share,omitempty"`        // solved by the base and not by the head, less those gained
	Tree       *Shift   `json:"nodes,omitempty"`             // growth of the nodes
	Axes       []Axis   `json:"axes"`                        // that were judged
	Positions  []string `json:"positions"`                   // named as lost, or all lost ones if none is named
}

// Shift is a change of the head against the base, as a part of one: 0.03 is 3 % more. The
// interval is one of 95 %, where forms of positions give one.
type Shift struct {
	Low  float64 `json:"low"`
	Mean float64 `json:"mean"`
	High float64 `json:"high"`
}

// Axis is the verdict of one gate of a suite.
type Axis struct {
	Axis    string   `json:"axis"`
	Verdict string   `json:"verdict"`
	Effects []Effect `json:"effects"` // with the intervals that the gate decides by
	Reason  string   `json:"reason"`  // the first
}

// Effect is a change that a gate decides on, as a part of one.
type Effect struct {
	What string `json:"what"` // plain words
	Shift
	Allowed float64 `json:"allowed"` // at most
	Verdict string  `json:"verdict"`
}

// errored is the verdict on a pair that was not judged to the end.
const errored = "error"

// newPair returns the record of a step before it is judged.
func newPair(step *revision.Step, reversed bool) *Pair {
	claim := step.Claim()
	elo := revision.ReadElo(step.Message)
	if elo == nil {
		elo = []revision.Elo{}
	}
	return &Pair{
		Commit: step.Hash, Parent: step.Parent.Hash, Reversed: reversed, Subject: step.Subject, Date: step.Date,
		Bench: claim.Bench, Same: claim.Same, Elo: elo, Change: compare.Unknown.String(), Suites: []Suite{},
	}
}

// ShortHash returns the beginning of the hash of the commit.
func (p *Pair) ShortHash() string { return revision.Commit{Hash: p.Commit}.ShortHash() }

// Identical reports whether nothing at all changed.
func (p *Pair) Identical() bool { return p.Error == "" && p.Change == compare.Identical.String() }

// setError records why the pair was not judged to the end.
func (p *Pair) setError(err error) { p.Verdict, p.Error = errored, err.Error() }
