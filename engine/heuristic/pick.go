package heuristic

// TakeBest brings the move with the highest score to the front, the first of equals, and
// returns it. Each move has its score at the same index; there is at least one.
func TakeBest[M any](moves []M, scores []int32) M {
	scores = scores[:len(moves)]
	at, top := 0, scores[0]
	for i, s := range scores {
		if s > top {
			top, at = s, i
		}
	}
	moves[0], moves[at] = moves[at], moves[0]
	scores[0], scores[at] = top, scores[0]
	return moves[0]
}
