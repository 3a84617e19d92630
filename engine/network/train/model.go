package train

import (
	"fmt"
	"math"

	"github.com/zugwatch/zugwatch/engine/network"
	"github.com/zugwatch/zugwatch/engine/random"
)

// model is the weights of a network, or something that there is for each of them,
// as floating point numbers. A unit is cut off at 0 and 1, and an output of 1 is
// network.Centipawns.
type model struct {
	network.Shape
	all    []float32 // everything down to offset, and zeros up to a multiple of the step
	input  []float32 // by input, then by hidden unit; with several buckets, what a bucket adds to shared
	shared []float32 // by input of one bucket, then by hidden unit: common to all buckets; empty for one bucket
	bias   []float32 // by hidden unit
	output []float32 // by output: the units of the side to move, then of the other side
	offset []float32 // by output
	first  []float32 // the first layer as it is applied, by input, then by hidden unit; input itself for one bucket
}

// newModel returns a model of zeros.
func newModel(s network.Shape) *model {
	inputs, outputs, shared := s.Inputs()*s.Hidden, 2*s.Hidden*s.Outputs, 0
	if s.Buckets > 1 {
		shared = network.Inputs * s.Hidden
	}
	m := &model{Shape: s, all: make([]float32, inputs+s.Hidden+outputs+shared+network.HiddenStep)}
	rest := m.all
	cut := func(n int) []float32 {
		part := rest[:n:n]
		rest = rest[n:]
		return part
	}
	m.input, m.bias, m.output, m.shared, m.offset = cut(inputs), cut(s.Hidden), cut(outputs), cut(shared), cut(s.Outputs)
	m.first = m.input
	if s.Buckets > 1 {
		m.first = make([]float32, inputs)
	}
	return m
}

// row returns the weights of one input in a layer.
func (m *model) row(layer []float32, input uint16) []float32 {
	return layer[int(input)*m.Hidden:][:m.Hidden]
}

// apply computes the first layer from what the buckets share and what each adds.
func (m *model) apply() {
	size := len(m.shared)
	if size == 0 {
		return
	}
	for bucket := range m.Buckets {
		first, own := m.first[bucket*size:][:size], m.input[bucket*size:][:size]
		for i, w := range m.shared {
			first[i] = min(max(own[i]+w, -maxWeight), maxWeight)
		}
	}
}

// gather adds the gradients of the buckets to that of what they share, which is zero before.
func (m *model) gather() {
	size := len(m.shared)
	if size == 0 {
		return
	}
	for bucket := range m.Buckets {
		add(m.shared, m.input[bucket*size:][:size])
	}
}

// outputs returns the weights of one output for the side to move and for the other.
func (m *model) outputs(class int) (us, them []float32) {
	w := m.output[2*class*m.Hidden:][:2*m.Hidden]
	return w[:m.Hidden], w[m.Hidden:]
}

// The first weights are uniform within bounds. With these, about half of the units are within their range on a full
// board, and outputs are far from certain.
const (
	firstInput = 0.1
	firstBias  = 0.2
)

// initialize gives the model its first weights.
func (m *model) initialize(seed uint64) {
	r := random.New(seed, 0)
	even := func(list []float32, bound float64) {
		for i := range list {
			list[i] = float32((float64(r.Next()>>11)/(1<<52) - 1) * bound)
		}
	}
	if m.Buckets > 1 {
		even(m.shared, firstInput)
	} else {
		even(m.input, firstInput)
	}
	for i := range m.bias {
		m.bias[i] = firstBias
	}
	even(m.output, 1/math.Sqrt(float64(2*m.Hidden)))
	m.apply()
}

// maxWeight is the largest weight: the range of the integers of the second layer, with a little room. The first
// layer has the same bound.
const maxWeight = 1.98

// outputMost returns the largest sum of the weights of one output with which Seal accepts the rounded network.
func (m *model) outputMost() float64 {
	whole := math.MaxInt32/(network.InputScale*network.InputScale) - m.Hidden
	return float64(whole) / network.OutputScale
}

// limit scales the weights of an output down that are too much together.
func (m *model) limit() {
	most := m.outputMost()
	for class := range m.Outputs {
		weights := m.output[2*class*m.Hidden:][:2*m.Hidden]
		var sum float64
		for _, w := range weights {
			sum += math.Abs(float64(w))
		}
		if sum <= most {
			continue
		}
		scale := float32(most / sum)
		for i := range weights {
			weights[i] *= scale
		}
	}
}

// quantize returns the network of the rounded weights, sealed.
func (m *model) quantize(base, origin string) (*network.Network, error) {
	n := m.New()
	n.Base, n.Origin = base, origin
	for _, part := range []struct {
		to    []int16
		from  []float32
		scale float64
	}{
		{n.Input, m.first, network.InputScale},
		{n.Bias, m.bias, network.InputScale},
		{n.Output, m.output, network.OutputScale},
	} {
		for i, w := range part.from {
			rounded := math.Round(float64(w) * part.scale)
			if !(math.Abs(rounded) <= math.MaxInt16) {
				return nil, fmt.Errorf("weight of %g (expected at most %g)", w, float64(maxWeight))
			}
			part.to[i] = int16(rounded)
		}
	}
	for i, o := range m.offset {
		n.Offset[i] = int32(math.Round(float64(o) * network.InputScale * network.OutputScale))
	}
	return n, n.Seal()
}
