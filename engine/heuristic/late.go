package heuristic

import "github.com/zugwatch/zugwatch/engine"

// Late holds the late move reductions in quarter plies, by depth in plies and number of
// the move.
type Late [64][64]int16

// NewLate returns the table of base/100 + ln(depth)·ln(number)·100/divisor plies. It uses
// integers only, so that the table is the same on every machine. A divisor of 0 gives no
// reductions.
func NewLate(base, divisor int) (t Late) {
	if divisor == 0 {
		return t
	}
	for depth := 1; depth < 64; depth++ {
		for number := 1; number < 64; number++ {
			product := log1024(depth) * log1024(number) / 1024
			t[depth][number] = int16((base*1024 + product*100*100/divisor) * engine.OnePly / 100 / 1024)
		}
	}
	return t
}

// At returns the reduction, in quarter plies, of a move at a depth in plies. Moves are numbered
// from 1. Depths and numbers above 63 count as 63.
func (t *Late) At(depth, number int) int { return int(t[min(depth, 63)][min(number, 63)]) }

// log1024 returns 1024·ln(n) for n from 1 to 63, with an error of at most 6. It subtracts
// Euler's constant from a harmonic number, in integers.
func log1024(n int) int {
	if n == 1 {
		return 0
	}
	const scale = 1 << 20
	sum := 0
	for k := 1; k <= n; k++ {
		sum += scale / k
	}
	// H(n) = ln(n) + gamma + 1/2n - 1/12n² + …
	sum -= 605252 + scale/(2*n) - scale/(12*n*n)
	return sum * 1024 / scale
}
