// Package eval is the static evaluation of shogi: material with what is in hand, where
// pieces stand, what they reach, and how safe the kings are. Its numbers are judgement, not
// fitted to games.
package eval
