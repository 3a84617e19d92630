package audit

import (
	"math/rand/v2"
	"testing"

	"github.com/zugwatch/zugwatch/engine/must"
)

// reportOf returns the audit of a suite whose positions have these claims, all of one rule.
func reportOf(shares []Share) *Report {
	r := &Report{Limits: "depth=7", Every: 1}
	for _, s := range shares {
		s.Name = "null-cut"
		c := Count{Claims: s.Claims, Wrong: s.Wrong, Zugzwang: s.Zugzwang}
		c.endPosition()
		r.Total.Add(c)
		r.Positions = append(r.Positions, Position{Rules: []Share{s}})
	}
	r.Rules = []Row{{"null-cut", r.Total}}
	return r
}

// pair draws two audits of one suite. Each position has its own rate of wrong claims, and the
// rate of the head is times as high. Half of the wrong claims are the same in both.
func (k *kind) pair(r *rand.Rand, times float64) (base, head *Report) {
	var b, h []Share
	for range k.positions {
		n := uint64(50 + r.IntN(400))
		p := k.rate(r)
		s, t := Share{Claims: n}, Share{Claims: n}
		for range n {
			u := r.Float64()
			v := u
			if r.IntN(2) == 0 {
				v = r.Float64()
			}
			if u < p {
				s.Wrong++
			}
			if v < p*times {
				t.Wrong++
			}
		}
		b, h = append(b, s), append(h, t)
	}
	return reportOf(b), reportOf(h)
}

// TestPaired draws pairs of audits of one suite, 200 of each kind or 20,000 with ZUGWATCH_SLOW=1. If both engines err
// equally often, an interval of 95 % finds one of them looser in 2.5 %. One that errs a quarter more often is found in at
// least 25 % with few wrong claims, and nearly always with many.
func TestPaired(t *testing.T) {
	times := 200
	if must.Slow() {
		times = 20_000
	}
	for i, k := range append(kinds, kind{"rare", 60, func(r *rand.Rand) float64 {
		if r.IntN(10) < 2 {
			return 0.03
		}
		return 0
	}, 0.006}) {
		t.Run(k.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(21, uint64(i)))
			count := func(factor float64) (looser, stricter float64) {
				for range times {
					c := must.Get(Compare(k.pair(r, factor)))(t)
					switch c.Total.Judgement {
					case Looser:
						looser++
					case Stricter:
						stricter++
					case Same, Undecided:
					}
				}
				return 100 * looser / float64(times), 100 * stricter / float64(times)
			}
			looser, stricter := count(1)
			found, _ := count(1.25)
			t.Logf("equally often wrong: looser in %.2f %%, stricter in %.2f %%; a quarter more often: looser in %.1f %%", looser, stricter, found)
			if min(looser, stricter) < 0.4 || max(looser, stricter) > 4 {
				t.Errorf("looser in %.1f %% and stricter in %.1f %% of equals, want 2.5", looser, stricter)
			}
			if found < 25 {
				t.Errorf("one that is wrong a quarter more often is looser in %.1f %%", found)
			}
		})
	}
}
