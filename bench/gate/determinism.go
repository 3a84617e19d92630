package gate

import (
	"context"
	"maps"
	"slices"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/engines"
	"github.com/zugwatch/zugwatch/bench/runner"
)

const (
	// maxAsked is the largest number of outcomes of a failure that are searched again at a time.
	maxAsked = 5
	// maxRounds is the largest number of such rounds. After each one the searches that do not repeat are left out.
	maxRounds = 4
	// maxAlone is the largest number of searches of a suite that are repeated in fresh processes where nothing should
	// differ. Each starts two processes.
	maxAlone = 100
)

// repeatInFreshProcesses repeats the searches that differ between base and head, each in a fresh process. Those that are then
// equal do not count, unless only the head has such state. It does so if they are few enough to come from state that outlives
// ucinewgame; more are allowed where the head claims that nothing changed. Where the state seems to be of the head alone,
// both sides repeat the searches in one order: see repeatInOneOrder.
func (j *job) repeatInFreshProcesses(ctx context.Context, r *runner.Runner, t *Trial, evidence compare.Evidence) error {
	c := t.Comparison
	differ := compare.ExercisedBy(c)
	if !c.Exact || !differ.IsHardlyExercised() && (!j.claimed || differ.Differ > maxAlone) || j.baseline != nil || j.config.Gate.Strict || j.base.Restart > 0 || j.config.Limit.KeepState > 0 || j.head.Command.Path == "" {
		return nil
	}
	ids := slices.DeleteFunc(c.DifferingSearches(), func(id string) bool { _, asked := j.repeats.fresh[id]; return asked })
	if len(ids) == 0 {
		return nil
	}
	var fresh [2]*bench.Run
	for i, on := range []engines.Engine{j.base, j.head} {
		on.Restart = 1
		var err error
		if fresh[i], err = j.searchPart(ctx, r.Quiet(), on, j.suite, j.config.Limit, ids...); err != nil {
			return err
		}
	}
	if j.repeats.fresh == nil {
		j.repeats.fresh = make(map[string]freshResult)
	}
	ofBase, ofHead := t.Base.OutcomesByID(), t.Run.OutcomesByID()
	for i := range fresh[1].Outcomes {
		b, h := &fresh[0].Outcomes[i], &fresh[1].Outcomes[i]
		j.repeats.fresh[h.ID] = freshResult{equal: !b.Failed() && b.Equal(h), ofBase: b, baseDiffers: !ofBase[h.ID].Equal(b), headDiffers: !ofHead[h.ID].Equal(h)}
	}
	if j.repeats.headLeaks() {
		if err := j.repeatInOneOrder(ctx, r); err != nil {
			return err
		}
	}
	return j.compareRuns(t, evidence)
}

// repeatInOneOrder repeats the searches of repeatInFreshProcesses once more, by both sides in the same order and processes,
// and sets repeats.shared. With several workers each side searches in an order of its own. So an engine whose answers depend
// on earlier searches may show that in the head and, by chance, not in the base.
func (j *job) repeatInOneOrder(ctx context.Context, r *runner.Runner) error {
	ids := slices.Sorted(maps.Keys(j.repeats.fresh))
	var ordered [2]*bench.Run
	for i, on := range []engines.Engine{j.base, j.head} {
		on.Restart = len(ids)
		var err error
		if ordered[i], err = j.searchPart(ctx, r.Quiet(), on, j.suite, j.config.Limit, ids...); err != nil {
			return err
		}
	}
	equal, state := true, false
	for i := range ordered[0].Outcomes {
		b, h := &ordered[0].Outcomes[i], &ordered[1].Outcomes[i]
		equal = equal && !b.Failed() && b.Equal(h)
		state = state || !b.Equal(j.repeats.fresh[b.ID].ofBase)
	}
	j.repeats.shared = equal && state
	return nil
}

// repeatFailing repeats searches of the head that a failure under exact limits rests on, and judges without those that
// it answers in another way. It goes on until those that are left repeat, the verdict is no failure any
// more, or too many do not repeat.
func (j *job) repeatFailing(ctx context.Context, r *runner.Runner, t *Trial, evidence compare.Evidence) error {
	for range maxRounds {
		found, err := j.repeatSearches(ctx, r, t)
		if err != nil || found == 0 {
			return err
		}
		if err := j.compareRuns(t, evidence); err != nil {
			return err
		}
	}
	return nil
}

// repeatSearches repeats some of the searches of the head that a failure under exact limits rests on, those that it was
// not asked again yet. It returns how many it answers in another way.
func (j *job) repeatSearches(ctx context.Context, r *runner.Runner, t *Trial) (int, error) {
	c := t.Comparison
	if !c.Exact || c.Verdict != compare.Fail || j.head.Restart > 0 || j.config.Limit.KeepState > 0 { // a search alone would have another one before it
		return 0, nil
	}
	ids := c.IDsToRecheck(maxAsked + len(j.repeats.asked))
	ids = slices.DeleteFunc(ids, func(id string) bool { return slices.Contains(j.repeats.asked, id) })
	if ids = ids[:min(len(ids), maxAsked)]; len(ids) == 0 {
		return 0, nil
	}
	asked, err := j.searchPart(ctx, r.Quiet(), j.head, j.suite, j.config.Limit, ids...)
	if err != nil {
		return 0, err
	}
	known, before := t.Run.OutcomesByID(), len(j.repeats.differing)
	for i := range asked.Outcomes {
		now := &asked.Outcomes[i]
		if now.Failed() {
			continue
		}
		j.repeats.asked = append(j.repeats.asked, now.ID)
		once := *known[now.ID]
		once.Retried = bench.NoFault
		if rules := j.config.Gate.Axis == compare.Rules; rules && once.Verdict != now.Verdict || !rules && !once.Equal(now) {
			j.repeats.differing = append(j.repeats.differing, compare.Differing{ID: now.ID, Fields: once.Differences(now)})
		}
	}
	return len(j.repeats.differing) - before, nil
}
