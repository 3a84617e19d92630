package compare

import (
	"github.com/zugwatch/zugwatch/bench"
	"github.com/zugwatch/zugwatch/bench/effect"
)

// NullMoveForms counts the forms of all positions. Base counts those solved without null moves, and
// Head those with them. Forms with a fault on either side are left out.
type NullMoveForms struct {
	Positions []Position `json:"positions"` // in suite order, each with the chance of its own loss
	// Chance is the probability of such a loss over all positions, or a larger one, if
	// null moves made no difference: the exact permutation test within positions, see
	// effect.PermutationPValue.
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
	counted := formsOf(without, with, limits, false, false, func(string) bool { return true })
	forms := &NullMoveForms{Positions: counted.solved, Chance: effect.PermutationPValue(counted.Counts())}
	for i := range forms.Positions {
		p := &forms.Positions[i]
		p.Chance = effect.PermutationPValue([]effect.Solved{p.Solved})
	}
	return forms, nil
}
