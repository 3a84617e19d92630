package shogi

// CountLegal returns the number of legal moves, without listing them. It equals the
// length of what Legal writes.
func (p *Position) CountLegal() int {
	g := p.generation()
	n := p.countKing(&g)
	if p.checkers.MoreThanOne() {
		return n
	}
	return n + p.countPieces(&g) + p.countPawns(&g) + p.countDrops(&g)
}

func (p *Position) countKing(g *generation) (n int) {
	without := g.occupied.AndNot(g.king.Bit())
	for to := steps[Black][King][g.king&127].AndNot(g.own); !to.Empty(); to = to.Rest() {
		if !p.attackedBy(g.us^1, to.First(), without) {
			n++
		}
	}
	return n
}

func (p *Position) countPieces(g *generation) (n int) {
	targets := g.answer.AndNot(g.own)
	for left := p.pieces(g); !left.Empty(); left = left.Rest() {
		from := left.First()
		kind := p.board[from]
		promoted, plain := choices(g.us, kind, from, p.pieceTargets(g, kind, from).And(targets))
		n += promoted.Count() + plain.Count()
	}
	return n
}

func (p *Position) countPawns(g *generation) int {
	to := p.pawnTargets(g).And(g.answer).AndNot(g.own)
	return to.And(camp[g.us&1]).Count() + to.AndNot(stuck[g.us&1][Pawn]).Count()
}

func (p *Position) countDrops(g *generation) (n int) {
	for k := Pawn; k <= Rook; k++ {
		if p.hands[g.us&1][k] != 0 {
			n += p.dropTargets(g, k).Count()
		}
	}
	return n
}
