// Package explain says why a position is lost. It finds the node at which the head goes blind, the rule that cuts the
// solution there, and whether the position is a zugzwang.
//
// A base solves the position to some depth, and a head misses it. Explain walks down from there and asks both engines
// at each node, to the remaining depth. It plays the moves of the base for the side that the head undervalues, and
// those of the head for the other side. The walk ends where both agree again, or at the horizon. Engines need to
// support nothing but positions and limits by depth.
package explain
