package search

import (
	"fmt"
	"slices"
	"strings"

	"github.com/zugwatch/zugwatch/engine/chess"
	"github.com/zugwatch/zugwatch/engine/eval"
	"github.com/zugwatch/zugwatch/engine/network"
)

// Evaluation selects the evaluation of quiet positions.
type Evaluation uint8

// The evaluations.
const (
	Classic Evaluation = iota // terms with fitted weights
	Network                   // a small network
)

// Evaluations returns the names of the evaluations, indexed by Evaluation.
func Evaluations() []string { return []string{"classic", "network"} }

// ParseEvaluation reads the name of an evaluation.
func ParseEvaluation(name string) (Evaluation, error) {
	i := slices.Index(Evaluations(), name)
	if i < 0 {
		return 0, fmt.Errorf("evaluation %.20q (expected %s)", name, strings.Join(Evaluations(), " or "))
	}
	return Evaluation(i), nil
}

// evaluate returns the evaluation of the position of f, whose side to move is not in check.
// A network that corrects the classic evaluation is not asked in endings that are known
// to be drawn.
func (t *thread) evaluate(f *frame, ply int) int32 {
	if t.network == nil {
		return t.eval.Evaluate(&f.position)
	}
	if !t.corrects {
		return t.network.Evaluate(&f.position, ply)
	}
	value, drawn := t.eval.EvaluateDrawn(&f.position)
	if !drawn {
		value += t.network.Evaluate(&f.position, ply)
	}
	return min(max(value, -eval.Limit), eval.Limit)
}

// Evaluate returns the evaluation of p in centipawns, from the side to move. The value means
// little when that side is in check.
func (o Options) Evaluate(p *chess.Position) (int32, error) {
	if err := o.FindNetwork(); err != nil {
		return 0, err
	}
	t := thread{eval: eval.New(), network: newNetwork(&o), corrects: o.corrects()}
	return t.evaluate(&frame{position: *p}, 0), nil
}

// corrects reports whether the value of the network is added to the classic evaluation.
func (o *Options) corrects() bool { return o.Params.Eval == Network && o.Network.Base != "" }

// FindNetwork sets Network to the embedded network, if the options ask for a network and name none. A named network
// is refused if it corrects the classic evaluation of another build. A test checks the embedded one instead, so that
// a changed evaluation can be tried before a network is trained for it.
func (o *Options) FindNetwork() (err error) {
	if o.Params.Eval != Network {
		return nil
	}
	own, err := network.Embedded()
	if o.Network == nil {
		o.Network = own
	}
	if o.Network == own {
		return err
	}
	if now := eval.Digest(); o.Network.Base != "" && o.Network.Base != now {
		return fmt.Errorf("network corrects an evaluation with the digest %s (expected %s, that of this build)", o.Network.Base, now)
	}
	return nil
}

// newNetwork returns the network evaluator of a thread, nil for the classic evaluation.
func newNetwork(o *Options) *network.Evaluator {
	if o.Params.Eval != Network {
		return nil
	}
	return network.New(o.Network, maxPly+1)
}
