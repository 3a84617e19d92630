package stats

import (
	"fmt"
	"math"
	"testing"
)

// Swap returns the count from the other player's side.
func (p Pairs) Swap() Pairs { return Pairs{p[4], p[3], p[2], p[1], p[0]} }

// published are four tests of a tutorial on reverse futility pruning and null
// move pruning, with its figures: Elo with its margin, and bounds. TestModels has its LLR.
var published = []struct {
	pairs  Pairs
	elo    string
	beta   float64
	bounds string
}{
	{Pairs{2, 13, 79, 87, 61}, "145.83 ± 24.41", 0.05, "(-2.94, 2.94)"},
	{Pairs{17, 81, 205, 168, 50}, "51.39 ± 14.64", 0.05, "(-2.94, 2.94)"},
	{Pairs{51, 420, 910, 520, 70}, "12.17 ± 6.51", 0.1, "(-2.25, 2.89)"},
	{Pairs{28, 494, 1070, 579, 51}, "10.24 ± 5.71", 0.1, "(-2.25, 2.89)"},
}

// TestPublished holds the figures of others against ours: Elo and its margin are reproduced.
func TestPublished(t *testing.T) {
	for _, p := range published {
		t.Run(p.pairs.String(), func(t *testing.T) {
			elo := p.pairs.Elo()
			if got := fmt.Sprintf("%.2f ± %.2f", elo.Value, elo.Margin()); got != p.elo {
				t.Errorf("Elo is %s, want %s", got, p.elo)
			}
			test := SPRT{Elo0: 0, Elo1: 5, Alpha: 0.05, Beta: p.beta}
			low, high := test.Bounds()
			if got := fmt.Sprintf("(%.2f, %.2f)", low, high); got != p.bounds {
				t.Errorf("bounds are %s, want %s", got, p.bounds)
			}
			if got, _ := test.Decide(p.pairs); got != AcceptedH1 {
				t.Errorf("decision is %s", got)
			}
		})
	}
}

// TestModels computes the LLR of the published pairs under every model: the digits tell
// that Normalized was used there.
func TestModels(t *testing.T) {
	want := [modelEnd][4]string{
		Normalized:       {"2.99", "2.98", "2.89", "2.92"},
		Logistic:         {"3.31", "4.14", "4.37", "4.58"},
		NormalizedSimple: {"2.43", "2.89", "2.88", "2.90"},
		LogisticSimple:   {"6.30", "4.57", "4.38", "4.56"},
	}
	for m := range modelEnd {
		for i, p := range published {
			test := SPRT{Elo0: 0, Elo1: 5, Alpha: 0.05, Beta: p.beta, Model: m}
			if got := fmt.Sprintf("%.2f", test.llr(p.pairs)); got != want[m][i] {
				t.Errorf("%s of %s: %s, want %s", m, p.pairs, got, want[m][i])
			}
		}
	}
}

// TestEloWithin: intervals of 95 % and of three standard deviations for the games of that
// match, worked out by hand from the mean 0.546 and the variance 0.129384 of a game. Games
// whose pairs are as independent as games have the same interval.
func TestEloWithin(t *testing.T) {
	games := Games{Won: 309, Drawn: 474, Lost: 217}
	got := fmt.Sprintf("%.1f %.1f", games.Elo(), games.EloWithin(3))
	if want := "{32.1 16.5 47.8} {32.1 8.3 56.2}"; got != want {
		t.Errorf("intervals are %s, want %s", got, want)
	}
	pairs, alike := Pairs{25, 0, 50, 0, 25}, Games{Won: 25, Drawn: 50, Lost: 25}
	if got, want := pairs.EloWithin(3), alike.EloWithin(3); got != want || got.High != eloOf(0.5+3*math.Sqrt(0.125/100)) {
		t.Errorf("intervals are %v and %v", got, want)
	}
	if none := (Games{}).EloWithin(3); !math.IsNaN(none.Value) {
		t.Errorf("no games are %v", none)
	}
}

// TestLOS holds a case that can be worked out by hand: the mean is two standard
// errors above one half.
func TestLOS(t *testing.T) {
	p := Pairs{0, 0, 2, 2, 0}
	if got := p.LOS(); math.Abs(got-0.977249868) > 1e-9 {
		t.Errorf("LOS is %v", got)
	}
	if n := p.NElo(); math.Abs(n.Value-0.125/(math.Sqrt2*0.125)*nEloPerSigma) > 1e-9 {
		t.Errorf("normalised Elo is %v", n.Value)
	}
	if got := p.PairsRatio(); !math.IsInf(got, 1) {
		t.Errorf("pairs ratio is %v", got)
	}
}

func TestEnds(t *testing.T) {
	none := Pairs{}
	if e := none.Elo(); !math.IsNaN(e.Value) || none.LOS() != 0.5 || (SPRT{Elo1: 5, Alpha: 0.05, Beta: 0.05}).llr(none) != 0 {
		t.Error("no pairs say something")
	}
	all := Pairs{0, 0, 0, 0, 10}
	if e := all.Elo(); !math.IsInf(e.Value, 1) || all.LOS() != 1 {
		t.Errorf("all won: %v, %v", e, all.LOS())
	}
	if e := all.Swap().Elo(); !math.IsInf(e.Value, -1) || all.Swap().LOS() != 0 {
		t.Errorf("all lost: %v, %v", e, all.Swap().LOS())
	}
	if e := (Pairs{0, 0, 10, 0, 0}); e.Elo().Value != 0 || e.LOS() != 0.5 {
		t.Errorf("all drawn: %v, %v", e.Elo(), e.LOS())
	}
	if e := (Pairs{0, 0, 0, 1, 0}).Elo(); !math.IsNaN(e.Low) && !math.IsInf(e.Low, -1) {
		t.Errorf("one pair has the interval %v", e)
	}
}

// TestFewPairs: no test decides by a few pairs that all ended alike, and for them the LLR of
// a simple model is near that of the exact one.
func TestFewPairs(t *testing.T) {
	for m := range modelEnd {
		test := SPRT{Elo0: 0, Elo1: 5, Alpha: 0.05, Beta: 0.05, Model: m}
		for _, p := range []Pairs{{0, 0, 9, 0, 0}, {0, 0, 60, 0, 0}, {0, 0, 0, 0, 5}, {5, 0, 0, 0, 0}, {0, 0, 0, 12, 17}, {0, 0, 29, 0, 0}} {
			if decision, llr := test.Decide(p); decision != Undecided || math.Abs(llr) > 1 && p.Count() < 10 {
				t.Errorf("%s: %s is accepted by %v, LLR %.2f", m, decision, p, llr)
			}
		}
		wide := SPRT{Elo0: 0, Elo1: 200, Alpha: 0.05, Beta: 0.05, Model: m}
		before, after := Pairs{2, 2, 4, 10, 11}, Pairs{2, 2, 4, 10, 12}
		if decision, llr := wide.Decide(before); decision != Undecided || llr < 2.95 {
			t.Errorf("%s: %s by 29 pairs, LLR %.2f", m, decision, llr)
		}
		if decision, llr := wide.Decide(after); decision != AcceptedH1 {
			t.Errorf("%s: %s by 30 pairs, LLR %.2f", m, decision, llr)
		}
	}
}

func TestParseSPRT(t *testing.T) {
	tests := []struct{ text, want, fault string }{
		{text: "elo0=0,elo1=5", want: "elo0=0,elo1=5,alpha=0.05,beta=0.05,model=normalized"},
		{text: "elo1=-1,elo0=-3.5,beta=0.1,model=logistic-simple", want: "elo0=-3.5,elo1=-1,alpha=0.05,beta=0.1,model=logistic-simple"},
		{text: "", fault: `part "" of the test (expected elo0=, elo1=, alpha=, beta= or model=)`},
		{text: "elo0=0", fault: `test "elo0=0" names not both bounds (expected elo0= and elo1=, such as elo0=0,elo1=5)`},
		{text: "elo0=5,elo1=5", fault: "bounds elo0=5 and elo1=5 (expected the first below the second)"},
		{text: "elo0=0,elo1=5,elo0=1", fault: `part "elo0" of the test is given twice (expected each once)`},
		{text: "elo0=x,elo1=5", fault: `bound "elo0=x" (expected Elo from -200 to 200)`},
		{text: "elo0=0,elo1=NaN", fault: `bound "elo1=NaN" (expected Elo from -200 to 200)`},
		{text: "elo0=0,elo1=5,alpha=0.5", fault: `error rate "alpha=0.5" (expected a number from 0.000001 to less than 0.5)`},
		{text: "elo0=0,elo1=5,speed=1", fault: `part "speed" of the test (expected elo0=, elo1=, alpha=, beta= or model=)`},
		{text: "elo0=0,elo1=5,model=x", fault: `model "x" (expected normalized, logistic, normalized-simple or logistic-simple)`},
	}
	for _, test := range tests {
		t.Run(test.text, func(t *testing.T) {
			got, err := ParseSPRT(test.text)
			if fault := fmt.Sprint(err); test.fault != "" && fault != test.fault {
				t.Fatalf("error is %s, want %s", fault, test.fault)
			}
			if test.fault == "" && (err != nil || got.String() != test.want) {
				t.Errorf("test is %s, %v, want %s", got, err, test.want)
			}
		})
	}
}

// TestRatings: two players are as far apart as their Elo. A stronger field moves nothing but
// the mean, and order does not matter.
func TestRatings(t *testing.T) {
	two := Ratings(2, []Meeting{{0, 1, Games{Won: 30900, Drawn: 47400, Lost: 21700}}})
	if d := two[0].Value - two[1].Value; math.Abs(d-32.05) > 0.05 {
		t.Errorf("distance is %v", d)
	}
	if got := two[0].Value + two[1].Value; math.Abs(got) > 1e-9 {
		t.Errorf("mean is %v", got/2)
	}
	three := []Meeting{{0, 1, Games{60, 20, 20}}, {1, 2, Games{55, 30, 15}}, {0, 2, Games{80, 15, 5}}}
	a := Ratings(3, three)
	b := Ratings(3, []Meeting{{2, 1, Games{15, 30, 55}}, {2, 0, Games{5, 15, 80}}, {0, 1, Games{60, 20, 20}}})
	for i := range a {
		if math.Abs(a[i].Value-b[i].Value) > 1e-9 || math.Abs(a[i].Low-b[i].Low) > 1e-9 {
			t.Errorf("player %d: %v and %v", i, a[i], b[i])
		}
	}
	if !(a[0].Low > a[1].High && a[1].Low > a[2].High) {
		t.Errorf("ratings are %v", a)
	}
	won := Ratings(2, []Meeting{{0, 1, Games{Won: 50}}})
	if math.IsInf(won[0].Value, 0) || won[0].Value < 150 || won[0].High < won[0].Value+100 {
		t.Errorf("the winner of all has %v", won[0])
	}
}

// FuzzSwap: swapping the players mirrors every figure, and every figure is finite if some
// pair was won and some lost.
func FuzzSwap(f *testing.F) {
	f.Add(uint16(28), uint16(494), uint16(1070), uint16(579), uint16(51), int8(0), int8(5))
	f.Add(uint16(0), uint16(1), uint16(0), uint16(1), uint16(0), int8(-3), int8(1))
	f.Add(uint16(1), uint16(0), uint16(0), uint16(0), uint16(65535), int8(-100), int8(100))
	f.Fuzz(func(t *testing.T, a, b, c, d, e uint16, elo0, elo1 int8) {
		p := Pairs{int(a), int(b), int(c), int(d), int(e)}
		if p[0]+p[1] == 0 || p[3]+p[4] == 0 || elo0 >= elo1 {
			return
		}
		x, y := p.Elo(), p.Swap().Elo()
		if !near(x.Value, -y.Value) || !near(x.Low, -y.High) || !near(p.NElo().Value, -p.Swap().NElo().Value) || !near(p.LOS(), 1-p.Swap().LOS()) {
			t.Errorf("%v: %v and %v", p, x, y)
		}
		for m := range modelEnd {
			test := SPRT{Elo0: float64(elo0), Elo1: float64(elo1), Alpha: 0.05, Beta: 0.05, Model: m}
			mirror := test
			mirror.Elo0, mirror.Elo1 = -test.Elo1, -test.Elo0
			one, other := test.llr(p), mirror.llr(p.Swap())
			if math.IsNaN(one) || math.IsInf(one, 0) || !near(one, -other) {
				t.Errorf("%v %v: LLR %v and %v", p, test, one, other)
			}
		}
	})
}

func near(a, b float64) bool {
	return a == b || math.Abs(a-b) <= 1e-6*(1+math.Abs(a)+math.Abs(b))
}
