package shogi

import "iter"

// Position is a legal position with the number of its ply. It is a value: copying
// it copies everything. The zero value is no position; Start and ParseSFEN make
// one. One of the kings may be missing, as the attacker's is in mate problems; its
// side is never in check. Methods that only read may run concurrently.
type Position struct {
	kinds    [8]Bitboard // by base kind, before promotion
	promoted Bitboard    // pieces that have promoted
	colors   [2]Bitboard
	checkers Bitboard // pieces that give check to the side to move
	key      uint64
	board    [squares]Kind
	hands    [2][7]uint8 // by kind
	side     Color
	ply      uint16
}

// maxPly is the largest ply number of a Position; the number stays there.
const maxPly = 9999

// fullSet holds the number of pieces of each kind in a set, on the board and in both hands.
var fullSet = [8]int{Pawn: 18, Lance: 4, Knight: 4, Silver: 4, Gold: 4, Bishop: 2, Rook: 2, King: 2}

// Start returns the starting position of the game.
func Start() Position {
	p, err := ParseSFEN("lnsgkgsnl/1r5b1/ppppppppp/9/9/9/PPPPPPPPP/1B5R1/LNSGKGSNL b - 1")
	if err != nil {
		panic(err)
	}
	return p
}

// emptyBoard returns a position without pieces.
func emptyBoard() Position {
	p := Position{ply: 1}
	for i := range p.board {
		p.board[i] = NoKind
	}
	return p
}

// Piece is a piece on its square.
type Piece struct {
	Color  Color
	Kind   Kind
	Square Square
}

// Pieces gives the pieces on the board by square, from 1a.
func (p *Position) Pieces() iter.Seq[Piece] {
	return func(yield func(Piece) bool) {
		for rest := p.Occupied(); !rest.Empty(); rest = rest.Rest() {
			s := rest.First()
			c := Black
			if p.colors[White].Has(s) {
				c = White
			}
			if !yield(Piece{c, p.board[s], s}) {
				return
			}
		}
	}
}

// place sets a piece without touching the key.
func (p *Position) place(m Piece) {
	b := m.Square.Bit()
	p.kinds[m.Kind.Base()] = p.kinds[m.Kind.Base()].Or(b)
	p.colors[m.Color] = p.colors[m.Color].Or(b)
	if m.Kind.IsPromoted() {
		p.promoted = p.promoted.Or(b)
	}
	p.board[m.Square] = m.Kind
}

// Side returns the side to move.
func (p *Position) Side() Color { return p.side }

// Ply returns the number of the ply to be made, from 1 to 9999.
func (p *Position) Ply() int { return int(p.ply) }

// Key identifies the position without the number of its ply: placement, hands and side to
// move. Equal positions have equal keys in every process. Different positions share a key
// with a probability of about 2^-64.
func (p *Position) Key() uint64 { return p.key }

// BoardKey returns Key without the pieces in hand.
func (p *Position) BoardKey() uint64 {
	key := p.key
	for c, hand := range p.hands {
		for k, n := range hand {
			key ^= handKeys[c][k][n&31]
		}
	}
	return key
}

// Occupied returns the squares on which something stands.
func (p *Position) Occupied() Bitboard { return p.colors[Black].Or(p.colors[White]) }

// Color returns the squares of all of c's pieces.
func (p *Position) Color(c Color) Bitboard { return p.colors[c&1] }

// Of returns the squares of c's pieces of kind k.
func (p *Position) Of(c Color, k Kind) Bitboard {
	pieces := p.colors[c&1].And(p.kinds[k.Base()&7])
	if k.IsPromoted() {
		return pieces.And(p.promoted)
	}
	return pieces.AndNot(p.promoted)
}

// At returns the kind of piece on s, which must be on the board; NoKind when it is empty.
func (p *Position) At(s Square) Kind { return p.board[s] }

// Hand returns how many pieces of kind k, from Pawn to Rook, c has in hand.
func (p *Position) Hand(c Color, k Kind) int { return int(p.hands[c&1][k]) }

// King returns the square of c's king, NoSquare when it has none.
func (p *Position) King(c Color) Square { return p.colors[c&1].And(p.kinds[King]).First() }

// InCheck reports whether the side to move is in check.
func (p *Position) InCheck() bool { return !p.checkers.Empty() }

// steppers returns by's pieces that attack s by a step. They stand where a piece of their kind and the other color on
// s would step.
func (p *Position) steppers(by Color, s Square) Bitboard {
	from := &steps[(by^1)&1]
	s &= 127
	plain := from[Pawn][s].And(p.kinds[Pawn]).
		Or(from[Knight][s].And(p.kinds[Knight])).
		Or(from[Silver][s].And(p.kinds[Silver])).AndNot(p.promoted)
	major := p.kinds[Bishop].Or(p.kinds[Rook])
	golds := from[Gold][s].And(p.kinds[Gold].Or(p.promoted.AndNot(major)))
	round := from[King][s].And(p.kinds[King].Or(p.promoted.And(major)))
	return plain.Or(golds).Or(round).And(p.colors[by&1])
}

// snipers returns by's sliders that would attack s if nothing stood in their way.
func (p *Position) snipers(by Color, s Square) Bitboard {
	from := &reach[(by^1)&1]
	s &= 127
	return from[Lance][s].And(p.kinds[Lance]).AndNot(p.promoted).
		Or(from[Bishop][s].And(p.kinds[Bishop])).
		Or(from[Rook][s].And(p.kinds[Rook])).And(p.colors[by&1])
}

// attackersOf returns by's pieces that attack s when occupied stand on the board.
func (p *Position) attackersOf(by Color, s Square, occupied Bitboard) Bitboard {
	attackers := p.steppers(by, s)
	for rest := p.snipers(by, s); !rest.Empty(); rest = rest.Rest() {
		if from := rest.First(); between[s&127][from&127].And(occupied).Empty() {
			attackers = attackers.Or(from.Bit())
		}
	}
	return attackers
}

// attackedBy reports whether a piece of color by attacks s when occupied stand on the
// board.
func (p *Position) attackedBy(by Color, s Square, occupied Bitboard) bool {
	if !p.steppers(by, s).Empty() {
		return true
	}
	for rest := p.snipers(by, s); !rest.Empty(); rest = rest.Rest() {
		if between[s&127][rest.First()&127].And(occupied).Empty() {
			return true
		}
	}
	return false
}

// computeCheckers returns the pieces that give check to the side to move.
func (p *Position) computeCheckers() Bitboard {
	return p.attackersOf(p.side^1, p.King(p.side), p.Occupied())
}

// Pinned returns c's pieces that stand alone between their king and a slider of the
// opponent: they may only move along that line.
func (p *Position) Pinned(c Color) (pinned Bitboard) {
	king, occupied := p.King(c), p.Occupied()
	for rest := p.snipers(c^1, king); !rest.Empty(); rest = rest.Rest() {
		if pieces := between[king&127][rest.First()&127].And(occupied); !pieces.MoreThanOne() {
			pinned = pinned.Or(pieces)
		}
	}
	return pinned.And(p.colors[c&1])
}

// computeKey returns the plain form of the key that Play keeps up to date.
func (p *Position) computeKey() (key uint64) {
	for m := range p.Pieces() {
		key ^= pieceKeys[m.Color][m.Kind][m.Square]
	}
	for c, hand := range p.hands {
		for k, n := range hand {
			key ^= handKeys[c][k][n]
		}
	}
	if p.side == White {
		key ^= sideKey
	}
	return key
}
