package engine

import (
	"fmt"
	"strconv"
	"strings"
	"time"
)

// Limits says when a search ends; the first limit reached ends it. The zero
// value has no limit: such a search runs until its context ends.
type Limits struct {
	Depth    int           // plies of iterative deepening; 0: none
	Nodes    uint64        // nodes visited, at most; 0: none
	MoveTime time.Duration // wall time
	CPUTime  time.Duration // CPU time of the engine, not of the machine
	Mate     int           // end when a mate in so many full moves is proven
	Clock    *Clock        // play on a clock; the engine budgets its time
}

// Clock is the state of a game's clock at the start of a search.
type Clock struct {
	Left      [2]time.Duration // time left by side, game.First first
	Increment [2]time.Duration // added after each move
	Byoyomi   time.Duration    // for each move once nothing is left; 0: none
	MovesToGo int              // moves until the next time control; 0: none
}

// Exact reports whether a search under l is a pure function of its input. Such a search reads no clock, so every
// difference between two runs is real.
func (l Limits) Exact() bool {
	return l.MoveTime == 0 && l.CPUTime == 0 && l.Clock == nil && (l.Depth > 0 || l.Nodes > 0 || l.Mate > 0)
}

// OnlyMate reports whether l asks for a mate alone. USI has the command "go mate" for that, with its own kind of
// answer.
func (l Limits) OnlyMate() bool { return l.Mate > 0 && l.Depth == 0 && l.Nodes == 0 && l.Clock == nil }

// Deepest returns the last iteration in plies.
func (l Limits) Deepest() int {
	if l.Depth > 0 {
		return min(MaxDepth, l.Depth)
	}
	return MaxDepth
}

// String returns the text form of l, for example "depth=12" or
// "depth=20,nodes=50000", empty when there is no limit. A clock has no text
// form: it belongs to a game, not to a run.
func (l Limits) String() string {
	var parts []string
	add := func(key, value string, set bool) {
		if set {
			parts = append(parts, key+"="+value)
		}
	}
	add("depth", strconv.Itoa(l.Depth), l.Depth > 0)
	add("nodes", strconv.FormatUint(l.Nodes, 10), l.Nodes > 0)
	add("movetime", l.MoveTime.String(), l.MoveTime > 0)
	add("cputime", l.CPUTime.String(), l.CPUTime > 0)
	add("mate", strconv.Itoa(l.Mate), l.Mate > 0)
	return strings.Join(parts, ",")
}

// limitKeys are the words that ParseLimits knows.
const limitKeys = "depth, nodes, movetime, cputime or mate"

// ParseLimits reads the text form, for example "nodes=50000" or
// "cputime=100ms,depth=30".
func ParseLimits(text string) (Limits, error) {
	var l Limits
	seen := make(map[string]bool)
	for part := range strings.SplitSeq(text, ",") {
		key, value, found := strings.Cut(part, "=")
		if !found {
			return Limits{}, fmt.Errorf("limit %.40q (expected key=value with %s)", part, limitKeys)
		}
		if seen[key] {
			return Limits{}, fmt.Errorf("limit %q is given twice (expected each once)", key)
		}
		seen[key] = true
		if err := l.set(key, value); err != nil {
			return Limits{}, err
		}
	}
	return l, nil
}

func (l *Limits) set(key, value string) error {
	switch key {
	case "depth", "mate":
		n, err := strconv.Atoi(value)
		if err != nil || n < 1 || n > MaxDepth {
			return fmt.Errorf("limit %.40q (expected a number from 1 to %d)", key+"="+value, MaxDepth)
		}
		if key == "depth" {
			l.Depth = n
		} else {
			l.Mate = n
		}
	case "nodes":
		n, err := parseNodes(value)
		if err != nil || n < 1 {
			return fmt.Errorf("limit %.40q (expected a number from 1 to %d, such as 50000, 100k or 2M)", key+"="+value, uint64(MaxNodes))
		}
		l.Nodes = n
	case "movetime", "cputime":
		d, err := time.ParseDuration(value)
		if err != nil || d < time.Millisecond || d > 240*time.Hour {
			return fmt.Errorf("limit %.40q (expected a duration such as 100ms or 2s, from 1ms to 240h)", key+"="+value)
		}
		if key == "movetime" {
			l.MoveTime = d
		} else {
			l.CPUTime = d
		}
	default:
		return fmt.Errorf("unknown limit %.40q (expected %s)", key, limitKeys)
	}
	return nil
}

// MaxNodes is the largest node limit.
const MaxNodes = 1<<62 - 1

// parseNodes reads a number of nodes up to MaxNodes, which may be given in thousands (k) or
// millions (M).
func parseNodes(text string) (uint64, error) {
	unit := uint64(1)
	if digits, found := strings.CutSuffix(text, "k"); found {
		text, unit = digits, 1000
	} else if digits, found := strings.CutSuffix(text, "M"); found {
		text, unit = digits, 1_000_000
	}
	n, err := strconv.ParseUint(text, 10, 62)
	if n > MaxNodes/unit {
		return 0, strconv.ErrRange
	}
	return n * unit, err
}
