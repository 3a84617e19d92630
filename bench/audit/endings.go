package audit

import (
	"context"
	"fmt"
	"math/rand/v2"

	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/nullmove"
	"github.com/zugwatch/zugwatch/engine/search"
	"github.com/zugwatch/zugwatch/engine/tablebase"
)

// EndingsOptions says which rules ExamineEndings examines, and on which endings.
type EndingsOptions struct {
	Endings   []tablebase.Ending
	Policies  []nullmove.Policy
	Params    search.Params // all rules except the null move; search.Plain for none
	MinDepth  int           // plies, at least 1
	MaxDepth  int
	Ancestors int    // positions before each zugzwang, drawn at random
	Back      int    // plies before the zugzwang that these are at most
	Seed      uint64 // of the draw
}

// DefaultEndingsPolicies returns the policies that are examined if none is named.
func DefaultEndingsPolicies() []string {
	return []string{"off", "r3,guard=none", "r3", "r3,guard=two", "verified3", "nmr3-4", search.DefaultPolicy}
}

// Check says what is wrong with the exam.
func (x *EndingsOptions) Check() error {
	switch {
	case len(x.Endings) == 0:
		return fmt.Errorf("no ending is given (expected one such as KPK)")
	case len(x.Policies) == 0:
		return fmt.Errorf("no policy is given (expected one such as r3)")
	case x.MinDepth < 1 || x.MaxDepth < x.MinDepth || x.MaxDepth > maxEndingsDepth:
		return fmt.Errorf("depths are %d to %d (expected rising ones from 1 to %d)", x.MinDepth, x.MaxDepth, maxEndingsDepth)
	case x.Ancestors < 0 || x.Back < 0 || x.Ancestors > 0 && x.Back == 0:
		return fmt.Errorf("ancestors are %d, at most %d plies before (expected 0 or more of at least 1)", x.Ancestors, x.Back)
	}
	return nil
}

// maxEndingsDepth limits EndingsOptions.MaxDepth, in plies.
const maxEndingsDepth = 30

// EndingsReport holds one row for each policy that was examined.
type EndingsReport struct {
	Endings   []string       `json:"endings"`
	Search    string         `json:"search"`
	Zugzwangs int            `json:"zugzwangs"` // mutual zugzwangs, each with either side to move
	Ancestors int            `json:"ancestors"` // positions before them
	MinDepth  int            `json:"min_depth"`
	Rows      []PolicyResult `json:"rows"`
}

// PolicyResult counts the errors of one policy.
type PolicyResult struct {
	Policy    string  `json:"policy"`
	Total     Count   `json:"total"`     // Claims are searches here, Wrong those with a wrong result
	ByDepth   []Count `json:"by_depth"`  // from MinDepth on
	Dangerous int     `json:"dangerous"` // mutual zugzwangs that are wrong at some depth with one of the sides to move
	Nodes     uint64  `json:"nodes"`
}

// knownWin is the score of a won leaf in centipawns: more than any gate asks for, and no mate.
const knownWin = engine.Score(10000)

// task is one position of an exam.
type task struct {
	position chess.Position
	outcome  tablebase.Outcome
	zugzwang int // number of the mutual zugzwang, -1 for an ancestor
}

// ExamineEndings examines the policies on every mutual zugzwang of the endings, with
// either side to move, and on positions before them. The tables have to be in
// the set. The error is of the exam or that of ctx.
func ExamineEndings(ctx context.Context, set *tablebase.Set, exam EndingsOptions) (*EndingsReport, error) {
	if err := exam.Check(); err != nil {
		return nil, err
	}
	m := &EndingsReport{Search: exam.Params.String(), MinDepth: exam.MinDepth}
	tasks, err := exam.tasks(ctx, set, m)
	if err != nil {
		return nil, err
	}
	for _, policy := range exam.Policies {
		mark, err := exam.examinePolicy(ctx, set, policy, tasks)
		if err != nil {
			return nil, err
		}
		m.Rows = append(m.Rows, mark)
	}
	return m, nil
}

func (x *EndingsOptions) tasks(ctx context.Context, set *tablebase.Set, m *EndingsReport) (all []task, err error) {
	random := rand.New(rand.NewPCG(x.Seed, 0))
	number := 0
	for _, e := range x.Endings {
		m.Endings = append(m.Endings, e.String())
		zugzwangs, err := set.Zugzwangs(ctx, e)
		if err != nil {
			return nil, err
		}
		for _, z := range zugzwangs {
			for side := range z.ToMove {
				all = append(all, task{z.ToMove[side], z.Values[side].Outcome, number})
				m.Zugzwangs++
				for range x.Ancestors {
					if p, ok := ancestor(set, z.ToMove[side], 1+random.IntN(x.Back), random); ok {
						v, _ := set.Probe(&p)
						all = append(all, task{p, v.Outcome, -1})
						m.Ancestors++
					}
				}
			}
			number++
		}
	}
	return all, nil
}

// ancestor returns a position from which so many quiet moves, or fewer, lead to p.
func ancestor(set *tablebase.Set, p chess.Position, back int, random *rand.Rand) (chess.Position, bool) {
	found := false
	for range back {
		before := set.Predecessors(&p)
		if len(before) == 0 {
			break
		}
		p, found = before[random.IntN(len(before))], true
	}
	return p, found
}

// examinePolicy searches all positions with one policy.
func (x *EndingsOptions) examinePolicy(ctx context.Context, set *tablebase.Set, policy nullmove.Policy, tasks []task) (PolicyResult, error) {
	mark := PolicyResult{Policy: policy.String(), ByDepth: make([]Count, x.MaxDepth-x.MinDepth+1)}
	options := search.Defaults()
	options.HashMB, options.Policy, options.Params = 1, policy, x.Params
	options.Leaf = func(p *chess.Position) (engine.Score, bool) {
		v, ok := set.Probe(p)
		return knownWin * engine.Score(v.Outcome), ok
	}
	searcher, err := search.New(options)
	if err != nil {
		return mark, err
	}
	dangerous := make(map[int]bool)
	for i := range tasks {
		t := &tasks[i]
		wrong, err := x.searchOne(ctx, searcher, t, &mark)
		if err != nil {
			return mark, err
		}
		if wrong && t.zugzwang >= 0 {
			dangerous[t.zugzwang] = true
		}
	}
	mark.Dangerous = len(dangerous)
	for _, count := range mark.ByDepth {
		mark.Total.Add(count)
	}
	return mark, nil
}

// searchOne searches a position to every depth, from scratch, and checks whether it is won and
// whether it is held. The position is searched as a node of a line, so that the rules may cut
// the position itself. No shallower search has found the right move before.
func (x *EndingsOptions) searchOne(ctx context.Context, s *search.Searcher, t *task, mark *PolicyResult) (wrong bool, err error) {
	p := game.FromChess(t.position)
	for depth := x.MinDepth; depth <= x.MaxDepth; depth++ {
		if err := ctx.Err(); err != nil {
			return false, err
		}
		won, nodes := s.Judge(p, depth, knownWin/2)
		held, more := s.Judge(p, depth, 1-knownWin/2)
		mark.Nodes += nodes + more
		c := &mark.ByDepth[depth-x.MinDepth]
		c.Claims++
		if won != (t.outcome == tablebase.Win) || held != (t.outcome >= tablebase.Draw) {
			c.Wrong++
			wrong = true
		}
	}
	return wrong, nil
}
