package search

import (
	"fmt"
	"slices"
	"strings"

	"github.com/zugwatch/zugwatch/engine/network"
)

// Evaluation is what gives quiet positions their value.
type Evaluation uint8

// The evaluations.
const (
	Classic Evaluation = iota // terms with fitted weights
	Network                   // a small network
)

// Evaluations are the names of the evaluations.
func Evaluations() []string { return []string{"classic", "network"} }

// ParseEvaluation reads the name of an evaluation.
func ParseEvaluation(name string) (Evaluation, error) {
	i := slices.Index(Evaluations(), name)
	if i < 0 {
		return 0, fmt.Errorf("evaluation %.20q (expected %s)", name, strings.Join(Evaluations(), " or "))
	}
	return Evaluation(i), nil
}

// evaluate is the value of the position of a frame that is not in check, by the
// evaluation of the thread.
func (t *thread) evaluate(f *frame, ply int) int32 {
	if t.network != nil {
		return t.network.Evaluate(&f.position, ply)
	}
	return t.eval.Evaluate(&f.position)
}

// newNetwork makes the evaluator of a thread, nil for the classic evaluation.
func newNetwork(o *Options) *network.Evaluator {
	if o.Params.Eval != Network {
		return nil
	}
	return network.New(o.Network, maxPly+1)
}
