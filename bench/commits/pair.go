package commits

import (
	"math"
	"slices"
	"time"

	"github.com/zugwatch/zugwatch/bench/compare"
	"github.com/zugwatch/zugwatch/bench/effect"
	"github.com/zugwatch/zugwatch/bench/gate"
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
	Reason  string   `json:"reason"`  // the one that decided
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

// tail is the part of chance that lies beyond each end of an interval.
const tail = 0.025

// addResult adds the verdicts of the gates, as far as the pair was judged.
func (p *Pair) addResult(result *gate.Result) {
	p.Verdict, p.Change = result.Verdict.String(), result.Change().String()
	for i := range result.Trials {
		t := &result.Trials[i]
		suite := newSuite(t.Comparison)
		if t.Race != nil {
			race := t.Race.Assessment.ResultBesideSuites()
			suite.Axes = append(suite.Axes, axisOf(race))
			suite.Verdict = compare.Worst(t.Comparison.Verdict, race.Verdict).String()
		}
		p.Suites = append(p.Suites, suite)
	}
	for i := range result.Games {
		g := &result.Games[i]
		p.Suites = append(p.Suites, Suite{
			Suite: g.Name, Limit: g.Limits, Verdict: g.Result.Verdict.String(), Change: g.Change().String(),
			Axes: []Axis{axisOf(g.Result)}, Positions: slices.Clone(g.Result.Positions),
		})
	}
}

func newSuite(c *compare.Comparison) Suite {
	s := Suite{
		Suite: c.Suite.Name, Limit: c.Limits, Verdict: c.Verdict.String(), Change: c.Identity.Change.String(),
		SolvedBase: c.Base.Totals.Solved, SolvedHead: c.Head.Totals.Solved, Axes: []Axis{}, Positions: lostPositions(c),
	}
	if f := c.Forms; f != nil {
		s.Solution, s.Tree = growth(f.Solution), growth(c.Tree())
		if f.SolvedBase+f.SolvedHead > 0 {
			s.Lost = finite(f.Lost.Low(tail), f.Lost.Mean, f.Lost.High(tail))
		} else {
			s.Solution = nil
		}
	} else {
		s.addSingleShifts(c)
	}
	for _, g := range c.Gates {
		s.Axes = append(s.Axes, axisOf(g))
	}
	return s
}

// addSingleShifts adds the shifts of positions that were searched as they stand.
func (s *Suite) addSingleShifts(c *compare.Comparison) {
	if r := c.Solution; r != nil {
		s.Solution = finite(r.Low-1, r.Mean-1, r.High-1)
	}
	if c.Work.GeoMean > 0 {
		mean := c.Work.GeoMean - 1
		s.Tree = finite(mean, mean, mean)
	}
	if c.Base.Totals.Asked > 0 {
		lost := float64(len(c.Lost)-len(c.Gained)) / float64(c.Base.Totals.Asked)
		s.Lost = finite(lost, lost, lost)
	}
}

// growth returns the factor of an estimate of logarithms, less one.
func growth(e effect.Estimate) *Shift {
	if e.Positions == 0 {
		return nil
	}
	return finite(math.Expm1(e.Low(tail)), math.Expm1(e.Mean), math.Expm1(e.High(tail)))
}

// finite returns the shift of three numbers, nil where one is none.
func finite(low, mean, high float64) *Shift {
	for _, x := range []float64{low, mean, high} {
		if math.IsNaN(x) || math.IsInf(x, 0) {
			return nil
		}
	}
	return &Shift{low, mean, high}
}

func axisOf(r compare.Result) Axis {
	a := Axis{Axis: r.Axis.String(), Verdict: r.Verdict.String(), Effects: []Effect{}}
	for _, e := range r.Effects {
		if shift := finite(e.Low, e.Mean, e.High); shift != nil {
			a.Effects = append(a.Effects, Effect{e.What, *shift, e.Allowed, e.Verdict.String()})
		}
	}
	a.Reason = r.Reason()
	return a
}

// lostPositions returns the positions named as lost, in the order of the comparison. If none is named, it returns
// the positions that count against the failing gates.
func lostPositions(c *compare.Comparison) []string {
	ids := []string{}
	if c.Forms != nil {
		for _, p := range c.Forms.Named {
			ids = append(ids, p.ID)
		}
	}
	if len(ids) > 0 {
		return ids
	}
	for _, g := range c.Gates {
		if g.Verdict != compare.Fail {
			continue
		}
		for _, id := range g.Positions {
			if !slices.Contains(ids, id) {
				ids = append(ids, id)
			}
		}
	}
	return ids
}
