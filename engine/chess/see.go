package chess

// ExchangeValue holds the value of each piece kind in an exchange, in centipawns. The king counts more than
// everything that can be won.
var ExchangeValue = [8]int{100, 320, 330, 500, 950, 20000, 0, 0}

// PieceValue returns what c's pieces, without pawns and king, are worth in centipawns.
func (p *Position) PieceValue(c Color) (sum int) {
	for k := Knight; k <= Queen; k++ {
		sum += ExchangeValue[k] * p.Of(c, k).Count()
	}
	return sum
}

// SEEAtLeast reports whether the static exchange evaluation of the legal move m is at least threshold centipawns for
// the side to move. Both sides take on the target square, cheapest piece first, and each may stop. The evaluation is
// a guess about the square alone: pins are not seen, and a promotion counts only for the first move. Castling and en
// passant count as an even trade or a pawn.
func (p *Position) SEEAtLeast(m Move, threshold int) bool {
	from, to := m.From(), m.To()
	gain, onSquare := p.exchangeStart(m)
	balance := gain - threshold
	if balance < 0 {
		return false
	}
	balance -= ExchangeValue[onSquare&7]
	if balance >= 0 {
		return true
	}
	occupied := p.Occupied()&^from.Bit() | to.Bit()
	if m.IsEnPassant() {
		occupied &^= (to ^ 8).Bit()
	}
	diagonal := p.kinds[Bishop] | p.kinds[Queen]
	straight := p.kinds[Rook] | p.kinds[Queen]
	attackers := p.AttackersTo(to, occupied) & occupied
	side := p.side ^ 1
	for {
		mine := attackers & p.colors[side&1]
		if mine == 0 {
			break
		}
		kind := Pawn
		for kind < King && mine&p.kinds[kind] == 0 {
			kind++
		}
		side ^= 1
		if kind == King {
			// The king may take only when nothing takes it back.
			if attackers&p.colors[side&1] != 0 {
				side ^= 1
			}
			break
		}
		balance = -balance - 1 - ExchangeValue[kind]
		if balance >= 0 {
			break
		}
		occupied &^= 1 << ((mine & p.kinds[kind]).First() & 63)
		if kind == Pawn || kind == Bishop || kind == Queen {
			attackers |= BishopAttacks(to, occupied) & diagonal
		}
		if kind == Rook || kind == Queen {
			attackers |= RookAttacks(to, occupied) & straight
		}
		attackers &= occupied
	}
	return side != p.side
}

// exchangeStart returns the material that m wins at once, and the piece that stands on the square after it.
func (p *Position) exchangeStart(m Move) (gain int, onSquare Kind) {
	onSquare = p.board[m.From()&63]
	switch {
	case m.IsCastle():
		return 0, NoKind // nothing can be taken
	case m.IsEnPassant():
		gain = ExchangeValue[Pawn]
	default:
		gain = ExchangeValue[p.board[m.To()&63]&7]
	}
	if m.IsPromotion() {
		onSquare = m.Promotion()
		gain += ExchangeValue[onSquare] - ExchangeValue[Pawn]
	}
	return gain, onSquare
}

// SEE returns the static exchange evaluation of the legal move m in centipawns for
// the side to move, the plain form of SEEAtLeast.
func (p *Position) SEE(m Move) int {
	gain, onSquare := p.exchangeStart(m)
	if onSquare == NoKind {
		return gain
	}
	occupied := p.Occupied()&^m.From().Bit() | m.To().Bit()
	if m.IsEnPassant() {
		occupied &^= (m.To() ^ 8).Bit()
	}
	return gain - max(0, p.exchange(m.To(), p.side^1, onSquare, occupied))
}

// exchange returns what side wins by taking the piece on s with its cheapest piece.
func (p *Position) exchange(s Square, side Color, onSquare Kind, occupied Bitboard) int {
	attackers := p.AttackersTo(s, occupied) & occupied
	mine := attackers & p.colors[side&1]
	if mine == 0 {
		return 0
	}
	kind := Pawn
	for mine&p.kinds[kind] == 0 {
		kind++
	}
	if kind == King && attackers&p.colors[(side^1)&1] != 0 {
		return 0
	}
	occupied &^= (mine & p.kinds[kind]).First().Bit()
	return ExchangeValue[onSquare] - max(0, p.exchange(s, side^1, kind, occupied))
}
