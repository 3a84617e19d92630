package network

import (
	"math/rand/v2"
	"slices"
	"testing"
)

// FuzzKernels checks that the assembly kernels equal the plain ones, for sizes, changes and weights of all kinds.
func FuzzKernels(f *testing.F) {
	if !vectors {
		f.Skip("the processor has no AVX2")
	}
	f.Add(uint64(1), uint8(1), uint8(2), uint8(1))
	f.Add(uint64(2), uint8(7), uint8(32), uint8(32))
	f.Add(uint64(3), uint8(3), uint8(0), uint8(0))
	f.Fuzz(func(t *testing.T, seed uint64, steps, added, removed uint8) {
		r := rand.New(rand.NewPCG(seed, 1))
		hidden := HiddenStep * (1 + int(steps)%(maxHidden/HiddenStep))
		const inputs = 50
		weights, src := randoms(r, inputs*hidden, 1<<15-1), randoms(r, hidden, 1<<15-1)
		c := change{nAdded: int(added) % 33, nRemoved: int(removed) % 33}
		for i := range c.added {
			c.added[i], c.removed[i] = uint16(r.IntN(inputs)), uint16(r.IntN(inputs))
		}
		want, got := make([]int16, hidden), make([]int16, hidden)
		updatePlain(want, src, weights, &c)
		updateAVX2(&got[0], &src[0], &weights[0], hidden, &c.added[0], c.nAdded, &c.removed[0], c.nRemoved)
		if !slices.Equal(got, want) {
			t.Fatalf("%d units with %d added and %d removed differ", hidden, c.nAdded, c.nRemoved)
		}
		output := randoms(r, hidden, maxOutput)
		if got, want := sumAVX2(&src[0], &output[0], hidden), sumPlain(src, output); got != want {
			t.Fatalf("sum of %d units is %d, want %d", hidden, got, want)
		}
	})
}

// randoms returns n random numbers from -most to most.
func randoms(r *rand.Rand, n, most int) []int16 {
	s := make([]int16, n)
	for i := range s {
		s[i] = int16(r.IntN(2*most+1) - most)
	}
	return s
}

// BenchmarkKernels measures the ways of the kernels against each other, for a quiet
// move with 256 units.
func BenchmarkKernels(b *testing.B) {
	r := rand.New(rand.NewPCG(1, 1))
	weights, units, output := randoms(r, Inputs*256, 100), randoms(r, 256, 300), randoms(r, 256, 100)
	c := change{nAdded: 1, nRemoved: 1}
	c.removed[0] = 300
	b.Run("update/plain", func(b *testing.B) {
		for b.Loop() {
			updatePlain(units, units, weights, &c)
		}
	})
	b.Run("update/avx2", func(b *testing.B) {
		for b.Loop() {
			update(units, units, weights, &c)
		}
	})
	b.Run("sum/plain", func(b *testing.B) {
		for b.Loop() {
			sumPlain(units, output)
		}
	})
	b.Run("sum/avx2", func(b *testing.B) {
		for b.Loop() {
			sum(units, output)
		}
	})
}
