// Package budget says when a search ends: by its nodes, by wall or CPU time, or by its context. It divides the time
// of a game's clock. It knows no game.
package budget
