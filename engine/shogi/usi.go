package shogi

import (
	"fmt"

	"github.com/zugwatch/zugwatch/engine/notation"
	"github.com/zugwatch/zugwatch/engine/text"
)

// maxCandidates is the number of moves that an error lists.
const maxCandidates = 12

// newMoveError returns the error of a text, with the legal moves that come closest.
func newMoveError(s, why string, candidates []string) error {
	message := fmt.Sprintf("move %.20q %s", s, why)
	if len(candidates) > 0 {
		message += fmt.Sprintf(" (expected one of %s)", text.JoinMost(candidates, maxCandidates))
	}
	return &notation.MoveError{Why: why, Candidates: candidates, Message: message}
}

// ParseMove reads a legal move as USI writes it: "7g7f", "8h2b+" or "P*5e". Errors
// are of type *notation.MoveError.
func (p *Position) ParseMove(s string) (Move, error) {
	m, ok := splitMove(s)
	switch {
	case !ok:
		return NoMove, newMoveError(s, "is not a move", p.closest(NoMove, everything))
	case !p.IsLegal(m):
		return NoMove, newMoveError(s, "is not legal", p.closest(m, samePiece, sameSquare, everything))
	}
	return m, nil
}

// splitMove reads the text of a move that need not be legal.
func splitMove(s string) (Move, bool) {
	if len(s) < 4 {
		return NoMove, false
	}
	to, ok := parseSquare(s[2:4])
	if s[1] == '*' {
		k := kindOf(s[0])
		return newDrop(k, to), ok && len(s) == 4 && k <= Rook && s[:1] == k.Symbol()
	}
	from, found := parseSquare(s[:2])
	m := newMove(from, to)
	if s[4:] == "+" {
		m |= promotes
	}
	return m, ok && found && (len(s) == 4 || m.IsPromotion())
}

// Masks of the parts of a move that a similar move shares.
const (
	samePiece  = ^(sameSquare | promotes)
	sameSquare = Move(127)
	everything = Move(0)
)

// closest returns the legal moves that agree with m in a part: the first of parts for which there are any.
func (p *Position) closest(m Move, parts ...Move) (names []string) {
	moves := p.LegalMoves()
	for _, part := range parts {
		for _, other := range moves {
			if (m^other)&part == 0 {
				names = append(names, other.String())
			}
		}
		if len(names) > 0 {
			break
		}
	}
	return names
}
