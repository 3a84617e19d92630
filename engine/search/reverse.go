package search

import "github.com/zugwatch/zugwatch/engine/chess"

// Between selects the value of a node that reverse futility cuts, from beta to the
// static value.
type Between uint8

// The values of Between.
const (
	BetweenMean   Between = iota // the mean of both
	BetweenStatic                // the static value: fail-soft
	BetweenBeta                  // beta: fail-hard
)

// of returns the value of a cut node; static is at least beta.
func (b Between) of(static, beta int32) int32 {
	switch b {
	case BetweenStatic:
		return static
	case BetweenBeta:
		return beta
	}
	return (static + beta) / 2
}

// Known is a condition on the table move of a node.
type Known uint8

// The values of Known.
const (
	KnownAny   Known = iota // any move or none
	KnownNone               // no move
	KnownNoisy              // no move, a capture or a promotion to a queen
)

// admits reports whether a table move, NoMove for none, meets the condition.
func (k Known) admits(m chess.Move) bool {
	return k == KnownAny || m == chess.NoMove || k == KnownNoisy && isNoisy(m)
}

// reverseMargin returns the least excess of the static value over beta, in centipawns, that cuts a node.
func (t *thread) reverseMargin(plies int, improving bool) int {
	return t.params.ReverseMargin * (plies - btoi(improving && t.params.ReverseRising))
}
