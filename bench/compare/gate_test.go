package compare

import (
	"math"
	"math/big"
	"testing"

	"github.com/zugwatch/zugwatch/bench/failure"
)

func TestWorst(t *testing.T) {
	tests := []struct {
		verdicts []Verdict
		want     Verdict
	}{
		{nil, Inconclusive},
		{[]Verdict{Pass}, Pass},
		{[]Verdict{Pass, Pass}, Pass},
		{[]Verdict{Pass, Inconclusive}, Inconclusive},
		{[]Verdict{Inconclusive, Pass}, Inconclusive},
		{[]Verdict{Inconclusive, Fail}, Fail},
		{[]Verdict{Fail, Inconclusive, Pass}, Fail},
		{[]Verdict{Pass, Undecided, Pass}, Undecided},
		{[]Verdict{Undecided, Inconclusive}, Inconclusive},
		{[]Verdict{Undecided, Fail}, Fail},
	}
	for _, test := range tests {
		if got := Worst(test.verdicts...); got != test.want {
			t.Errorf("Worst(%v) = %v, want %v", test.verdicts, got, test.want)
		}
	}
	if Undecided.Failure(true) != failure.None || Inconclusive.Failure(true) != failure.Engine {
		t.Error("what is undecided blocks somebody, or what is inconclusive does not")
	}
	if got := (Comparison{}).Verdict; got == Pass {
		t.Error("the zero verdict is green")
	}
	if got := Verdict(9).String() + " " + Axis(9).String(); got != "verdict(9) axis(9)" {
		t.Errorf("beyond the lists: got %q", got)
	}
}

func TestParseGrowth(t *testing.T) {
	for text, want := range map[string]Growth{"0%": 0, "10%": 100, "2.5%": 25, "0.1%": 1, "99900%": 999_000, "off": Unlimited} {
		got, err := ParseGrowth(text)
		if err != nil || got != want || got.String() != text {
			t.Errorf("ParseGrowth(%q) = %v (%s), %v, want %d", text, int(got), got, err, want)
		}
	}
	for _, text := range []string{"", "%", "10", "-1%", "+1%", "1.%", ".5%", "1.25%", "1e3%", "99900.1%", "10 %", "OFF", "1.+5%"} {
		if got, err := ParseGrowth(text); err == nil {
			t.Errorf("ParseGrowth(%q) = %v, want an error", text, got)
		}
	}
}

// FuzzParseGrowth: what is read and written out is read as the same.
func FuzzParseGrowth(f *testing.F) {
	for _, seed := range []string{"10%", "2.5%", "off", "007%", "1.0%"} {
		f.Add(seed)
	}
	f.Fuzz(func(t *testing.T, text string) {
		growth, err := ParseGrowth(text)
		if err != nil {
			return
		}
		if again, err := ParseGrowth(growth.String()); err != nil || again != growth {
			t.Errorf("%q: %d became %d, %v", text, growth, again, err)
		}
	})
}

// FuzzExceeded compares with arithmetic without bounds.
func FuzzExceeded(f *testing.F) {
	f.Add(100, uint64(100), uint64(110))
	f.Add(100, uint64(100), uint64(111))
	f.Add(0, uint64(math.MaxUint64), uint64(math.MaxUint64))
	f.Add(0, uint64(1), uint64(math.MaxUint64))
	f.Add(999_000, uint64(math.MaxUint64), uint64(1))
	f.Add(-1, uint64(0), uint64(math.MaxUint64))
	f.Fuzz(func(t *testing.T, permille int, base, head uint64) {
		growth := Growth(permille % int(MaxGrowth+1))
		var b, h big.Int
		b.Mul(b.SetUint64(base), big.NewInt(1000+int64(growth)))
		h.Mul(h.SetUint64(head), big.NewInt(1000))
		if want := growth >= 0 && h.Cmp(&b) > 0; growth.exceeded(base, head) != want {
			t.Errorf("%d from %d by %s: got %v", head, base, growth, !want)
		}
	})
}

// TestTests: losses of rules are judged without statistics, so they take no part of the false alarms. Games are one test,
// however the positions beside them are judged.
func TestTests(t *testing.T) {
	for _, test := range []struct {
		gate  Gate
		forms bool
		want  int
	}{
		{formGate(Rules), true, 0}, {Gate{Axis: Rules, Total: 50}, true, 1}, {Gate{Axis: Games}, false, 1}, {Gate{Axis: Games}, true, 1},
	} {
		if got := test.gate.Tests(test.forms); got != test.want {
			t.Errorf("%s in forms %t: %d tests, want %d", test.gate.Axis, test.forms, got, test.want)
		}
	}
}
