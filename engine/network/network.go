package network

import (
	"cmp"
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"strings"

	"github.com/zugwatch/zugwatch/engine/memory"
)

// Shape is the size of a network.
type Shape struct {
	Buckets int // king buckets: 1 or MaxBuckets
	Hidden  int // units of each view: a multiple of HiddenStep up to maxHidden
	Outputs int // classes of material, 1 to maxOutputs
}

// The sizes that are possible.
const (
	HiddenStep = 128
	maxHidden  = 1024
	maxOutputs = 8
)

// Check returns an error about an invalid shape.
func (s Shape) Check() error {
	switch {
	case s.Buckets != 1 && s.Buckets != MaxBuckets:
		return fmt.Errorf("network of %d king buckets (expected 1 or %d)", s.Buckets, MaxBuckets)
	case s.Hidden < HiddenStep || s.Hidden > maxHidden || s.Hidden%HiddenStep != 0:
		return fmt.Errorf("network of %d hidden units (expected a multiple of %d up to %d)", s.Hidden, HiddenStep, maxHidden)
	case s.Outputs < 1 || s.Outputs > maxOutputs:
		return fmt.Errorf("network of %d outputs (expected 1 to %d)", s.Outputs, maxOutputs)
	}
	return nil
}

// Inputs returns the number of inputs of one view in all buckets.
func (s Shape) Inputs() int { return s.Buckets * Inputs }

// String returns the shape as "768x256x8": inputs of a view, units and outputs.
func (s Shape) String() string { return fmt.Sprintf("%dx%dx%d", s.Inputs(), s.Hidden, s.Outputs) }

// Scales of the integers for a weight of one, and of the centipawns for an output of one.
const (
	InputScale  = 255 // of the first layer; a hidden unit is cut off at 0 and at this
	OutputScale = 64  // of the second layer
	Centipawns  = 200
)

// The largest weights. They keep every sum of the first layer within 16 bits, for 32 pieces and the bias. The product
// of a hidden unit and a weight of the second layer stays within 16 bits too.
const (
	maxInput  = 950
	maxBias   = 2000
	maxOutput = 127
)

// maxOutputSum bounds the sum of the weights of one output, so that sums over squared units stay within 32 bits.
const maxOutputSum = (1<<31 - 1) / (InputScale * InputScale)

// Network is the weights. Nothing in it changes once it is made, so it may be used
// concurrently.
type Network struct {
	Shape
	Origin string  // where it comes from, one line
	Base   string  // digest of the evaluation to which the network adds its value; "": none
	Input  []int16 // by input, then by hidden unit
	Bias   []int16 // by hidden unit
	Output []int16 // by output: the units of the side to move, then of the other side
	Offset []int32 // by output, in 1/(InputScale·OutputScale)
	digest string
}

// Digest names the network: the SHA-256 of its shape, base and weights.
func (n *Network) Digest() string { return n.digest }

// Seal checks the weights and computes the digest. A network must be sealed before use.
func (n *Network) Seal() error {
	if err := n.check(); err != nil {
		return err
	}
	n.digest = n.digestOf(n.payload())
	return nil
}

// digestOf returns the digest of a network with these weights.
func (n *Network) digestOf(payload []byte) string {
	h := sha256.New()
	h.Write([]byte(n.Shape.String() + " " + n.Base))
	h.Write(payload)
	return hex.EncodeToString(h.Sum(nil))
}

// check returns an error if some position could overflow a sum.
func (n *Network) check() error {
	if err := n.Shape.Check(); err != nil {
		return err
	}
	if err := n.checkLengths(); err != nil {
		return err
	}
	if len(n.Origin) > maxOrigin || strings.Contains(n.Origin, "\n") {
		return fmt.Errorf("origin of %d bytes (expected one line of at most %d)", len(n.Origin), maxOrigin)
	}
	if n.Base != "" && !isBase(n.Base) {
		return fmt.Errorf("base %.20q (expected the 16 hexadecimal digits of an evaluation's digest)", n.Base)
	}
	if err := cmp.Or(
		within("input weight", n.Input, maxInput), within("bias", n.Bias, maxBias), within("output weight", n.Output, maxOutput),
	); err != nil {
		return err
	}
	for i := range n.Outputs {
		sum := 0
		for _, w := range n.output(i) {
			sum += max(int(w), -int(w))
		}
		if sum > maxOutputSum {
			return fmt.Errorf("weights of output %d are %d together (expected at most %d)", i, sum, maxOutputSum)
		}
		if o := n.Offset[i]; o > maxOffset || o < -maxOffset {
			return fmt.Errorf("offset %d of output %d (expected at most %d)", o, i, maxOffset)
		}
	}
	return nil
}

// checkLengths holds that there are as many weights as the shape says.
func (n *Network) checkLengths() error {
	has := [4]int{len(n.Input), len(n.Bias), len(n.Output), len(n.Offset)}
	if want := n.lengths(); has != want {
		return fmt.Errorf("network %s has %d, %d, %d and %d weights (expected %d, %d, %d and %d)", n.Shape,
			has[0], has[1], has[2], has[3], want[0], want[1], want[2], want[3])
	}
	return nil
}

// New returns a network of the shape, all zero.
func (s Shape) New() *Network {
	l := s.lengths()
	return &Network{Shape: s, Input: memory.Make[int16](l[0]), Bias: make([]int16, l[1]), Output: make([]int16, l[2]), Offset: make([]int32, l[3])}
}

// lengths returns the numbers of input weights, biases, output weights and offsets.
func (s Shape) lengths() [4]int {
	return [4]int{s.Inputs() * s.Hidden, s.Hidden, 2 * s.Hidden * s.Outputs, s.Outputs}
}

// isBase reports whether a text is spelt like the digest of an evaluation.
func isBase(text string) bool {
	return len(text) == 16 && strings.Trim(text, "0123456789abcdef") == ""
}

// maxOffset bounds the offset of an output: 100 pawns.
const maxOffset = 10000 * InputScale * OutputScale / Centipawns

// within holds that weights are not beyond most.
func within(what string, weights []int16, most int16) error {
	for i, w := range weights {
		if w > most || w < -most {
			return fmt.Errorf("%s %d is %d (expected at most %d)", what, i, w, most)
		}
	}
	return nil
}

// output returns the weights of one output.
func (n *Network) output(class int) []int16 {
	return n.Output[class*2*n.Hidden : (class+1)*2*n.Hidden]
}
