package train

// parts is the number of lanes that a sum of the forward pass runs in. They are added at the end, so that a vectorized
// form can match bit by bit.
const parts = 16

// addPlain adds src to dst.
func addPlain(dst, src []float32) {
	dst = dst[:len(src)]
	for i, x := range src {
		dst[i] += x
	}
}

// forwardPlain returns the sum of squared, clipped units and weights; their number is a
// multiple of parts.
func forwardPlain(units, weights []float32) float32 {
	var sum [parts]float32
	for len(units) >= parts && len(weights) >= parts {
		u, w := (*[parts]float32)(units), (*[parts]float32)(weights)
		for i := range sum {
			v := min(max(u[i], 0), 1)
			sum[i] += float32(float32(v*v) * w[i])
		}
		units, weights = units[parts:], weights[parts:]
	}
	for n := parts / 2; n > 0; n /= 2 {
		for i := range n {
			sum[i] += sum[i+n]
		}
	}
	return sum[0]
}

// backwardPlain adds g times the derivative of an output by each of its weights to gradient. It sets delta to g times
// the derivative by each unit.
func backwardPlain(units, weights, gradient, delta []float32, g float32) {
	weights, gradient, delta = weights[:len(units)], gradient[:len(units)], delta[:len(units)]
	for i, u := range units {
		v := min(max(u, 0), 1)
		t := float32(g * v)
		gradient[i] += float32(t * v)
		delta[i] = 0
		if u > 0 && u < 1 {
			delta[i] = float32(float32(t*weights[i]) * 2)
		}
	}
}
