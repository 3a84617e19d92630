package shogi

// Western returns the legal move m as books in English write it: the piece's letter, with
// "+" before it when it has promoted; its square when another of its kind could go
// there too; "-", "x" for captures or "*" for drops; the square that it reaches; and
// "+" when it promotes, "=" when it could and does not. So "P-7f", "Bx2b+", "G6i-7h"
// and "P*5e".
func (p *Position) Western(m Move) string {
	if m.IsDrop() {
		return m.String()
	}
	from, to := m.From(), m.To()
	kind := p.board[from]
	text := kind.Symbol()
	if p.isShared(kind, from, to) {
		text += from.String()
	}
	if p.board[to] == NoKind {
		text += "-"
	} else {
		text += "x"
	}
	text += to.String()
	promoted, _ := choices(p.side, kind, from, to.Bit())
	switch {
	case m.IsPromotion():
		text += "+"
	case !promoted.Empty():
		text += "="
	}
	return text
}

// isShared reports whether another piece of the same kind may go where that on from
// goes.
func (p *Position) isShared(kind Kind, from, to Square) bool {
	others := Attacks(p.side^1, kind, to, p.Occupied()).And(p.Of(p.side, kind)).AndNot(from.Bit())
	for ; !others.Empty(); others = others.Rest() {
		if m := newMove(others.First(), to); p.IsLegal(m) || p.IsLegal(m|promotes) {
			return true
		}
	}
	return false
}
