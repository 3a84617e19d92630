package shogi

// Play writes the position after the legal move m to next, which must not be p.
// An illegal move leaves nonsense in next: check with IsLegal first.
func (p *Position) Play(m Move, next *Position) {
	*next = *p
	next.count()
	next.side ^= 1
	next.key ^= sideKey
	if m.IsDrop() {
		next.drop(m.Dropped(), m.To(), p.side&1)
	} else {
		next.move(m, p.side&1)
	}
	next.checkers = next.computeCheckers()
}

// After returns the position after the legal move m.
func (p *Position) After(m Move) Position {
	var next Position
	p.Play(m, &next)
	return next
}

// Pass writes the position after the null move to next: the other side is to
// move. It must not be called in check.
func (p *Position) Pass(next *Position) {
	*next = *p
	next.count()
	next.side ^= 1
	next.key ^= sideKey
}

// count counts a ply. The counter stays at the last value that an SFEN may have.
func (p *Position) count() { p.ply = min(p.ply+1, maxPly) }

// drop puts a piece from the hand on the board.
func (p *Position) drop(k Kind, to Square, us Color) {
	hand := &p.hands[us&1][k]
	p.key ^= handKeys[us&1][k][*hand&31] ^ handKeys[us&1][k][(*hand-1)&31]
	*hand--
	b := to.Bit()
	p.kinds[k] = p.kinds[k].Or(b)
	p.colors[us&1] = p.colors[us&1].Or(b)
	p.board[to] = k
	p.key ^= pieceKeys[us&1][k][to&127]
}

// move moves a piece on the board, captures into the hand, and promotes if m does.
func (p *Position) move(m Move, us Color) {
	from, to := m.From(), m.To()
	kind, taken := p.board[from], p.board[to]
	target := to.Bit()
	if taken != NoKind {
		p.take(taken, to, us)
	}
	path := from.Bit().Or(target)
	p.kinds[kind&7] = p.kinds[kind&7].Xor(path)
	p.colors[us&1] = p.colors[us&1].Xor(path)
	p.board[from] = NoKind
	p.key ^= pieceKeys[us&1][kind&15][from&127]
	if kind.IsPromoted() {
		p.promoted = p.promoted.Xor(path)
	} else if m.IsPromotion() {
		kind = kind.Promoted()
		p.promoted = p.promoted.Or(target)
	}
	p.board[to] = kind
	p.key ^= pieceKeys[us&1][kind&15][to&127]
}

// take moves a piece of the opponent from its square to the hand.
func (p *Position) take(taken Kind, at Square, us Color) {
	b, base := at.Bit(), taken.Base()
	p.kinds[base&7] = p.kinds[base&7].AndNot(b)
	p.colors[us&1^1] = p.colors[us&1^1].AndNot(b)
	p.promoted = p.promoted.AndNot(b)
	hand := &p.hands[us&1][base]
	p.key ^= pieceKeys[us&1^1][taken&15][at&127] ^
		handKeys[us&1][base&7][*hand&31] ^ handKeys[us&1][base&7][(*hand+1)&31]
	*hand++
}
