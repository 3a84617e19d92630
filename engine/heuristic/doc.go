// Package heuristic is the rules of thumb of a search that know no game: how much late
// moves are reduced, margins by depth, what histories learn, and aspiration windows.
package heuristic
