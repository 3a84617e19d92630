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
	return &Start{Digest: c.Weights, Base: c.Settings.Base, Origin: c.Origin(), model: c.model}
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

// oneBucket returns a shape without king buckets.
func oneBucket(s network.Shape) network.Shape {
	s.Buckets = 1
	return s
}

// fill copies the weights into a model. The first layer of a network without king buckets becomes what they share.
func (s *Start) fill(m *model) {
	from := s.model
	if from.Shape == m.Shape {
		copy(m.all, from.all)
	} else {
		copy(m.shared, from.input)
		copy(m.bias, from.bias)
		copy(m.output, from.output)
		copy(m.offset, from.offset)
	}
	m.apply()
}

// check holds that a training with the settings begins with s, nil for random weights.
func (s *Start) check(settings *Settings) error {
	switch {
	case s == nil && settings.From == "":
		return nil
	case s == nil || s.Digest != settings.From:
		return fmt.Errorf("training from the weights %.16s… (expected these)", settings.From)
	case s.model.Shape != settings.Shape() && s.model.Shape != oneBucket(settings.Shape()):
		return fmt.Errorf("training of a network %s from one of %s (expected one shape, or one king bucket)", settings.Shape(), s.model.Shape)
	case s.Base != settings.Base:
		return errors.New("training from weights over another evaluation (expected the same base)")
	}
	return nil
}
