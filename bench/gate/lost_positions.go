package gate

import (
	"context"
	"errors"
	"slices"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/merge"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/suites"
)

const (
	// freshForms is the number of forms in which candidates are searched again if both engines are at hand; a
	// baseline has only its own.
	freshForms = 8
	// maxRepeats is the largest number of positions for which the smallest search that shows the loss is looked for.
	maxRepeats = 5
)

// candidates holds the positions that look lost in the first look, and those that look gained.
type candidates struct{ lost, gained []string }

// confirmLost searches the candidates of the first look in fresh forms, if the solved positions are judged. It adds
// them to the evidence and judges once more. A suite of tactics or mates that has passed is left alone: a few
// positions may be lost there. So is one whose searches depend on those before them, and one whose engines search
// each round as the first. If only the lost candidates fail a suite of zugzwangs, the gained ones are searched too,
// unless there is only a baseline.
func (j *job) confirmLost(ctx context.Context, r *runner.Runner, o *Options, t *Trial, evidence *compare.Evidence, found candidates) error {
	first, axis, passed := j.looks()[0], j.config.Gate.Axis, t.Comparison.Verdict == compare.Pass
	if first == 0 || t.Comparison.EqualRounds || axis == compare.Nodes || axis == compare.Rules || j.config.Limit.KeepState > 0 || passed && (axis != compare.Zugzwang || len(found.lost) == 0) {
		return nil
	}
	if axis != compare.Zugzwang { // there a form that is late for being near the limit is searched for longer
		evidence.First = first
	}
	wide := j.config
	if j.baseline == nil {
		wide.Forms = max(wide.Forms, min(first+freshForms, suites.MaxForms))
	}
	if wide.Forms == first {
		return nil
	}
	suite, err := r.Config.Open(wide)
	if err != nil {
		return err
	}
	fresh, err := j.countFresh(ctx, r, t, suite, first, found.lost, evidence)
	if err != nil || len(fresh) == 0 && len(found.lost) > 0 {
		return err
	}
	evidence.Fresh = fresh
	alone := *t
	if err := j.compareRuns(&alone, *evidence); err != nil {
		return err
	}
	if alone.Comparison.RestsOnLost() && j.baseline == nil {
		if evidence.FreshGained, err = j.countGained(ctx, r, t, suite, first, found.gained, evidence); err != nil {
			return err
		}
	}
	if err := j.compare(ctx, r, o, t, *evidence); err != nil {
		return err
	}
	named := t.Comparison.Forms.Named
	for i := range named[:min(maxRepeats, len(named))] {
		named[i].Repeat, err = j.findRepeat(ctx, r, t, named[i].ID)
		if errors.Is(err, errBudget) {
			return nil // the verdict is whole, and a position is named without its depth
		}
		if err != nil {
			return err
		}
	}
	return nil
}

// countFresh counts in how many forms of the suite each side solves the positions, without those of the first look.
// It adds the faults to the evidence. What the trial has not searched is searched now. There are no positions if the
// fresh forms are copies of those before.
func (j *job) countFresh(ctx context.Context, r *runner.Runner, t *Trial, suite *suites.Suite, first int, ids []string, evidence *compare.Evidence) ([]compare.Position, error) {
	if len(ids) == 0 {
		return []compare.Position{}, nil
	}
	part, err := suite.Filter(ids...)
	if err != nil {
		return nil, err
	}
	if part, err = part.FormsBetween(first, suite.InForms); err != nil {
		return nil, err
	}
	base, head := t.Base, t.Run
	if seen := t.Suite.InForms; seen < suite.InForms {
		more := *j
		if more.suite, err = part.FormsBetween(max(0, seen-first), suite.InForms-first); err != nil {
			return nil, err
		}
		more.suite.InForms = suite.InForms
		before, now, err := more.measure(ctx, r)
		if err != nil {
			return nil, err
		}
		countFaults(before.Run, now.Run, evidence)
		if base, err = merge.Outcomes(part, t.Base, before.Run); err != nil {
			return nil, err
		}
		if head, err = merge.Outcomes(part, t.Run, now.Run); err != nil {
			return nil, err
		}
	}
	if compare.AreRoundsEqual(slices.Concat(t.Base.Outcomes, base.Outcomes), slices.Concat(t.Run.Outcomes, head.Outcomes)) {
		return []compare.Position{}, nil
	}
	var late map[string]bool
	if j.config.Gate.Axis == compare.Zugzwang {
		if late, err = j.solvedLate(ctx, r, part, base, head); err != nil {
			return nil, err
		}
	}
	return countForms(part, base, head, late, ids, t.Comparison.EquivalentForms(base, head), j.config.Gate.MaxFaults > 0), nil
}

// countFaults adds the faults of fresh searches that one side alone has.
func countFaults(base, head *bench.Run, evidence *compare.Evidence) {
	before := base.OutcomesByID()
	for i := range head.Outcomes {
		h := &head.Outcomes[i]
		switch b := before[h.ID]; {
		case b == nil || !b.Failed():
			evidence.FreshFaults.Add(h)
		case !h.Failed():
			evidence.FreshBaseFaults.Add(b)
		}
	}
}

// countGained counts gained positions as countFresh counts lost ones. Base and head change sides, so that the base is searched for
// longer where only the head solves a form.
func (j *job) countGained(ctx context.Context, r *runner.Runner, t *Trial, suite *suites.Suite, first int, ids []string, evidence *compare.Evidence) ([]compare.Position, error) {
	swapped, other, faults := *j, *t, compare.Evidence{}
	swapped.base, swapped.head = j.head, j.base
	other.Base, other.Run = t.Run, t.Base
	gained, err := swapped.countFresh(ctx, r, &other, suite, first, ids, &faults)
	evidence.FreshFaults.Join(faults.FreshBaseFaults)
	evidence.FreshBaseFaults.Join(faults.FreshFaults)
	for i := range gained {
		p := &gained[i]
		p.Base, p.Head = p.Head, p.Base
	}
	return gained, err
}

// lateTimes is the multiple of the base's nodes up to which a solution is late and not lost. bench.Limits.Longer
// must allow as much.
const lateTimes = 4

// solvedLate returns the forms that the base solves and the head only in a longer search, of at most lateTimes the
// nodes of the base. An engine that is blind to a zugzwang misses it there too; one that is slower by chance does
// not. Near the end of its limit a position is late in most of its forms at once, as these are searched much alike.
// So the cost of a change in nodes does not show here; suites of tactics show it. A fault in the longer search is none of the
// head, as the base was not asked: that form counts as lost.
func (j *job) solvedLate(ctx context.Context, r *runner.Runner, part *suites.Suite, base, head *bench.Run) (map[string]bool, error) {
	before, now := base.OutcomesByID(), head.OutcomesByID()
	var missed []string
	for i := range part.Records {
		key := part.Records[i].Key()
		if before[key].Verdict == bench.Solved && now[key].Verdict == bench.Missed {
			missed = append(missed, key)
		}
	}
	return j.searchLonger(ctx, r, part, j.head, missed, base, func(longer, base *bench.Outcome) bool {
		return longer.Verdict == bench.Solved && soonEnough(base, longer)
	})
}

// soonEnough reports whether a solution took no more than lateTimes the nodes of the base, as far as both are known.
func soonEnough(base, head *bench.Outcome) bool {
	return base.Stable == nil || head.Stable == nil || head.Stable.Nodes <= lateTimes*base.Stable.Nodes
}

// countForms counts in how many forms of a suite each side solves positions, those that the head solves late among
// them. Forms that are searched as others are left out, and so are forms with a fault on a side. A form that a side solves with
// an impossible claim of a mate is left out too (compare.RefutedOnOneSide), and one that a side misses for a score that it does
// not tell (compare.MissedUntold). If faults are tolerated, a form with a fault of the
// head alone counts as not solved by it.
func countForms(part *suites.Suite, base, head *bench.Run, late map[string]bool, ids []string, twin func(form string) bool, tolerant bool) []compare.Position {
	before, now := base.OutcomesByID(), head.OutcomesByID()
	counts := make([]compare.Position, len(ids))
	for i, id := range ids {
		counts[i].ID = id
	}
	for i := range part.Records {
		key := part.Records[i].Key()
		if twin(key) {
			continue
		}
		position, _ := suites.FormOf(key)
		p := &counts[slices.Index(ids, position)]
		b, h := before[key], now[key]
		if b.Verdict == bench.Faulted || h.Verdict == bench.Faulted && !tolerant || compare.RefutedOnOneSide(b, h) || compare.MissedUntold(b, h) {
			continue
		}
		p.Forms++
		if b.Verdict == bench.Solved {
			p.Base++
		}
		if h.Verdict == bench.Solved || late[key] {
			p.Head++
		}
		if late[key] {
			p.Late++
		}
	}
	return counts
}
