package explain

import (
	"cmp"
	"context"
	"slices"

	"github.com/zugwatch/zugwatch/engine"
)

// Rules lists the rules that make the head blind.
type Rules struct {
	Tried int `json:"tried"` // rules that were switched off one by one
	// Causes holds minimal sets of rules without which the head sees it: each rule that suffices alone, or one set
	// of several. Those without which the head sees the node and solves the position come first, then those that cost
	// least. It is empty where no cause was found.
	Causes []Cause `json:"causes"`
	// WithAll reports that the head sees it without all of the rules. It is only asked where none suffices alone.
	WithAll bool `json:"without_all,omitempty"`
}

// Cause is a set of rules without which the head sees the blind node or solves the position, and would not with any one
// of them.
type Cause struct {
	Rules  []string `json:"rules"`
	Sees   bool     `json:"sees"`   // the value of the blind node
	Solves bool     `json:"solves"` // the position, to the depth of the explanation
	Head   Answer   `json:"head"`   // without the rules, at the blind node
}

// findRules switches the rules off one by one, and then looks for a minimal set of several.
func (w *walker) findRules(ctx context.Context, s *Switches, e *Explanation) (*Rules, error) {
	blind := len(w.nodes) - 1
	if e.Finding == Inside && blind > 0 {
		blind--
	}
	t := &trial{walker: w, switches: s, depth: e.Depth, blind: blind}
	found := &Rules{Tried: len(s.Names), Causes: []Cause{}}
	for _, name := range s.Names {
		cause, err := t.without(ctx, []string{name})
		if err != nil {
			return nil, err
		}
		if cause != nil {
			found.Causes = append(found.Causes, *cause)
		}
	}
	if len(found.Causes) == 0 && len(s.Names) > 1 {
		cause, err := t.without(ctx, s.Names)
		if err != nil || cause == nil {
			return found, err
		}
		found.WithAll = true
		set, err := t.minimize(ctx, s.Names)
		if err != nil {
			return nil, err
		}
		if cause, err = t.without(ctx, set); err != nil {
			return nil, err
		}
		found.Causes = append(found.Causes, *cause)
	}
	s.sort(found.Causes)
	return found, nil
}

// sort puts the causes that weigh most first, then differences to the base, then what costs the fewest nodes.
func (s *Switches) sort(causes []Cause) {
	slices.SortStableFunc(causes, func(a, b Cause) int {
		return cmp.Or(cmp.Compare(b.weight(), a.weight()), cmp.Compare(s.place(a.Rules[0]), s.place(b.Rules[0])), cmp.Compare(a.Head.Nodes, b.Head.Nodes))
	})
}

// place returns 0 for a difference to the base, and 1 for another rule.
func (s *Switches) place(name string) int {
	if slices.Index(s.Names, name) < s.Differences {
		return 0
	}
	return 1
}

// weight orders causes: those that both see and solve first, then those that solve.
func (c *Cause) weight() int {
	switch {
	case c.Sees && c.Solves:
		return 2
	case c.Solves:
		return 1
	}
	return 0
}

// trial asks the head without some of its rules.
type trial struct {
	*walker
	switches *Switches
	depth    int // of the explanation
	blind    int // place of the blind node
}

// without returns the cause if the head sees it without the rules, nil otherwise.
func (t *trial) without(ctx context.Context, rules []string) (*Cause, error) {
	opened, err := t.switches.Without(ctx, rules)
	if err != nil {
		return nil, err
	}
	defer opened.Close()
	head := &side{Engine: opened, name: "head", known: make(map[string]engine.Result)}
	n, at := t.at[t.blind], &t.nodes[t.blind]
	r, err := head.ask(ctx, n, at.Depth)
	if err != nil {
		return nil, err
	}
	root, err := head.ask(ctx, t.at[0], t.depth)
	if err != nil {
		return nil, err
	}
	c := &Cause{Rules: slices.Clone(rules), Solves: t.solved(root), Head: answerOf(n, r)}
	if c.Sees = valueFor(t.wronged, n, at.Base.Score)-valueFor(t.wronged, n, r.Score) < t.gap; t.blind == 0 {
		c.Sees = c.Solves
	}
	if !c.Sees && !c.Solves {
		return nil, nil
	}
	return c, nil
}

// minimize returns a minimal set of the rules by delta debugging (A. Zeller and R. Hildebrandt, Simplifying and isolating
// failure-inducing input, IEEE TSE 28/2, 2002, algorithm ddmin). Without all of them the head sees it.
func (t *trial) minimize(ctx context.Context, rules []string) ([]string, error) {
	return minimize(rules, func(part []string) (bool, error) {
		cause, err := t.without(ctx, part)
		return cause != nil, err
	})
}

// minimize returns a part of the items for which test holds, and for no part with one item less. It holds for all.
func minimize[T any](items []T, test func([]T) (bool, error)) ([]T, error) {
	for n := 2; len(items) > 1; {
		reduced := false
		for i := range n {
			low, high := i*len(items)/n, (i+1)*len(items)/n
			rest := slices.Concat(items[:low], items[high:])
			holds, err := test(rest)
			if err != nil {
				return nil, err
			}
			if holds {
				items, n, reduced = rest, max(2, n-1), true
				break
			}
		}
		if !reduced {
			if n >= len(items) {
				break
			}
			n = min(len(items), 2*n)
		}
	}
	return items, nil
}
