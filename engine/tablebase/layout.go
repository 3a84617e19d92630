package tablebase

import "github.com/zugwatch/zugwatch/engine/chess"

// piece is a piece or pawn of a side.
type piece struct {
	color chess.Color
	kind  chess.Kind
}

// squares holds the squares of a layout's pieces, in its order; the rest are 0.
type squares [MaxPieces]chess.Square

// layout numbers the positions of an ending.
type layout struct {
	ending     Ending
	n          int              // pieces
	pieces     [MaxPieces]piece // the white king, the black king, White's other pieces, Black's, each from queens to pawns
	spans      [MaxPieces]int   // how many squares a piece other than a king may stand on
	samePieces bool             // the last two pieces may change places
	pairs      *pairing
	half       int // indices for each side to move
}

// newLayout numbers the positions of an ending.
func newLayout(e Ending) *layout {
	l := &layout{ending: e, n: 2, pairs: plainPairs, spans: [MaxPieces]int{1, 1, 1, 1}}
	l.pieces[0], l.pieces[1] = piece{chess.White, chess.King}, piece{chess.Black, chess.King}
	for c := chess.White; c <= chess.Black; c++ {
		for _, k := range kinds {
			for range e.counts[c][k] {
				l.pieces[l.n] = piece{c, k}
				l.spans[l.n] = 64
				if k == chess.Pawn {
					l.spans[l.n] = 48
					l.pairs = pawnPairs
				}
				l.n++
			}
		}
	}
	l.samePieces = l.n == MaxPieces && l.pieces[2] == l.pieces[3]
	l.half = len(l.pairs.kings) * l.spans[2] * l.spans[3]
	return l
}

// size returns the number of indices.
func (l *layout) size() int { return 2 * l.half }

// index returns the number of a position, shared by all positions equal to it up to symmetry. The kings must not
// touch. Mirror reports that the position is its own image under an exchange of files and ranks, once the board is
// turned.
func (l *layout) index(side chess.Color, at *squares) (index int, mirror bool) {
	p := &l.pairs.of[at[0]&63][at[1]&63]
	index = l.place(p, p.turn, at)
	if p.diagonal {
		twin := l.place(p, p.turn^transpose, at)
		index, mirror = min(index, twin), index == twin
	}
	return index + int(side)*l.half, mirror
}

// place returns the index of a position after a turn, for White to move.
func (l *layout) place(p *pair, turn uint8, at *squares) int {
	if l.n == 2 {
		return int(p.number)
	}
	to := &turns[turn&7]
	a := int(to[at[2]&63])
	if l.spans[2] == 48 {
		a -= 8
	}
	if l.n == 3 {
		return int(p.number)*l.spans[2] + a
	}
	b := int(to[at[3]&63])
	if l.spans[3] == 48 {
		b -= 8
	}
	if l.samePieces && a > b {
		a, b = b, a
	}
	return (int(p.number)*l.spans[2]+a)*l.spans[3] + b
}

// position returns what an index stands for. Its pieces may share a square.
func (l *layout) position(index int) (side chess.Color, at squares) {
	if index >= l.half {
		side, index = chess.Black, index-l.half
	}
	rest := [MaxPieces]int{}
	for i := MaxPieces - 1; i >= 2; i-- {
		rest[i] = index % l.spans[i]
		index /= l.spans[i]
		if l.spans[i] == 48 {
			rest[i] += 8
		}
	}
	kings := l.pairs.kings[index]
	return side, squares{kings[0], kings[1], chess.Square(rest[2]), chess.Square(rest[3])}
}

// exchanged returns the squares after an exchange of colors, for an ending in which both sides have the same pieces.
func (l *layout) exchanged(at squares) squares {
	for i := range l.n {
		at[i] ^= 56
	}
	at[0], at[1] = at[1], at[0]
	at[2], at[3] = at[3], at[2]
	return at
}

// chessPosition returns the pieces on their squares as a position, without castling or en passant rights. If
// exchanged is set, the colors are exchanged and the ranks mirrored. The pieces must stand legally.
func (l *layout) chessPosition(side chess.Color, at *squares, exchanged bool) chess.Position {
	pieces := make([]chess.Piece, l.n)
	for i, m := range l.pieces[:l.n] {
		pieces[i] = chess.Piece{Color: m.color, Kind: m.kind, Square: at[i]}
		if exchanged {
			pieces[i].Color, pieces[i].Square = m.color.Other(), at[i]^56
		}
	}
	if exchanged {
		side = side.Other()
	}
	p, err := chess.Setup(side, pieces)
	if err != nil {
		panic(err) // the callers check legality
	}
	return p
}
