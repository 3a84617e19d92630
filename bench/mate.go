package bench

import (
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
	"github.com/zugwatch/zugwatch/engine/text"
	"github.com/zugwatch/zugwatch/epd"
)

// Flaw is a kind of error in the claim of a mate, where the position has a proven mate. A
// larger value is worse.
type Flaw uint8

// The flaws.
const (
	NoFlaw     Flaw = iota // there is none, or no claim
	CutShort               // the line of the answer ends before the mate: no error
	OtherMove              // the line of the answer begins with another move
	LineUnmade             // a line is as long as its mate and does not end in it
	LineSooner             // a line mates sooner than it claims
	LineLonger             // a line goes on where it claims the mate
	LineBroken             // a line has a move that is not legal
	OtherSide              // the mate is claimed for the side that is mated
	Sooner                 // the mate is claimed in fewer moves than are proven to be the fewest
)

var flawWords = [...]string{"none", "cut-short", "other-move", "no-mate", "line-sooner", "line-longer", "illegal-move", "other-side", "sooner"}

// String returns the flaw as one word.
func (f Flaw) String() string { return text.Word(f, flawWords[:], "flaw") }

// Wrong reports whether a claim with the flaw is wrong; one that is cut short is not.
func (f Flaw) Wrong() bool { return f > CutShort }

// Impossible reports whether no engine without a bug makes a claim with the flaw. Some print the line of another move now
// and then.
func (f Flaw) Impossible() bool { return f.Wrong() && f != OtherMove }

// MarshalText writes the word.
func (f Flaw) MarshalText() ([]byte, error) { return []byte(f.String()), nil }

// UnmarshalText reads the word.
func (f *Flaw) UnmarshalText(b []byte) error {
	return text.ParseWord(f, string(b), flawWords[:], CutShort, "flaw")
}

// MateClaim is the worst of an engine's flawed claims about a proven mate; among equals,
// the first. The zero value is no flaw.
type MateClaim struct {
	Flaw  Flaw         `json:"flaw"`
	Claim engine.Score `json:"claim"` // from the side to move, as "#3"
	Depth int          `json:"depth"` // the iteration in plies
}

// checkLine judges a claim of a mate during a search: the score and line of an iteration
// of some depth. If answer is a move, they are those of the answer.
func (c *MateClaim) checkLine(r *epd.Record, score engine.Score, bound engine.Bound, line []game.Move, broken bool, depth int, answer game.Move) {
	if !r.HasMate {
		return
	}
	if _, ok := score.Mate(); !ok || bound != engine.Exact && (answer == game.NoMove || (bound == engine.Lower) != (score > 0)) {
		return
	}
	flaw := claimFlaw(r.MateIn, score)
	switch {
	case flaw != NoFlaw || bound != engine.Exact:
	case len(line) == 0 && !broken:
		if answer != game.NoMove && lineFlaw(r.Position, score, []game.Move{answer}, false) == LineUnmade {
			flaw = LineUnmade
		}
	case answer != game.NoMove && len(line) > 0 && line[0] != answer:
		flaw = OtherMove
	default:
		flaw = lineFlaw(r.Position, score, line, broken)
	}
	if flaw == CutShort && answer == game.NoMove {
		flaw = NoFlaw // the next line may be whole
	}
	if flaw > c.Flaw {
		*c = MateClaim{Flaw: flaw, Claim: storable(score), Depth: depth}
	}
}

// claimFlaw returns the flaw of a claim, given the proven mate.
func claimFlaw(proven int, claim engine.Score) Flaw {
	moves, _ := claim.Mate()
	switch {
	case (proven > 0) != (claim > 0):
		return OtherSide
	case proven > 0 && moves < proven, proven < 0 && moves > proven:
		return Sooner
	}
	return NoFlaw
}

// lineFlaw plays the line of a claim: it has to end in the mate, at the move that is
// claimed. Broken says that the engine went on with a move that is not legal.
func lineFlaw(p game.Position, claim engine.Score, line []game.Move, broken bool) Flaw {
	moves, _ := claim.Mate()
	plies := 2*moves - 1
	if moves <= 0 {
		plies = -2 * moves
	}
	for i, m := range line {
		if i == plies {
			return LineLonger
		}
		if !p.IsLegal(m) {
			return LineBroken
		}
		p = p.After(m)
		if i+1 < plies && p.InCheck() && p.CountLegal() == 0 {
			return LineSooner
		}
	}
	switch {
	case broken:
		return LineBroken
	case len(line) < plies:
		return CutShort
	case !p.InCheck() || p.CountLegal() > 0:
		return LineUnmade
	}
	return NoFlaw
}

// storable returns the score as a file gives it back. A mate counts in full moves. No score is beyond being mated now
// or mating at once.
func storable(score engine.Score) engine.Score {
	score = min(max(score, -engine.MateScore), engine.MateScore-1)
	if moves, ok := score.Mate(); ok {
		return engine.MateIn(moves)
	}
	return score
}
