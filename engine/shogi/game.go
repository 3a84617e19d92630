package shogi

// Game is the moves of a game from a position, with the history for the repetition rule.
type Game struct {
	Position Position
	keys     []uint64 // of the positions before the present one
	checks   []bool   // whether the side to move was in check in each of them
}

// NewGame begins a game at p.
func NewGame(p Position) *Game { return &Game{Position: p} }

// Play makes the legal move m.
func (g *Game) Play(m Move) {
	g.keys = append(g.keys, g.Position.key)
	g.checks = append(g.checks, g.Position.InCheck())
	g.Position = g.Position.After(m)
}

// Keys returns the keys of the positions before the present one, oldest first. It
// belongs to g.
func (g *Game) Keys() []uint64 { return g.keys }

// Checks reports for each position of Keys whether its side to move was in check. The slice belongs to g.
func (g *Game) Checks() []bool { return g.checks }

// Repetition is the verdict of the repetition rule on a position.
type Repetition uint8

// Results of a repetition, for the side to move.
const (
	NoRepetition   Repetition = iota // the game goes on
	RepetitionDraw                   // the position stands for the fourth time
	RepetitionWin                    // … by nothing but checks of the opponent
	RepetitionLoss                   // … by nothing but checks of the side to move
)

// Repetition applies the repetition rule to the present position. Its fourth occurrence is a draw, but a loss for a
// side whose moves since the first were all checks. If both sides only gave check, it is a draw.
func (g *Game) Repetition() Repetition {
	first, times := len(g.keys), 1
	for i := first - 2; i >= 0 && times < 4; i -= 2 {
		if g.keys[i] == g.Position.key {
			first = i
			times++
		}
	}
	if times < 4 {
		return NoRepetition
	}
	checked := g.Position.InCheck() && AllChecks(g.checks, len(g.keys)-2, first)
	checking := AllChecks(g.checks, len(g.keys)-1, first)
	switch {
	case checked == checking:
		return RepetitionDraw
	case checked:
		return RepetitionWin
	}
	return RepetitionLoss
}

// AllChecks reports whether every second position of a game was a check, from the last one
// given back to that behind first.
func AllChecks(checks []bool, last, first int) bool {
	for i := last; i > first; i -= 2 {
		if !checks[i] {
			return false
		}
	}
	return true
}
