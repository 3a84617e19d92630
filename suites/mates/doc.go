// Package mates makes suites of positions whose distance to mate is proven.
//
// In some of them the side to move mates in N moves and not in fewer, and all moves that do are known. In others it
// is mated in N moves and not in fewer. Middle games come from games of two players that know little, and are proven
// by a search of every move; endings come from tables. Neither depends on an engine, so that no change of one changes
// a suite: the same options give the same bytes.
package mates
