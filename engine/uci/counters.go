package uci

import (
	"fmt"
	"strconv"
	"strings"

	"github.com/zugwatch/zugwatch/engine"
)

// CountersOption is the check option that has a server report pruning counters: "info string counters" with key=value
// pairs. The running counts come before every other info line. At the end come those of the whole search, then those
// of each remaining depth. Start reads such lines from any engine.
const CountersOption = "Counters"

// countersPrefix begins a line with counters.
const countersPrefix = "info string counters "

// maxCountedDepth is the largest remaining depth with counters of its own.
const maxCountedDepth = 255

// CountersLine returns the line with the counters of a search of so many nodes. Counts of 0 are left out if they are
// reported only by depth.
func CountersLine(nodes uint64, c engine.Counters) string {
	return countersLine(fmt.Sprintf("nodes=%d", nodes), &c, true)
}

// DepthLine returns the line with the nonzero counters at a remaining depth in plies.
func DepthLine(depth int, c engine.Counters) string {
	return countersLine(fmt.Sprintf("depth=%d", depth), &c, false)
}

// countersLine returns a line with its first pair and the nonzero counts. With all, it also lists zero counts, except
// those reported only by depth.
func countersLine(first string, c *engine.Counters, all bool) string {
	var b strings.Builder
	b.WriteString(countersPrefix + first)
	for _, one := range c.All() {
		if *one.Count > 0 || all && !one.ByDepth {
			fmt.Fprintf(&b, " %s=%d", one.Name, *one.Count)
		}
	}
	return b.String()
}

// counted holds the counters reported by an engine.
type counted struct {
	sum     engine.Counters
	byDepth []engine.Counters
}

// addLine reads one line and reports whether it has counters. It ignores words that are no pair of
// a known key and a number.
func (c *counted) addLine(line string) bool {
	text, found := strings.CutPrefix(line, countersPrefix)
	if !found {
		return false
	}
	var told engine.Counters
	known, depth := told.All(), -1
	for word := range strings.FieldsSeq(text) {
		key, digits, _ := strings.Cut(word, "=")
		value, err := strconv.ParseUint(digits, 10, 64)
		if err != nil {
			continue
		}
		if key == "depth" {
			depth = int(min(value, maxCountedDepth))
		}
		for _, one := range known {
			if one.Name == key {
				*one.Count = min(value, maxNodes)
			}
		}
	}
	if depth < 0 {
		c.sum = told
		return true
	}
	if missing := depth + 1 - len(c.byDepth); missing > 0 {
		c.byDepth = append(c.byDepth, make([]engine.Counters, missing)...)
	}
	c.byDepth[depth] = told
	return true
}
