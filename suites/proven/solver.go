package proven

import (
	"slices"

	"github.com/zugwatch/zugwatch/engine/chess"
)

// solver is a plain alpha-beta search with a table and null moves, used to choose positions: those that it misses are
// worth asking. Its null moves are those of textbooks with R = 3: in zero-width nodes, not twice in a row, and
// without regard to material. It is independent of any engine and never improved, because the suites depend on it.
type solver struct {
	bias   solverBias
	left   int // nodes until it gives up
	known  []tableEntry
	frames [maxSolverPly + 1]frame
}

// solverBias orders the moves of a solver.
type solverBias struct {
	heuristic heuristic
	reversed  bool // moves of equal hope are tried in the other order
}

// heuristic names a value that a solver adds to material.
type heuristic uint8

// The heuristics.
const (
	favorPawns     heuristic = iota // pawns that have come far
	favorKings                      // and kings in the middle of the board
	favorKingHunts                  // and kings near the pawns
)

// heuristicCount is the number of heuristics.
const heuristicCount = 3

// frame is one ply.
type frame struct {
	position chess.Position
	moves    chess.MoveList
	order    []order
	killer   chess.Move
}

// order is a move with its score for move ordering.
type order struct {
	move chess.Move
	hope int32
}

// tableEntry is an entry of the table.
type tableEntry struct {
	key   uint64
	value int16
	move  chess.Move
	depth int8
	bound bound
}

// bound is the kind of bound of a table value.
type bound uint8

// The bounds; the zero value is an empty entry.
const (
	noBound bound = iota
	atLeast
	atMost
	exactly
)

// The values of a solver, in centipawns. The reduction of its null move is the R
// of the papers and the move itself.
const (
	solverTable  = 1 << 16
	solverNodes  = 300_000
	maxSolverPly = 64
	mateValue    = 30000
	mateRange    = mateValue - maxSolverPly
	passPlies    = 4
	minPass      = 2
)

// search searches p from scratch to a depth in plies, one after the other. It is
// not ok when that takes too many nodes.
func (s *solver) search(p *chess.Position, depth int) (best chess.Move, value int, ok bool) {
	clear(s.known)
	for i := range s.frames {
		s.frames[i].killer = chess.NoMove
	}
	s.frames[0].position = *p
	s.left = solverNodes
	for d := 1; d <= depth; d++ {
		value = s.node(0, d, -mateValue, mateValue, false)
		if s.left <= 0 {
			return chess.NoMove, 0, false
		}
	}
	return s.known[s.slot(p)].move, value, true
}

// slot returns where a position stands in the table.
func (s *solver) slot(p *chess.Position) int { return int(p.Key() >> 48) }

// node returns the value of the node at ply, fail-soft.
func (s *solver) node(ply, depth, alpha, beta int, mayPass bool) int {
	f := &s.frames[ply]
	p := &f.position
	if s.left--; s.left <= 0 || p.IsInsufficient() {
		return 0
	}
	if depth < 1 || ply == maxSolverPly {
		return s.capture(ply, alpha, beta)
	}
	wide := beta-alpha > 1
	k := &s.known[s.slot(p)]
	hash := chess.NoMove
	if k.bound != noBound && k.key == p.Key() {
		hash = k.move
		value := shiftMate(int(k.value), ply)
		if ply > 0 && !wide && int(k.depth) >= depth && (k.bound != atMost && value >= beta || k.bound != atLeast && value <= alpha) {
			return value
		}
	}
	if mayPass && !wide && !p.InCheck() && depth >= minPass && beta < mateRange && beta > -mateRange {
		p.Pass(&s.frames[ply+1].position)
		if value := -s.node(ply+1, depth-passPlies, -beta, 1-beta, false); value >= beta && s.left > 0 {
			return min(value, mateRange)
		}
	}
	value, best, b := s.moves(ply, depth, alpha, beta, hash)
	if best != chess.NoMove {
		*k = tableEntry{key: p.Key(), value: int16(shiftMate(value, -ply)), move: best, depth: int8(depth), bound: b}
	}
	return value
}

// moves searches the moves of a node.
func (s *solver) moves(ply, depth, alpha, beta int, hash chess.Move) (value int, best chess.Move, b bound) {
	f := &s.frames[ply]
	f.position.Legal(&f.moves)
	if f.moves.Len() == 0 {
		if f.position.InCheck() {
			return ply - mateValue, chess.NoMove, exactly
		}
		return 0, chess.NoMove, exactly
	}
	s.sort(f, hash)
	value, b = -mateValue, atMost
	for i := range f.order {
		m := f.order[i].move
		f.position.Play(m, &s.frames[ply+1].position)
		var got int
		if i > 0 {
			got = -s.node(ply+1, depth-1, -alpha-1, -alpha, true)
		}
		if i == 0 || got > alpha && got < beta {
			got = -s.node(ply+1, depth-1, -beta, -alpha, true)
		}
		if s.left <= 0 {
			return 0, chess.NoMove, noBound
		}
		if got > value {
			value = got
			if best = m; got > alpha {
				alpha, b = got, exactly
			}
		}
		if i == 0 {
			best = m
		}
		if value >= beta {
			if m.IsQuiet() {
				f.killer = m
			}
			return value, best, atLeast
		}
	}
	return value, best, b
}

// capture searches captures and promotions to a queen, or stands still.
func (s *solver) capture(ply, alpha, beta int) int {
	f := &s.frames[ply]
	value := s.judge(&f.position)
	if value >= beta || ply == maxSolverPly {
		return value
	}
	alpha = max(alpha, value)
	f.moves.Clear()
	f.position.Noisy(&f.moves)
	s.sort(f, chess.NoMove)
	for i := range f.order {
		f.position.Play(f.order[i].move, &s.frames[ply+1].position)
		if s.frames[ply+1].position.IsInsufficient() {
			value = max(value, 0)
		} else {
			value = max(value, -s.capture(ply+1, -beta, -alpha))
		}
		if value >= beta {
			return value
		}
		alpha = max(alpha, value)
	}
	return value
}

// sort orders moves: the table's move, captures and promotions, the killer of this ply, the others. Equal moves are
// ordered by their numbers, so that move generation does not matter.
func (s *solver) sort(f *frame, hash chess.Move) {
	f.order = f.order[:0]
	for _, m := range f.moves.Slice() {
		hope := int32(0)
		switch {
		case m == hash:
			hope = 1 << 20
		case m.IsPromotion():
			hope = 1<<16 + int32(pieceValue[m.Promotion()])
		case m.IsCapture():
			hope = 1<<16 + int32(pieceValue[chess.Pawn])
			if k := f.position.At(m.To()); k != chess.NoKind {
				hope = 1<<16 + int32(pieceValue[k])
			}
		case m == f.killer:
			hope = 1
		}
		f.order = append(f.order, order{m, hope})
	}
	slices.SortFunc(f.order, func(a, b order) int {
		if a.hope != b.hope {
			return int(b.hope - a.hope)
		}
		if s.bias.reversed {
			return int(b.move) - int(a.move)
		}
		return int(a.move) - int(b.move)
	})
}

// pieceValue is the value of each kind of piece in centipawns.
var pieceValue = [...]int{chess.Pawn: 100, chess.Knight: 300, chess.Bishop: 300, chess.Rook: 500, chess.Queen: 900, chess.King: 0}

// judge returns the value of a position at rest for its side to move.
func (s *solver) judge(p *chess.Position) int {
	value := [2]int{}
	for c := chess.White; c <= chess.Black; c++ {
		for k := chess.Pawn; k < chess.King; k++ {
			value[c] += pieceValue[k] * p.Of(c, k).Count()
		}
		king := p.King(c)
		for rest := p.Of(c, chess.Pawn); rest != 0; rest &= rest - 1 {
			rank := rest.First().Relative(c).Rank()
			value[c] += rank * rank * 2
		}
		switch s.bias.heuristic {
		case favorKings:
			value[c] -= 4 * (abs(2*king.File()-7) + abs(2*king.Rank()-7))
		case favorKingHunts:
			for rest := p.Kind(chess.Pawn); rest != 0; rest &= rest - 1 {
				q := rest.First()
				value[c] -= 8 * max(abs(king.File()-q.File()), abs(king.Rank()-q.Rank()))
			}
		}
	}
	side := p.Side()
	return value[side] - value[side.Other()]
}

// abs returns the size of a number.
func abs(n int) int { return max(n, -n) }

// shiftMate returns a value as seen from a node so many plies nearer to the root: only mates
// differ.
func shiftMate(value, plies int) int {
	switch {
	case value >= mateRange:
		return value - plies
	case value <= -mateRange:
		return value + plies
	}
	return value
}

// spareDepth is the number of plies that a solver gets beyond the depth of a position.
const spareDepth = 2

// solverPanel holds the solvers that assume passing never helps, one for each bias. A position that
// all of them miss is not missed by chance.
type solverPanel [2 * heuristicCount]*solver

// newSolverPanel returns a panel of new solvers.
func newSolverPanel() *solverPanel {
	p := new(solverPanel)
	for i := range p {
		p[i] = &solver{bias: solverBias{heuristic: heuristic(i % heuristicCount), reversed: i >= heuristicCount}, known: make([]tableEntry, solverTable)}
	}
	return p
}

// countMisses counts the solvers that do not solve s by their last ply, up to the first that does. A solver that runs
// out of nodes has missed a mate. If the record asks for no mate, countMisses is not ok then: the position takes too
// long for a suite.
func (p *solverPanel) countMisses(s *study, mate bool) (n int, ok bool) {
	for _, one := range p {
		best, value, ok := one.search(&s.position, s.depth+spareDepth)
		switch {
		case !ok && !mate:
			return n, false
		case best == s.best && (!mate || value >= mateValue-s.value.Plies):
			return n, true
		}
		n++
	}
	return n, true
}
