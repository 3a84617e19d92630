package pass

import (
	"github.com/zugwatch/zugwatch/engine"
	"github.com/zugwatch/zugwatch/engine/game"
)

// Claim is a rule's assertion about a node: its value at its depth is at least Beta.
type Claim struct {
	Rule      Rule
	Position  game.Position
	Parent    game.Position   // from which Move led to Position; nil: it is not known
	Move      game.Move       // NoMove when the opponent passed
	Own       NonPawnMaterial // of the side to move
	Other     NonPawnMaterial
	Depth     int          // plies that were left to search when the rule spoke
	Reduction int          // plies that it saved: all of them for reverse futility
	Beta      engine.Score // for the side to move, as the value
}

// NonPawnMaterial counts the pieces of a side without king and pawns. Pieces in hand count too.
type NonPawnMaterial struct {
	Pieces int
	Value  int // centipawns
}

// Audited is a claim with the result of a search without null moves and reverse futility.
type Audited struct {
	Claim
	Value engine.Score // of that search; below Beta the claim was wrong, and the true value is at most this
	// Zugzwang reports that a pass would have met a wrong claim of at least MinZugzwang plies, so the position is
	// a zugzwang. Otherwise the shallow search saw too little.
	Zugzwang bool
}

// MinZugzwang is the least depth in plies at which a wrong claim is tested for zugzwang. At lower depths a pass
// passes the test by the tempo bonus alone.
const MinZugzwang = 3

// Wrong reports whether the claim was wrong.
func (a *Audited) Wrong() bool { return a.Value < a.Beta }

// Audit requests a check of a share of the claims. The checking searches use as much memory again, separate from the
// audited search, so its nodes and answers do not change.
type Audit struct {
	Every uint64        // share of positions audited, one in Every, always the same ones; 0 and 1: all
	Each  func(Audited) // called on the goroutine of the search
}

// Picks reports whether to audit a claim that a position with a key reaches beta at a depth in plies. Claims of mate
// are never audited.
func (a *Audit) Picks(key uint64, plies int, beta int32) bool {
	if beta >= mateBound || beta <= -mateBound {
		return false
	}
	mixed := (key ^ uint64(plies)) * 0x9e3779b97f4a7c15
	mixed = (mixed ^ mixed>>29) * 0xbf58476d1ce4e5b9
	return (mixed^mixed>>32)%max(a.Every, 1) == 0
}

// Checker is a search without null moves and reverse futility that checks the nodes of another one.
type Checker interface {
	Tree
	// CopyLine copies the line of the audited search up to a ply.
	CopyLine(ply int)
}

// Check audits a claim about the node at ply. Depth is in quarter plies.
func (a *Audit) Check(s Checker, c Claim, ply, depth int) {
	beta := int32(c.Beta)
	s.CopyLine(ply)
	value := s.SearchNode(ply, beta, depth)
	found := Audited{Claim: c, Value: engine.Score(value)}
	if _, stopped := s.Visited(); value < beta && depth >= MinZugzwang*onePly && !stopped {
		s.CopyLine(ply)
		found.Zugzwang = s.SearchNull(ply, beta, depth-onePly) >= beta
	}
	if _, stopped := s.Visited(); !stopped {
		a.Each(found)
	}
}
