package audit

import (
	"errors"
	"fmt"

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

// String is the judgement in one word.
func (j Judgement) String() string {
	return [...]string{"undecided", "same", "looser", "stricter"}[j]
}

// Contrast is one row of a comparison.
type Contrast struct {
	Name       string
	Base, Head Count
	Difference stat.Interval // of the rates, head less base, with 95 % confidence
	Judgement  Judgement
}

// Comparison is two audits held against each other.
type Comparison struct {
	Base, Head *Report
	Total      Contrast
	Zugzwang   Contrast // of the same claims; only those count as wrong that are on positions of zugzwang
	Rules      []Contrast
	Depths     []Contrast
}

// Compare holds an audit against another of the same suite under the same limits
// and with the same share of claims.
func Compare(base, head *Report) (*Comparison, error) {
	switch {
	case base.Suite.Digest != head.Suite.Digest:
		return nil, fmt.Errorf("audits are of different suites: %s and %s", base.Suite.Name, head.Suite.Name)
	case base.Limits != head.Limits:
		return nil, fmt.Errorf("audits are under different limits: %s and %s", base.Limits, head.Limits)
	case base.Every != head.Every:
		return nil, fmt.Errorf("audits look at different shares: 1/%d and 1/%d", base.Every, head.Every)
	case base.Total.Claims == 0 && head.Total.Claims == 0:
		return nil, errors.New("audits have no claims to compare")
	}
	return &Comparison{
		Base: base, Head: head,
		Total: contrast("all", base.Total, head.Total), Zugzwang: contrast("zugzwangs", zugzwangs(base.Total), zugzwangs(head.Total)),
		Rules:  contrasts(base.Rules, head.Rules),
		Depths: contrasts(base.Depths, head.Depths),
	}, nil
}

// Looser tells whether the head is wrong more often, in all or in zugzwang.
func (c *Comparison) Looser() bool {
	return c.Total.Judgement == Looser || c.Zugzwang.Judgement == Looser
}

// zugzwangs is c when only zugzwangs count as wrong.
func zugzwangs(c Count) Count {
	s := c.Spread
	s.ClaimsWrong, s.WrongWrong = s.ClaimsZugzwang, s.Zugzwangs
	return Count{Claims: c.Claims, Wrong: c.Zugzwang, Zugzwang: c.Zugzwang, Spread: s}
}

// contrast judges two counts.
func contrast(name string, base, head Count) Contrast {
	c := Contrast{Name: name, Base: base, Head: head, Difference: difference(base, head)}
	switch {
	case base == head:
		c.Judgement = Same
	case base.Claims == 0 && head.Wrong > 0: // who claims nothing is never wrong
		c.Judgement = Looser
	case head.Claims == 0 && base.Wrong > 0:
		c.Judgement = Stricter
	case base.Claims == 0 || head.Claims == 0:
		c.Judgement = Undecided
	case c.Difference.Low > 0:
		c.Judgement = Looser
	case c.Difference.High < 0:
		c.Judgement = Stricter
	}
	return c
}

// difference is where the rate of b less that of a lies. Where one of them has
// nothing wrong, or nothing right, its claims cling together as those of the other
// do.
func difference(a, b Count) stat.Interval {
	return stat.RateDifference(a.Rate(), a.worthAs(b), b.Rate(), b.worthAs(a))
}

// contrasts pairs rows by name: those of the base first, then those that the
// head alone has.
func contrasts(base, head []Row) []Contrast {
	var all []Contrast
	seen := make(map[string]bool)
	count := func(rows []Row, name string) Count {
		for _, r := range rows {
			if r.Name == name {
				return r.Count
			}
		}
		return Count{}
	}
	for _, rows := range [][]Row{base, head} {
		for _, r := range rows {
			if !seen[r.Name] {
				seen[r.Name] = true
				all = append(all, contrast(r.Name, count(base, r.Name), count(head, r.Name)))
			}
		}
	}
	return all
}
