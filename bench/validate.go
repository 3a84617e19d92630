package bench

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"github.com/zugwatch/zugwatch/bench/question"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/epd"
)

// Validate returns a contradiction in an outcome read from a file, such as a verdict that its own
// move refutes; empty if there is none. An edited file may hold anything, whatever its digest says.
func (o *Outcome) Validate() string {
	tell := func(format string, args ...any) string {
		return fmt.Sprintf("position %q is %s ", o.ID, o.Verdict) + fmt.Sprintf(format, args...)
	}
	asked := o.Want != ""
	answered := o.Verdict == Solved || o.Verdict == Missed
	switch {
	case (o.Fault != NoFault) != (o.Verdict == Faulted):
		return tell("with the fault %q", o.Fault)
	case asked && o.Verdict == Measured || !asked && answered:
		return tell("and asks %q", o.Want)
	case !answered && o.Verdict != Measured && (o.Best != "" || o.Nodes > 0 || o.Depth > 0 || o.Points > 0 || o.Found != nil):
		return tell("with an answer")
	case o.Stable != nil && (o.Verdict != Solved || o.Found == nil):
		return tell("and stable, which only what is solved and was found can be")
	case o.Points < 0 || o.Points > o.MaxPoints:
		return tell("with %d of %d points", o.Points, o.MaxPoints)
	}
	if !answered {
		return ""
	}
	right, known := o.isRight()
	if known && right != (o.Verdict == Solved) {
		return tell("with %s and wants %q", o.Best, o.Want)
	}
	return ""
}

// isRight reports whether the move and the score meet Want. Known is false if they do not decide it,
// as with a mate or a result whose score may have been a bound.
func (o *Outcome) isRight() (right, known bool) {
	if depth, leaves, ok := o.wantedLeaves(); ok {
		return o.Depth == depth && o.Nodes == leaves, true
	}
	if o.Best == "" {
		return false, true
	}
	for rest, more := o.Want, true; more; {
		var part string
		part, rest, more = strings.Cut(rest, ", ")
		if length, ok := strings.CutPrefix(part, "#"); ok {
			want, err := strconv.Atoi(length)
			if err != nil || question.IsMateProven(want, o.Score, engine.Exact) {
				return true, o.Verdict == Solved && err == nil
			}
			return false, true
		}
		for _, result := range []epd.Result{epd.Win, epd.Draw, epd.Mate} {
			if part == result.String() {
				seen := question.IsResultSeen(result, o.Score, engine.Exact)
				return seen, !seen || o.Verdict == Solved
			}
		}
		if avoided, ok := strings.CutPrefix(part, "not "); ok {
			if hasWord(avoided, o.Best) {
				return false, true
			}
			continue
		}
		if isGraded(part) {
			return o.Points == o.MaxPoints, true
		}
		if !hasWord(part, o.Best) {
			return false, true
		}
	}
	return true, true
}

// wantedLeaves returns the depth and the count of a position that asks for leaves.
func (o *Outcome) wantedLeaves() (depth int, leaves uint64, ok bool) {
	n, _ := fmt.Sscanf(o.Want, "D%d %d", &depth, &leaves)
	return depth, leaves, n == 2
}

// isGraded tells a list of moves with points from one without: "Nf3=10 d4=7" from "e8=Q".
func isGraded(list string) bool {
	last := list[len(list)-1]
	_, _, found := strings.Cut(list, "=")
	return found && last >= '0' && last <= '9'
}

// hasWord reports whether a list with blanks between has a word.
func hasWord(list, word string) bool { return slices.Contains(strings.Split(list, " "), word) }
