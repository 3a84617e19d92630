package tune

// random is a source of numbers that are the same in every build: splitmix64.
type random struct{ state uint64 }

// gameRandom is the source of one game of a seed.
func gameRandom(seed, game uint64) *random {
	r := &random{state: seed}
	r.state = r.next() ^ game*0xd1342543de82ef95
	return r
}

func (r *random) next() uint64 {
	r.state += 0x9e3779b97f4a7c15
	z := r.state
	z = (z ^ z>>30) * 0xbf58476d1ce4e5b9
	z = (z ^ z>>27) * 0x94d049bb133111eb
	return z ^ z>>31
}

// below is a number from 0 to n-1.
func (r *random) below(n int) int { return int(r.next() >> 1 % uint64(n)) }

// shuffle puts numbers into a random order.
func (r *random) shuffle(numbers []int32) {
	for i := len(numbers) - 1; i > 0; i-- {
		j := r.below(i + 1)
		numbers[i], numbers[j] = numbers[j], numbers[i]
	}
}
