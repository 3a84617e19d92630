package train

import (
	"math"
	"math/rand/v2"
	"slices"
	"testing"
)

// FuzzKernels checks that the assembly kernels equal the plain ones bit by bit.
func FuzzKernels(f *testing.F) {
	if !vectors {
		f.Skip("the processor has no AVX2")
	}
	f.Add(uint64(1), uint8(1), float32(0.5))
	f.Add(uint64(2), uint8(3), float32(-2))
	f.Fuzz(func(t *testing.T, seed uint64, steps uint8, g float32) {
		if g != g || math.Abs(float64(g)) > 1e6 {
			t.Skip()
		}
		r := rand.New(rand.NewPCG(seed, 1))
		n := 128 * (1 + int(steps)%8)
		units, weights := floats(r, n), floats(r, n)
		sum, wantSum := floats(r, n), []float32(nil)
		wantSum = slices.Clone(sum)
		add(sum, weights)
		addPlain(wantSum, weights)
		if !slices.Equal(sum, wantSum) {
			t.Fatal("sums differ")
		}
		if got, want := forward(units, weights), forwardPlain(units, weights); got != want {
			t.Fatalf("forward is %v, want %v", got, want)
		}
		gradient, delta := floats(r, n), floats(r, n)
		wantGradient, wantDelta := slices.Clone(gradient), slices.Clone(delta)
		backward(units, weights, gradient, delta, g)
		backwardPlain(units, weights, wantGradient, wantDelta, g)
		if !slices.Equal(gradient, wantGradient) || !slices.Equal(delta, wantDelta) {
			t.Fatal("gradients differ")
		}
	})
}

// floats returns n numbers around the unclipped range of a unit, its ends among them.
func floats(r *rand.Rand, n int) []float32 {
	s := make([]float32, n)
	for i := range s {
		switch r.IntN(16) {
		case 0:
			s[i] = 0
		case 1:
			s[i] = 1
		default:
			s[i] = r.Float32()*3 - 1
		}
	}
	return s
}
