package audit

import (
	"maps"
	"slices"

	"github.com/zugwatch/zugwatch/bench/stat"
	"github.com/zugwatch/zugwatch/engine/pass"
)

// Count counts checked claims and those that were wrong.
type Count struct {
	Claims   uint64 `json:"claims"`   // that were checked
	Wrong    uint64 `json:"wrong"`    // of these
	Zugzwang uint64 `json:"zugzwang"` // of the wrong ones, those on positions of zugzwang, of at least pass.MinZugzwang plies
	Short    uint64 `json:"short"`    // centipawns that the wrong ones were short of beta, at least, in sum; a mate counts as MaxShort
	Worst    uint64 `json:"worst"`    // the largest of these

	Spread Spread `json:"spread,omitzero"` // zero: each claim is taken for independent of the others
}

// MaxShort caps the error of a single claim, in centipawns, so that no blunder rules a mean.
const MaxShort = 2000

// Rate returns the share of wrong claims, 0 without claims.
func (c Count) Rate() float64 {
	if c.Claims == 0 {
		return 0
	}
	return float64(c.Wrong) / float64(c.Claims)
}

// Mean returns how many centipawns a wrong claim was short of beta, at least, 0
// without any.
func (c Count) Mean() float64 {
	if c.Wrong == 0 {
		return 0
	}
	return float64(c.Short) / float64(c.Wrong)
}

func (c *Count) addClaim(a *pass.Audited) {
	c.Claims++
	if !a.Wrong() {
		return
	}
	c.Wrong++
	if a.Zugzwang {
		c.Zugzwang++
	}
	short := shortOf(a)
	c.Short += short
	c.Worst = max(c.Worst, short)
}

// Add adds the counts of o.
func (c *Count) Add(o Count) {
	c.Claims += o.Claims
	c.Wrong += o.Wrong
	c.Zugzwang += o.Zugzwang
	c.Short += o.Short
	c.Worst = max(c.Worst, o.Worst)
	c.Spread.add(o.Spread)
}

// Row is the count of claims that have something in common.
type Row struct {
	Name string `json:"name"`
	Count
}

// tally counts claims by a number.
type tally map[int]*Count

// at returns the count of a number, to add to.
func (t tally) at(key int) *Count {
	if t[key] == nil {
		t[key] = new(Count)
	}
	return t[key]
}

// rows lists the counts by rising key.
func (t tally) rows(name func(int) string) []Row {
	rows := []Row{}
	for _, key := range slices.Sorted(maps.Keys(t)) {
		rows = append(rows, Row{name(key), *t[key]})
	}
	return rows
}

// Spread describes how claims are spread over the positions of the suite. Claims of one search
// concern similar positions and are wrong together, so a thousand of them are not a thousand
// independent observations. Spread holds sums over the positions, so that the spreads of different
// positions can be added.
type Spread struct {
	Positions      uint64 `json:"positions"`       // on whose search claims were checked
	ClaimsClaims   uint64 `json:"claims_claims"`   // their squares and products
	ClaimsWrong    uint64 `json:"claims_wrong"`    //
	WrongWrong     uint64 `json:"wrong_wrong"`     //
	ClaimsZugzwang uint64 `json:"claims_zugzwang"` //
	Zugzwangs      uint64 `json:"zugzwangs"`       // squares of zugzwangs
}

// add adds the spread of claims of other positions.
func (s *Spread) add(o Spread) {
	s.Positions += o.Positions
	s.ClaimsClaims += o.ClaimsClaims
	s.ClaimsWrong += o.ClaimsWrong
	s.WrongWrong += o.WrongWrong
	s.ClaimsZugzwang += o.ClaimsZugzwang
	s.Zugzwangs += o.Zugzwangs
}

// endPosition notes that all claims counted so far are of one position.
func (c *Count) endPosition() {
	if c.Claims == 0 {
		c.Spread = Spread{}
		return
	}
	c.Spread = Spread{
		Positions: 1, ClaimsClaims: c.Claims * c.Claims,
		ClaimsWrong: c.Claims * c.Wrong, WrongWrong: c.Wrong * c.Wrong,
		ClaimsZugzwang: c.Claims * c.Zugzwang, Zugzwangs: c.Zugzwang * c.Zugzwang,
	}
}

// Interval returns the 95 % confidence interval of the rate: Wilson's, for the effective number of
// independent claims. The positions are the sample, so it holds for searches of positions of the
// same kind. Of a suite of one position it says next to nothing.
func (c Count) Interval() stat.Interval { return stat.Wilson(c.Rate(), c.EffectiveSize()) }

// EffectiveSize returns the effective sample size: how many independent claims would tell the rate
// as well. If none is wrong, or all are, each position counts for one.
func (c Count) EffectiveSize() float64 {
	if c.Spread.Positions == 0 {
		return float64(c.Claims)
	}
	effect, known := c.effect()
	if !known {
		return float64(c.Spread.Positions)
	}
	return float64(c.Claims) / effect
}

// effect returns the design effect: the number of claims that count as one independent claim, at
// least 1. It is the variance of the ratio of wrong claims to claims between positions, linearised
// (Kish, 1965), divided by that of independent claims. It includes the square of Student's
// quantile for that many positions over the normal one (Korn and Graubard, 1998).
func (c Count) effect() (claims float64, known bool) {
	s := &c.Spread
	if s.Positions < 2 || c.Wrong == 0 || c.Wrong == c.Claims {
		return 1, false
	}
	n, m, p := float64(c.Claims), float64(s.Positions), c.Rate()
	squares := float64(s.WrongWrong) - float64(2*p*float64(s.ClaimsWrong)) + float64(float64(p*p)*float64(s.ClaimsClaims))
	variance := m / (m - 1) * squares / float64(n*n)
	alone := float64(p*(1-p)) / n
	t := stat.StudentSeries95(m-1) / stat.Normal95
	return max(1, variance/alone) * float64(t*t), true
}

// Position counts the claims in the search of one position of the suite. Two audits are
// compared position by position.
type Position struct {
	ID     string  `json:"id"`
	Rules  []Share `json:"rules"`  // as Report.Rules
	Depths []Share `json:"depths"` // as Report.Depths
}

// Share is a position's part of a row.
type Share struct {
	Name     string `json:"name"`
	Claims   uint64 `json:"claims"`
	Wrong    uint64 `json:"wrong"`
	Zugzwang uint64 `json:"zugzwang"`
}

func (s *Share) add(o Share) {
	s.Claims += o.Claims
	s.Wrong += o.Wrong
	s.Zugzwang += o.Zugzwang
}

// shares lists the counts by rising key.
func (t tally) shares(name func(int) string) []Share {
	list := []Share{}
	for _, row := range t.rows(name) {
		list = append(list, Share{Name: row.Name, Claims: row.Claims, Wrong: row.Wrong, Zugzwang: row.Zugzwang})
	}
	return list
}

// total returns the sum over the rules, each claim being of one.
func (p *Position) total() (sum Share) {
	for _, s := range p.Rules {
		sum.add(s)
	}
	return sum
}

// zugzwangs returns all when only zugzwangs count as wrong.
func (p *Position) zugzwangs() Share {
	s := p.total()
	s.Wrong = s.Zugzwang
	return s
}

// shareNamed returns the share with a name, or one without claims.
func shareNamed(list []Share, name string) Share {
	for _, s := range list {
		if s.Name == name {
			return s
		}
	}
	return Share{Name: name}
}
