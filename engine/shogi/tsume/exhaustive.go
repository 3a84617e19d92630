package tsume

import (
	"context"
	"slices"

	"github.com/zugwatch/zugwatch/engine/shogi"
)

// MaxPlies is the longest mate that an Exhaustive searches for.
const MaxPlies = 31

// Moves says which moves of the attacker an Exhaustive tries.
type Moves uint8

// The moves of the attacker.
const (
	ChecksAlone Moves = iota // as the problems of shogi have it
	EveryMove                // as the game has it
)

// Exhaustive finds the shortest mate by a depth-first search of the attacker's moves and every defence. It is
// independent of Solver, which proves mates that need not be the shortest. It skips only last moves without check,
// and repetitions, which no shortest mate contains. A futile drop between counts as the two plies that it takes. It
// is not safe for concurrent use.
type Exhaustive struct {
	table  []refuted
	frames [MaxPlies + 2]exhaustiveFrame
	moves  Moves
	left   uint64
	ctx    context.Context
}

// refuted is a position with the attacker to move and without a mate within the given plies.
type refuted struct {
	key   uint64
	plies int8
}

// exhaustiveFrame is one ply.
type exhaustiveFrame struct {
	position shogi.Position
	moves    shogi.MoveList
	order    []ranked
	killer   shogi.Move // the defence that held last
}

// ranked is a move with its place in the order, the lowest first.
type ranked struct {
	move shogi.Move
	rank int
}

// exhaustiveBits is the size of the table as a power of two.
const exhaustiveBits = 20

// NewExhaustive makes one with an empty table.
func NewExhaustive(moves Moves) *Exhaustive {
	return &Exhaustive{table: make([]refuted, 1<<exhaustiveBits), moves: moves}
}

// Shortest returns the length in plies of the shortest mate by the side to move of p. First has every first move of
// that length, in their order. Plies is 0 if there is no mate within most plies. It is not ok when the nodes run out
// or ctx ends.
func (e *Exhaustive) Shortest(ctx context.Context, p shogi.Position, most int, nodes uint64) (plies int, first []shogi.Move, ok bool) {
	e.ctx, e.left = ctx, nodes
	root := &e.frames[0]
	root.position = p
	for plies = 1; plies <= min(most, MaxPlies); plies += 2 {
		e.attacks(root, plies)
		for _, r := range root.order {
			root.position.Play(r.move, &e.frames[1].position)
			if e.isMated(1, plies-1) {
				first = append(first, r.move)
			}
		}
		if e.left == 0 {
			return 0, nil, false
		}
		if len(first) > 0 {
			slices.Sort(first)
			return plies, first, true
		}
	}
	return 0, nil, true
}

// Line returns a shortest mate of plies length from p, found by Shortest. The attacker plays the first of the
// shortest moves, the defender the first of the longest. A done ctx cuts the line short.
func (e *Exhaustive) Line(ctx context.Context, p shogi.Position, plies int) (line []shogi.Move) {
	for n := plies; n > 0; n -= 2 {
		_, first, ok := e.Shortest(ctx, p, n, 1<<62)
		if !ok || len(first) == 0 {
			return line
		}
		line = append(line, first[0])
		p = p.After(first[0])
		for m, next := range p.Successors() {
			if length, _, _ := e.Shortest(ctx, next, n-2, 1<<62); length == n-2 {
				line = append(line, m)
				p = next
				break
			}
		}
	}
	return line
}

// isMated reports whether the side to move at ply, the defender, is mated within so many
// plies.
func (e *Exhaustive) isMated(ply, plies int) bool {
	f := &e.frames[ply]
	f.position.Legal(&f.moves)
	if f.moves.Len() == 0 || plies == 0 {
		return f.moves.Len() == 0
	}
	next := &e.frames[ply+1].position
	holds := func(m shogi.Move) bool {
		f.position.Play(m, next)
		return !e.mates(ply+1, plies-1)
	}
	last := f.killer
	if slices.Contains(f.moves.Slice(), last) && holds(last) {
		return false
	}
	for _, m := range f.moves.Slice() {
		if m != last && holds(m) {
			f.killer = m
			return false
		}
	}
	return true
}

// mates reports whether the side to move at ply, the attacker, mates within so many plies.
// Once the nodes are spent it says no, and nothing is learnt of that.
func (e *Exhaustive) mates(ply, plies int) bool {
	if e.left%pollEvery == 0 && e.ctx.Err() != nil {
		e.left = 0
	}
	if e.left == 0 {
		return false
	}
	e.left--
	f := &e.frames[ply]
	key := f.position.Key()
	known := &e.table[key>>(64-exhaustiveBits)]
	if known.key == key && int(known.plies) >= plies {
		return false
	}
	found := e.attack(ply, plies)
	if !found && e.left > 0 {
		*known = refuted{key, int8(plies)}
	}
	return found
}

// attack tries the moves of the attacker at ply.
func (e *Exhaustive) attack(ply, plies int) bool {
	f := &e.frames[ply]
	e.attacks(f, plies)
	for _, r := range f.order {
		f.position.Play(r.move, &e.frames[ply+1].position)
		if e.isMated(ply+1, plies-1) {
			return true
		}
	}
	return false
}

// attacks orders the moves of the attacker: checks by the replies that they leave, then the
// others. The last move of a mate is a check.
func (e *Exhaustive) attacks(f *exhaustiveFrame, plies int) {
	const quiet = shogi.MaxMoves
	p := &f.position
	info := p.CheckInfo()
	f.moves.Clear()
	if e.moves == EveryMove && plies > 1 {
		p.Legal(&f.moves)
	} else {
		p.Checks(&f.moves, &info)
	}
	f.order = f.order[:0]
	var next shogi.Position
	for _, m := range f.moves.Slice() {
		rank := quiet
		if p.GivesCheck(m, &info) {
			if plies > 1 {
				p.Play(m, &next)
				rank = next.CountLegal()
			} else {
				rank = 0
			}
		}
		f.order = append(f.order, ranked{m, rank})
	}
	slices.SortStableFunc(f.order, func(a, b ranked) int { return a.rank - b.rank })
}
