package shogi

// CheckInfo holds the data of a position that GivesCheck needs, computed once for all its moves.
type CheckInfo struct {
	squares     [16]Bitboard // by kind: from where it would check the enemy king
	discoverers Bitboard     // own pieces that can discover check: they stand between an own slider and the enemy king
	king        Square       // the enemy king
}

// CheckInfo works out how moves of p can give check.
func (p *Position) CheckInfo() (info CheckInfo) {
	us, them := p.side&1, p.side&1^1
	occupied := p.Occupied()
	info.king = p.King(them)
	for k := range NoKind {
		info.squares[k] = Attacks(them, k, info.king, occupied)
	}
	for rest := p.snipers(us, info.king); !rest.Empty(); rest = rest.Rest() {
		if pieces := between[info.king&127][rest.First()&127].And(occupied); !pieces.MoreThanOne() {
			info.discoverers = info.discoverers.Or(pieces)
		}
	}
	info.discoverers = info.discoverers.And(p.colors[us])
	return info
}

// GivesCheck reports whether the legal move m checks the opponent; info must be of
// p.
func (p *Position) GivesCheck(m Move, info *CheckInfo) bool {
	if m.IsDrop() {
		return info.squares[m.Dropped()].Has(m.To())
	}
	from := m.From()
	kind := p.board[from]
	if m.IsPromotion() {
		kind = kind.Promoted()
	}
	return info.squares[kind&15].Has(m.To()) ||
		info.discoverers.Has(from) && !lines[info.king&127][from&127].Has(m.To())
}
