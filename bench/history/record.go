package history

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"time"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/revision"
	"github.com/zugwatch/zugwatch/bench/stat"
	"github.com/zugwatch/zugwatch/engine"
)

// Record sums up a run of one suite at one commit. It is a plain value.
type Record struct {
	Commit    string         `json:"commit"`  // full hash
	Date      time.Time      `json:"date"`    // of the commit, in UTC
	Subject   string         `json:"subject"` // first line of its message
	Engine    engine.ID      `json:"engine"`
	Suite     bench.SuiteRef `json:"suite"`  // with its digest and forms
	Limits    string         `json:"limits"` // the text form: see bench.ParseLimits
	Asked     int            `json:"asked"`  // positions, or forms of them, that ask a question
	Solved    int            `json:"solved"` // of these
	Faults    int            `json:"faults,omitempty"`
	Nodes     uint64         `json:"nodes"`                // of all positions: the signature
	Points    int            `json:"points,omitempty"`     // of graded positions
	MaxPoints int            `json:"max_points,omitempty"` // of these, at most; 0: none is graded
	Solution  uint64         `json:"solution,omitempty"`   // nodes to the solution: see solution; 0: not known
	NPS       uint64         `json:"nps,omitempty"`        // nodes per second; 0: no time was taken
}

// NewRecord sums up a whole run at a commit; timing may be nil. Its error is of the kind
// Undecided for a run that is not finished, and Input for that of a shard.
func NewRecord(commit revision.Commit, date time.Time, run *bench.Run, timing *bench.Timing) (Record, error) {
	totals := run.Totals()
	if run.Shard != (bench.Shard{}) {
		return Record{}, failure.Inputf("run is that of a shard (expected a whole one; merge makes it)")
	}
	if !run.Complete {
		return Record{}, failure.With(failure.Undecided, &bench.IncompleteError{Finished: totals.Positions - totals.Unfinished, Total: totals.Positions})
	}
	r := Record{
		Commit: commit.Hash, Date: date.UTC(), Subject: strings.ToValidUTF8(commit.Subject, "\uFFFD"),
		Engine: run.Engine, Suite: run.Suite, Limits: run.Limits,
		Asked: totals.Asked, Solved: totals.Solved, Faults: totals.Faults(), Nodes: totals.Nodes, Points: totals.Points, MaxPoints: totals.MaxPoints, Solution: solution(run),
	}
	if timing != nil {
		r.NPS = timing.NPS(run)
	}
	return r, nil
}

// solution returns the geometric mean of the nodes to the solution over the positions with a
// question, rounded; 0: there is none. A missed position counts with its limit or its nodes,
// whichever is more: left out, it would improve the mean. One solved at an unknown time is
// left out.
func solution(run *bench.Run) uint64 {
	limits, err := bench.ParseLimits(run.Limits)
	if err != nil {
		return 0
	}
	var logs []float64
	for i := range run.Outcomes {
		o := &run.Outcomes[i]
		nodes := limits.Unsolved(o.Nodes)
		if o.Verdict == bench.Solved && o.Stable != nil {
			nodes = o.Stable.Nodes
		}
		if o.Want == "" || o.HasUnknownTime() || nodes == 0 {
			continue
		}
		logs = append(logs, math.Log(float64(nodes)))
	}
	if len(logs) == 0 {
		return 0
	}
	return uint64(math.Round(math.Exp(stat.Mean(logs))))
}

// ShortHash returns the beginning of the commit's hash, as people write it.
func (r *Record) ShortHash() string { return revision.Commit{Hash: r.Commit}.ShortHash() }

// series is the key that comparable records have in common.
type series struct {
	suite  bench.SuiteRef
	limits string
}

func (r *Record) series() series { return series{r.Suite, r.Limits} }

// exact reports whether another run of the same has to come to the same.
func (r *Record) exact() bool {
	run := bench.Run{Limits: r.Limits, Engine: r.Engine}
	return run.ExactLimits()
}

// sameResult reports whether two records of a series have the same result. The speed is none.
func (r *Record) sameResult(other *Record) bool {
	return r.Engine.Name == other.Engine.Name && slices.Equal(r.Engine.Options, other.Engine.Options) &&
		r.Asked == other.Asked && r.Solved == other.Solved && r.Faults == other.Faults && r.Nodes == other.Nodes && r.Points == other.Points && r.MaxPoints == other.MaxPoints && r.Solution == other.Solution
}

// contradiction returns what cannot be, in a record that is spelt well; empty: nothing.
func (r *Record) contradiction() string {
	switch {
	case !revision.IsHash(r.Commit):
		return fmt.Sprintf("commit %.50q (expected a full hash)", r.Commit)
	case r.Solved < 0 || r.Solved > r.Asked || r.Asked > r.Suite.Count:
		return fmt.Sprintf("%d of %d solved in a suite of %d positions", r.Solved, r.Asked, r.Suite.Count)
	case r.Points < 0 || r.Points > r.MaxPoints:
		return fmt.Sprintf("%d of %d points", r.Points, r.MaxPoints)
	}
	if _, err := bench.ParseLimits(r.Limits); err != nil {
		return err.Error()
	}
	return ""
}
