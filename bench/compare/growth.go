package compare

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"
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
	highHead, lowHead := bits.Mul64(head, 1000)
	highBase, lowBase := bits.Mul64(base, 1000+uint64(g))
	return highHead > highBase || highHead == highBase && lowHead > lowBase
}
