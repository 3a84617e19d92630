// Package eval is the static evaluation of chess, without looking ahead. It uses integers only, so every build gives
// the same value.
//
// The value is a sum of terms. Each has a middlegame and an endgame weight, blended by the remaining pieces. Only
// king danger is not linear. The value is unsound wherever something hangs, a king is in check or a side is in
// zugzwang: the search has to resolve these.
package eval
