package search

import "github.com/zugwatch/zugwatch/engine/chess"

// Between is where between beta and the static value the value of a node lies that
// the static value cuts.
type Between uint8

// The values of such a node.
const (
	BetweenMean   Between = iota // the mean of both
	BetweenStatic                // the static value: fail-soft
	BetweenBeta                  // beta: fail-hard
)

// of returns the value of a node whose static value lies above beta.
func (b Between) of(static, beta int32) int32 {
	switch b {
	case BetweenStatic:
		return static
	case BetweenBeta:
		return beta
	}
	return (static + beta) / 2
}

// Known is what the table may know of a node's best move.
type Known uint8

// The values of Known.
const (
	KnownAny   Known = iota // anything
	KnownNone               // nothing
	KnownNoisy              // nothing, or a capture or promotion to a queen
)

// Admits reports whether a table move, NoMove for none, is one of these.
func (k Known) Admits(m chess.Move) bool {
	return k == KnownAny || m == chess.NoMove || k == KnownNoisy && isNoisy(m)
}

// reverseMargin returns by how much the static value must exceed beta to cut a node, in centipawns.
func (t *thread) reverseMargin(plies int, improving bool) int {
	return t.params.ReverseMargin * (plies - btoi(improving && t.params.ReverseRising))
}
