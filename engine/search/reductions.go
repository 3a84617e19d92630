package search

// reductionTable is the late move reduction in quarter plies by depth in plies
// and number of the move.
type reductionTable [64][64]int16

// newReductionTable works the table out in integers, so that every machine has
// the same; a divisor of 0 gives none.
func newReductionTable(p *Params) (t reductionTable) {
	if p.LMRDivisor == 0 {
		return t
	}
	for depth := 1; depth < 64; depth++ {
		for number := 1; number < 64; number++ {
			product := log1024(depth) * log1024(number) / 1024
			t[depth][number] = int16((p.LMRBase*1024 + product*100*100/p.LMRDivisor) * onePly / 100 / 1024)
		}
	}
	return t
}

// log1024 is 1024·ln(n) for n from 1, by the sum of 1/k less Euler's constant:
// exact enough, and in integers.
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
