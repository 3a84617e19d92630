package bench

import (
	"cmp"
	"crypto/sha256"
	"slices"
	"time"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/suites"
)

// session is the state of one Execute. All of it belongs to the goroutine that
// called it; the workers only send answers.
type session struct {
	suite      *suites.Suite
	config     *Config
	run        *Run
	timing     *Timing
	elapsed    func() time.Duration
	total      int // positions of the shard
	finished   int
	faults     int
	stopped    error // why the run was ended from within
	remarks    map[string]int
	answeredBy map[int]string // see Searcher.AnsweredBy
}

func newSession(suite *suites.Suite, config *Config, id engine.ID) *session {
	count := len(suite.Records)
	s := &session{suite: suite, config: config, elapsed: stopwatch(config.Now), total: config.Shard.Size(count), remarks: make(map[string]int), answeredBy: make(map[int]string)}
	s.run = &Run{
		Schema: Schema,
		Engine: id,
		Suite:  RefOf(suite),
		Limits: config.Limits.String(),
	}
	if config.Shard.Count > 1 {
		s.run.Shard, s.run.Origin = config.Shard, config.Origin
	}
	s.timing = &Timing{
		Schema: Schema, Tool: config.Tool, Host: config.Host, Workers: config.Workers,
		Positions: make([]PositionTime, count),
	}
	if config.Now != nil {
		s.timing.Start = config.Now()
	}
	return s
}

// begin lays out the outcomes and takes over what earlier attempts found.
func (s *session) begin() error {
	var known []Answer
	if s.config.Recorder != nil {
		var err error
		if known, err = s.config.Recorder.Begin(s.run); err != nil {
			return err
		}
	}
	s.run.Outcomes = Plan(s.suite, &s.config.Limits).Outcomes
	for i := range s.run.Outcomes {
		s.timing.Positions[i].ID = s.run.Outcomes[i].ID
	}
	return s.restoreAnswers(known)
}

// restoreAnswers writes the answers of earlier attempts into the run.
func (s *session) restoreAnswers(known []Answer) error {
	for i := range known {
		f := &known[i]
		if f.Index < 0 || f.Index >= len(s.suite.Records) || !s.run.Shard.Has(f.Index) {
			return SetupErrorf("prior outcome %q is of record %d (expected one of the %d records)", f.Outcome.ID, f.Index+1, s.total)
		}
		o := &s.run.Outcomes[f.Index]
		switch {
		case f.Outcome.Verdict == Unfinished:
			return SetupErrorf("prior outcome of record %d is not finished", f.Index+1)
		case o.Verdict != Unfinished:
			return SetupErrorf("prior outcome of record %d is given twice", f.Index+1)
		case f.Outcome.ID != o.ID || f.Outcome.Want != o.Want || f.Outcome.MaxPoints != o.MaxPoints:
			return SetupErrorf("prior outcome %d is of %q, the record is %q", f.Index+1, f.Outcome.ID, o.ID)
		}
		s.putAnswer(f)
		if f.By != "" {
			s.answeredBy[f.Index] = f.By
		}
	}
	s.timing.Resumed = len(known)
	return nil
}

// putAnswer writes an answer into the run, in place of an earlier one that was wrong.
func (s *session) putAnswer(f *Answer) {
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

// completeVoid returns a void answer with all that a run has to hold of it.
func (s *session) completeVoid(a Answer) Answer {
	o := unfinished(s.config.Limits.question(&s.suite.Records[a.Index]))
	return Answer{Index: a.Index, Outcome: o, Time: PositionTime{ID: o.ID}, Void: true}
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

// warn notes a warning, each text once.
func (s *session) warn(text string) {
	if !slices.Contains(s.timing.Warnings, text) {
		s.timing.Warnings = append(s.timing.Warnings, text)
	}
}

// recordAnswer writes one answer down and reports it. Its error ends the run.
func (s *session) recordAnswer(f message) error {
	for _, warning := range f.warnings {
		s.warn(warning)
	}
	for text, count := range f.remarks {
		s.remarks[text] += count
	}
	if f.machine != nil {
		return f.machine
	}
	switch {
	case f.Index >= 0 && f.Void:
		f.Answer = s.completeVoid(f.Answer)
	case f.Index < 0 || f.Outcome.Verdict == Unfinished:
		return nil
	case s.config.Remote == nil && s.run.Outcomes[f.Index].Verdict != Unfinished: // of an earlier attempt
		return nil
	}
	s.putAnswer(&f.Answer)
	if s.config.Recorder != nil && s.stopped == nil {
		if err := s.config.Recorder.Record(f.Answer); err != nil {
			return err
		}
	}
	if s.config.Progress != nil && !f.Void {
		s.config.Progress(Event{
			Index: f.Index, Outcome: f.Outcome,
			Finished: s.finished, Total: s.total, Elapsed: s.elapsed(),
		})
	}
	if s.config.MaxFaults > 0 && s.faults > s.config.MaxFaults {
		return &FaultLimitError{Faults: s.faults, Allowed: s.config.MaxFaults}
	}
	return nil
}

// Answer holds what the engine answered to one record, with its times.
type Answer struct {
	Index   int          `json:"index"` // of the record in the suite, from 0
	Outcome Outcome      `json:"outcome"`
	Time    PositionTime `json:"time"`
	By      string       `json:"by,omitempty"`   // the worker of a farm that gave it; empty: this machine
	Void    bool         `json:"void,omitempty"` // an earlier answer turned out wrong, and there is no other yet
}

// Recorder stores finished positions beyond the life of the process, so that a run can go on
// from there. Its calls never overlap.
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

// groups returns groups of records. One engine searches the records of a group in their order. Groups without
// unfinished records are left out. Without Config.Restart and Limits.KeepState every record is a group.
func (s *session) groups() [][]int {
	var all [][]int
	switch {
	case s.config.Limits.KeepState > 0:
		all = keptGroups(s.suite, s.config.Limits.KeepState)
	case s.config.Restart > 0:
		all = restartGroups(len(s.suite.Records), s.config.Restart)
	default:
		all = slices.Collect(slices.Chunk(s.unfinished(), 1))
	}
	return slices.DeleteFunc(all, func(group []int) bool {
		return !slices.ContainsFunc(group, func(i int) bool { return s.run.Outcomes[i].Verdict == Unfinished })
	})
}

// restartGroups returns groups of so many records for Config.Restart. Large groups are made equal, and even in number, so that two
// engines end at about the same time.
func restartGroups(records, size int) (groups [][]int) {
	if size > RestartEvery && records > 0 {
		number := 2 * ((records + 2*size - 1) / (2 * size))
		size = (records + number - 1) / number
	}
	for i := range records {
		if i%size == 0 {
			groups = append(groups, nil)
		}
		groups[i/size] = append(groups[i/size], i)
	}
	return groups
}

// keptGroups returns groups of so many records for Limits.KeepState. A group holds the first form of each of its
// positions, or the second of each, and so on. Its order is that of a hash of their keys. So it is the same whether
// all forms are searched at once or some at a time.
func keptGroups(suite *suites.Suite, size int) [][]int {
	type place struct {
		number int // of the form among those of its position
		order  string
		index  int
	}
	places := make([]place, len(suite.Records))
	last, number := "", 0
	for i := range suite.Records {
		key := suite.Records[i].Key()
		position, _ := suites.FormOf(key)
		if number++; position != last {
			last, number = position, 0
		}
		hash := sha256.Sum256([]byte(key))
		places[i] = place{number, string(hash[:]), i}
	}
	slices.SortFunc(places, func(a, b place) int {
		return cmp.Or(a.number-b.number, cmp.Compare(a.order, b.order), a.index-b.index)
	})
	var groups [][]int
	var group []int
	for i, p := range places {
		if group = append(group, p.index); i+1 == len(places) || places[i+1].number != p.number || len(group) == size {
			groups, group = append(groups, group), nil
		}
	}
	return groups
}
