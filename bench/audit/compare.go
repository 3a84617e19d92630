package audit

import (
	"errors"
	"fmt"
	"math"
	"slices"

	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/bench/stat"
)

// Judgement says how the claims of one engine compare with those of another.
type Judgement uint8

// The judgements. The zero value decides nothing.
const (
	Undecided Judgement = iota // the difference may be chance
	Same                       // the same claims were checked and the same were wrong
	Looser                     // more of the claims are wrong
	Stricter                   // fewer are
)

// String returns the judgement in one word.
func (j Judgement) String() string {
	return [...]string{"undecided", "same", "looser", "stricter"}[j]
}

// RuleDifference is one row of a comparison.
type RuleDifference struct {
	Name       string
	Base, Head Count
	Difference stat.Interval // of the rates, head less base, with 95 % confidence
	Judgement  Judgement
}

// Comparison compares two audits.
type Comparison struct {
	Base, Head *Report
	Total      RuleDifference
	Zugzwang   RuleDifference // of the same claims; only those count as wrong that are on positions of zugzwang
	Rules      []RuleDifference
	Depths     []RuleDifference
}

// CompareFiles compares the audits in two files.
func CompareFiles(base, head string) (*Comparison, error) {
	before, err := Load(base)
	if err != nil {
		return nil, err
	}
	after, err := Load(head)
	if err != nil {
		return nil, err
	}
	found, err := Compare(before, after)
	if err != nil {
		return nil, failure.With(failure.Baseline, err)
	}
	return found, nil
}

// Compare compares two audits of the same suite, under the same limits and with the same share of claims.
func Compare(base, head *Report) (*Comparison, error) {
	switch {
	case base.Suite.Digest != head.Suite.Digest:
		return nil, fmt.Errorf("audits are of different suites: %s and %s", base.Suite.Name, head.Suite.Name)
	case base.Limits != head.Limits:
		return nil, fmt.Errorf("audits are under different limits: %s and %s", base.Limits, head.Limits)
	case base.Every != head.Every:
		return nil, fmt.Errorf("audits look at different shares: 1/%d and 1/%d", base.Every, head.Every)
	case len(base.Positions) != len(head.Positions):
		return nil, fmt.Errorf("audits are of %d and %d positions", len(base.Positions), len(head.Positions))
	case !slices.EqualFunc(base.Positions, head.Positions, func(a, b Position) bool { return a.ID == b.ID }):
		return nil, errors.New("audits are of different positions, or of the same in another order")
	case base.Total.Claims == 0 && head.Total.Claims == 0:
		return nil, errors.New("audits have no claims to compare")
	}
	p := paired{base.Positions, head.Positions}
	return &Comparison{
		Base: base, Head: head,
		Total:    p.contrast("all", base.Total, head.Total, (*Position).total),
		Zugzwang: p.contrast("zugzwangs", zugzwangs(base.Total), zugzwangs(head.Total), (*Position).zugzwangs),
		Rules:    p.contrasts(base.Rules, head.Rules, func(at *Position) []Share { return at.Rules }),
		Depths:   p.contrasts(base.Depths, head.Depths, func(at *Position) []Share { return at.Depths }),
	}, nil
}

// IsWorse reports whether the head is wrong more often, in all or in zugzwang.
func (c *Comparison) IsWorse() bool {
	return c.Total.Judgement == Looser || c.Zugzwang.Judgement == Looser
}

// zugzwangs returns c when only zugzwangs count as wrong.
func zugzwangs(c Count) Count {
	s := c.Spread
	s.ClaimsWrong, s.WrongWrong = s.ClaimsZugzwang, s.Zugzwangs
	return Count{Claims: c.Claims, Wrong: c.Zugzwang, Zugzwang: c.Zugzwang, Spread: s}
}

// paired are the positions of two audits, side by side.
type paired struct{ base, head []Position }

// contrast judges two counts. Every position has a share of each. An engine that claims
// nothing is never wrong.
func (p paired) contrast(name string, base, head Count, share func(*Position) Share) RuleDifference {
	difference, known := p.difference(base, head, share)
	c := RuleDifference{Name: name, Base: base, Head: head, Difference: difference}
	switch {
	case base == head:
		c.Judgement = Same
	case !known:
		c.Judgement = Undecided
	case c.Difference.Low > 0:
		c.Judgement = Looser
	case c.Difference.High < 0:
		c.Judgement = Stricter
	}
	return c
}

// minDiffering is the number of positions that must differ before a difference is judged. Five
// that all differ the same way do so by chance in 6 % of all cases.
const minDiffering = 6

// difference returns the 95 % interval of the rate of wrong claims of the head less that of
// the base. Both searched the same positions, so each position is one observation. It is what the position adds to
// the rate of the head, less what it adds to that of the base. Both are linearised as for one rate (Kish, 1965).
// Claims of one position depend on each other, within an engine and between the two; positions do not.
//
// The degrees of freedom of the variance follow from the kurtosis of the observations (W. G.
// Cochran, Sampling Techniques, 1977, section 5.4). If a few positions have nearly all wrong
// claims, only these count. Known is false where fewer than minDiffering differ.
func (p paired) difference(base, head Count, share func(*Position) Share) (in stat.Interval, known bool) {
	parted := 0
	var squares, fourths float64
	part := func(s Share, all Count) float64 {
		if all.Claims == 0 {
			return 0
		}
		return (float64(s.Wrong) - float64(all.Rate()*float64(s.Claims))) / float64(all.Claims)
	}
	m := float64(len(p.base))
	for i := range p.base {
		b, h := share(&p.base[i]), share(&p.head[i])
		if b.Wrong != h.Wrong {
			parted++
		}
		d := part(h, head) - part(b, base)
		squares += float64(d * d)
		fourths += float64(d * d * float64(d*d))
	}
	middle := head.Rate() - base.Rate()
	if parted < minDiffering {
		return stat.Interval{Low: -1, High: 1}, false
	}
	if squares == 0 {
		return stat.Interval{Low: middle, High: middle}, true
	}
	kurtosis := m * fourths / float64(squares*squares)
	freedom := m - 1
	if kurtosis > 1 {
		freedom = min(freedom, 2*m/(kurtosis-1))
	}
	half := stat.StudentSeries95(freedom) * math.Sqrt(m/(m-1)*squares)
	return stat.Interval{Low: middle - half, High: middle + half}, true
}

// contrasts pairs rows by name: those of the base first, then those that the
// head alone has. A row in which one side claims nothing is undecided: there is no
// rate to compare.
func (p paired) contrasts(base, head []Row, shares func(*Position) []Share) []RuleDifference {
	var all []RuleDifference
	seen := make(map[string]bool)
	count := func(rows []Row, name string) Count {
		for _, r := range rows {
			if r.Name == name {
				return r.Count
			}
		}
		return Count{}
	}
	for _, r := range slices.Concat(base, head) {
		if seen[r.Name] {
			continue
		}
		seen[r.Name] = true
		c := p.contrast(r.Name, count(base, r.Name), count(head, r.Name), func(at *Position) Share { return shareNamed(shares(at), r.Name) })
		if c.Base.Claims == 0 || c.Head.Claims == 0 {
			c.Judgement = Undecided
		}
		all = append(all, c)
	}
	return all
}
