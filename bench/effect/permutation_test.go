package effect

import (
	"fmt"
	"math"
	"math/bits"
	"math/rand/v2"
	"slices"
	"testing"
)

// TestChanceEnumerated holds PermutationPValue against the plain form on small cases: all ways to
// choose which of the searches of each position are the head's.
func TestChanceEnumerated(t *testing.T) {
	random := rand.New(rand.NewPCG(15, 1))
	for range 300 {
		var positions []Solved
		for range random.IntN(4) {
			forms := 1 + random.IntN(4)
			positions = append(positions, Solved{Base: random.IntN(forms + 1), Head: random.IntN(forms + 1), Forms: forms})
		}
		if got, want := PermutationPValue(positions), enumerated(positions); math.Abs(got-want) > 1e-12 {
			t.Errorf("%v: %.15f, want %.15f", positions, got, want)
		}
	}
}

// enumerated counts the choices whose loss is at least that of the positions.
func enumerated(positions []Solved) float64 {
	seen, total := 0, 0
	loss := 0
	for _, p := range positions {
		loss += p.Base - p.Head
	}
	var choose func(i, sum int)
	choose = func(i, sum int) {
		if i == len(positions) {
			total++
			if sum >= loss {
				seen++
			}
			return
		}
		p := positions[i]
		solved := uint(1)<<(p.Base+p.Head) - 1 // of the searches of both, those that solved
		for head := range uint(1) << (2 * p.Forms) {
			if bits.OnesCount(head) == p.Forms {
				choose(i+1, sum+p.Base+p.Head-2*bits.OnesCount(head&solved))
			}
		}
	}
	choose(0, 0)
	return float64(seen) / float64(total)
}

// TestLoss: the variance is that of forms that flip either way, which are enumerated.
func TestLoss(t *testing.T) {
	random := rand.New(rand.NewPCG(15, 4))
	for range 200 {
		var positions []Solved
		var variance, mean float64
		for range 1 + random.IntN(4) {
			p := Solved{Forms: 1 + random.IntN(6)}
			lost := random.IntN(p.Forms + 1)
			gained := random.IntN(p.Forms - lost + 1)
			p.Base, p.Head, p.Flipped = lost, gained, lost+gained
			positions = append(positions, p)
			mean += float64(p.Base-p.Head) / float64(p.Forms)
			squares := 0.0
			for signs := range 1 << p.Flipped {
				d := float64(2*bits.OnesCount(uint(signs))-p.Flipped) / float64(p.Forms)
				squares += d * d
			}
			variance += squares / float64(int(1)<<p.Flipped)
		}
		n := float64(len(positions))
		if e := EstimateLoss(positions); math.Abs(e.Mean-mean/n) > 1e-12 || math.Abs(e.Error-math.Sqrt(variance)/n) > 1e-12 {
			t.Errorf("%v: %+v, want mean %v, error %v", positions, e, mean/n, math.Sqrt(variance)/n)
		}
	}
	if e := EstimateLoss([]Solved{{}, {Base: 1, Head: 1, Forms: 1}}); e.Positions != 1 || !math.IsInf(e.High(0.05), 1) {
		t.Errorf("one form tells nothing: %+v", e)
	}
}

// TestLossCoverage draws base and head of positions that are equally hard for both, except
// a few that are lost in all forms. The true loss is beyond each bound no more often than
// the risk says.
func TestLossCoverage(t *testing.T) {
	random := rand.New(rand.NewPCG(15, 5))
	const lost = 6
	for _, positions := range []int{300, 40} {
		checkCoverage(t, fmt.Sprintf("%d positions", positions), 1.25, func() (Estimate, float64) {
			all, truth := make([]Solved, positions), 0.0
			for i := range all {
				p := &all[i]
				p.Forms = 4
				ease := min(1, 2*random.Float64())
				now := ease
				if i < lost {
					ease, now = 1, 0
				}
				truth += (ease - now) / float64(positions)
				for range p.Forms {
					before, after := int(math.Floor(random.Float64()+ease)), int(math.Floor(random.Float64()+now))
					p.Base, p.Head, p.Flipped = p.Base+before, p.Head+after, p.Flipped+(before^after)
				}
			}
			return EstimateLoss(all), truth
		})
	}
}

// TestAtLeast draws positions that the base solves in all forms. The head loses the
// allowed share of them, whole or form by form. The upper bound lies within that share no
// more often than the risk says, however few forms flip.
func TestAtLeast(t *testing.T) {
	random := rand.New(rand.NewPCG(15, 7))
	draws := coverageDraws()
	for _, test := range []struct {
		positions, forms int
		share            float64
	}{{24, 4, 0.02}, {26, 4, 0.05}, {26, 16, 0.05}, {300, 4, 0.02}, {8, 2, 0.02}} {
		for _, risk := range []float64{0.05, 0.017} {
			passed := 0
			for range draws {
				all := make([]Solved, test.positions)
				for i := range all {
					p := &all[i]
					p.Base, p.Forms = test.forms, test.forms
					for range p.Forms {
						if random.Float64() >= test.share {
							p.Head++
						}
					}
					p.Flipped = p.Base - p.Head
				}
				if EstimateLoss(all).AtLeast(test.share).High(risk) <= test.share {
					passed++
				}
			}
			if most := risk*float64(draws) + 4*math.Sqrt(risk*float64(draws)); float64(passed) > most {
				t.Errorf("%d positions in %d forms that lose %v pass at a risk of %v in %d of %d draws", test.positions, test.forms, test.share, risk, passed, draws)
			}
			t.Logf("%d positions in %d forms that lose %v pass at a risk of %v in %d of %d draws", test.positions, test.forms, test.share, risk, passed, draws)
		}
	}
}

// TestNormalChance: beyond manyMixed positions the normal distribution stands in.
func TestNormalChance(t *testing.T) {
	random := rand.New(rand.NewPCG(15, 3))
	for _, loss := range []float64{0, 0.02, 0.05} {
		positions := make([]Solved, 1500)
		for i := range positions {
			p := &positions[i]
			p.Forms = 1 + random.IntN(4)
			for range p.Forms {
				p.Base += random.IntN(2)
				if random.Float64() < 0.5-loss {
					p.Head++
				}
			}
		}
		if got, want := normalChance(positions), PermutationPValue(positions); math.Abs(got-want) > 0.001+want/20 {
			t.Errorf("loss %v: %.6f, want %.6f", loss, got, want)
		}
		if chance := PermutationPValue(slices.Concat(positions, positions)); math.IsNaN(chance) || chance < 0 || chance > 1 {
			t.Errorf("loss %v of twice as many: %v", loss, chance)
		}
	}
}

// TestChanceLevel draws both sides from the same distribution. Below each level lies at most that share of the draws,
// up to chance. Forms that a side solves and misses in pairs lie there more often, by bounded factors.
func TestChanceLevel(t *testing.T) {
	const draws = 10_000
	random := rand.New(rand.NewPCG(15, 2))
	for _, alike := range []string{"ease", "nothing", "pairs"} {
		excess := 1.0
		if alike == "pairs" {
			excess = 12
		}
		checkLevels(t, "forms alike in "+alike, draws, excess, func() float64 {
			positions := make([]Solved, 26)
			for i := range positions {
				p := &positions[i]
				p.Forms = 4
				ease, step := random.Float64(), 1
				if alike == "pairs" {
					step = 2
				}
				for form := 0; form < p.Forms; form += step {
					if alike == "nothing" {
						ease = random.Float64()
					}
					if random.Float64() < ease {
						p.Base += step
					}
					if random.Float64() < ease {
						p.Head += step
					}
				}
			}
			return PermutationPValue(positions)
		})
	}
}

// checkLevels draws chances. At or below each level lie no more of them than the level says, times an excess, up to chance.
func checkLevels(t *testing.T, what string, draws int, excess float64, draw func() float64) {
	t.Helper()
	below := map[float64]int{0.1: 0, 0.05: 0, 0.01: 0, 0.001: 0}
	for range draws {
		chance := draw()
		for level := range below {
			if chance <= level {
				below[level]++
			}
		}
	}
	for level, n := range below {
		expected := level * float64(draws) * excess
		if float64(n) > expected+4*math.Sqrt(expected) {
			t.Errorf("%s: %d of %d draws at or below %v, want about %.0f at most", what, n, draws, level, expected)
		}
	}
	t.Logf("%s: %v of %d", what, below, draws)
}
