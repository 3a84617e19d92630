package compare

import (
	"fmt"
	"strings"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/stat"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/text"
)

// Mates compares the claims of both runs on the positions with a proven mate.
type Mates struct {
	Asked int        `json:"asked"` // positions with a proven mate, forms of them counted one by one
	Base  MateCounts `json:"base"`
	Head  MateCounts `json:"head"`
	// Wrong are the claims of the head that are wrong, in suite order, those of positions in
	// quarantine left out.
	Wrong []Claim `json:"wrong"`

	told       int          // wrong claims of the head in quarantine
	inBase     int          // wrong claims of the head in forms in which the base claims wrongly too
	strict     bool         // the gate excuses none
	any        claimBalance // of all wrong claims
	impossible claimBalance // of those with an impossible flaw
}

// claimBalance compares the wrong claims of one kind that base and head make.
type claimBalance struct {
	base, head int // claims
	more, less int // positions with more claims in the head, and in the base
}

// count adds up the claims of a kind. Outside quarantine the forms of a position are compared.
func (b *claimBalance) count(kind func(bench.Flaw) bool, pairs []claimPair) {
	excess := make(map[string]int) // claims of the head less those of the base, by position
	for _, p := range pairs {
		before, now := boolToInt(kind(p.base)), boolToInt(kind(p.head))
		b.base, b.head = b.base+before, b.head+now
		excess[p.position] += now - before
	}
	for _, n := range excess {
		b.more, b.less = b.more+boolToInt(n > 0), b.less+boolToInt(n < 0)
	}
}

// claimPair holds the flaws of both sides in a form.
type claimPair struct {
	position   string
	base, head bench.Flaw
}

// MateCounts counts the answers of a run as matetrack does, and what is the matter
// with its claims.
type MateCounts struct {
	Found    int `json:"found"` // a mate for the side that mates
	Best     int `json:"best"`  // of these in as few moves as are proven
	CutShort int `json:"cut_short"`
	Wrong    int `json:"wrong"`
}

// Claim is a wrong claim of a mate.
type Claim struct {
	ID     string       `json:"id"` // of the position, with its form
	Proven engine.Score `json:"proven"`
	bench.MateClaim
	InBase bool `json:"in_base"` // the base claims the same there
}

// String returns the form, the claim, the proven mate and the iteration in words.
func (c Claim) String() string { return c.ID + " " + c.words() }

// words returns String without the form.
func (c Claim) words() string {
	what := fmt.Sprintf("claims %s at depth %d", c.Claim, c.Depth)
	switch c.Flaw {
	case bench.Sooner, bench.OtherSide:
		return fmt.Sprintf("%s where %s is proven", what, c.Proven)
	case bench.OtherMove:
		what += " by another move than it plays"
	case bench.LineBroken:
		what += " by a line that is not legal"
	case bench.LineSooner:
		what += " by a line that mates sooner"
	case bench.LineLonger:
		what += " by a line that is longer"
	case bench.LineUnmade, bench.NoFlaw, bench.CutShort:
		what += " by a line that does not mate"
	}
	return fmt.Sprintf("%s (%s is proven)", what, c.Proven)
}

// ofMate reports whether both runs have an answer, and of their scores, which differ, one is a mate.
func (c Change) ofMate() bool {
	_, before := c.Base.Score.Mate()
	_, now := c.Head.Score.Mate()
	return (before || now) && c.Base.Score != c.Head.Score && c.Base.Verdict != bench.Faulted && c.Head.Verdict != bench.Faulted
}

// add counts an answer.
func (n *MateCounts) add(o *bench.Outcome) {
	found, best := o.FoundMate()
	n.Found += boolToInt(found)
	n.Best += boolToInt(best)
	n.CutShort += boolToInt(o.Mate.Flaw == bench.CutShort)
	n.Wrong += boolToInt(o.Mate.Flaw.Wrong())
}

// compareMates compares the claims of both runs on proven mates. It leaves Mates nil if the suite is not one
// of mates and every claim of the head is right.
func (c *Comparison) compareMates(base, head []bench.Outcome, gate Gate) {
	m := &Mates{Wrong: []Claim{}, strict: gate.Strict}
	var pairs []claimPair
	for i := range head {
		b, h := &base[i], &head[i]
		proven, ok := h.Proven()
		if !ok {
			continue
		}
		m.Asked++
		m.Base.add(b)
		m.Head.add(h)
		quarantined := c.InQuarantine(h.ID)
		if !quarantined && !c.excluded.ids[h.ID] {
			pairs = append(pairs, claimPair{c.Suite.Position(h.ID), b.Mate.Flaw, h.Mate.Flaw})
		}
		switch {
		case !h.Mate.Flaw.Wrong() || c.excluded.ids[h.ID]:
		case quarantined:
			m.told++
		default:
			m.inBase += boolToInt(b.Mate.Flaw.Wrong())
			m.Wrong = append(m.Wrong, Claim{
				ID: h.ID, Proven: engine.MateIn(proven), MateClaim: h.Mate,
				InBase: b.Mate.Flaw == h.Mate.Flaw && b.Mate.Claim == h.Mate.Claim,
			})
		}
	}
	m.any.count(bench.Flaw.Wrong, pairs)
	m.impossible.count(bench.Flaw.Impossible, pairs)
	if gate.Axis == Mating || m.Head.Wrong > 0 {
		c.Mates = m
	}
}

// oldClaims reports whether the wrong claims are a flaw that the base has too. Either the base makes impossible
// claims somewhere, or each claim of the head has a line that begins with another move than it plays. Some engines
// print such a line now and then. The head must make claims of either kind in no more positions than chance explains
// (Q. McNemar, Note on the sampling error of the difference between correlated proportions, 1947).
func (c *Comparison) oldClaims(gate Gate) bool {
	return c.mayExcuse() && c.chanceExplainsClaims(gate)
}

// mayExcuse reports whether the base has the flaw of the wrong claims, so that only more of them fail.
func (c *Comparison) mayExcuse() bool {
	m := c.Mates
	return !m.strict && (m.impossible.head == 0 || m.impossible.base > 0 || c.evidence.OtherClaims != "")
}

// chanceExplainsClaims reports whether chance explains that the head claims wrongly in more positions than the base.
func (c *Comparison) chanceExplainsClaims(gate Gate) bool {
	risk := c.evidence.singleTestRisk(gate, c.Forms != nil)
	chance := func(b claimBalance) bool { return b.more <= b.less || stat.McNemar(b.more, b.less) > risk }
	return chance(c.Mates.any) && chance(c.Mates.impossible)
}

// claimNote lists wrong claims that are a flaw of the base too. It is empty where there are none.
func (c *Comparison) claimNote(gate Gate) string {
	m := c.Mates
	if m == nil || len(m.Wrong) == 0 || !c.oldClaims(gate) {
		return ""
	}
	var shown []string
	for _, claim := range m.Wrong[:min(maxClaims, len(m.Wrong))] {
		shown = append(shown, claim.String())
	}
	others := ""
	if c.evidence.OtherClaims != "" {
		others = " here, " + c.evidence.OtherClaims
	}
	return fmt.Sprintf("%s of a mate, %d of them in forms in which the base claims wrongly too; the base has %d%s: %s (strict: true fails them)",
		text.Count(len(m.Wrong), "wrong claim"), m.inBase, m.Base.Wrong, others, strings.Join(shown, ", "))
}

// claimsResult judges the claims of a suite that is not one of mates. It is ok if there are wrong claims to
// judge.
func (c *Comparison) claimsResult(gate Gate) (r Result, ok bool) {
	if c.Mates == nil || len(c.Mates.Wrong) == 0 || c.oldClaims(gate) {
		return r, false
	}
	r = Result{Axis: Mating, Verdict: Pass, Positions: []string{}}
	c.judgeClaims(&r, gate)
	return r, true
}

// RareClaims reports whether the comparison fails by impossible claims of the head, while the base makes none. Chance
// must explain as many claims if the base made some in other searches.
func (c *Comparison) RareClaims(gate Gate) bool {
	m := c.Mates
	return m != nil && !m.strict && len(m.Wrong) > 0 && !c.mayExcuse() && c.chanceExplainsClaims(gate)
}

// BaseClaims counts the impossible claims of mates that the base makes.
func (c *Comparison) BaseClaims() int {
	if c.Mates == nil {
		return 0
	}
	return c.Mates.impossible.base
}

// maxClaims is the largest number of wrong claims that a reason describes.
const maxClaims = 3

// judgeClaims fails if the head makes a wrong claim, one that a proof refutes. Wrong claims of the base
// excuse as many of the head: see oldClaims. The positions are listed before all others.
func (c *Comparison) judgeClaims(r *Result, gate Gate) {
	m := c.Mates
	if len(m.Wrong) == 0 || c.oldClaims(gate) {
		return
	}
	var named, claims []string
	inBase, seen := 0, make(map[string]bool)
	for _, claim := range m.Wrong {
		inBase += boolToInt(claim.InBase)
		claims = append(claims, claim.String())
		if position := c.Suite.Position(claim.ID); !seen[position] {
			seen[position] = true
			named = append(named, position)
		}
	}
	r.Positions = putFirst(named, r.Positions)
	r.addReason(Fail, "%s of a mate (allowed: 0): %s", text.Count(len(m.Wrong), "wrong claim"), text.JoinMost(claims, maxClaims))
	if inBase > 0 {
		r.addReason(Fail, "%d of them in the base too", inBase)
	}
	if c.mayExcuse() {
		r.addReason(Fail, "more wrong claims in %s, fewer in %s", text.Count(m.any.more, "position"), text.Count(m.any.less, "position"))
	}
}

// ClaimText describes the wrong claim on a position, in the first of its forms with one; empty if there is
// none. It names the form unless that is the position itself.
func (c *Comparison) ClaimText(id string) string {
	if c.Mates == nil {
		return ""
	}
	for _, claim := range c.Mates.Wrong {
		if c.Suite.Position(claim.ID) == c.Suite.Position(id) {
			if claim.ID == id {
				return claim.words()
			}
			return claim.String()
		}
	}
	return ""
}
