package gate

import (
	"context"
	"errors"
	"fmt"
	"time"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/suites"
)

// judgeFlawsAgain judges a suite again if only the head has a flaw there and the base has such a flaw in other suites. A flaw
// is a fault that a second attempt does not repeat, or one of a few wrong claims of mates. Claims of the base are
// searched for under other limits too. A suite that is undecided then goes on to more forms, unless the budget ends.
func judgeFlawsAgain(ctx context.Context, r *runner.Runner, o *Options, jobs []*job, trials []Trial) error {
	again := *o
	again.Race = 0
	for i, j := range jobs {
		t := &trials[i]
		others := retriedElsewhere(trials, i)
		switch {
		case t.Comparison.ExcusedBy(others):
			j.known.OtherRetried, t.evidence.OtherRetried = others, others
		case !t.Comparison.RareClaims(j.gate(t.Base, t.Run)):
			continue
		default:
			claims, err := claimsElsewhere(trials), error(nil)
			if claims == "" {
				claims, err = j.searchOtherClaims(ctx, r, t.Comparison)
			}
			if claims == "" && err == nil || errors.Is(err, errBudget) {
				continue
			}
			if err != nil {
				return err
			}
			j.known.OtherClaims, t.evidence.OtherClaims = claims, claims
		}
		if err := j.compareRuns(t, t.evidence); err != nil {
			return err
		}
		if j.addRepeats(t); t.Comparison.Verdict != compare.Undecided {
			continue
		}
		judged, err := j.judge(ctx, r, &again)
		if errors.Is(context.Cause(ctx), errBudget) { // it has fewer forms
			continue
		}
		if err != nil {
			return err
		}
		judged.Race, judged.Shifts = t.Race, t.Shifts
		*t = judged
	}
	return nil
}

// retriedElsewhere counts the faults of the other suites of the same engine that a second attempt did not repeat.
func retriedElsewhere(trials []Trial, but int) (all compare.RetriedFaults) {
	for i := range trials {
		if i != but && trials[i].Run.Engine.Name == trials[but].Run.Engine.Name {
			all.Add(trials[i].Comparison.RetriedFaults())
		}
	}
	return all
}

// claimsElsewhere says in which suite the base makes impossible claims of mates, and how many; empty: in none.
func claimsElsewhere(trials []Trial) string {
	for _, t := range trials {
		if n := t.Comparison.BaseClaims(); n > 0 {
			return fmt.Sprintf("%d in %s", n, t.Suite.Name)
		}
	}
	return ""
}

// searchOtherClaims searches the base under other limits until it claims a mate wrongly, and says where; empty: nowhere. It
// searches the positions in which the same side mates as in a wrong claim of the head. An engine that reports the
// score of an iteration that its limit ended makes such claims now and then, each time in another position.
//
// Let an engine make c such claims a run on average, by chance. With n limits it is not excused with a probability of
// (1-exp(-c))*exp(-n*c), at most 4 % for n = 8.
func (j *job) searchOtherClaims(ctx context.Context, r *runner.Runner, c *compare.Comparison) (string, error) {
	limits := otherLimits(j.config.Limit)
	if j.baseline != nil || len(limits) == 0 {
		return "", nil
	}
	keys := sameSide(j.suite, c.Mates.Wrong)
	for _, limit := range limits {
		searched, err := j.searchPart(ctx, r.Quiet(), j.base, j.suite, limit, keys...)
		if err != nil {
			return "", err
		}
		found := 0
		for i := range searched.Outcomes {
			if searched.Outcomes[i].Mate.Flaw.Impossible() {
				found++
			}
		}
		if found > 0 {
			return fmt.Sprintf("%d under %s", found, limit), nil
		}
	}
	return "", nil
}

// sameSide returns the IDs of the positions with a proven mate for the side to move, if a claim is about such a
// position. It adds those with a mate against that side, if a claim is about such a one.
func sameSide(s *suites.Suite, claims []compare.Claim) (ids []string) {
	sides := make(map[bool]bool)
	for _, claim := range claims {
		sides[claim.Proven > 0] = true
	}
	for i := range s.Records {
		if rec := &s.Records[i]; rec.HasMate && sides[rec.MateIn > 0] {
			ids = append(ids, rec.Key())
		}
	}
	return ids
}

// otherLimits returns limits near one by nodes, by time or by depth. It returns none where the positions have depths of their own
// or depend on those before them.
func otherLimits(limit bench.Limits) (limits []bench.Limits) {
	if limit.KeepState > 0 || limit.RecordDepth || limit.AnalysisDepth {
		return nil
	}
	add := func(change func(*bench.Limits)) {
		other := limit
		change(&other)
		limits = append(limits, other)
	}
	if limit.Depth > 0 && limit.Nodes == 0 && limit.MoveTime == 0 && limit.CPUTime == 0 {
		for _, depth := range []int{limit.Depth - 1, limit.Depth + 1, limit.Depth - 2, limit.Depth - 3} {
			if depth > 0 {
				add(func(l *bench.Limits) { l.Depth = depth })
			}
		}
		return limits
	}
	for _, eighths := range []int{9, 7, 10, 6, 12, 5, 14, 16} {
		add(func(l *bench.Limits) {
			l.Nodes = l.Nodes * uint64(eighths) / 8
			l.MoveTime = l.MoveTime * time.Duration(eighths) / 8
			l.CPUTime = l.CPUTime * time.Duration(eighths) / 8
		})
	}
	return limits
}
