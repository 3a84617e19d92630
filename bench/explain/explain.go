package explain

import (
	"context"

	"github.com/zugwatch/zugwatch/bench/question"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/epd"
)

// Options name the position and the two opened engines.
type Options struct {
	Record     *epd.Record
	Base, Head engine.Engine // searched one after the other, each by a cleared engine
	Deepest    int           // greatest depth at which the loss is looked for, in plies
	Switches   *Switches     // rules of the head; nil: none can be switched
	Tracer     Tracer        // of the head; nil: it cannot be traced
	Tables     Tables        // prove zugzwangs; nil: the base says whether there is one
	Reduce     bool          // look for the smallest position that shows it
}

// Explain finds out why the head misses a position that the base solves. The error is that of a side or of the context;
// it comes with the findings so far.
func Explain(ctx context.Context, o Options) (*Explanation, error) {
	root := rootOf(o.Record)
	w := &walker{
		base:   newSide(o.Base, "base"),
		head:   newSide(o.Head, "head"),
		solved: func(r engine.Result) bool { return question.IsAnswer(o.Record, r) },
	}
	e := &Explanation{ID: o.Record.Key(), Position: o.Record.Position.String(), Want: question.Want(o.Record)}
	var err error
	if e.Depth, e.Finding, err = w.findDepth(ctx, root, o.Deepest); err != nil || e.Depth == 0 {
		return e, err
	}
	if e.Finding, err = w.walk(ctx, root, e.Depth); err != nil {
		return e, err
	}
	e.Walk = w.nodes
	if err := e.zugzwang(ctx, w, o.Tables); err != nil {
		return e, err
	}
	if err := e.trace(ctx, w, o.Tracer); err != nil {
		return e, err
	}
	if o.Switches != nil {
		if e.Rules, err = w.findRules(ctx, o.Switches, e); err != nil {
			return e, err
		}
	}
	if o.Reduce {
		e.Smallest, err = w.findSmallest(ctx)
	}
	return e, err
}

// Finding says how an explanation ended.
type Finding string

// The findings.
const (
	// Inside: the head misses at the blind node a move that it sees one move later. A rule inside of its search cuts it.
	Inside Finding = "inside"
	// Horizon: the head is blind down to the last ply. Its evaluation or its quiescence differs.
	Horizon Finding = "horizon"
	// Lost: the base no longer finds the value in a search of the node alone. The walk ends there.
	Lost Finding = "lost-track"
	// Solved: the head solves the position to every depth at which the base does.
	Solved Finding = "solved"
	// Unsolved: the base solves the position to no depth that was tried.
	Unsolved Finding = "unsolved"
)

// Answer holds the best move of one engine in a position, its score and the nodes of the search.
type Answer struct {
	Move  string       `json:"move,omitempty"` // best, in the notation of results; empty where there is none
	Score engine.Score `json:"score"`          // from the side to move
	Nodes uint64       `json:"nodes"`
}

// Node is a position of the walk, with the answers of base and head.
type Node struct {
	Moves    []string `json:"moves"`    // from the position that is explained
	Position string   `json:"position"` // a FEN, or an SFEN
	Depth    int      `json:"depth"`    // to which both were asked, in plies
	Base     Answer   `json:"base"`
	Head     Answer   `json:"head"`
	Agree    bool     `json:"agree"` // on the value of the node, for the side that the head wrongs
}

// Explanation says where a head loses a position, and why.
type Explanation struct {
	ID       string  `json:"id,omitempty"`
	Position string  `json:"position"`
	Want     string  `json:"want,omitempty"`
	Finding  Finding `json:"finding"`
	Depth    int     `json:"depth,omitempty"` // the smallest at which the base solves the position and the head does not
	// Walk holds the nodes from the position down. The blind node is the last but one where the finding is Inside,
	// and the last one else. It is empty where nothing is lost.
	Walk     []Node    `json:"walk,omitempty"`
	Zugzwang *Zugzwang `json:"zugzwang,omitempty"` // at the node behind the blind one; nil: not asked
	Rules    *Rules    `json:"rules,omitempty"`    // nil: no rule can be switched
	Trace    *Trace    `json:"trace,omitempty"`    // of a search of the position; nil: the head is not the built-in engine
	// BlindTrace is of a search of the blind node. It is nil where the search of the position reached the last node of the walk.
	BlindTrace *Trace    `json:"blind_trace,omitempty"`
	Smallest   *Smallest `json:"smallest,omitempty"` // nil: none was looked for
	Hunks      *Hunks    `json:"hunks,omitempty"`    // nil: none were looked for
}

// BlindNode returns the deepest node that the head misjudges while the base does not. It is nil if
// nothing is lost.
func (e *Explanation) BlindNode() *Node {
	if len(e.Walk) == 0 {
		return nil
	}
	return &e.Walk[blindPlace(e.Finding, len(e.Walk))]
}

// blindPlace returns the place of the blind node in a walk of so many.
func blindPlace(finding Finding, nodes int) int {
	if finding == Inside && nodes > 1 {
		return nodes - 2
	}
	return nodes - 1
}

// NodeAfterCut returns the node after the move that is cut, on which both agree. It is nil if there
// is none.
func (e *Explanation) NodeAfterCut() *Node {
	if e.Finding != Inside || len(e.Walk) < 2 {
		return nil
	}
	return &e.Walk[len(e.Walk)-1]
}

// BlamedRules returns the rules of the first cause. Where that is none of the changed rules it returns these, and says so. Both
// are empty where no rule is known.
func (e *Explanation) BlamedRules() (rules []string, changed bool) {
	switch r := e.Rules; {
	case r == nil:
		return nil, false
	case len(r.Changed) > 0 && (len(r.Causes) == 0 || !r.Causes[0].Differs):
		return r.Changed, true
	case len(r.Causes) == 0:
		return nil, false
	}
	return e.Rules.Causes[0].Rules, false
}
