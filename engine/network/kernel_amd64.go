package network

import "golang.org/x/sys/cpu"

//go:generate go -C asm run . -part play -out ../kernel_amd64.s -stubs ../stubs_amd64.go -pkg network

// vectors reports whether the processor supports the assembly kernels.
var vectors = cpu.X86.HasAVX2

// update is updatePlain by the fastest way of this processor.
func update(dst, src, weights []int16, c *change) {
	if !vectors {
		updatePlain(dst, src, weights, c)
		return
	}
	_ = src[:len(dst)]
	updateAVX2(&dst[0], &src[0], &weights[0], len(dst), &c.added[0], c.nAdded, &c.removed[0], c.nRemoved)
}

// sum returns sumPlain by the fastest way of this processor.
func sum(units, weights []int16) int32 {
	if !vectors {
		return sumPlain(units, weights)
	}
	_ = weights[:len(units)]
	return sumAVX2(&units[0], &weights[0], len(units))
}
