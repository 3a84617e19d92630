package heuristic

// TakeBest swaps the move with the highest score, the first of equals, to the front and
// returns it. scores[i] belongs to moves[i]. There must be at least one move.
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
