package spsa

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/zugwatch/zugwatch/engine/random"
)

// three returns settings of three parameters.
func three() *Tuning {
	return &Tuning{
		Parameters: []Parameter{{"a", 45, 0, 150, 10}, {"b", 120, 40, 250, 12}, {"c", 6, 0, 16, 1}},
		Iterations: 600, Rate: 0.2, Seed: 1,
	}
}

// play returns the result of 16 random games whose odds follow a quadratic with an optimum.
func play(t *Tuning, optimum []float64, r *random.Source, plus, minus []int) float64 {
	loss := func(values []int) (sum float64) {
		for i, v := range values {
			d := (float64(v) - optimum[i]) / t.Parameters[i].Step
			sum += d * d
		}
		return sum
	}
	chance := 1 / (1 + math.Exp((loss(plus)-loss(minus))/50))
	points := 0
	for range 16 {
		if float64(r.Below(1_000_000)) < 1e6*chance {
			points++
		} else {
			points--
		}
	}
	return float64(points) / 16
}

// tune runs a tuning to its end and returns the numbers after each iteration.
func tune(t *Tuning, optimum []float64) (path [][]float64) {
	r := random.New(1, 99)
	theta := t.Start()
	for k := range t.Iterations {
		plus, minus := t.Perturb(k, theta)
		theta = t.Update(k, theta, play(t, optimum, r, plus, minus))
		path = append(path, theta)
	}
	return path
}

// TestConverges checks that the tuning ends within two steps of the optimum of a noisy quadratic, for several seeds, and that equal
// seeds give equal paths.
func TestConverges(t *testing.T) {
	optimum := []float64{90, 80, 11}
	for seed := range uint64(10) {
		s := three()
		s.Seed = seed
		path := tune(s, optimum)
		last := path[len(path)-1]
		for i, p := range s.Parameters {
			if d := math.Abs(last[i]-optimum[i]) / p.Step; !(d < 2) {
				t.Errorf("seed %d: %s ends at %.1f, %.1f steps from %g", seed, p.Key, last[i], d, optimum[i])
			}
		}
		if !slices.EqualFunc(path, tune(s, optimum), slices.Equal) {
			t.Errorf("seed %d gives two paths", seed)
		}
		s.Seed += 10
		if slices.EqualFunc(path, tune(s, optimum), slices.Equal) {
			t.Errorf("seeds %d and %d give one path", seed, s.Seed)
		}
	}
}

// TestClamped checks that no number and no perturbed number leaves its range, for an optimum far outside.
func TestClamped(t *testing.T) {
	s := three()
	s.Rate = 20
	theta, reached := s.Start(), 0
	for k := range s.Iterations {
		plus, minus := s.Perturb(k, theta)
		theta = s.Update(k, theta, play(s, []float64{-1000, 1000, 1000}, random.New(1, uint64(k)), plus, minus))
		for i, p := range s.Parameters {
			for _, v := range []float64{theta[i], float64(plus[i]), float64(minus[i])} {
				if v < float64(p.Min) || v > float64(p.Max) {
					t.Fatalf("iteration %d: %s is %g", k, p, v)
				}
			}
			if theta[i] == float64(p.Min) || theta[i] == float64(p.Max) {
				reached++
			}
		}
	}
	if reached == 0 {
		t.Error("no number reaches an end of its range")
	}
}

// TestSigns checks the signs of the first iterations, and that both directions are equally frequent. Plus moves in the
// direction of the sign, minus in the other, and a result moves the number to the better side.
func TestSigns(t *testing.T) {
	s := three()
	want := []string{"[1 -1 -1]", "[-1 -1 -1]", "[-1 1 -1]", "[1 1 -1]"}
	up := make([]int, 3)
	for k := range s.Iterations {
		signs, _ := s.draw(k)
		if k < len(want) && fmt.Sprint(signs) != want[k] {
			t.Errorf("signs of iteration %d are %v, want %s", k, signs, want[k])
		}
		plus, minus := s.Perturb(k, s.Start())
		won, lost := s.Update(k, s.Start(), 1), s.Update(k, s.Start(), -1)
		for i, p := range s.Parameters {
			if signs[i] > 0 {
				up[i]++
			}
			if float64(plus[i]-minus[i])*signs[i] <= 0 || (won[i]-p.Start)*signs[i] <= 0 || (lost[i]-p.Start)*signs[i] >= 0 {
				t.Errorf("iteration %d: sign %g of %s, plus %d, minus %d, won %g, lost %g", k, signs[i], p, plus[i], minus[i], won[i], lost[i])
			}
		}
	}
	for i, n := range up {
		if n < 250 || n > 350 {
			t.Errorf("%d of %d signs of parameter %d are +", n, s.Iterations, i)
		}
	}
}

// TestGains checks the gains at the end and at the start.
func TestGains(t *testing.T) {
	s := three()
	p := &s.Parameters[0]
	for _, test := range []struct {
		iteration int
		a, c      float64
	}{{0, 20 * math.Pow(660./61, 0.602), 10 * math.Pow(600, 0.101)}, {599, 20, 10}} {
		if a, c := s.gains(test.iteration, p); math.Abs(a-test.a) > 1e-9 || math.Abs(c-test.c) > 1e-9 {
			t.Errorf("gains of iteration %d are %g and %g, want %g and %g", test.iteration, a, c, test.a, test.c)
		}
	}
}

// TestRounding checks that the mean of rounded numbers is the exact number.
func TestRounding(t *testing.T) {
	s := &Tuning{Parameters: []Parameter{{"a", 4.3, 0, 10, 0.01}}, Iterations: 4000, Rate: 1, Seed: 1}
	sum := 0
	for k := range s.Iterations {
		plus, minus := s.Perturb(k, s.Start())
		sum += plus[0] + minus[0]
	}
	if mean := float64(sum) / float64(2*s.Iterations); math.Abs(mean-4.3) > 0.03 {
		t.Errorf("4.3 is rounded to %g on average", mean)
	}
}

func TestCheck(t *testing.T) {
	for _, test := range []struct {
		change func(*Tuning)
		want   string
	}{
		{func(*Tuning) {}, "<nil>"},
		{func(s *Tuning) { s.Iterations = 0 }, "0 iterations with rate 0.2 (expected at least one, and a rate above 0 up to 100)"},
		{func(s *Tuning) { s.Rate = math.NaN() }, "600 iterations with rate NaN (expected at least one, and a rate above 0 up to 100)"},
		{func(s *Tuning) { s.Parameters = nil }, "no parameter (expected at least one)"},
		{func(s *Tuning) { s.Parameters[1].Key = "a" }, "parameter a is listed twice (expected each once)"},
		{func(s *Tuning) { s.Parameters[0].Max = 0 }, "parameter a=45:0:0:10: range from 0 to 0 (expected a minimum below the maximum)"},
		{func(s *Tuning) { s.Parameters[0].Start = 151 }, "parameter a=151:0:150:10: start 151 (expected 0 to 150)"},
		{func(s *Tuning) { s.Parameters[0].Step = 0 }, "parameter a=45:0:150:0: step 0 (expected more than 0, up to 150)"},
	} {
		s := three()
		test.change(s)
		if got := fmt.Sprint(s.Check()); got != test.want {
			t.Errorf("error %s, want %s", got, test.want)
		}
	}
}
