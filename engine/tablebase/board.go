package tablebase

import "github.com/zugwatch/zugwatch/engine/chess"

// board is a position of a layout while it is worked on.
type board struct {
	*layout
	side    chess.Color
	at      squares
	passant chess.Square // where the side to move may capture en passant, or NoSquare
}

// move is a legal move of a board.
type move struct {
	at       squares      // after it; the victim still has its square
	mover    uint8        // number of the piece that moves
	victim   uint8        // number of the piece that is taken, 0 when there is none
	promoted chess.Kind   // NoKind when no pawn promotes
	passant  chess.Square // square that a double step passed, else NoSquare
}

// maxMoves bounds the moves of a position of four pieces; two queens and a king
// have at most 62.
const maxMoves = 80

// moves is a list of moves without a heap allocation.
type moves struct {
	n    int
	list [maxMoves]move
}

// all returns the moves; it shares the list's memory.
func (m *moves) all() []move { return m.list[:m.n] }

// occupied returns the squares of all pieces.
func (b *board) occupied() (occupied chess.Bitboard) {
	for i := range b.n {
		occupied |= b.at[i].Bit()
	}
	return occupied
}

// of returns the squares of a side's pieces.
func (b *board) of(c chess.Color) (own chess.Bitboard) {
	for i := range b.n {
		if b.pieces[i].color == c {
			own |= b.at[i].Bit()
		}
	}
	return own
}

// king returns the number of a side's king.
func king(c chess.Color) int { return int(c) }

// isLegal reports whether every piece has a square of its own and the side that is
// not to move is not in check. Kings that touch are not looked for.
func (b *board) isLegal() bool {
	return b.occupied().Count() == b.n && !b.attacked(b.side, b.at[king(b.side.Other())], b.occupied(), 0)
}

// inCheck reports whether the side to move is in check.
func (b *board) inCheck() bool {
	return b.attacked(b.side.Other(), b.at[king(b.side)], b.occupied(), 0)
}

// attacked reports whether a piece of color by other than its king and the piece
// numbered without attacks s when occupied stand on the board.
func (b *board) attacked(by chess.Color, s chess.Square, occupied chess.Bitboard, without int) bool {
	for i := 2; i < b.n; i++ {
		if m := b.pieces[i]; m.color == by && i != without && attacks(m, b.at[i], occupied).Has(s) {
			return true
		}
	}
	return false
}

// attacks returns the squares that a piece attacks.
func attacks(m piece, s chess.Square, occupied chess.Bitboard) chess.Bitboard {
	if m.kind == chess.Pawn {
		return chess.PawnAttacks(m.color, s)
	}
	return chess.Attacks(m.kind, s, occupied)
}

// legal writes all legal moves to m.
func (b *board) legal(m *moves) {
	m.n = 0
	occupied, own := b.occupied(), b.of(b.side)
	for i := range b.n {
		switch b.pieces[i] {
		case piece{b.side, chess.King}:
			beside := chess.KingAttacks(b.at[king(b.side.Other())])
			b.add(m, i, chess.KingAttacks(b.at[i])&^own&^beside, occupied)
		case piece{b.side, chess.Pawn}:
			b.pawn(m, i, occupied)
		default:
			if b.pieces[i].color == b.side {
				b.add(m, i, attacks(b.pieces[i], b.at[i], occupied)&^own, occupied)
			}
		}
	}
}

// add adds the moves of a piece, not a pawn, to each of the squares.
func (b *board) add(m *moves, mover int, targets, occupied chess.Bitboard) {
	for ; targets != 0; targets &= targets - 1 {
		to := targets.First()
		b.try(m, mover, b.pieceOn(to, occupied), to, occupied, chess.NoSquare)
	}
}

// pieceOn returns the number of the piece on s, 0 when it is empty. No move takes the
// king that has this number.
func (b *board) pieceOn(s chess.Square, occupied chess.Bitboard) int {
	if occupied.Has(s) {
		for i := 2; i < b.n; i++ {
			if b.at[i] == s {
				return i
			}
		}
	}
	return 0
}

// pawn adds the moves of a pawn.
func (b *board) pawn(m *moves, mover int, occupied chess.Bitboard) {
	from := b.at[mover]
	next := from.Ahead(b.side)
	enemy := b.of(b.side.Other()) &^ b.at[king(b.side.Other())].Bit()
	for targets := chess.PawnAttacks(b.side, from) & enemy; targets != 0; targets &= targets - 1 {
		b.try(m, mover, b.pieceOn(targets.First(), occupied), targets.First(), occupied, chess.NoSquare)
	}
	if b.passant != chess.NoSquare && chess.PawnAttacks(b.side, from).Has(b.passant) {
		b.try(m, mover, b.pieceOn(b.passant.Ahead(b.side.Other()), occupied), b.passant, occupied, chess.NoSquare)
	}
	if occupied.Has(next) {
		return
	}
	b.try(m, mover, 0, next, occupied, chess.NoSquare)
	if twice := next.Ahead(b.side); from.Relative(b.side).Rank() == 1 && !occupied.Has(twice) {
		b.try(m, mover, 0, twice, occupied, next)
	}
}

// try adds a move unless it leaves the own king in check; a pawn on the last
// rank promotes to every piece.
func (b *board) try(m *moves, mover, victim int, to chess.Square, occupied chess.Bitboard, passant chess.Square) {
	next := move{at: b.at, mover: uint8(mover), victim: uint8(victim), promoted: chess.NoKind, passant: passant}
	next.at[mover] = to
	occupied &^= b.at[mover].Bit()
	if victim != 0 {
		occupied &^= b.at[victim].Bit()
	}
	if b.attacked(b.side.Other(), next.at[king(b.side)], occupied|to.Bit(), victim) {
		return
	}
	if b.pieces[mover].kind != chess.Pawn || to.Relative(b.side).Rank() != 7 {
		m.list[m.n] = next
		m.n++
		return
	}
	for next.promoted = chess.Knight; next.promoted <= chess.Queen; next.promoted++ {
		m.list[m.n] = next
		m.n++
	}
}

// isQuiet reports whether a move stays in the ending.
func (m *move) isQuiet() bool { return m.victim == 0 && m.promoted == chess.NoKind }

// opensPassant reports whether the opponent's pawns attack the square that m
// passed.
func (b *board) opensPassant(m *move) bool {
	if m.passant == chess.NoSquare {
		return false
	}
	for i := 2; i < b.n; i++ {
		if b.pieces[i] == (piece{b.side.Other(), chess.Pawn}) && chess.PawnAttacks(b.side.Other(), b.at[i]).Has(m.passant) {
			return true
		}
	}
	return false
}

// eachRetraction calls each with the pieces' squares before every quiet move, legal or not, that the side not to move
// may have made last.
func (b *board) eachRetraction(each func(at *squares)) {
	occupied := b.occupied()
	mover := b.side.Other()
	for i := range b.n {
		if b.pieces[i].color != mover {
			continue
		}
		for from := b.origins(i, occupied); from != 0; from &= from - 1 {
			before := b.at
			before[i] = from.First()
			each(&before)
		}
	}
}

// origins returns the empty squares from which a quiet move of a piece may have come.
func (b *board) origins(i int, occupied chess.Bitboard) chess.Bitboard {
	m, s := b.pieces[i], b.at[i]
	switch m.kind {
	case chess.King:
		return chess.KingAttacks(s) &^ occupied &^ chess.KingAttacks(b.at[king(m.color.Other())])
	case chess.Pawn:
		once := s.Ahead(m.color.Other())
		origins := once.Bit() &^ occupied &^ (chess.Rank1 | chess.Rank8)
		if s.Relative(m.color).Rank() == 3 && origins != 0 {
			origins |= once.Ahead(m.color.Other()).Bit() &^ occupied
		}
		return origins
	}
	return attacks(m, s, occupied) &^ occupied
}
