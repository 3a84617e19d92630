package eval

// pair is a middlegame and an endgame value in one number, with the middlegame value in the upper half. A sum of
// pairs is the pair of the sums.
type pair int32

func newPair(middle, end int) pair { return pair(middle<<16 + end) }

// middle returns the middlegame half.
func (s pair) middle() int32 { return int32(s+0x8000) >> 16 }

// end returns the endgame half.
func (s pair) end() int32 { return int32(int16(s)) }
