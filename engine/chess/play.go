package chess

// castleLoss is the castling rights that remain after a move from or to a
// square: a king's or a rook's home square takes them away.
var castleLoss = func() (keep [64]uint8) {
	for s := range keep {
		keep[s] = 15
	}
	keep[E1] &^= whiteShort | whiteLong
	keep[H1] &^= whiteShort
	keep[A1] &^= whiteLong
	keep[E8] &^= blackShort | blackLong
	keep[H8] &^= blackShort
	keep[A8] &^= blackLong
	return keep
}()

// Play writes the position after the legal move m to next, which must not be
// p. An illegal move leaves nonsense in next: check with IsLegal first.
func (p *Position) Play(m Move, next *Position) {
	*next = *p
	us, them := p.side&1, (p.side^1)&1
	from, to := m.From(), m.To()
	kind := p.board[from&63]
	key := p.key ^ sideKey
	if p.passant != NoSquare {
		key ^= fileKeys[p.passant&7]
	}
	next.passant = NoSquare
	next.count()
	next.side = them

	if m.IsCapture() {
		at := to
		if m.IsEnPassant() {
			at ^= 8
		}
		taken := next.board[at&63]
		next.kinds[taken%6] &^= at.Bit()
		next.colors[them] &^= at.Bit()
		next.board[at&63] = NoKind
		k := pieceKeys[them][taken&7][at&63]
		key ^= k
		if taken == Pawn {
			next.pawnKey ^= k
		} else {
			next.sideKeys[them] ^= k
		}
		next.halfmove = 0
	}

	move := from.Bit() | to.Bit()
	next.colors[us] ^= move
	next.board[from&63] = NoKind
	if kind == Pawn {
		key ^= next.playPawn(m, us)
	} else {
		next.kinds[kind%6] ^= move
		next.board[to&63] = kind
		k := pieceKeys[us][kind&7][from&63] ^ pieceKeys[us][kind&7][to&63]
		key ^= k
		next.sideKeys[us] ^= k
		if m.IsCastle() {
			key ^= next.playRook(to, us)
		}
	}
	if castling := p.castling & castleLoss[from&63] & castleLoss[to&63]; castling != p.castling {
		key ^= castleKeys[p.castling&15] ^ castleKeys[castling&15]
		next.castling = castling
	}
	next.key = key
	next.checkers = next.computeCheckers()
	if m&special == doublePush {
		next.openPassant(to)
	}
}

// After returns the position after the legal move m.
func (p *Position) After(m Move) Position {
	var next Position
	p.Play(m, &next)
	return next
}

// count counts a ply of the side to move. Both counters stay at the last value
// that a FEN may have; the fifty-move rule is long past then.
func (p *Position) count() {
	p.halfmove = min(p.halfmove, maxHalfmove-1) + 1
	p.fullmove = min(p.fullmove+uint16(p.side&1), maxFullmove)
}

// playPawn moves the pawn of m, promotes it where it does, and returns the
// change of the key. The color board and the from square are done.
func (p *Position) playPawn(m Move, us Color) uint64 {
	from, to := m.From(), m.To()
	p.halfmove = 0
	p.kinds[Pawn] &^= from.Bit()
	leave := pieceKeys[us&1][Pawn][from&63]
	p.pawnKey ^= leave
	kind := Pawn
	if m.IsPromotion() {
		kind = Knight + Kind(m>>12&3)
	}
	p.kinds[kind] |= to.Bit()
	p.board[to&63] = kind
	enter := pieceKeys[us&1][kind&7][to&63]
	if kind == Pawn {
		p.pawnKey ^= enter
	} else {
		p.sideKeys[us&1] ^= enter
	}
	return leave ^ enter
}

// playRook moves the rook of a king that castled to the square given, and
// returns the change of the key.
func (p *Position) playRook(to Square, us Color) uint64 {
	from, rook := to+1, to-1
	if to.File() == 2 {
		from, rook = to-2, to+1
	}
	move := from.Bit() | rook.Bit()
	p.kinds[Rook] ^= move
	p.colors[us&1] ^= move
	p.board[from&63] = NoKind
	p.board[rook&63] = Rook
	k := pieceKeys[us&1][Rook][from&63] ^ pieceKeys[us&1][Rook][rook&63]
	p.sideKeys[us&1] ^= k
	return k
}

// openPassant records that the pawn on to can be captured en passant, if such a capture is legal.
func (p *Position) openPassant(to Square) {
	at := to ^ 8
	takers := pawnAttacks[p.side^1][at&63] & p.kinds[Pawn] & p.colors[p.side&1]
	for ; takers != 0; takers &= takers - 1 {
		if p.passantIsLegal(takers.First(), at) {
			p.passant = at
			p.key ^= fileKeys[at&7]
			return
		}
	}
}

// passantIsLegal reports whether the pawn on from may take in passing onto at:
// two pawns leave their squares at once, which no pin covers.
func (p *Position) passantIsLegal(from, at Square) bool {
	taken := (at ^ 8).Bit()
	king := p.King(p.side)
	occupied := p.Occupied()&^(from.Bit()|taken) | at.Bit()
	attackers := p.AttackersTo(king, occupied) & p.colors[p.side^1]
	return attackers&^taken == 0
}

// Pass writes the position after the null move to next: the other side is to move, without en passant right, and the
// fifty-move counter rises. It must not be called in check.
func (p *Position) Pass(next *Position) {
	*next = *p
	next.key ^= sideKey
	if p.passant != NoSquare {
		next.key ^= fileKeys[p.passant&7]
		next.passant = NoSquare
	}
	next.count()
	next.side ^= 1
}

// KeyAfter predicts the key of the position after the legal move m without making it, to prefetch a table entry. It
// is exact for quiet moves and captures that change no castling right and open no en passant capture.
func (p *Position) KeyAfter(m Move) uint64 {
	us, them := p.side&1, (p.side^1)&1
	from, to := m.From()&63, m.To()&63
	kind, taken := p.board[from]&7, p.board[to]&7
	key := p.key ^ sideKey ^ pieceKeys[us][kind][from] ^ pieceKeys[us][kind][to] ^ pieceKeys[them][taken][to]
	if p.passant != NoSquare {
		key ^= fileKeys[p.passant&7]
	}
	return key
}
