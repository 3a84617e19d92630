// Package eval is the static evaluation of shogi: material on the board and in hand, piece placement, mobility and
// king safety. Its numbers are judgement, not fitted to games.
package eval
