package report

import (
	"fmt"
	"strconv"
	"time"
)

// grouped writes a number with commas between the thousands.
func grouped(n uint64) string {
	digits := strconv.FormatUint(n, 10)
	for i := len(digits) - 3; i > 0; i -= 3 {
		digits = digits[:i] + "," + digits[i:]
	}
	return digits
}

// signed writes a difference of counts, "0" when there is none.
func signed(base, head int) string {
	if base == head {
		return "0"
	}
	return fmt.Sprintf("%+d", head-base)
}

// growth writes how a number of nodes changed, such as "+2.5%", "x12.0" from a
// tenfold growth on, and "same".
func growth(base, head uint64) string {
	switch {
	case base == head:
		return "same"
	case base == 0:
		return "from none"
	}
	return ratio(float64(head) / float64(base))
}

// ratio writes a factor as growth does; a factor of 1 is "+0.0%".
func ratio(factor float64) string {
	if factor >= 10 {
		return fmt.Sprintf("x%.1f", factor)
	}
	return fmt.Sprintf("%+.1f%%", (factor-1)*100)
}

// clock writes a time with a unit that leaves few digits.
func clock(d time.Duration) string {
	switch {
	case d >= 100*time.Second:
		return fmt.Sprintf("%d:%02d min", d/time.Minute, d%time.Minute/time.Second)
	case d >= 100*time.Millisecond:
		return fmt.Sprintf("%.2f s", d.Seconds())
	}
	return fmt.Sprintf("%.1f ms", float64(d)/float64(time.Millisecond))
}

// share writes a part of a whole in percent.
func share(part, whole int) string {
	if whole == 0 {
		return "none"
	}
	return fmt.Sprintf("%.1f%%", 100*float64(part)/float64(whole))
}

// plural writes a count with its noun.
func plural(n int, noun string) string {
	if n == 1 {
		return "1 " + noun
	}
	return strconv.Itoa(n) + " " + noun + "s"
}
