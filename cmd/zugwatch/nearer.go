package main

import "math/bits"

// nearer tells whether n is nearer to a than to b by its ratio to them: it lies
// on the side of a of their geometric mean, or on it. A 0 counts as 1.
func nearer(n, a, b uint64) bool {
	n, a, b = max(n, 1), max(a, 1), max(b, 1)
	highSquare, lowSquare := bits.Mul64(n, n)
	highBorder, lowBorder := bits.Mul64(a, b)
	above := highSquare > highBorder || highSquare == highBorder && lowSquare >= lowBorder
	below := highSquare < highBorder || highSquare == highBorder && lowSquare <= lowBorder
	if a > b {
		return above
	}
	return below
}
