package train

import "golang.org/x/sys/cpu"

//go:generate go -C ../asm run . -part train -out ../train/kernel_amd64.s -stubs ../train/stubs_amd64.go -pkg train

// vectors reports whether the processor supports the assembly kernels.
var vectors = cpu.X86.HasAVX2

// vectorStep is the number of values that the assembly kernels process at a time.
const vectorStep = 32

// fits reports whether the kernels in assembly can work on n numbers.
func fits(n int) bool { return vectors && n > 0 && n%vectorStep == 0 }

// add is addPlain by the fastest way of this processor.
func add(dst, src []float32) {
	if !fits(len(dst)) {
		addPlain(dst, src)
		return
	}
	_ = src[:len(dst)]
	addAVX2(&dst[0], &src[0], len(dst))
}

// forward returns forwardPlain by the fastest way of this processor.
func forward(units, weights []float32) float32 {
	if !fits(len(units)) {
		return forwardPlain(units, weights)
	}
	_ = weights[:len(units)]
	return forwardAVX2(&units[0], &weights[0], len(units))
}

// backward is backwardPlain by the fastest way of this processor.
func backward(units, weights, gradient, delta []float32, g float32) {
	if !fits(len(units)) {
		backwardPlain(units, weights, gradient, delta, g)
		return
	}
	n := len(units)
	_, _, _ = weights[:n], gradient[:n], delta[:n]
	backwardAVX2(&units[0], &weights[0], &gradient[0], &delta[0], n, g)
}
