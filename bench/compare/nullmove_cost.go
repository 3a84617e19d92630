package compare

import (
	"cmp"
	"math"

	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/effect"
	"github.com/zugwatch/zugwatch/bench/stat"
)

// NullMoveCost counts the zugzwangs that an engine loses by its null move. It compares a run with null
// moves with one of the same engine without, under the same limits.
type NullMoveCost struct {
	Suite     bench.SuiteRef     `json:"suite"`
	Limits    string             `json:"limits"`
	Exact     bool               `json:"exact"` // every difference is real
	With      Side               `json:"with"`
	Without   Side               `json:"without"`
	Positions []NullMovePosition `json:"positions"`       // in suite order, forms one by one
	Forms     *NullMoveForms     `json:"forms,omitempty"` // what forms say together; nil: each position was searched as it stands
	Lost      int                `json:"lost"`            // solved only without null moves; of positions in forms: in more forms
	Gained    int                `json:"gained"`          // solved only with null moves; of positions in forms: in more forms
	Both      int                `json:"both"`            // solved either way, forms one by one
	Undated   int                `json:"undated"`         // of these, without the nodes to the solution of a side: they are not known
	Spent     [2]uint64          `json:"spent"`           // nodes to solution, with and without, over the rest of Both
	Ratio     float64            `json:"ratio"`           // geometric mean of the ratios, with to without, over these; 0: there is none
}

// NullMovePosition is one position of a NullMoveCost. The outcomes are those of the runs.
type NullMovePosition struct {
	With    *bench.Outcome `json:"with"`
	Without *bench.Outcome `json:"without"`
	Ratio   float64        `json:"ratio,omitempty"` // nodes to solution, with to without; 0: not solved either way
}

// Lost reports whether the position is solved without null moves only.
func (t *NullMovePosition) Lost() bool {
	return t.Without.Verdict == bench.Solved && t.With.Verdict != bench.Solved
}

// Gained reports whether the position is solved with null moves only.
func (t *NullMovePosition) Gained() bool {
	return t.With.Verdict == bench.Solved && t.Without.Verdict != bench.Solved
}

// CompareNullMove compares a run with null moves with one without. The nodes to solution are those
// at which the right answer came on top to stay. The errors are *bench.IncompleteError for a run
// that is not finished and *NotComparableError.
func CompareNullMove(with, without *bench.Run) (*NullMoveCost, error) {
	if err := Comparable(without, with, nil); err != nil {
		return nil, err
	}
	if err := cmp.Or(checkComplete("base", without), checkComplete("head", with)); err != nil {
		return nil, err
	}
	t := &NullMoveCost{
		Suite: with.Suite, Limits: with.Limits, Exact: with.Exact() && without.Exact(),
		With:    Side{Engine: with.Engine, Totals: with.Totals()},
		Without: Side{Engine: without.Engine, Totals: without.Totals()},
	}
	var logs []float64
	for i := range with.Outcomes {
		p := NullMovePosition{With: &with.Outcomes[i], Without: &without.Outcomes[i]}
		t.count(&p)
		if p.Ratio > 0 {
			logs = append(logs, math.Log(p.Ratio))
		}
		t.Positions = append(t.Positions, p)
	}
	forms, err := nullMoveForms(with, without)
	if err != nil {
		return nil, err
	}
	if t.Forms = forms; forms != nil {
		t.Lost, t.Gained = countFlips(forms.Positions)
	}
	if len(logs) > 0 {
		t.Ratio = math.Exp(stat.Mean(logs))
	}
	return t, nil
}

// count adds a position to the sums and fills in its ratio.
func (t *NullMoveCost) count(p *NullMovePosition) {
	switch {
	case p.Lost():
		t.Lost++
	case p.Gained():
		t.Gained++
	case p.With.Verdict == bench.Solved:
		t.Both++
		a, b := p.With.Stable, p.Without.Stable
		if a == nil || b == nil {
			t.Undated++
			return
		}
		t.Spent[0] += a.Nodes
		t.Spent[1] += b.Nodes
		if a.Nodes > 0 && b.Nodes > 0 {
			p.Ratio = float64(a.Nodes) / float64(b.Nodes)
		}
	}
}

// NullMoveForms counts the forms of all positions. Base counts those solved without null moves, and
// Head those with them. Forms with a fault on either side are left out.
type NullMoveForms struct {
	Positions []Position `json:"positions"` // in suite order, each with the chance of its own loss
	// Chance is the probability of a loss at least as large over all positions, if null moves made no difference. It
	// comes from the exact permutation test within positions, see effect.PermutationPValue.
	Chance float64 `json:"chance"`
}

// nullMoveForms counts the forms of each position, nil where each was searched as it stands.
func nullMoveForms(with, without *bench.Run) (*NullMoveForms, error) {
	if with.Suite.Forms < 2 {
		return nil, nil
	}
	limits, err := bench.ParseLimits(with.Limits)
	if err != nil {
		return nil, err
	}
	counted := formsOf(without, with, formCounter{limits: limits}, func(string) bool { return true })
	forms := &NullMoveForms{Positions: counted.solved, Chance: effect.PermutationPValue(counted.Counts())}
	for i := range forms.Positions {
		p := &forms.Positions[i]
		p.Chance = effect.PermutationPValue([]effect.Solved{p.Solved})
	}
	return forms, nil
}
