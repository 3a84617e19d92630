package bench

import (
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/text"
	"github.com/zugwatch/zugwatch/suites"
)

// Schema is the version of the meaning of Run and Timing. It grows by one with
// every change that a reader of an older version could not understand.
const Schema = 1

// SuiteRef says which positions were searched: two suites with the same digest
// hold the same records in the same order.
type SuiteRef struct {
	Name   string `json:"name"`
	Digest string `json:"digest"`
	Count  int    `json:"count"`
	Forms  int    `json:"forms,omitempty"` // the most forms that a position has: see suites.Suite.Forms; 0: each is searched as it stands
}

// RefOf returns the reference to a suite that a run of it stores.
func RefOf(s *suites.Suite) SuiteRef {
	return SuiteRef{Name: text.ValidUTF8(s.Name), Digest: s.Digest, Count: len(s.Records), Forms: s.InForms}
}

// Position returns the ID of the position that an outcome is of, in whatever form.
func (s *SuiteRef) Position(id string) string {
	if s.Forms > 1 {
		id, _ = suites.FormOf(id)
	}
	return id
}

// Origin identifies the tool and the engine's program behind a shard, beyond what the engine says of itself.
// All shards of a run have the same. A run of a whole suite has none, as it does not matter who measured it.
type Origin struct {
	Tool    string `json:"tool"`    // version of the runner
	Program string `json:"program"` // SHA-256 of the program of the engine, in hexadecimal digits
}

// Run is the deterministic result of a suite: under exact limits it depends on
// the engine, its options, the suite and the limits alone. It is a plain
// value; nothing changes it after Execute has returned.
type Run struct {
	Schema   int
	Engine   engine.ID
	Suite    SuiteRef
	Limits   string // the text form: see ParseLimits
	Shard    Shard  // the part of the suite that was searched; zero: all of it
	Origin   Origin // what made a shard; zero for a whole suite
	Complete bool   // every position of the suite is finished
	Outcomes []Outcome
}

// Plan returns the run of a suite under limits before the search: without an engine, and with every position
// unfinished. Its suite and limits can be compared with those of a stored run before anything is searched.
func Plan(suite *suites.Suite, limits *Limits) *Run {
	run := &Run{Schema: Schema, Suite: RefOf(suite), Limits: limits.String(), Outcomes: make([]Outcome, len(suite.Records))}
	for i := range suite.Records {
		run.Outcomes[i] = unfinished(limits.question(&suite.Records[i]))
	}
	return run
}

// CountUnknownTimes counts the positions that are solved, not known since when: see Outcome.HasUnknownTime.
func (r *Run) CountUnknownTimes() (n int) {
	for i := range r.Outcomes {
		if r.Outcomes[i].HasUnknownTime() {
			n++
		}
	}
	return n
}

// Signature returns the sum of the nodes of all positions. Two builds of one engine with the same signature have, in
// all likelihood, the same search.
func (r *Run) Signature() uint64 { return r.Totals().Nodes }

// Positions counts the positions, however many forms each has: see
// suites.Suite.Forms.
func (r *Run) Positions() (n int) {
	last := ""
	for i := range r.Outcomes {
		position := r.Suite.Position(r.Outcomes[i].ID)
		if i == 0 || r.Suite.Forms < 2 || position != last {
			n++
		}
		last = position
	}
	return n
}

// Exact reports whether every difference to another run under the same limits is real. The
// limits must be exact, and all searches except a few must have kept them.
func (r *Run) Exact() bool {
	t := r.Totals()
	return r.ExactLimits() && t.KeepLimits()
}

// FewMissedLimits returns how many of so many searches may miss their limit in a run that is exact.
func FewMissedLimits(searches int) int { return max(1, searches/50) }

// ExactLimits reports whether the limits fix what a search does. It is false when they read a
// clock or do not parse, and when the engine searched with several threads.
func (r *Run) ExactLimits() bool {
	limits, err := ParseLimits(r.Limits)
	return err == nil && limits.Exact() && r.Engine.Option(engine.ThreadsOption, "1") == "1"
}

// Finished reports whether every position of the run's shard is finished. For a
// run of the whole suite it is the same as Complete.
func (r *Run) Finished() bool { return r.ShardTotals().Unfinished == 0 }

// IncompleteError returns the error that some of the positions are not finished.
func (r *Run) IncompleteError() *IncompleteError {
	totals := r.Totals()
	return &IncompleteError{Finished: totals.Positions - totals.Unfinished, Total: totals.Positions}
}

// OutcomesByID returns the outcomes by their IDs.
func (r *Run) OutcomesByID() map[string]*Outcome {
	found := make(map[string]*Outcome, len(r.Outcomes))
	for i := range r.Outcomes {
		found[r.Outcomes[i].ID] = &r.Outcomes[i]
	}
	return found
}

// Totals counts the positions of a run by how they ended.
type Totals struct {
	Positions  int    `json:"positions"`
	Asked      int    `json:"asked"` // positions that ask a question: the denominator of Solved, faults included
	Solved     int    `json:"solved"`
	Missed     int    `json:"missed"`
	Measured   int    `json:"measured"`
	Faulted    int    `json:"faulted"`
	Unfinished int    `json:"unfinished"`
	Points     int    `json:"points"`
	MaxPoints  int    `json:"max_points"`
	Nodes      uint64 `json:"nodes"`
	Retried    int    `json:"retried,omitempty"` // positions that were answered in a second attempt, after a fault
	Early      int    `json:"early,omitempty"`   // searches that ended long before their limit
	Late       int    `json:"late,omitempty"`    // searches that overran their limit
}

// MissedLimits counts the searches that did not keep their limit. It counts those that had to be stopped. It also
// counts those that ended early, if they are more than half of all. An engine that ends fewer early keeps the limit:
// its next iteration would have taken many times the nodes of the last one.
func (t *Totals) MissedLimits() int {
	if 2*t.Early > t.Positions {
		return t.Early + t.Late
	}
	return t.Late
}

// KeepLimits reports whether all searches but a few kept their limit: one, or one in fifty if
// that is more. MissedLimits says which searches count.
func (t *Totals) KeepLimits() bool { return t.MissedLimits() <= FewMissedLimits(t.Positions) }

// Faults counts the positions with a fault, also those that were answered in a second
// attempt.
func (t *Totals) Faults() int { return t.Faulted + t.Retried }

// Totals adds up the outcomes.
func (r *Run) Totals() Totals { return r.totals(Shard{}) }

// ShardTotals adds up the outcomes of the run's shard: the positions of others
// are not its to finish.
func (r *Run) ShardTotals() Totals { return r.totals(r.Shard) }

func (r *Run) totals(shard Shard) (t Totals) {
	for i := range r.Outcomes {
		if !shard.Has(i) {
			continue
		}
		o := &r.Outcomes[i]
		t.Positions++
		if o.Want != "" {
			t.Asked++
		}
		switch o.Verdict {
		case Solved:
			t.Solved++
		case Missed:
			t.Missed++
		case Measured:
			t.Measured++
		case Faulted:
			t.Faulted++
		default:
			t.Unfinished++
		}
		if o.Retried != NoFault {
			t.Retried++
		}
		switch o.Ended {
		case Early:
			t.Early++
		case Late:
			t.Late++
		case InLimit:
		}
		t.Points += o.Points
		t.MaxPoints += o.MaxPoints
		t.Nodes += o.Nodes
	}
	return t
}

// Counters adds up the counters of all positions.
func (r *Run) Counters() engine.Counters {
	var sum engine.Counters
	for i := range r.Outcomes {
		sum.Add(r.Outcomes[i].Counters)
	}
	return sum
}

// NullSaved estimates from the run alone how many nodes its null moves saved, less than 0 if they cost more.
// The estimate is not known without Config.CountDepths, nor for an engine that does not count.
//
// Consider the nodes of a depth where the null move failed low and a move then failed high. Their mean cost is the
// saving attributed to each null move of that depth that failed high. All nodes below null moves, and behind those
// that cut, are subtracted. This is biased in two ways. A node whose null move failed low is harder than one whose
// null move cut it, and costs more. So the estimate is too high, most of all where little else prunes. And the costs
// are those of a search with null moves. Without them each node would cost more. So the estimate is too low, the more
// so the deeper the search. The truth is the difference to a run without null moves; docs/measured/engine.md has both.
func (r *Run) NullSaved() (nodes int64, known bool) {
	var sums NullMoveCosts
	for i := range r.Outcomes {
		if prices := r.Outcomes[i].NullMoveCosts; prices != nil {
			sums.add(*prices)
		}
	}
	return sums.saved(r.Counters().NullNodes), sums != nil
}
