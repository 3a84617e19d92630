// Package rules makes suites of positions that one rule of chess decides: castling, en passant, promotion,
// stalemate, repetition, the fifty moves and insufficient material.
//
// Positions are drawn at random until one fits its rule. A search of every move proves the solution, with
// tables of the endings of three pieces at its leaves. No engine is asked, so that the same options give the
// same bytes whatever engines do.
package rules
