package train

import (
	"math"
	"testing"

	"github.com/zugwatch/zugwatch/engine/random"
)

// numbers returns from -2 to 2, with those at which a unit is cut off among them.
func numbers(seed uint64, n int) []float32 {
	r := random.New(seed, 0)
	list := make([]float32, n)
	for i := range list {
		list[i] = float32(r.Next()>>40)/(1<<22) - 2
	}
	copy(list, []float32{0, 1, -1, 2, 0.5, float32(math.Copysign(0, -1)), math.Nextafter32(1, 0), math.SmallestNonzeroFloat32})
	return list
}

func TestAdd(t *testing.T) {
	dst, src := numbers(1, 256), numbers(2, 256)
	got := append([]float32(nil), dst...)
	add(got, src)
	for i := range got {
		if want := dst[i] + src[i]; got[i] != want {
			t.Errorf("sum %d is %g, want %g", i, got[i], want)
		}
	}
}

// TestForward holds the sum against one of double precision, and its order: that of
// parts side by side.
func TestForward(t *testing.T) {
	for seed := range uint64(10) {
		units, weights := numbers(seed, 384), numbers(seed+10, 384)
		var exact float64
		var side [16]float32
		for i, u := range units {
			v := float32(math.Min(math.Max(float64(u), 0), 1))
			exact += float64(v) * float64(v) * float64(weights[i])
			side[i%16] += float32(float32(v*v) * weights[i])
		}
		a := func(i int) float32 { return side[i] + side[i+8] }
		b := func(i int) float32 { return a(i) + a(i+4) }
		want := (b(0) + b(2)) + (b(1) + b(3))
		got := forward(units, weights)
		if got != want || math.Abs(float64(got)-exact) > 1e-4 {
			t.Errorf("sum is %.9g, want %.9g, about %.9g", got, want, exact)
		}
	}
}

// TestBackward holds the slopes of every weight and unit against their definition.
func TestBackward(t *testing.T) {
	const g = 0.75
	units, weights, before := numbers(5, 256), numbers(6, 256), numbers(7, 256)
	gradient, delta := append([]float32(nil), before...), numbers(8, 256)
	backward(units, weights, gradient, delta, g)
	for i, u := range units {
		v := float32(math.Min(math.Max(float64(u), 0), 1))
		if want := before[i] + float32(float32(g*v)*v); gradient[i] != want {
			t.Errorf("weight %d at unit %g has the slope %g, want %g", i, u, gradient[i], want)
		}
		var want float32
		if u > 0 && u < 1 {
			want = float32(float32(g*v)*weights[i]) * 2
		}
		if delta[i] != want {
			t.Errorf("unit %d at %g has the slope %g, want %g", i, u, delta[i], want)
		}
	}
}
