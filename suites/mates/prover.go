package mates

import (
	"slices"

	"github.com/zugwatch/zugwatch/engine/chess"
)

// maxProof is the longest mate that a Prover searches for, in moves.
const maxProof = 12

// Prover decides whether a side mates within a number of moves. It searches every move of the attacker and every
// defence depth first, and skips only last moves without check. It ignores the fifty moves and repetitions, which no
// shortest mate contains. It is not safe for concurrent use.
type Prover struct {
	table  []proof
	left   uint64 // nodes until it gives up
	frames [2*maxProof + 1]proverFrame
}

// proof is the table entry of a position with the attacker to move.
type proof struct {
	key   uint64
	mates int8 // it mates in at most so many moves; 0: not known
	none  int8 // it does not mate in at most so many
}

// proverFrame is one ply.
type proverFrame struct {
	position chess.Position
	moves    chess.MoveList
	order    []rankedMove
	killer   chess.Move // the defence that held last
}

// rankedMove is a move with its place in the order, the lowest first.
type rankedMove struct {
	move chess.Move
	rank int
}

// proverBits is the size of the table as a power of two.
const proverBits = 20

// NewProver makes a prover with an empty table.
func NewProver() *Prover { return &Prover{table: make([]proof, 1<<proverBits)} }

// Mate returns the length in moves of the shortest mate by the side to move of p, and every first move of that
// length, sorted. N is 0 if there is no mate within most moves. It is not ok when the nodes run out.
func (v *Prover) Mate(p *chess.Position, most int, nodes uint64) (n int, first []chess.Move, ok bool) {
	v.left = nodes
	moves := p.LegalMoves()
	for n = 1; n <= min(most, maxProof); n++ {
		for _, m := range moves {
			p.Play(m, &v.frames[1].position)
			if v.isMated(1, n-1) {
				first = append(first, m)
			}
		}
		if v.left == 0 {
			return 0, nil, false
		}
		if len(first) > 0 {
			slices.Sort(first)
			return n, first, true
		}
	}
	return 0, nil, true
}

// Mated returns the least number of moves in which the side to move of p is mated by force. N is 0 if that is more
// than most or the mate is already on the board. It is not ok when the nodes run out.
func (v *Prover) Mated(p *chess.Position, most int, nodes uint64) (n int, ok bool) {
	v.left = nodes
	for n = 1; n <= min(most, maxProof); n++ {
		v.frames[1].position = *p
		mated := p.CountLegal() > 0 && v.isMated(1, n)
		if v.left == 0 {
			return 0, false
		}
		if mated {
			return n, true
		}
	}
	return 0, true
}

// isMated reports whether the side to move at ply is mated after at most n moves of
// the attacker.
func (v *Prover) isMated(ply, n int) bool {
	f := &v.frames[ply]
	f.position.Legal(&f.moves)
	if f.moves.Len() == 0 {
		return f.position.InCheck()
	}
	if n == 0 {
		return false
	}
	next := &v.frames[ply+1].position
	holds := func(m chess.Move) bool {
		f.position.Play(m, next)
		return !v.mates(ply+1, n)
	}
	last := f.killer
	if slices.Contains(f.moves.Slice(), last) && holds(last) {
		return false
	}
	for _, captures := range [...]bool{true, false} {
		for _, m := range f.moves.Slice() {
			if m.IsCapture() == captures && m != last && holds(m) {
				f.killer = m
				return false
			}
		}
	}
	return true
}

// mates reports whether the side to move at ply mates in at most n moves. Once the
// nodes are spent it says no, and nothing is learnt of that.
func (v *Prover) mates(ply, n int) bool {
	if v.left == 0 {
		return false
	}
	v.left--
	f := &v.frames[ply]
	known := &v.table[f.position.Key()>>(64-proverBits)]
	if known.key == f.position.Key() {
		switch {
		case known.mates > 0 && int(known.mates) <= n:
			return true
		case int(known.none) >= n:
			return false
		}
	}
	found := v.attack(ply, n)
	if v.left == 0 && !found {
		return false
	}
	if key := f.position.Key(); known.key != key {
		*known = proof{key: key}
	}
	if found {
		known.mates = int8(n)
	} else {
		known.none = int8(n)
	}
	return found
}

// attack tries every move of the attacker, and of the last ones every check.
func (v *Prover) attack(ply, n int) bool {
	f, next := &v.frames[ply], &v.frames[ply+1].position
	f.position.Legal(&f.moves)
	info := f.position.CheckInfo()
	if n == 1 {
		for _, m := range f.moves.Slice() {
			if f.position.GivesCheck(m, &info) {
				f.position.Play(m, next)
				if next.CountLegal() == 0 {
					return true
				}
			}
		}
		return false
	}
	f.order = f.order[:0]
	for _, m := range f.moves.Slice() {
		f.order = append(f.order, rankedMove{m, v.rank(f, next, m, &info, n)})
	}
	slices.SortStableFunc(f.order, func(a, b rankedMove) int { return a.rank - b.rank })
	for _, h := range f.order {
		f.position.Play(h.move, next)
		if v.isMated(ply+1, n-1) {
			return true
		}
	}
	return false
}

// rank orders the attacker's moves: checks first, then the others, each by the number of replies. With n below 3 the
// others are equal.
func (v *Prover) rank(f *proverFrame, next *chess.Position, m chess.Move, info *chess.CheckInfo, n int) int {
	const quiet = 300 // more than any position has moves
	check := f.position.GivesCheck(m, info)
	if !check && n < 3 {
		return 2 * quiet
	}
	f.position.Play(m, next)
	replies := next.CountLegal()
	if check {
		return replies
	}
	return quiet + replies
}
