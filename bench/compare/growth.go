package compare

import (
	"cmp"
	"fmt"
	"math"
	"math/bits"
	"strconv"
	"strings"

	"github.com/zugwatch/zugwatch/bench/stat"
)

// Growth is a limit on the increase of a number, in permille of its old value, or
// Unlimited.
type Growth int

// Unlimited is no limit: the increase is reported and not judged.
const Unlimited Growth = -1

// MaxGrowth is the largest limit, in permille: a thousandfold.
const MaxGrowth Growth = 999_000

// String returns the text form, for example "10%", "2.5%" or "off".
func (g Growth) String() string {
	if g < 0 {
		return "off"
	}
	text := strconv.Itoa(int(g / 10))
	if g%10 != 0 {
		text += "." + strconv.Itoa(int(g%10))
	}
	return text + "%"
}

// Allowed says what a limit allows, for example "+10%" or "any".
func (g Growth) Allowed() string {
	if g < 0 {
		return "any"
	}
	return "+" + g.String()
}

// ParseGrowth reads the text form.
func ParseGrowth(text string) (Growth, error) {
	if text == "off" {
		return Unlimited, nil
	}
	number, percent := strings.CutSuffix(text, "%")
	whole, tenth, point := strings.Cut(number, ".")
	w, err := strconv.ParseUint(whole, 10, 20)
	t := uint64(0)
	if err == nil && point {
		t, err = strconv.ParseUint(tenth, 10, 8)
	}
	growth := Growth(w*10 + t)
	if err != nil || !percent || point && len(tenth) != 1 || growth > MaxGrowth {
		return 0, fmt.Errorf("growth %q (expected a percentage such as 10%% or 2.5%%, at most %s, or off)", text, MaxGrowth)
	}
	return growth, nil
}

// exceeded reports whether head is more than base with the growth, exactly.
func (g Growth) exceeded(base, head uint64) bool {
	if g < 0 {
		return false
	}
	return compareProducts(head, 1000, base, 1000+uint64(g)) > 0
}

// compareProducts compares a*b with c*d, exactly.
func compareProducts(a, b, c, d uint64) int {
	high, low := bits.Mul64(a, b)
	otherHigh, otherLow := bits.Mul64(c, d)
	return cmp.Or(cmp.Compare(high, otherHigh), cmp.Compare(low, otherLow))
}

// Ratio holds the change of a quantity from base to head, the geometric mean over positions.
type Ratio struct {
	Positions int     `json:"positions"`      // that have the quantity
	Mean      float64 `json:"mean"`           // head to base; 1: no change
	Low       float64 `json:"low,omitempty"`  // 95 % interval of the mean; both ends are 0 where there is none:
	High      float64 `json:"high,omitempty"` // under exact limits, which need none, and with too few positions
}

// MinInterval positions are needed for an interval. Fewer do not show how far others would scatter.
const MinInterval = 8

// ratioOf returns the ratio of positions with these logarithms, nil without any. The
// interval is left out of an exact one.
func ratioOf(logs []float64, exact bool) *Ratio {
	if len(logs) == 0 {
		return nil
	}
	r := &Ratio{Positions: len(logs), Mean: math.Exp(stat.Mean(logs))}
	if exact || len(logs) < MinInterval {
		return r
	}
	mean := stat.MeanInterval(logs)
	r.Low, r.High = math.Exp(mean.Low), math.Exp(mean.High)
	return r
}

// logRatio returns the logarithm of head to base; no node counts as one.
func logRatio(base, head uint64) float64 {
	if base == head {
		return 0
	}
	return math.Log(float64(max(head, 1)) / float64(max(base, 1)))
}

// solutionTolerance keeps the rounding of logarithms from failing a ratio that
// is at its limit.
const solutionTolerance = 1e-9

// percent returns the growth from base to head in words, such as "+2.5%".
func percent(base, head uint64) string {
	if base == 0 {
		return "no base"
	}
	return Percent(float64(head) / float64(base))
}

// Percent returns a ratio in words, such as "+2.5%".
func Percent(ratio float64) string { return fmt.Sprintf("%+.1f%%", (ratio-1)*100) }
