// Package rules makes suites of positions that one rule of chess decides: castling, en passant, promotion, stalemate,
// repetition, the fifty moves and insufficient material.
//
// It draws positions at random until one fits its rule. A search of every move proves the solution, with tables of
// the endings of three pieces at its leaves. It uses no engine, so the same options always give the same bytes.
package rules
