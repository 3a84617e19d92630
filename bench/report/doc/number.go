package doc

import (
	"fmt"
	"math"
	"strconv"
	"time"
)

// Count writes a count.
func Count(n int) Text { return Text(strconv.Itoa(n)) }

// CountOrNone writes a count, nothing for none.
func CountOrNone(n int) Text { return When(n != 0, Count(n)) }

// OutOf writes how many of how many, nothing where nothing was asked.
func OutOf(n, of int) Text { return When(of != 0, Textf("%d of %d", n, of)) }

// Plural writes a count with its noun.
func Plural(n int, noun Text) Text {
	if n == 1 {
		return "1 " + noun
	}
	return Count(n) + " " + noun + "s"
}

// Grouped writes a number with commas between the thousands.
func Grouped(n uint64) Text {
	digits := strconv.FormatUint(n, 10)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return Text(digits)
}

// Signed writes a difference of counts, "0" when there is none.
func Signed(base, head int) Text {
	if base == head {
		return "0"
	}
	return Textf("%+d", head-base)
}

// Growth writes how a number changed, such as "+2.5%", "x12.0" from a tenfold
// growth on, and "same".
func Growth(base, head uint64) Text {
	switch {
	case base == head:
		return "same"
	case base == 0:
		return "from none"
	}
	return Ratio(float64(head) / float64(base))
}

// Ratio writes a factor as Growth does; a factor of 1 is "+0.0%".
func Ratio(factor float64) Text {
	if factor >= 10 {
		return Textf("x%.1f", factor)
	}
	return Textf("%+.1f%%", (factor-1)*100)
}

// Clock writes a time with a unit that leaves few digits.
func Clock(d time.Duration) Text {
	switch {
	case d >= 100*time.Second:
		return Textf("%d:%02d min", d/time.Minute, d%time.Minute/time.Second)
	case d >= 100*time.Millisecond:
		return Textf("%.2f s", d.Seconds())
	}
	return Textf("%.1f ms", float64(d)/float64(time.Millisecond))
}

// Share writes a part of a whole in percent, "none" of nothing.
func Share(part, whole int) Text {
	if whole == 0 {
		return "none"
	}
	return Percent(float64(part)/float64(whole), 1)
}

// Percent writes a part of one with so many decimals.
func Percent(part float64, decimals int) Text {
	return Text(fmt.Sprintf("%.*f%%", decimals, 100*part))
}

// Decimal writes a number with two places; a number that there is none of is
// "unknown".
func Decimal(v float64) Text {
	switch {
	case math.IsNaN(v):
		return "unknown"
	case math.IsInf(v, 1):
		return "inf"
	case math.IsInf(v, -1):
		return "-inf"
	}
	if math.Abs(v) < 0.005 {
		v = 0 // without a sign
	}
	return Textf("%.2f", v)
}

// Margin writes a value with its margin, where there is one.
func Margin(value, margin float64) Text {
	if math.IsNaN(value+margin) || math.IsInf(value+margin, 0) {
		return "without bounds"
	}
	return Decimal(value) + " +/- " + Decimal(margin)
}
