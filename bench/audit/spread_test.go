package audit

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/zugwatch/zugwatch/bench/stat"
)

// claims returns a count of one position.
func claims(n, wrong uint64) Count {
	c := Count{Claims: n, Wrong: wrong}
	c.endPosition()
	return c
}

// TestWorth holds the worth of claims against values computed by hand.
func TestWorth(t *testing.T) {
	sum := func(parts ...Count) (c Count) {
		for _, p := range parts {
			c.Add(p)
		}
		return c
	}
	student2 := stat.StudentSeries95(2) / stat.Normal95
	for _, test := range []struct {
		name  string
		count Count
		want  float64
	}{
		{"no positions", Count{Claims: 50, Wrong: 3}, 50},
		{"none", sum(), 0},
		{"one position", sum(claims(50, 3)), 1},
		{"none wrong", sum(claims(50, 0), claims(70, 0)), 2},
		{"all wrong", sum(claims(50, 50), claims(70, 70)), 2},
		{"a position without claims", sum(claims(50, 0), claims(0, 0)), 1},
		// The rate is 1/3, what is left over is 20/3, -10/3 and -10/3, and the variance
		// 3/2*(600/9)/30² = 1/9, 15 times that of 30 independent claims.
		{"one position is all wrong", sum(claims(10, 10), claims(10, 0), claims(10, 0)), 2 / (student2 * student2)},
		{"less spread than by chance", sum(claims(10, 1), claims(10, 1), claims(10, 1)), 30 / (student2 * student2)},
	} {
		if got := test.count.EffectiveSize(); math.Abs(got-test.want) > 1e-9 {
			t.Errorf("%s: %v, want %v", test.name, got, test.want)
		}
	}
}

// TestSpreadZugzwangs: what counts only zugzwangs as wrong has their spread.
func TestSpreadZugzwangs(t *testing.T) {
	var all, only Count
	for i := range uint64(5) {
		c := Count{Claims: 10 + i, Wrong: 5, Zugzwang: i}
		c.endPosition()
		all.Add(c)
		only.Add(claims(10+i, i))
	}
	if got := zugzwangs(all); got.EffectiveSize() != only.EffectiveSize() || got.Interval() != only.Interval() {
		t.Errorf("worth %v, want %v", got.EffectiveSize(), only.EffectiveSize())
	}
}

// kind is a kind of simulated suite.
type kind struct {
	name      string
	positions int
	rate      func(*rand.Rand) float64 // of wrong claims on one position
	mean      float64                  // of rate
}

// kinds are suites whose positions differ little, much, and as zugzwangs do: some
// have many wrong claims and most have few.
var kinds = []kind{
	{"alike", 40, func(*rand.Rand) float64 { return 0.05 }, 0.05},
	{"different", 40, func(r *rand.Rand) float64 { u := r.Float64(); return 0.15 * u * u }, 0.05},
	{"zugzwangs", 100, func(r *rand.Rand) float64 {
		if r.IntN(10) < 3 {
			return 0.1
		}
		return 0.01
	}, 0.037},
}

// draw returns the count of a suite of a kind.
func (k *kind) draw(r *rand.Rand) (sum Count) {
	for range k.positions {
		n := uint64(50 + r.IntN(400))
		p := k.rate(r)
		wrong := uint64(0)
		for range n {
			if r.Float64() < p {
				wrong++
			}
		}
		sum.Add(claims(n, wrong))
	}
	return sum
}

// TestCoverage draws suites: the interval contains the rate about as often as it claims.
// The interval for independent claims does not if positions differ.
func TestCoverage(t *testing.T) {
	const times = 1000
	for i, k := range kinds {
		t.Run(k.name, func(t *testing.T) {
			r := rand.New(rand.NewPCG(20, uint64(i)))
			covered, alone := 0, 0
			for range times {
				c := k.draw(r)
				if in := c.Interval(); in.Low <= k.mean && k.mean <= in.High {
					covered++
				}
				if in := stat.Wilson(c.Rate(), float64(c.Claims)); in.Low <= k.mean && k.mean <= in.High {
					alone++
				}
			}
			t.Logf("the rate lies in %.1f %% of the intervals, in %.1f %% of those of independent claims",
				100*float64(covered)/times, 100*float64(alone)/times)
			if covered < 935*times/1000 || covered > 985*times/1000 {
				t.Errorf("the rate lies in %d of %d intervals", covered, times)
			}
			if k.name != "alike" && alone > 800*times/1000 {
				t.Errorf("claims are independent: %d of %d", alone, times)
			}
		})
	}
}

// TestNothingWrong: where nothing is wrong on one side of a comparison, the other tells
// how claims cling together.
func TestNothingWrong(t *testing.T) {
	r := rand.New(rand.NewPCG(20, 9))
	some, _ := kinds[1].pair(r, 1)
	none := reportOf(slices.Repeat([]Share{{Claims: 250}}, 40))
	if c, err := Compare(some, none); err != nil || c.Total.Judgement != Stricter {
		t.Errorf("from %d of %d to none of %d: %+v, %v", some.Total.Wrong, some.Total.Claims, none.Total.Claims, c, err)
	}
	if c, err := Compare(none, some); err != nil || c.Total.Judgement != Looser {
		t.Errorf("from none to some: %+v, %v", c, err)
	}
	if high := none.Total.Interval().High; high < 0.05 {
		t.Errorf("none of 40 positions is wrong, and the rate is at most %v", high)
	}
}
