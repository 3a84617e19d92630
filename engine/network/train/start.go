package train

import (
	"errors"
	"fmt"

	"github.com/zugwatch/zugwatch/engine/network"
)

// Start is the weights that a training begins with, instead of random ones.
type Start struct {
	Digest string // of the training or network that they are the last of
	Base   string // digest of the evaluation that they correct; "": none
	Origin string // where they come from, on one line
	model  *model
}

// Start returns the last weights of a training, to begin another with.
func (c *Checkpoint) Start() *Start {
	return &Start{Digest: c.Weights, Base: c.Settings.Base, Origin: c.origin(), model: c.model}
}

// StartOf returns the weights of a network, rounded as they are.
func StartOf(n *network.Network) *Start {
	m := newModel(n.Shape)
	for _, part := range []struct {
		to    []float32
		from  []int16
		scale float64
	}{
		{m.input, n.Input, network.InputScale},
		{m.bias, n.Bias, network.InputScale},
		{m.output, n.Output, network.OutputScale},
	} {
		for i, w := range part.from {
			part.to[i] = float32(float64(w) / part.scale)
		}
	}
	for i, o := range n.Offset {
		m.offset[i] = float32(float64(o) / (network.InputScale * network.OutputScale))
	}
	m.apply()
	return &Start{Digest: n.Digest(), Base: n.Base, Origin: n.Origin, model: m}
}

// grows reports whether a network of one shape can go on as one of another. The other shape has as many units or
// more, and as many outputs. It has as many king buckets, or several for the first time.
func grows(from, to network.Shape) bool {
	return from.Hidden <= to.Hidden && from.Outputs == to.Outputs && (from.Buckets == to.Buckets || from.Buckets == 1)
}

// fill copies the weights into a model of random weights. The first layer of a network without king buckets becomes
// what they share. Units that the model has besides weigh nothing at first, so that its values are those of s.
func (s *Start) fill(m *model) {
	from := s.model
	layer := m.input
	if from.Buckets != m.Buckets {
		layer = m.shared
	}
	copyRows(layer, from.input, m.Hidden, from.Hidden)
	if from.Buckets == m.Buckets {
		copyRows(m.shared, from.shared, m.Hidden, from.Hidden)
	}
	copy(m.bias, from.bias)
	clear(m.output)
	copyRows(m.output, from.output, m.Hidden, from.Hidden)
	copy(m.offset, from.offset)
	m.apply()
}

// copyRows copies rows of weights into rows that are as long or longer.
func copyRows(to, from []float32, length, shorter int) {
	for i := range len(from) / shorter {
		copy(to[i*length:], from[i*shorter:][:shorter])
	}
}

// check holds that a training with the settings begins with s, nil for random weights.
func (s *Start) check(settings *Settings) error {
	switch {
	case s == nil && settings.From == "":
		return nil
	case s == nil || s.Digest != settings.From:
		return fmt.Errorf("training from the weights %.16s… (expected these)", settings.From)
	case !grows(s.model.Shape, settings.shape()):
		return fmt.Errorf("training of a network %s from one of %s (expected as many outputs, no fewer units, and as many king buckets or from one)", settings.shape(), s.model.Shape)
	case s.Base != settings.Base:
		return errors.New("training from weights over another evaluation (expected the same base)")
	}
	return nil
}
