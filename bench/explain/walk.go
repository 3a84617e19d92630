package explain

import (
	"context"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/epd"
)

const (
	// minGap is the least difference of values that counts as a disagreement, in centipawns.
	minGap = 40
	// moreDepth is the greatest number of plies added to a search of the base that no longer finds the value.
	moreDepth = 4
	// longestWalk bounds the moves of a walk, in multiples of its first depth. Where the base needs more depth at each node,
	// the depth that is left does not fall.
	longestWalk = 2
)

// walker walks from a position down to where the head goes blind.
type walker struct {
	base, head  *side
	solved      func(engine.Result) bool // of the position that is explained
	gap         int                      // the least difference that counts as a disagreement on this walk
	undervalued game.Side                // the side that the head undervalues
	before      int                      // the score of the base at the node before, for the side that the head undervalues
	nodes       []Node
	at          []node // the positions of nodes
}

// rootOf returns the position of a record, with the game that led to it.
func rootOf(record *epd.Record) node {
	if record.Start != nil {
		return node{start: record.Start, moves: record.Moves, at: record.Position}
	}
	return node{start: record.Position, at: record.Position}
}

// findDepth returns the smallest depth at which the base solves the position and the head misses it. The base has to solve
// it one ply deeper as well. Without such a depth the result is 0 and the finding.
func (w *walker) findDepth(ctx context.Context, n node, deepest int) (int, Finding, error) {
	finding := Unsolved
	var before engine.Result
	for depth := 1; depth <= deepest; depth++ {
		b, err := w.base.searchNode(ctx, n, depth)
		if err != nil {
			return 0, "", err
		}
		if w.solved(b) && (depth == 1 || w.solved(before) || depth == deepest) {
			finding = Solved
			for _, d := range []int{depth - 1, depth} {
				if d == 0 || d < depth && !w.solved(before) {
					continue
				}
				h, err := w.head.searchNode(ctx, n, d)
				if err != nil {
					return 0, "", err
				}
				if !w.solved(h) {
					return d, Inside, nil
				}
			}
		}
		before = b
	}
	return 0, finding, nil
}

// walk fills in the nodes from the position down, and returns how the walk ended.
func (w *walker) walk(ctx context.Context, root node, depth int) (Finding, error) {
	b, h, err := w.searchBoth(ctx, root, depth)
	if err != nil {
		return "", err
	}
	w.add(root, depth, b, h, false)
	if depth == 1 || h.Best == game.NoMove || b.Best == game.NoMove {
		return Horizon, nil
	}
	n, who, err := w.choose(ctx, root, depth-1, b.Best, h.Best)
	if err != nil {
		return "", err
	}
	w.undervalued, w.before = who, valueFor(who, root, b.Score)
	longest := longestWalk * depth
	for depth--; ; depth-- {
		b, searched, seen, err := w.searchBase(ctx, n, depth, who)
		if err != nil {
			return "", err
		}
		depth = searched
		h, err := w.head.searchNode(ctx, n, depth)
		if err != nil {
			return "", err
		}
		agree := valueFor(who, n, b.Score)-valueFor(who, n, h.Score) < w.gap
		w.add(n, depth, b, h, agree)
		w.before = valueFor(who, n, b.Score)
		// The walk goes on by the move of the base for the side that the head undervalues, and else by that of the
		// head.
		move := h.Best
		if n.at.Side() == who {
			move = b.Best
		}
		switch {
		case agree && seen:
			return Inside, nil
		case !seen || len(w.nodes) > longest:
			return Lost, nil
		case depth == 1 || move == game.NoMove:
			return Horizon, nil
		default:
			n = n.after(move)
		}
	}
}

// choose returns the node after the move of the base or after that of the head, whichever has the larger difference
// between the engines. Who is the side that the head undervalues there. It sets the gap of the walk.
func (w *walker) choose(ctx context.Context, root node, depth int, right, wrong game.Move) (n node, who game.Side, err error) {
	solver := root.at.Side()
	good, bad := root.after(right), root.after(wrong)
	under, err := w.difference(ctx, good, depth, solver)
	if err != nil || right == wrong {
		w.gap = max(minGap, under/2)
		return good, solver, err
	}
	over, err := w.difference(ctx, bad, depth, solver.Other())
	if w.gap = max(minGap, max(under, over)/2); over > under && over >= minGap {
		return bad, solver.Other(), err
	}
	return good, solver, err
}

// difference returns by how much the base values a node more than the head, for one side.
func (w *walker) difference(ctx context.Context, n node, depth int, who game.Side) (int, error) {
	b, h, err := w.searchBoth(ctx, n, depth)
	return valueFor(who, n, b.Score) - valueFor(who, n, h.Score), err
}

func (w *walker) searchBoth(ctx context.Context, n node, depth int) (base, head engine.Result, err error) {
	if base, err = w.base.searchNode(ctx, n, depth); err == nil {
		head, err = w.head.searchNode(ctx, n, depth)
	}
	return base, head, err
}

// searchBase asks the base at a node, up to moreDepth plies deeper until it finds the value of the node before. Seen reports
// whether it finds that.
func (w *walker) searchBase(ctx context.Context, n node, depth int, who game.Side) (r engine.Result, searched int, seen bool, err error) {
	if len(w.nodes) == 1 && who == n.at.Side() { // behind a move that the base does not play: nothing is known yet
		r, err = w.base.searchNode(ctx, n, depth)
		return r, depth, err == nil, err
	}
	for searched = depth; searched <= depth+moreDepth; searched++ {
		if r, err = w.base.searchNode(ctx, n, searched); err != nil {
			return r, searched, false, err
		}
		if valueFor(who, n, r.Score) > w.before-w.gap {
			return r, searched, true, nil
		}
	}
	r, err = w.base.searchNode(ctx, n, depth)
	return r, depth, false, err
}

func (w *walker) add(n node, depth int, b, h engine.Result, agree bool) {
	w.at = append(w.at, n)
	w.nodes = append(w.nodes, Node{
		Moves: n.moveNames(), Position: n.at.String(), Depth: depth,
		Base: answerOf(n, b), Head: answerOf(n, h), Agree: agree,
	})
}
