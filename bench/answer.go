package bench

import "slices"

// Answer is what is known of one record once it is finished.
type Answer struct {
	Index   int          `json:"index"` // of the record in the suite, from 0
	Outcome Outcome      `json:"outcome"`
	Time    PositionTime `json:"time"`
	By      string       `json:"by,omitempty"`   // the worker of a farm that gave it; empty: this machine
	Void    bool         `json:"void,omitempty"` // an earlier answer turned out wrong, and there is no other yet
}

// Recorder keeps what is finished somewhere that outlives the process, so that
// a run can go on from there. Its calls never overlap.
type Recorder interface {
	// Begin is called once before any search, with a Run that has everything
	// but outcomes. It gives the answers of earlier attempts at the very same
	// run; they are taken over as they are and neither searched nor recorded
	// again. An error ends Execute.
	Begin(run *Run) ([]Answer, error)
	// Record is called with each answer as it comes. One for a record that had one before
	// takes its place; one that is Void leaves nothing in it. After an error it is not called
	// again and the run ends.
	Record(a Answer) error
}

// takeOver writes the answers of earlier attempts into the run.
func (s *session) takeOver(known []Answer) error {
	for i := range known {
		f := &known[i]
		if f.Index < 0 || f.Index >= len(s.suite.Records) || !s.run.Shard.Has(f.Index) {
			return setupErrorf("prior outcome %q is of record %d (expected one of the %d records)", f.Outcome.ID, f.Index+1, s.total)
		}
		o := &s.run.Outcomes[f.Index]
		switch {
		case f.Outcome.Verdict == Unfinished:
			return setupErrorf("prior outcome of record %d is not finished", f.Index+1)
		case o.Verdict != Unfinished:
			return setupErrorf("prior outcome of record %d is given twice", f.Index+1)
		case f.Outcome.ID != o.ID || f.Outcome.Want != o.Want || f.Outcome.MaxPoints != o.MaxPoints:
			return setupErrorf("prior outcome %d is of %q, the record is %q", f.Index+1, f.Outcome.ID, o.ID)
		}
		s.put(f)
		if f.By != "" {
			s.answeredBy[f.Index] = f.By
		}
	}
	s.timing.Resumed = len(known)
	return nil
}

// put writes an answer into the run, in place of one that turned out wrong.
func (s *session) put(f *Answer) {
	before := &s.run.Outcomes[f.Index]
	if before.Verdict != Unfinished {
		s.finished--
	}
	if before.Failed() {
		s.faults--
	}
	if f.Outcome.Verdict != Unfinished {
		s.finished++
	}
	s.run.Outcomes[f.Index] = f.Outcome
	s.timing.Positions[f.Index] = f.Time
	if f.Outcome.Failed() {
		s.faults++
	}
}

// void makes an answer that is void one that a run can hold.
func (s *session) void(a Answer) Answer {
	record := &s.suite.Records[a.Index]
	id := recordID(record)
	return Answer{Index: a.Index, Outcome: unfinished(id, questionOf(record, &s.config.Limits)), Time: PositionTime{ID: id}, Void: true}
}

// unfinished lists the records of the shard without an outcome, in suite order.
func (s *session) unfinished() []int {
	indices := make([]int, 0, s.total)
	for i := range s.run.Outcomes {
		if s.run.Shard.Has(i) && s.run.Outcomes[i].Verdict == Unfinished {
			indices = append(indices, i)
		}
	}
	return slices.Clip(indices)
}

// groups returns the numbers of the groups of Config.Restart records that have some of the indices.
func (s *session) groups(indices []int) []int {
	numbers := make([]int, len(indices))
	for i, index := range indices {
		numbers[i] = index / s.config.Restart
	}
	return slices.Compact(numbers)
}
