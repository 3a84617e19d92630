// Package eval is the static evaluation: what a position is worth without
// looking ahead, in integers only, so that every build gives the same value.
//
// The value is a sum of terms, each a weight for the middlegame and one for
// the endgame, blended by the pieces that are left; only the danger of a king
// is not linear. It is unsound wherever something hangs, a king is in check or a
// side is in zugzwang: a search has to resolve these.
package eval
