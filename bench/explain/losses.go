package explain

import (
	"cmp"
	"context"
	"errors"
	"maps"
	"slices"
	"strings"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/runner"
	"github.com/zugwatch/zugwatch/bench/store"
)

// Losses holds the explanations of all positions that one run solves and another does not.
type Losses struct {
	Suite     string         `json:"suite"`
	Positions []*Explanation `json:"positions"` // in the order of the suite, the first lost form of each position
	Rules     []RuleLosses   `json:"rules"`     // those that are named most often first
}

// RuleLosses counts the positions that a rule loses.
type RuleLosses struct {
	Rule  string `json:"rule"`
	Named int    `json:"named"` // positions whose explanation names it first: see Explanation.BlamedRules
	Alone int    `json:"alone"` // positions that the head sees without it alone
}

// RunAll explains every position that the run of a base solves and that of a head does not. The runs come from files.
// It reports each position as it begins.
func RunAll(ctx context.Context, r *runner.Runner, q *Request, headFile, baseFile string) (all *Losses, err error) {
	base, err := store.Load(baseFile)
	if err != nil {
		return nil, err
	}
	head, err := store.Load(headFile)
	if err != nil {
		return nil, err
	}
	if base.Suite.Digest != head.Suite.Digest {
		return nil, failure.Inputf("%s is of suite %s, %s of %s (expected two runs of one suite in the same forms)", headFile, head.Suite.Name, baseFile, base.Suite.Name)
	}
	all = &Losses{Suite: head.Suite.Name, Positions: []*Explanation{}, Rules: []RuleLosses{}}
	lost := lostForms(base, head)
	if len(lost) == 0 {
		return all, nil
	}
	o, closeSides, err := q.open(ctx, r, head.Engine.Game)
	if err != nil {
		return nil, err
	}
	defer func() { err = errors.Join(err, closeSides()) }()
	o.Tracer = nil
	for i, id := range lost {
		r.Tell("position %d of %d: %s", i+1, len(lost), id)
		if o.Record, err = findRecord(r.Config, id); err != nil {
			return nil, err
		}
		e, err := Explain(ctx, *o)
		if err != nil {
			return nil, asFailure(ctx, err)
		}
		all.Positions = append(all.Positions, e)
	}
	all.countRules()
	return all, nil
}

// lostForms returns the first form of each position that the base solves and the head misses.
func lostForms(base, head *bench.Run) (lost []string) {
	solved := make(map[string]bool)
	for i := range base.Outcomes {
		solved[base.Outcomes[i].ID] = base.Outcomes[i].Verdict == bench.Solved
	}
	seen := make(map[string]bool)
	for i := range head.Outcomes {
		o := &head.Outcomes[i]
		if position := head.Suite.Position(o.ID); solved[o.ID] && o.Verdict == bench.Missed && !seen[position] {
			seen[position] = true
			lost = append(lost, o.ID)
		}
	}
	return lost
}

func (l *Losses) countRules() {
	counts := make(map[string]RuleLosses)
	add := func(rule string, named, alone int) {
		counts[rule] = RuleLosses{Rule: rule, Named: counts[rule].Named + named, Alone: counts[rule].Alone + alone}
	}
	for _, e := range l.Positions {
		if rules, _ := e.BlamedRules(); len(rules) > 0 {
			add(strings.Join(rules, " + "), 1, 0)
		}
		if e.Rules == nil {
			continue
		}
		for _, c := range e.Rules.Causes {
			if len(c.Rules) == 1 {
				add(c.Rules[0], 0, 1)
			}
		}
	}
	l.Rules = slices.AppendSeq(l.Rules, maps.Values(counts))
	slices.SortFunc(l.Rules, func(a, b RuleLosses) int {
		return cmp.Or(b.Named-a.Named, b.Alone-a.Alone, strings.Compare(a.Rule, b.Rule))
	})
}
