package profile

import (
	"cmp"
	"slices"
)

// Call is a function on the stacks of two profiles, with what is called from it.
type Call struct {
	Name       string
	Base, Head float64 // shares of all samples of each in which the stack is this one or begins with it
	Calls      []*Call // the larger share first
}

// Calls returns the stacks of two profiles as one tree. A function that calls itself is one
// call, and the search of the built-in engine is the root of all below it. Without a base all of
// it is the head's.
func Calls(base, head *Profile) (*Call, error) {
	root := &Call{Name: "all"}
	if base != nil {
		if err := base.addCalls(root, func(c *Call) *float64 { return &c.Base }); err != nil {
			return nil, err
		}
	}
	if err := head.addCalls(root, func(c *Call) *float64 { return &c.Head }); err != nil {
		return nil, err
	}
	root.sort()
	return root, nil
}

// addCalls adds the stacks to a tree, each with its share of all samples.
func (p *Profile) addCalls(root *Call, of func(*Call) *float64) error {
	count, _, err := p.cpuIndexes()
	if err != nil {
		return err
	}
	less, err := folded(p.p, searchFunction+"search")
	if err != nil {
		return err
	}
	var all int64
	for _, sample := range less.Sample {
		all += sample.Value[count]
	}
	for _, sample := range less.Sample {
		share := float64(sample.Value[count]) / float64(max(1, all))
		at := root
		*of(at) += share
		for _, name := range slices.Backward(stackOf(sample)) {
			at = at.call(name)
			*of(at) += share
		}
	}
	return nil
}

func (c *Call) call(name string) *Call {
	for _, known := range c.Calls {
		if known.Name == name {
			return known
		}
	}
	added := &Call{Name: name}
	c.Calls = append(c.Calls, added)
	return added
}

// sort puts the larger calls first.
func (c *Call) sort() {
	slices.SortFunc(c.Calls, func(a, b *Call) int {
		return cmp.Or(cmp.Compare(max(b.Base, b.Head), max(a.Base, a.Head)), cmp.Compare(a.Name, b.Name))
	})
	for _, called := range c.Calls {
		called.sort()
	}
}
