package shogi

// drops generates all drops; the side to move must not be in double check.
func (p *Position) drops(l *MoveList, g *generation) {
	for k := Pawn; k <= Rook; k++ {
		if p.hands[g.us&1][k] == 0 {
			continue
		}
		for to := p.dropTargets(g, k); !to.Empty(); to = to.Rest() {
			l.add(newDrop(k, to.First()))
		}
	}
}

// dropTargets returns the squares onto which a piece of kind k may be dropped. The piece must be able to move from
// there. A pawn must not mate, and its file must have no other pawn of its side.
func (p *Position) dropTargets(g *generation, k Kind) Bitboard {
	to := g.free.AndNot(stuck[g.us&1][k&7])
	if k != Pawn {
		return to
	}
	to = to.And(p.kinds[Pawn].And(g.own).AndNot(p.promoted).otherFiles())
	check := steps[(g.us^1)&1][Pawn][p.King(g.us^1)&127].And(to)
	if !check.Empty() && p.pawnDropMates(g, check.First()) {
		to = to.AndNot(check)
	}
	return to
}

// pawnDropMates reports whether a pawn dropped on s, in front of the enemy king, mates. Neither the king nor another
// piece can then capture it, and the king has no other square. Nothing can stand between. The king hides no square
// behind it, because it would be in check already.
func (p *Position) pawnDropMates(g *generation, s Square) bool {
	them := g.us ^ 1
	king := p.King(them)
	occupied := g.occupied.Or(s.Bit())
	takers := p.attackersOf(them, s, occupied).AndNot(king.Bit())
	if !takers.Empty() {
		pinned := p.Pinned(them)
		for ; !takers.Empty(); takers = takers.Rest() {
			if from := takers.First(); !pinned.Has(from) || lines[king&127][from&127].Has(s) {
				return false
			}
		}
	}
	for to := steps[them&1][King][king&127].AndNot(g.enemy); !to.Empty(); to = to.Rest() {
		if !p.attackedBy(g.us, to.First(), occupied) {
			return false
		}
	}
	return true
}
