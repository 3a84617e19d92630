// Package explain says why a position is lost: at which node the head goes blind, which rule cuts the solution there,
// and whether passing would be best.
//
// A base solves the position to some depth, and a head misses it. Explain walks down from there. At each node it asks
// both sides, to the depth that is left, and follows the base where the side that is wronged is to move, and the head
// elsewhere. The walk ends where both agree again, or at the horizon. It needs nothing of an engine but positions
// and limits by depth.
package explain
