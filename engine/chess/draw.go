package chess

// DarkSquares is the squares of a1's color.
const DarkSquares Bitboard = 0xaa55aa55aa55aa55

// IsInsufficient reports whether no sequence of legal moves can mate: bare kings,
// one knight, or bishops of one square color only.
func (p *Position) IsInsufficient() bool {
	if p.kinds[Pawn]|p.kinds[Rook]|p.kinds[Queen] != 0 {
		return false
	}
	minors := p.kinds[Knight] | p.kinds[Bishop]
	if !minors.MoreThanOne() {
		return true
	}
	bishops := p.kinds[Bishop]
	return p.kinds[Knight] == 0 && (bishops&DarkSquares == 0 || bishops&^DarkSquares == 0)
}

// Game is the moves of a game from a position, with the history for the repetition and fifty-move rules.
type Game struct {
	Position Position
	keys     []uint64 // of the positions before the present one
}

// NewGame begins a game at p.
func NewGame(p Position) *Game { return &Game{Position: p} }

// Play makes the legal move m.
func (g *Game) Play(m Move) {
	g.keys = append(g.keys, g.Position.key)
	g.Position = g.Position.After(m)
}

// Keys returns the keys of the positions before the present one, oldest first. It
// belongs to g.
func (g *Game) Keys() []uint64 { return g.keys }

// Repetitions counts how often the present position has stood on the board
// before.
func (g *Game) Repetitions() (n int) {
	back := min(int(g.Position.halfmove), len(g.keys))
	for i := 2; i <= back; i += 2 {
		if g.keys[len(g.keys)-i] == g.Position.key {
			n++
		}
	}
	return n
}

// IsFiftyMoves reports whether fifty moves of both sides went by without a
// capture or pawn move; a mate on the board goes before it.
func (p *Position) IsFiftyMoves() bool {
	if p.halfmove < 100 {
		return false
	}
	return p.checkers == 0 || p.CountLegal() > 0
}
