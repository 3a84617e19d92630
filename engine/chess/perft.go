package chess

// MaxPerft is the deepest perft of the initial position, in plies, that fits 64 bits.
const MaxPerft = 13

// Perft counts the leaves of the tree of legal moves to the depth given, the
// customary proof of a move generator. The moves of the last ply are counted
// without being made or listed.
func Perft(p *Position, depth int) uint64 {
	if depth <= 0 {
		return 1
	}
	stack := make([]perftFrame, depth)
	stack[0].position = *p
	return perft(stack)
}

// perftFrame is one ply of a perft.
type perftFrame struct {
	position Position
	moves    MoveList
}

func perft(stack []perftFrame) (leaves uint64) {
	f := &stack[0]
	if len(stack) == 1 {
		return uint64(f.position.CountLegal())
	}
	f.position.Legal(&f.moves)
	for _, m := range f.moves.Slice() {
		f.position.Play(m, &stack[1].position)
		leaves += perft(stack[1:])
	}
	return leaves
}
