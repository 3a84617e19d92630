package profile

import (
	"cmp"
	"math"
	"slices"

	"github.com/zugwatch/zugwatch/bench/failure"
)

// Stack is a call in an accepted profile, to draw it beside a later one.
type Stack struct {
	Depth int    `json:"depth"` // callers above it
	Name  string `json:"name"`
	Cum   int64  `json:"cum"` // its share with what it calls, in hundredths of a percent
}

// The calls that a baseline lists: those of a share, and the largest of very many.
const (
	leastStack = 20
	maxStacks  = 1000
)

// KeepCalls has the baseline list the stacks of the profile that it is of, so that a later
// one can be drawn against it.
func (b *Baseline) KeepCalls(of *Profile) error {
	root, err := Calls(nil, of)
	if err != nil {
		return err
	}
	var all []Stack
	for _, called := range root.Calls {
		all = called.stacks(all, 0)
	}
	if len(all) > maxStacks { // a caller has no smaller share than what it calls, and stays
		sorted := slices.SortedFunc(slices.Values(all), func(a, b Stack) int { return cmp.Compare(b.Cum, a.Cum) })
		all = slices.DeleteFunc(all, func(s Stack) bool { return s.Cum <= sorted[maxStacks].Cum })
	}
	b.Calls = all
	return nil
}

// stacks appends the head's share of a call and of what it calls.
func (c *Call) stacks(to []Stack, depth int) []Stack {
	share := int64(math.Round(whole * c.Head))
	if share < leastStack {
		return to
	}
	to = append(to, Stack{Depth: depth, Name: c.Name, Cum: share})
	for _, called := range c.Calls {
		to = called.stacks(to, depth+1)
	}
	return to
}

// checkCalls finds a call without its caller.
func (b *Baseline) checkCalls() error {
	depth := 0
	for _, s := range b.Calls {
		if s.Depth < 0 || s.Depth > depth || s.Cum < 0 || s.Cum > whole {
			return failure.Inputf("profile baseline has the call %.40q at depth %d with %d hundredths of a percent (expected one below its caller)", s.Name, s.Depth, s.Cum)
		}
		depth = s.Depth + 1
	}
	return nil
}

// CallsTo returns the stacks of the baseline and of a later profile as one tree, as Calls makes
// it; without the base where the baseline does not list its own.
func (b *Baseline) CallsTo(head *Profile) (*Call, error) {
	root := &Call{Name: "all"}
	path := []*Call{root}
	for _, s := range b.Calls {
		root.Base = 1
		call := path[s.Depth].call(s.Name)
		call.Base += float64(s.Cum) / whole
		path = append(path[:s.Depth+1], call)
	}
	if err := head.addCalls(root, func(c *Call) *float64 { return &c.Head }); err != nil {
		return nil, err
	}
	root.sort()
	return root, nil
}
