// Package nullmove defines the null-move policies as plain data. A policy says when to try a pass, how much shallower
// to search it, and what to do at a fail-high. It is independent of the game: depths, scores and counts go in,
// decisions come out.
//
// The idea (Donninger, ICCA Journal 16/3, 1993): if giving the opponent two moves in a row still fails high, a real
// move would too. It is unsound in zugzwang, where every move is worse than a pass; guards and verification exist for
// that.
//
// A reduction field holds all plies taken off the depth, the pass itself included. Names and keys use R of the
// papers, which leaves that ply out: "r3" searches a null move at depth - 4.
package nullmove
