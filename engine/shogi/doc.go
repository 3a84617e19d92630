// Package shogi is the rules of shogi: positions with what is in hand, moves,
// their notations, legal move generation, repetition, the declaration of an
// entered king and perft. It knows nothing of searching, clocks or files.
//
// A Position is a plain value without pointers. Making a move writes the next
// position into another value, so there is nothing to undo.
package shogi
