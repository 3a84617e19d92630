package compare

import (
	"cmp"
	"slices"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/failure"
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/text"
)

// Side is one of the two runs in sum.
type Side struct {
	Engine engine.ID    `json:"engine"`
	Totals bench.Totals `json:"totals"`
}

// Work sums up the nodes of both runs on the positions without a fault in either.
type Work struct {
	Positions int     `json:"positions"`
	Base      uint64  `json:"base"`     // nodes
	Head      uint64  `json:"head"`     // nodes
	Same      int     `json:"same"`     // positions with the same number of nodes
	GeoMean   float64 `json:"geo_mean"` // of the ratios head to base where both are above 0; 0: there is none
}

// Comparison lists the changes from a base run to a head run. No list is nil.
type Comparison struct {
	Suite       bench.SuiteRef `json:"suite"`
	Positions   int            `json:"positions"` // of the suite, however many forms each has
	Limits      string         `json:"limits"`
	Exact       bool           `json:"exact"` // every difference is real
	Base        Side           `json:"base"`
	Head        Side           `json:"head"`
	Differences []Difference   `json:"engine_differences"`

	// Of positions in several forms, Forms says what was lost and gained, and the first
	// three lists are empty.

	Lost         []Change `json:"lost"`     // solved before and not now, without a fault; in suite order, as all but NodesChanged
	Gained       []Change `json:"gained"`   // solved now and not before, without a fault
	OtherMove    []Change `json:"replayed"` // neither of these, but with another move
	Broken       []Change `json:"broken"`   // with a fault now and none before
	Fixed        []Change `json:"mended"`   // with a fault before and none now
	NodesChanged []Change `json:"moved"`    // with another number of nodes: the largest growth first, the largest saving last
	Work         Work     `json:"work"`

	Flaky            []Change `json:"flaky,omitempty"`       // on Lost, and acquitted by further searches: see Evidence
	UnexpectedPasses []Change `json:"surprising,omitempty"`  // expected to fail and solved now
	UnsolvedByBoth   []Change `json:"hopeless,omitempty"`    // solved by neither run, where others are said to be expected to fail
	Quarantined      []Change `json:"quarantined,omitempty"` // in quarantine and not as before; on no other list

	Solution     *Ratio `json:"nodes_to_solution,omitempty"` // nodes to the solution, over positions that a run solves; the other counts as in Forms.Solution; nil: there are none
	SolutionTime *Ratio `json:"time_to_solution,omitempty"`  // wall time to the solution where both runs solve, under limits that read a clock and if both times are known

	// EquivalentSymmetries are the symmetries, such as "flip", under which both engines search as under another
	// one, to the node. Such engines flip the board. Forms that are searched so are no independent draws, and
	// count for no statistics.
	EquivalentSymmetries []string `json:"twins,omitempty"`
	// EqualRounds reports whether both engines search the forms of later rounds as those before, to the node: engines
	// that forget what they searched before. Such forms count for no statistics either.
	EqualRounds bool `json:"equal_rounds,omitempty"`

	Forms    *Forms `json:"forms,omitempty"`    // what forms say together; nil: each position was searched as it stands
	Controls *Forms `json:"controls,omitempty"` // the forms of the controls, if these are judged by themselves

	Identity Identity `json:"identity"` // whether anything changed at all

	Mates      *Mates   `json:"mates,omitempty"` // of a suite of mates, or with wrong claims; nil: neither
	MateScores []Change `json:"mate_scores"`     // scored as a mate by one side, and otherwise by the other; forms one by one, in suite order

	Ineffective []string `json:"blunt,omitempty"` // why the gate cannot fail, or not on some positions
	Gates       []Result `json:"gates"`           // one for each axis that is judged
	Verdict     Verdict  `json:"verdict"`

	limits           bench.Limits        // of Limits; zero where nothing reads them
	main, control    group               // what is judged: without quarantine
	all              *Forms              // what all forms but those in quarantine say
	equivalentTo     map[string][]string // the symmetries before that an equivalent one is searched as
	faults           struct{ base, head int }
	points           int
	roles            map[string]Role
	maxFaults        int  // that are tolerated
	expectsFails     bool // the gate says which positions may be hopeless
	asked            bool // the gate asks the exact question
	unsolved         []unsolved
	solution         []float64 // logarithms of the ratios of Solution
	unknownTimes     int       // positions that a side solves, not known since when
	unmeasured       bool      // more searches missed their limit than are tolerated
	exercised        Exercised
	differing        []string                    // IDs of the searches that differ
	restsOnLost      bool                        // see RestsOnLost
	nondeterministic bool                        // the head does not repeat its searches, or a strict gate asks that it repeats all
	excluded         excluded                    // searches that do not count
	dependences      map[string]familyDependence // of families: see familyDependences
	rounds, copied   float64                     // dependence of two rounds of the base; copied: the same, near 1 with little data
	evidence         Evidence
}

// group are positions that are judged together.
type group struct {
	baseSolved, headSolved int
	lost, gained           []Change // lost ones that are not acquitted
	flaky, lucky           int      // acquitted: solved by the head when searched again, and missed by the base then
}

// Overrun reports whether the head has more faults than are tolerated, positions in
// quarantine left out.
func (c *Comparison) Overrun() bool { return c.faults.head > c.maxFaults }

// HasBaseFaults reports whether the base has faults that have a say.
func (c *Comparison) HasBaseFaults() bool { return c.faults.base > 0 }

// IsUnacceptable reports whether the comparison has a problem other than a gate that fails, whatever
// the verdict. A gate may be inconclusive. The head may have more faults than are tolerated, or the
// base one. The engine may answer differently when asked again. Searches may miss their limit.
func (c *Comparison) IsUnacceptable() bool {
	return c.Overrun() || c.faults.base > 0 || c.nondeterministic || c.unmeasured ||
		slices.ContainsFunc(c.Gates, func(r Result) bool { return r.Verdict == Inconclusive })
}

// Failure returns the kind of failure that the comparison is.
func (c *Comparison) Failure() failure.Kind { return c.Verdict.Failure(c.Overrun()) }

// searchNoun returns the noun for a single search.
func (c *Comparison) searchNoun() string {
	if c.Suite.Forms > 1 {
		return "form"
	}
	return "position"
}

// InQuarantine reports whether a position is not judged for a while.
func (c *Comparison) InQuarantine(id string) bool {
	return c.roles[c.Suite.Position(id)] == Quarantined
}

// CountFlips returns how many positions were lost and gained: of positions in several forms, of
// how many fewer forms are solved and more.
func (c *Comparison) CountFlips() (lost, gained int) {
	if c.Forms == nil {
		return len(c.Lost), len(c.Gained)
	}
	return countFlips(c.MovedForms())
}

// countFlips returns the numbers of positions with fewer and with more solved forms.
func countFlips(positions []Position) (lost, gained int) {
	for _, p := range positions {
		lost += boolToInt(p.Head < p.Base)
		gained += boolToInt(p.Head > p.Base)
	}
	return lost, gained
}

// MovedForms returns the positions with another number of solved forms, controls
// among them; none where each was searched as it stands.
func (c *Comparison) MovedForms() []Position {
	switch {
	case c.Forms == nil:
		return nil
	case c.Controls == nil:
		return c.Forms.SolvedFormsChanged
	}
	all := slices.Concat(c.Forms.SolvedFormsChanged, c.Controls.SolvedFormsChanged)
	slices.SortStableFunc(all, byChance)
	return all
}

// byChance orders positions by the chance of their loss, the smallest first.
func byChance(a, b Position) int {
	return cmp.Or(cmp.Compare(a.Chance, b.Chance), cmp.Compare(a.Head-a.Base, b.Head-b.Base))
}

// unsolved is a position of Gate.MustSolve that the head does not solve in every form.
type unsolved struct {
	id         string
	solved, of int // forms without a fault; of 1 where it was searched as it stands
}

// role returns what the gate asks of a position.
func (c *Comparison) role(change Change) Role {
	return c.roles[c.Suite.Position(change.ID())]
}

// Change is one position as both runs have it. The outcomes are those of the
// runs themselves.
type Change struct {
	Index int            `json:"index"` // in the suite, from 0
	Base  *bench.Outcome `json:"base"`
	Head  *bench.Outcome `json:"head"`
}

// ID names the position.
func (c Change) ID() string { return c.Head.ID }

// changeNames returns the IDs of changes.
func changeNames(changes []Change) []string {
	ids := make([]string, len(changes))
	for i, c := range changes {
		ids[i] = c.ID()
	}
	return ids
}

// someIDs returns the first of many IDs, and how many more there are.
func someIDs(ids []string) string { return text.JoinMost(ids, maxNoted) }

// maxNoted is the largest number of positions that a note names.
const maxNoted = 5
