//go:build !amd64

package train

func add(dst, src []float32) { addPlain(dst, src) }

func forward(units, weights []float32) float32 { return forwardPlain(units, weights) }

func backward(units, weights, gradient, delta []float32, g float32) {
	backwardPlain(units, weights, gradient, delta, g)
}
