package audit

// Spread says how claims are spread over the positions of the suite that they
// come from. Claims of one search are made on positions that resemble each other
// and are wrong together, so that a thousand of them are not a thousand opinions.
// It holds sums over these positions, so that the spreads of different positions
// can be added.
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

// settle notes that all claims counted so far are of one position.
func (c *Count) settle() {
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

// Interval is where the rate lies with 95 % confidence: that of Wilson for as
// many independent claims as these are worth. The positions are what was drawn, so
// it speaks of searches of positions of the same kind, and of a suite of one
// position it says next to nothing.
func (c Count) Interval() Interval { return wilson(c.Rate(), c.Worth()) }

// Worth is how many independent claims would tell the rate as well. Where none is
// wrong, or all are, nothing is known of how they cling together, and each position
// counts for one.
func (c Count) Worth() float64 {
	if c.Spread.Positions == 0 {
		return float64(c.Claims)
	}
	effect, known := c.effect()
	if !known {
		return float64(c.Spread.Positions)
	}
	return float64(c.Claims) / effect
}

// worthAs is Worth, but where nothing is known of how the claims cling together,
// they do so as others.
func (c Count) worthAs(o Count) float64 {
	_, known := c.effect()
	effect, other := o.effect()
	if c.Spread.Positions == 0 || known || !other {
		return c.Worth()
	}
	return max(c.Worth(), float64(c.Claims)/effect)
}

// effect is how many claims count for one independent one: the variance of the
// ratio of wrong claims to claims between positions, linearised (Kish, 1965), to
// that of independent claims, and Student's quantile for that many positions to the
// normal one, squared (Korn and Graubard, 1998). It is at least 1.
func (c Count) effect() (claims float64, known bool) {
	s := &c.Spread
	if s.Positions < 2 || c.Wrong == 0 || c.Wrong == c.Claims {
		return 1, false
	}
	n, m, p := float64(c.Claims), float64(s.Positions), c.Rate()
	squares := float64(s.WrongWrong) - float64(2*p*float64(s.ClaimsWrong)) + float64(float64(p*p)*float64(s.ClaimsClaims))
	variance := m / (m - 1) * squares / float64(n*n)
	alone := float64(p*(1-p)) / n
	t := student(m-1) / z
	return max(1, variance/alone) * float64(t*t), true
}

// student is the quantile of Student's distribution for 95 % on both sides, by the
// expansion of Fisher and Cornish (1960) in the degrees of freedom: right to 1 %
// from two of them on.
func student(freedom float64) float64 {
	if freedom < 2 {
		return 12.7062
	}
	square := float64(z * z)
	sum := z
	power := 1.0
	for _, terms := range [...][]float64{
		{1. / 4, 1. / 4},
		{3. / 96, 16. / 96, 5. / 96},
		{-15. / 384, 17. / 384, 19. / 384, 3. / 384},
		{-945. / 92160, -1920. / 92160, 1482. / 92160, 776. / 92160, 79. / 92160},
	} {
		power /= freedom
		value := 0.0
		for i := len(terms) - 1; i >= 0; i-- {
			value = float64(value*square) + terms[i]
		}
		sum += float64(float64(z*value) * power)
	}
	return sum
}
