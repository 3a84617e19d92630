// Package heuristic holds the search heuristics that chess and shogi share: late move
// reductions, margins by depth, history updates and aspiration windows.
package heuristic
