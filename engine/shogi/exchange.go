package shogi

// ExchangeValue holds the material that the capture of a piece shifts between the sides, in centipawns. It is the
// value of the piece on the board plus that of its base kind in the capturer's hand. So a tokin is dear to lose and
// little to win.
var ExchangeValue = [16]int{
	Pawn: 215, Lance: 610, Knight: 650, Silver: 950, Gold: 1100, Bishop: 1560, Rook: 1780, King: 20000,
	Tokin: 655, PromotedLance: 830, PromotedKnight: 860, PromotedSilver: 1020, Horse: 1780, Dragon: 2040,
}

// promotionGain holds the value on the board that a piece gains by promotion, in centipawns.
var promotionGain = [8]int{Pawn: 440, Lance: 220, Knight: 210, Silver: 70, Bishop: 220, Rook: 260}

// gain returns the material that the move wins before any reply.
func (p *Position) gain(m Move) int {
	if m.IsDrop() {
		return 0
	}
	won := 0
	if taken := p.board[m.To()]; taken != NoKind {
		won = ExchangeValue[taken&15]
	}
	if m.IsPromotion() {
		won += promotionGain[p.board[m.From()]&7]
	}
	return won
}

// lands returns the piece that stands on the square after the move m.
func (p *Position) lands(m Move) Kind {
	switch {
	case m.IsDrop():
		return m.Dropped()
	case m.IsPromotion():
		return p.board[m.From()].Promoted()
	}
	return p.board[m.From()]
}

// without returns the occupied squares during m: its origin is empty, its target occupied.
func (p *Position) without(m Move) Bitboard {
	occupied := p.Occupied().Or(m.To().Bit())
	if m.IsDrop() {
		return occupied
	}
	return occupied.AndNot(m.From().Bit())
}

// SEEAtLeast reports whether the exchange on its square begun by the legal move m wins at least threshold
// centipawns. Both sides capture with the cheapest piece first and may stop. It is a guess about the square alone: it
// ignores pins, drops, and promotions after the first move.
func (p *Position) SEEAtLeast(m Move, threshold int) bool {
	balance := p.gain(m) - threshold
	if balance < 0 {
		return false
	}
	if balance -= ExchangeValue[p.lands(m)&15]; balance >= 0 {
		return true
	}
	to, occupied := m.To(), p.without(m)
	side := p.side ^ 1
	for {
		from, kind := p.cheapest(side, to, occupied)
		if kind == NoKind {
			break
		}
		side ^= 1
		if kind == King {
			// The king may take only when nothing takes it back.
			if !p.attackersOf(side, to, occupied).And(occupied).Empty() {
				side ^= 1
			}
			break
		}
		if balance = -balance - 1 - ExchangeValue[kind&15]; balance >= 0 {
			break
		}
		occupied = occupied.AndNot(from.Bit())
	}
	return side != p.side
}

// SEE returns the outcome in centipawns of the exchange begun by the legal move m. It is the plain form of
// SEEAtLeast.
func (p *Position) SEE(m Move) int {
	return p.gain(m) - max(0, p.see(m.To(), p.side^1, p.lands(m), p.without(m)))
}

// see returns what side wins by taking the piece on s with its cheapest piece.
func (p *Position) see(s Square, side Color, stands Kind, occupied Bitboard) int {
	from, kind := p.cheapest(side, s, occupied)
	if kind == NoKind {
		return 0
	}
	if kind == King && !p.attackersOf(side^1, s, occupied).And(occupied).Empty() {
		return 0
	}
	return ExchangeValue[stands&15] - max(0, p.see(s, side^1, kind, occupied.AndNot(from.Bit())))
}

// cheapest returns the least valuable piece of c that attacks a square when occupied stand on
// the board, NoKind for none.
func (p *Position) cheapest(c Color, to Square, occupied Bitboard) (from Square, kind Kind) {
	kind = NoKind
	least := 1 << 30
	for rest := p.attackersOf(c, to, occupied).And(occupied); !rest.Empty(); rest = rest.Rest() {
		s := rest.First()
		if v := ExchangeValue[p.board[s]&15]; v < least {
			least, from, kind = v, s, p.board[s]
		}
	}
	return from, kind
}
