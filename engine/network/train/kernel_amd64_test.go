package train

import (
	"math"
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
		n := 128 * (1 + int(steps)%8)
		units, weights := numbers(seed, n), numbers(seed+1, n)
		sum := numbers(seed+2, n)
		wantSum := slices.Clone(sum)
		add(sum, weights)
		addPlain(wantSum, weights)
		if !slices.Equal(sum, wantSum) {
			t.Fatal("sums differ")
		}
		if got, want := forward(units, weights), forwardPlain(units, weights); got != want {
			t.Fatalf("forward is %v, want %v", got, want)
		}
		gradient, delta := numbers(seed+3, n), numbers(seed+4, n)
		wantGradient, wantDelta := slices.Clone(gradient), slices.Clone(delta)
		backward(units, weights, gradient, delta, g)
		backwardPlain(units, weights, wantGradient, wantDelta, g)
		if !slices.Equal(gradient, wantGradient) || !slices.Equal(delta, wantDelta) {
			t.Fatal("gradients differ")
		}
	})
}
