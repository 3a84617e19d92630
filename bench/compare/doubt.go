package compare

// doubt adds what keeps any verdict but Fail from being sure.
func (c *Comparison) doubt(r *Result, gate Gate, verdict Verdict) {
	if faults := c.faults.head; faults > gate.MaxFaults {
		r.because(Inconclusive, "%d with a fault (allowed: %d)", faults, gate.MaxFaults)
	}
	if faults := c.faults.base; faults > 0 {
		r.because(Inconclusive, "%d of the base with a fault", faults)
	}
	if verdict == Inconclusive || c.nondeterministic {
		r.because(Inconclusive, "%s: one run cannot tell a loss from chance", c.Inexact())
	}
}

// worse returns the verdict on a difference that is more than allowed.
func (c *Comparison) worse() Verdict {
	if c.Exact {
		return Fail
	}
	return Inconclusive
}
