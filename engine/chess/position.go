package chess

import (
	"iter"

	"github.com/zugwatch/zugwatch/engine/notation"
	"github.com/zugwatch/zugwatch/engine/random"
)

// Position is a legal position with the counters of its game. It is a value:
// copying it copies everything. The zero value is no position; Start and
// ParseFEN make one. Methods that only read may run concurrently.
type Position struct {
	kinds    [6]Bitboard
	colors   [2]Bitboard
	checkers Bitboard // pieces that give check to the side to move
	key      uint64
	pawnKey  uint64
	sideKeys [2]uint64 // of each side's pieces but its pawns
	board    [64]Kind
	side     Color
	castling uint8
	passant  Square // where a pawn can be taken in passing, only if it legally can
	halfmove uint8
	fullmove uint16
}

// The castling rights of Position.castling.
const (
	whiteShort uint8 = 1 << iota
	whiteLong
	blackShort
	blackLong
)

// The largest counters of a Position; both stay there.
const (
	maxHalfmove = 255
	maxFullmove = 9999
)

// Start returns the starting position of the game.
func Start() Position {
	p, err := ParseFEN("rnbqkbnr/pppppppp/8/8/8/8/PPPPPPPP/RNBQKBNR w KQkq - 0 1")
	if err != nil {
		panic(err)
	}
	return p
}

// RandomOpening plays so many random plies from the start, and reports whether there is a move left.
func RandomOpening(r *random.Source, plies int) (Position, bool) {
	for p := Start(); ; plies-- {
		moves := p.LegalMoves()
		if plies == 0 || len(moves) == 0 {
			return p, len(moves) > 0
		}
		p = p.After(moves[r.Below(len(moves))])
	}
}

// emptyBoard returns a position without pieces.
func emptyBoard() Position {
	p := Position{passant: NoSquare, fullmove: 1}
	for i := range p.board {
		p.board[i] = NoKind
	}
	return p
}

// Piece is a piece or pawn on its square.
type Piece struct {
	Color  Color
	Kind   Kind
	Square Square
}

// Pieces gives the pieces of p by square, from a1.
func (p *Position) Pieces() iter.Seq[Piece] {
	return func(yield func(Piece) bool) {
		for rest := p.Occupied(); rest != 0; rest &= rest - 1 {
			s := rest.First()
			c := White
			if p.colors[Black].Has(s) {
				c = Black
			}
			if !yield(Piece{c, p.board[s], s}) {
				return
			}
		}
	}
}

// Setup returns the position of pieces on distinct squares, without castling and en passant rights. It rejects the
// same positions as ParseFEN.
func Setup(side Color, pieces []Piece) (Position, error) {
	p := emptyBoard()
	p.side = side
	for _, m := range pieces {
		p.place(m.Color, m.Kind, m.Square)
	}
	if err := p.checkPlacement(notation.Field{}, notation.Field{}); err != nil {
		return Position{}, err
	}
	p.key, p.pawnKey, p.sideKeys = p.computeKeys()
	return p, nil
}

// Side returns the side to move.
func (p *Position) Side() Color { return p.side }

// Key identifies the position without its counters: placement, side to move, castling
// rights and an en passant capture that is legal. Equal positions have equal keys in every
// process. Different positions share a key with a probability of about 2^-64.
func (p *Position) Key() uint64 { return p.key }

// PiecesKey identifies the placement of c's pieces other than pawns.
func (p *Position) PiecesKey(c Color) uint64 { return p.sideKeys[c&1] }

// PawnKey identifies the placement of the pawns.
func (p *Position) PawnKey() uint64 { return p.pawnKey }

// Occupied returns the squares on which something stands.
func (p *Position) Occupied() Bitboard { return p.colors[White] | p.colors[Black] }

// Of returns the squares of c's pieces of kind k.
func (p *Position) Of(c Color, k Kind) Bitboard { return p.colors[c&1] & p.kinds[k] }

// Color returns the squares of all of c's pieces.
func (p *Position) Color(c Color) Bitboard { return p.colors[c&1] }

// Kind returns the squares of the pieces of kind k of both sides.
func (p *Position) Kind(k Kind) Bitboard { return p.kinds[k] }

// At returns the kind of piece on s, NoKind when it is empty.
func (p *Position) At(s Square) Kind { return p.board[s&63] }

// King returns the square of c's king.
func (p *Position) King(c Color) Square { return (p.colors[c&1] & p.kinds[King]).First() }

// InCheck reports whether the side to move is in check.
func (p *Position) InCheck() bool { return p.checkers != 0 }

// HasCastlingRight reports whether either side has a right to castle.
func (p *Position) HasCastlingRight() bool { return p.castling != 0 }

// HasEnPassant reports whether an en passant capture is legal.
func (p *Position) HasEnPassant() bool { return p.passant != NoSquare }

// Halfmove counts the plies since the last capture or pawn move, up to 255.
func (p *Position) Halfmove() int { return int(p.halfmove) }

// Fullmove returns the number of the move, from 1 to 9999, counted up after Black's
// move.
func (p *Position) Fullmove() int { return int(p.fullmove) }

// HasPieces reports whether c has a piece other than pawns and king.
func (p *Position) HasPieces(c Color) bool {
	return p.colors[c&1]&^(p.kinds[Pawn]|p.kinds[King]) != 0
}

// AttackersTo returns the pieces of both sides that attack s when occupied stand on
// the board.
func (p *Position) AttackersTo(s Square, occupied Bitboard) Bitboard {
	return pawnAttacks[Black][s&63]&p.kinds[Pawn]&p.colors[White] |
		pawnAttacks[White][s&63]&p.kinds[Pawn]&p.colors[Black] |
		knightAttacks[s&63]&p.kinds[Knight] |
		kingAttacks[s&63]&p.kinds[King] |
		BishopAttacks(s, occupied)&(p.kinds[Bishop]|p.kinds[Queen]) |
		RookAttacks(s, occupied)&(p.kinds[Rook]|p.kinds[Queen])
}

// attackedBy reports whether a piece of color by attacks s when occupied stand on
// the board.
func (p *Position) attackedBy(by Color, s Square, occupied Bitboard) bool {
	them := p.colors[by&1]
	return pawnAttacks[by^1][s&63]&p.kinds[Pawn]&them != 0 ||
		knightAttacks[s&63]&p.kinds[Knight]&them != 0 ||
		kingAttacks[s&63]&p.kinds[King]&them != 0 ||
		BishopAttacks(s, occupied)&(p.kinds[Bishop]|p.kinds[Queen])&them != 0 ||
		RookAttacks(s, occupied)&(p.kinds[Rook]|p.kinds[Queen])&them != 0
}

// computeCheckers returns the pieces that give check to the side to move.
func (p *Position) computeCheckers() Bitboard {
	them := p.colors[p.side^1]
	king := p.King(p.side)
	occupied := p.Occupied()
	return (pawnAttacks[p.side&1][king&63]&p.kinds[Pawn] |
		knightAttacks[king&63]&p.kinds[Knight] |
		BishopAttacks(king, occupied)&(p.kinds[Bishop]|p.kinds[Queen]) |
		RookAttacks(king, occupied)&(p.kinds[Rook]|p.kinds[Queen])) & them
}

// Pinned returns c's pieces that stand alone between their king and a slider of the
// opponent: they may only move along that line.
func (p *Position) Pinned(c Color) (pinned Bitboard) {
	king := p.King(c)
	us, them := p.colors[c&1], p.colors[c^1]
	snipers := RookAttacks(king, them) & (p.kinds[Rook] | p.kinds[Queen])
	snipers |= BishopAttacks(king, them) & (p.kinds[Bishop] | p.kinds[Queen])
	for snipers &= them; snipers != 0; snipers &= snipers - 1 {
		if pieces := between[king&63][snipers.First()&63] & us; !pieces.MoreThanOne() {
			pinned |= pieces
		}
	}
	return pinned
}

// hash toggles a piece in the keys.
func (p *Position) hash(c Color, k Kind, s Square) {
	key := pieceKeys[c][k][s]
	p.key ^= key
	if k == Pawn {
		p.pawnKey ^= key
	} else {
		p.sideKeys[c] ^= key
	}
}

// computeKeys returns the plain form of the keys that Play keeps up to date.
func (p *Position) computeKeys() (key, pawnKey uint64, sideKeys [2]uint64) {
	plain := Position{}
	for m := range p.Pieces() {
		plain.hash(m.Color, m.Kind, m.Square)
	}
	key = plain.key ^ castleKeys[p.castling]
	if p.passant != NoSquare {
		key ^= fileKeys[p.passant.File()]
	}
	if p.side == Black {
		key ^= sideKey
	}
	return key, plain.pawnKey, plain.sideKeys
}
