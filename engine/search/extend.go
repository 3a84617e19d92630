package search

import "github.com/zugwatch/zugwatch/engine/chess"

// extend returns the extension of m in quarter plies, at most one ply. No move is extended
// once the line is twice as long as the iteration is deep.
func (t *thread) extend(f *frame, ply int, m chess.Move, check, onlyReply bool, searched int) int {
	if ply >= 2*t.root.depth {
		return 0
	}
	p := &f.position
	extension := 0
	if check && t.params.CheckExtension > 0 && (searched == 0 || p.SEEAtLeast(m, 0)) {
		extension += t.params.CheckExtension
	}
	if onlyReply {
		extension += t.params.OneReply
	}
	if t.params.Recapture > 0 && m.IsCapture() && t.isRecapture(ply, m) {
		extension += t.params.Recapture
	}
	if t.params.PassedPawn > 0 && isPassedToSeventh(p, m) {
		extension += t.params.PassedPawn
	}
	return min(extension, onePly)
}

// isRecapture reports whether m recaptures on the square of the last move, and whether the
// captured pieces differ by at most 50 centipawns.
func (t *thread) isRecapture(ply int, m chess.Move) bool {
	parent := t.frame(ply - 1)
	if ply == 0 || !parent.move.IsCapture() || parent.move.To() != m.To() {
		return false
	}
	lost := chess.ExchangeValue[parent.position.At(parent.move.To())&7]
	won := chess.ExchangeValue[t.frame(ply).position.At(m.To())&7]
	return max(lost-won, won-lost) <= 50
}

// isPassedToSeventh reports whether m brings a passed pawn to the seventh rank.
func isPassedToSeventh(p *chess.Position, m chess.Move) bool {
	us := p.Side()
	to := m.To()
	if p.At(m.From()) != chess.Pawn || to.Relative(us).Rank() != 6 {
		return false
	}
	ahead := to.Bit().Forward(us)
	return (ahead|ahead.East()|ahead.West())&p.Of(us.Other(), chess.Pawn) == 0
}
