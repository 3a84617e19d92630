package bench

import (
	"fmt"
	"slices"
	"strings"
)

// Equal reports whether two outcomes are equal in all their fields but the iterations.
func (o *Outcome) Equal(other *Outcome) bool {
	return o.Differences(other) == nil
}

// Differences lists the fields in which two outcomes differ, by the keys that a run
// file has for them and in its order.
func (o *Outcome) Differences(other *Outcome) (keys []string) {
	for _, field := range []struct {
		key  string
		same bool
	}{
		{"id", o.ID == other.ID},
		{"verdict", o.Verdict == other.Verdict},
		{"fault", o.Fault == other.Fault},
		{"retried", o.Retried == other.Retried},
		{"ended", o.Ended == other.Ended},
		{"want", o.Want == other.Want},
		{"best", o.Best == other.Best},
		{"score", o.Score == other.Score},
		{"depth", o.Depth == other.Depth},
		{"seldepth", o.SelDepth == other.SelDepth},
		{"nodes", o.Nodes == other.Nodes},
		{"found", equalPointers(o.Found, other.Found)},
		{"stable", equalPointers(o.Stable, other.Stable)},
		{"mate", o.Mate == other.Mate},
		{"points", o.Points == other.Points},
		{"max_points", o.MaxPoints == other.MaxPoints},
		{"counters", o.Counters == other.Counters},
		{"null_by_depth", sameDepths(o.NullByDepth, other.NullByDepth)},
		{"null_prices", sameDepths(o.NullMoveCosts, other.NullMoveCosts)},
	} {
		if !field.same {
			keys = append(keys, field.key)
		}
	}
	return keys
}

// equalPointers reports whether two pointers are to equal values, or both nil.
func equalPointers[T comparable](a, b *T) bool {
	if a == nil || b == nil {
		return a == b
	}
	return *a == *b
}

// sameDepths reports whether two lists by depth are equal, or both not there.
func sameDepths[L ~[]R, R comparable](a, b *L) bool {
	if a == nil || b == nil {
		return a == b
	}
	return slices.Equal(*a, *b)
}

// DifferenceText says in words what is not the same in two answers to one question.
func (o *Outcome) DifferenceText(other *Outcome) string {
	a, b := o, other
	var parts []string
	check := func(what string, a, b any) {
		if x, y := fmt.Sprint(a), fmt.Sprint(b); x != y {
			parts = append(parts, fmt.Sprintf("%s %s and %s", what, x, y))
		}
	}
	check("fault", faultText(a), faultText(b))
	check("verdict", a.Verdict, b.Verdict)
	check("move", a.Best, b.Best)
	check("score", a.Score, b.Score)
	check("depth", a.Depth, b.Depth)
	check("seldepth", a.SelDepth, b.SelDepth)
	check("nodes", a.Nodes, b.Nodes)
	check("end", a.Ended, b.Ended)
	check("claim of a mate", a.Mate, b.Mate)
	check("found", pointText(a.Found), pointText(b.Found))
	check("stable", pointText(a.Stable), pointText(b.Stable))
	if a.Counters != b.Counters {
		parts = append(parts, "counters")
	}
	return strings.Join(parts, ", ")
}

func faultText(o *Outcome) string {
	if o.Fault == NoFault {
		return "none"
	}
	return o.Fault.String()
}

func pointText(p *Point) string {
	if p == nil {
		return "never"
	}
	return fmt.Sprintf("d%d/%d", p.Depth, p.Nodes)
}
