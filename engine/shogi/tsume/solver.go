package tsume

import (
	"context"
	"fmt"

	"github.com/zugwatch/zugwatch/engine/shogi"
)

// Verdict says whether a mate by checks is proven, refuted or open.
type Verdict uint8

// The verdicts.
const (
	Unknown Verdict = iota // neither is proven with the nodes given
	Mate                   // the attacker mates by checks alone against any defence
	NoMate                 // it does not
)

// String returns "unknown", "mate" or "no mate".
func (v Verdict) String() string { return [...]string{"unknown", "mate", "no mate"}[v] }

// Answer is a proven verdict, with the mate if there is one.
type Answer struct {
	Verdict Verdict
	// Line is a mate: the attacker's moves are those of the proof, of the defender's those
	// that hold out longest against it. It need not be the shortest.
	Line  []shogi.Move
	Nodes uint64
}

// maxPly is the longest line that is looked at.
const maxPly = 512

// pollEvery is the number of nodes between two looks at the context.
const pollEvery = 1024

// Solver proves mates. It is not safe for concurrent use.
type Solver struct {
	table  *table
	frames [maxPly + 1]frame

	attacker shogi.Color
	nodes    uint64
	most     uint64
	ctx      context.Context
	stopped  bool
}

// frame is the data of one ply of a line.
type frame struct {
	position shogi.Position
	board    uint64
	line     uint64 // of the positions before
	hand     hand   // the attacker's
	moves    shogi.MoveList
	children []child
}

// child is a move with the proof numbers of the position after it.
type child struct {
	move  shogi.Move
	board uint64
	hand  hand
	numbers
}

// New makes a solver with a table of at most so many MiB, from 1 to 65536.
func New(megabytes int) (*Solver, error) {
	if megabytes < 1 || megabytes > 1<<16 {
		return nil, fmt.Errorf("table of %d MiB (expected 1 to %d)", megabytes, 1<<16)
	}
	return &Solver{table: newTable(megabytes)}, nil
}

// Solve searches for a mate by checks by the side to move, visiting at most nodes nodes (0: no limit). It returns
// Unknown when the nodes run out or ctx is done.
func (s *Solver) Solve(ctx context.Context, p shogi.Position, nodes uint64) Answer {
	return s.solve(ctx, p, p.Side(), nodes)
}

// Refute returns Mate if the side to move, which is in check, is mated by checks whatever it answers. It judges first
// moves.
func (s *Solver) Refute(ctx context.Context, p shogi.Position, nodes uint64) Answer {
	if !p.InCheck() {
		return Answer{Verdict: NoMate}
	}
	return s.solve(ctx, p, p.Side().Other(), nodes)
}

func (s *Solver) solve(ctx context.Context, p shogi.Position, attacker shogi.Color, nodes uint64) Answer {
	s.table.clear()
	s.attacker, s.ctx, s.most, s.nodes, s.stopped = attacker, ctx, nodes, 0, false
	root := &s.frames[0]
	root.position, root.board, root.line = p, p.BoardKey(), 1
	root.hand = handOf(&p, attacker)
	n := s.search(0, infinite, infinite)
	answer := Answer{Nodes: s.nodes}
	switch {
	case n.proof == 0:
		answer.Verdict, answer.Line = Mate, s.line()
		answer.Nodes = s.nodes
	case n.disproof == 0 && n.loop == nowhere:
		answer.Verdict = NoMate
	}
	return answer
}

// isAttack reports whether the attacker is to move at ply.
func (s *Solver) isAttack(f *frame) bool { return f.position.Side() == s.attacker }

// search expands the frame at ply until its proof or disproof number reaches the threshold, and returns its numbers.
func (s *Solver) search(ply int, proof, disproof uint32) numbers {
	f := &s.frames[ply]
	before := s.nodes
	s.nodes++
	if s.nodes%pollEvery == 0 && s.ctx.Err() != nil || s.most > 0 && s.nodes >= s.most {
		s.stopped = true
	}
	s.expand(f)
	attack := s.isAttack(f)
	for {
		s.look(ply)
		n, at, second := f.sum(attack)
		if int(n.loop) > ply { // to return to here is of no use
			n.loop = nowhere
		}
		if n.proof >= proof || n.disproof >= disproof || s.stopped {
			s.table.store(f.board, f.line, f.hand, n, uint32(min(s.nodes-before, infinite)))
			return n
		}
		c := &f.children[at]
		s.descend(ply, c)
		if attack {
			s.search(ply+1, min(proof, second+1+second/4), disproof-n.disproof+c.disproof)
		} else {
			s.search(ply+1, proof-n.proof+c.proof, min(disproof, second+1+second/4))
		}
	}
}

// expand lists the moves of a frame: checks, or the answers to one.
func (s *Solver) expand(f *frame) {
	f.moves.Clear()
	if s.isAttack(f) {
		info := f.position.CheckInfo()
		f.position.Checks(&f.moves, &info)
	} else {
		f.position.Legal(&f.moves)
	}
	f.children = f.children[:0]
	var next shogi.Position
	for _, m := range f.moves.Slice() {
		f.position.Play(m, &next)
		f.children = append(f.children, child{move: m, board: next.BoardKey(), hand: handOf(&next, s.attacker)})
	}
}

// look sets the numbers of the children from the table and from repetitions in the line.
func (s *Solver) look(ply int) {
	f := &s.frames[ply]
	line := lineAfter(f)
	for i := range f.children {
		c := &f.children[i]
		if back, ok := s.repeats(ply, c); ok {
			c.numbers = numbers{proof: infinite, loop: uint16(back + 1)}
			continue
		}
		if ply+1 >= maxPly {
			c.numbers = numbers{proof: infinite, loop: tooLong}
			continue
		}
		c.numbers = s.table.probe(c.board, line, c.hand)
	}
}

// lineAfter returns the line of the children of f. The order of its positions does not matter.
func lineAfter(f *frame) uint64 { return f.line ^ f.board*(uint64(f.hand)<<1|1) }

// repeats reports whether a child has stood in the line, or the same board with no less in the attacker's hand.
// Whatever is mate from here is mate from there too. To check for ever would lose, so it is no mate as far as the
// line goes.
func (s *Solver) repeats(ply int, c *child) (back int, ok bool) {
	for back = ply - 1; back >= 0; back -= 2 {
		if f := &s.frames[back]; f.board == c.board && f.hand.covers(c.hand) {
			return back, true
		}
	}
	return 0, false
}

// descend makes the position of a child that of the next frame.
func (s *Solver) descend(ply int, c *child) {
	f, next := &s.frames[ply], &s.frames[ply+1]
	f.position.Play(c.move, &next.position)
	next.board, next.hand, next.line = c.board, c.hand, lineAfter(f)
}

// sum combines the numbers of the children: the attacker needs a mate after one move, the defender's moves must all
// be answered. At is the child to search next, second the number of the next best one. A frame without children is no
// mate when the attacker is to move, else mate.
func (f *frame) sum(attack bool) (n numbers, at int, second uint32) {
	least, total := uint32(infinite), uint64(0)
	second = infinite
	for i := range f.children {
		c := &f.children[i]
		one, other := c.proof, c.disproof
		if !attack {
			one, other = other, one
		}
		total += uint64(other)
		if one < least {
			second, least, at = least, one, i
		} else if one < second {
			second = one
		}
	}
	all := uint32(min(total, infinite-1))
	switch {
	case least == 0:
		all = infinite
	case least == infinite:
		all = 0
	}
	n.proof, n.disproof = least, all
	if !attack {
		n.proof, n.disproof = all, least
	}
	n.loop = nowhere
	switch {
	case n.proof == 0:
		n.length = f.length(attack)
	case n.disproof == 0:
		n.loop = f.loop(attack)
	}
	return n, at, second
}

// length returns the length of a mate: the attacker takes the shortest proven child, the defender the longest.
func (f *frame) length(attack bool) (plies uint16) {
	for i := range f.children {
		c := &f.children[i]
		if c.proof == 0 && (plies == 0 || attack == (c.length+1 < plies)) {
			plies = c.length + 1
		}
	}
	return plies
}

// loop returns the condition of a disproof: for the attacker the strictest of all its moves, for the defender that of
// its best move.
func (f *frame) loop(attack bool) uint16 {
	loop := uint16(nowhere)
	if !attack {
		loop = tooLong
	}
	for i := range f.children {
		c := &f.children[i]
		switch {
		case attack:
			loop = min(loop, c.loop)
		case c.disproof == 0:
			loop = max(loop, c.loop)
		}
	}
	return loop
}
