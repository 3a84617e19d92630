package shogi

// Perft counts the leaves of the tree of legal moves to the depth given, the
// customary proof of a move generator. The moves of the last ply are counted
// without being made or listed.
func Perft(p *Position, depth int) (leaves uint64) {
	switch {
	case depth <= 0:
		return 1
	case depth == 1:
		return uint64(p.CountLegal())
	}
	var next Position
	var l MoveList
	p.Legal(&l)
	for _, m := range l.Slice() {
		p.Play(m, &next)
		leaves += Perft(&next, depth-1)
	}
	return leaves
}
