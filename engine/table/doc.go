// Package table is the transposition table of a search: what was found at positions,
// by key. It knows no game: a move is sixteen bits to it.
package table
