// Package budget says when a search ends: by its nodes, by the time that it may take
// of a game's clock, by CPU time or by its context. It knows no game.
package budget
