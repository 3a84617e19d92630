package compare

// addDoubts adds what makes any verdict but Fail uncertain.
func (c *Comparison) addDoubts(r *Result, gate Gate, verdict Verdict) {
	c.addFaults(r, gate)
	if verdict == Inconclusive || c.nondeterministic {
		r.addReason(Inconclusive, "%s: one run cannot tell a loss from chance", c.InexactText())
	}
}

// addFaults adds that the head has more faults than are tolerated, or the base one.
func (c *Comparison) addFaults(r *Result, gate Gate) {
	if faults := c.faults.head; faults > gate.MaxFaults {
		r.addReason(Inconclusive, "%d with a fault (allowed: %d)", faults, gate.MaxFaults)
	}
	if faults := c.faults.base; faults > 0 {
		r.addReason(Inconclusive, "%d of the base with a fault", faults)
	}
}

// worseVerdict returns the verdict on a difference that is more than allowed.
func (c *Comparison) worseVerdict() Verdict {
	if c.Exact {
		return Fail
	}
	return Inconclusive
}
