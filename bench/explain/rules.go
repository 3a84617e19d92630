package explain

import (
	"cmp"
	"context"
	"slices"
	"strings"

	"github.com/zugwatch/zugwatch/engine"
)

// Rules lists the rules that make the head blind.
type Rules struct {
	Tried int `json:"tried"` // rules that were switched off one by one
	// Causes holds minimal sets of rules without which the head sees the solution: each rule that suffices alone, or
	// one set of several. Sets without which the head sees the node and solves the position come first, then the
	// cheapest. It is empty if no cause was found.
	Causes []Cause `json:"causes"`
	// WithAll reports that the head sees it without all of the rules. It is only asked where none suffices alone.
	WithAll bool `json:"without_all,omitempty"`
	// Changed holds the one or two rules without which base and head search the position alike, to the node: the change
	// lies in them. It is empty if the change lies elsewhere, or if the rules of the base cannot be switched off.
	Changed []string `json:"changed,omitempty"`
}

// Cause is a minimal set of rules without which the head sees the blind node or solves the position.
type Cause struct {
	Rules  []string `json:"rules"`
	Sees   bool     `json:"sees"`   // the value of the blind node
	Solves bool     `json:"solves"` // the position, to the depth of the explanation
	Head   Answer   `json:"head"`   // without the rules, at the blind node
	// Differs reports that the rule is a difference between the settings of base and head, or one of Rules.Changed.
	Differs bool `json:"differs,omitempty"`
}

// findRules switches the rules off one by one, and then looks for a minimal set of several. With an error it returns the
// causes only if each rule was tried.
func (w *walker) findRules(ctx context.Context, s *Switches, e *Explanation) (*Rules, error) {
	t := &trial{walker: w, switches: s, depth: e.Depth, blind: blindPlace(e.Finding, len(w.nodes)), roots: make(map[string]engine.Result)}
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
	err := t.findSet(ctx, found)
	if err == nil && s.Base != nil {
		found.Changed, err = t.findChanged(ctx)
	}
	s.sort(found)
	return found, err
}

// findSet adds a minimal set of several rules to the causes where none suffices alone.
func (t *trial) findSet(ctx context.Context, found *Rules) error {
	names := t.switches.Names
	if len(found.Causes) > 0 || len(names) < 2 {
		return nil
	}
	cause, err := t.without(ctx, names)
	if err != nil || cause == nil {
		return err
	}
	set, err := minimize(names, func(part []string) (bool, error) {
		cause, err := t.without(ctx, part)
		return cause != nil, err
	})
	if err != nil {
		return err
	}
	if cause, err = t.without(ctx, set); err == nil {
		found.WithAll, found.Causes = true, append(found.Causes, *cause)
	}
	return err
}

// findChanged returns the rule, or the two rules, without which base and head search the position alike, to the node. It is
// nil where the change lies elsewhere, or in more of them.
func (t *trial) findChanged(ctx context.Context) ([]string, error) {
	rules := t.switches.Rules
	var sets [][]string
	for _, name := range rules {
		sets = append(sets, []string{name})
	}
	for i, name := range rules {
		for _, other := range rules[i+1:] {
			sets = append(sets, []string{name, other})
		}
	}
	for _, set := range sets {
		if same, err := t.same(ctx, set); err != nil {
			return nil, err
		} else if same {
			return set, nil
		}
	}
	return nil, nil
}

// same reports whether base and head search the position alike without some rules. A base that does not open without them
// does not have them all.
func (t *trial) same(ctx context.Context, rules []string) (bool, error) {
	key := strings.Join(rules, "\n")
	if _, known := t.roots[key]; !known {
		if _, err := t.without(ctx, rules); err != nil {
			return false, err
		}
	}
	opened, err := t.switches.Base(ctx, rules)
	if err != nil {
		return false, context.Cause(ctx)
	}
	defer opened.Close()
	base := t.side(opened, "base")
	b, err := base.searchNode(ctx, t.at[0], t.depth)
	h := t.roots[key]
	return err == nil && !base.bounded(b) && b.Best == h.Best && b.Score == h.Score && b.Nodes == h.Nodes, err
}

// sort puts differences to the base and changed rules before others, then the causes that solve, then those that see, then
// differences, then what costs the fewest nodes.
func (s *Switches) sort(found *Rules) {
	difference := func(c Cause) bool { return slices.Index(s.Names, c.Rules[0]) < s.Differences }
	for i := range found.Causes {
		c := &found.Causes[i]
		c.Differs = difference(*c) || slices.Contains(found.Changed, c.Rules[0])
	}
	slices.SortStableFunc(found.Causes, func(a, b Cause) int {
		return cmp.Or(
			trueFirst(a.Differs, b.Differs), trueFirst(a.Solves, b.Solves), trueFirst(a.Sees, b.Sees),
			trueFirst(difference(a), difference(b)), cmp.Compare(a.Head.Nodes, b.Head.Nodes))
	})
}

// trueFirst compares two causes by a condition. The one that fulfils it comes first.
func trueFirst(a, b bool) int {
	switch {
	case a == b:
		return 0
	case a:
		return -1
	}
	return 1
}

// trial asks the head without some of its rules.
type trial struct {
	*walker
	switches *Switches
	depth    int                      // of the explanation
	blind    int                      // place of the blind node
	roots    map[string]engine.Result // the answers of the head to the position, by the rules that it lacks
}

// A search without rules may take so many times the nodes of the base, and at least so many. Without reductions a search to
// the same depth can take hours.
const (
	timesNodes = 50
	minNodes   = 1_000_000
)

// side returns an engine without rules as a side whose searches are bounded.
func (t *trial) side(opened engine.Engine, name string) *side {
	s := newSide(opened, name)
	s.most = max(minNodes, timesNodes*t.nodes[0].Base.Nodes)
	return s
}

// without returns the cause if the head sees it without the rules, nil otherwise.
func (t *trial) without(ctx context.Context, rules []string) (*Cause, error) {
	opened, err := t.switches.Head(ctx, rules)
	if err != nil {
		return nil, err
	}
	defer opened.Close()
	head := t.side(opened, "head")
	n, at := t.at[t.blind], &t.nodes[t.blind]
	r, err := head.searchNode(ctx, n, at.Depth)
	if err != nil {
		return nil, err
	}
	root, err := head.searchNode(ctx, t.at[0], t.depth)
	if err != nil {
		return nil, err
	}
	t.roots[strings.Join(rules, "\n")] = root
	c := &Cause{Rules: slices.Clone(rules), Solves: t.solved(root) && !head.bounded(root), Head: answerOf(n, r)}
	if c.Sees = !head.bounded(r) && valueFor(t.undervalued, n, at.Base.Score)-valueFor(t.undervalued, n, r.Score) < t.gap; t.blind == 0 {
		c.Sees = c.Solves
	}
	if !c.Sees && !c.Solves {
		return nil, nil
	}
	return c, nil
}

// minimize returns a part of the items for which test holds, and for no part with one item less, by delta debugging (A. Zeller
// and R. Hildebrandt, Simplifying and isolating failure-inducing input, IEEE TSE 28/2, 2002, algorithm ddmin). It holds for all.
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
