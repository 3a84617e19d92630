// Package nullmove is the null-move family as plain data: when a pass may be
// tried, how much shallower it is searched, and what a fail-high is worth. It
// knows no game: depths, scores and counts go in, decisions come out.
//
// The idea (Donninger, ICCA Journal 16/3, 1993): if giving the opponent two
// moves in a row still fails high, a real move would too. It is unsound in
// zugzwang, where every move is worse than a pass; guards and verification
// exist for that.
//
// One convention: a reduction field holds all plies taken off the depth, the
// pass itself included, while names and keys use R of the papers, which leaves
// that ply out: "r3" searches a null move at depth - 4.
package nullmove
