package compare

import (
	"fmt"
	"strings"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/stat"
)

// missedLimitsReason describes the searches of both sides that missed their limit. It is empty if only a few did,
// if the limit is a clock, or if the gate tolerates them.
func (c *Comparison) missedLimitsReason(gate Gate) string {
	if !c.limits.Exact() || c.searchedEqually() {
		return ""
	}
	if late := c.excluded.late; 2*late > c.Head.Totals.Positions {
		return fmt.Sprintf("base and head overran limits %s in %d of %d searches, so that nothing is measured (expected limits that the engine keeps, such as depth=8; zugwatch doctor tries them)",
			c.Limits, late, c.Head.Totals.Positions)
	}
	if more := c.Head.Totals.Early - c.Base.Totals.Early; gate.Axis == Nodes && 10*more > c.Head.Totals.Positions {
		return fmt.Sprintf("the head ended %d searches more than the base long before limits %s, of %d, so that fewer nodes say nothing", more, c.Limits, c.Head.Totals.Positions)
	}
	for _, side := range []struct {
		name   string
		totals bench.Totals
	}{{"head", c.excluded.totals(c.Head.Totals)}, {"base", c.excluded.totals(c.Base.Totals)}} {
		if t := &side.totals; t.MissedLimits() > max(gate.MaxMissedLimits, bench.FewMissedLimits(t.Positions)) {
			return fmt.Sprintf("%d of %d searches of the %s did not keep limits %s, so that nothing is measured: %s", t.MissedLimits(), t.Positions, side.name, c.Limits, MissedLimitsText(t))
		}
	}
	return ""
}

// MissesLimits reports whether more searches missed an exact limit than are tolerated, so that nothing is measured.
func (c *Comparison) MissesLimits() bool { return c.unmeasured }

// unequalNodes is the ratio of two medians of nodes from which on two sides keep a limit by nodes in different ways.
const unequalNodes = 1.1

// SpendsUnequally reports whether one side goes beyond the limit by nodes and the other spends fewer. The first may
// look at the limit every few thousand nodes. The forms that both miss are compared, as these go on to the limit; it
// is false for too few of them. A side that ends its searches before the limit does so by its own choice, and is
// judged for it.
func SpendsUnequally(base, head *bench.Run) bool {
	var before, now []float64
	for i := range head.Outcomes {
		b, h := &base.Outcomes[i], &head.Outcomes[i]
		if b.Verdict == bench.Missed && h.Verdict == bench.Missed && b.Ended != bench.Early && h.Ended != bench.Early {
			before, now = append(before, float64(b.Nodes)), append(now, float64(h.Nodes))
		}
	}
	if len(now) < MinInterval {
		return false
	}
	limits, err := bench.ParseLimits(head.Limits)
	b, h := stat.Median(before), stat.Median(now)
	return err == nil && max(b, h) > unequalNodes*max(float64(limits.Nodes), min(b, h))
}

// searchedEqually reports whether base and head searched everything that has a say alike, to the node.
func (c *Comparison) searchedEqually() bool {
	if c.all != nil {
		return c.all.Tree.Forms > 0 && c.all.Changed == 0
	}
	return c.Work.Positions > 0 && c.Work.Same == c.Work.Positions && len(c.Lost)+len(c.Gained)+len(c.OtherMove)+len(c.Broken)+len(c.Fixed) == 0
}

// MissedLimitsText says how searches missed their limits, and what to do about it.
func MissedLimitsText(t *bench.Totals) string {
	var how []string
	if t.Early > 0 {
		how = append(how, fmt.Sprintf("%d ended long before by the engine's own choice", t.Early))
	}
	if t.Late > 0 {
		how = append(how, fmt.Sprintf("%d overran them", t.Late))
	}
	return strings.Join(how, ", ") + " (expected limits that the engine keeps, such as depth=8; zugwatch doctor tries them)"
}

// InexactText returns why a difference may be chance.
func (c *Comparison) InexactText() string {
	if c.nondeterministic {
		return "the engine answers differently when it is asked again, " + differencesText(c.evidence.Nondeterministic)
	}
	if b, h := c.Base.Totals, c.Head.Totals; b.MissedLimits()+h.MissedLimits() > 0 && c.limits.Exact() {
		return fmt.Sprintf("limits %s are not kept", c.Limits)
	}
	return fmt.Sprintf("limits %s read a clock or several threads searched", c.Limits)
}

// doubtMissedLimits withdraws the verdicts that rest on searches which missed their limit.
func (c *Comparison) doubtMissedLimits(gate Gate) {
	why := c.missedLimitsReason(gate)
	if why == "" {
		return
	}
	c.unmeasured = true
	for i := range c.Gates {
		r := &c.Gates[i]
		r.Verdict, r.Positions, r.Reasons = Inconclusive, []string{}, append([]string{why}, r.Reasons...)
	}
}
