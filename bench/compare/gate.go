package compare

import (
	"fmt"
	"math/bits"
	"strconv"
	"strings"
)

// Gate says what may become worse. The zero value is the strictest: no position
// lost, no fault, not one node more.
type Gate struct {
	// Axis is what the solved positions speak for. With Nodes, solved and lost
	// positions are reported and not judged.
	Axis Axis
	// MaxLost is how many positions may be lost.
	MaxLost int
	// MaxFaults is how many positions of the new run may have a fault. They
	// count neither as lost nor as kept.
	MaxFaults int
	// Total is how much the sum of the nodes may grow, and Position how much
	// the nodes of each position. Positions without a fault in either run
	// count.
	Total, Position Growth
	// Floor keeps small positions from failing by Position: fewer nodes than
	// this in the base count as this many.
	Floor uint64
}

// Growth is how much a number may grow, in permille of what it was; Unlimited
// asks for no limit.
type Growth int

// Unlimited is no limit: the growth is reported and not judged.
const Unlimited Growth = -1

// maxGrowth is the largest limit, in permille: a thousandfold.
const maxGrowth Growth = 999_000

// String is the text form, for example "10%", "2.5%" or "off".
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
	if err != nil || !percent || point && len(tenth) != 1 || growth > maxGrowth {
		return 0, fmt.Errorf("growth %q (expected a percentage such as 10%% or 2.5%%, at most %s, or off)", text, maxGrowth)
	}
	return growth, nil
}

// exceeded tells whether head is more than base with the growth, exactly.
func (g Growth) exceeded(base, head uint64) bool {
	if g < 0 {
		return false
	}
	highHead, lowHead := bits.Mul64(head, 1000)
	highBase, lowBase := bits.Mul64(base, 1000+uint64(g))
	return highHead > highBase || highHead == highBase && lowHead > lowBase
}
