package search

import (
	"errors"
	"fmt"
	"slices"
	"strings"

	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/eval"
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

// Evaluate is the static value of p in centipawns from the side to move, by the
// evaluation of the options. It means little when that side is in check.
func (o *Options) Evaluate(p *chess.Position) (int32, error) {
	if err := o.checkNetwork(); err != nil {
		return 0, err
	}
	if o.Params.Eval == Network {
		return network.New(o.Network, 1).Evaluate(p, 0), nil
	}
	return eval.New().Evaluate(p), nil
}

// checkNetwork holds that there is a network where it is to evaluate.
func (o *Options) checkNetwork() error {
	if o.Params.Eval == Network && o.Network == nil {
		return errors.New("evaluation by a network without one (expected its weights)")
	}
	return nil
}

// newNetwork makes the evaluator of a thread, nil for the classic evaluation.
func newNetwork(o *Options) *network.Evaluator {
	if o.Params.Eval != Network {
		return nil
	}
	return network.New(o.Network, maxPly+1)
}
