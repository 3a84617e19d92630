// Package match plays games between engines: pairs of games from one opening with
// the sides changed, many at a time, and gives the list of them in the order of
// their numbers. Under exact limits that list depends on the engines and the
// Config alone, not on the number of workers, on interruptions or on the machine.
//
// A game ends by the rules of chess, by adjudication where that was asked for, or
// because an engine failed: an illegal move, an overstepped clock, a crash and a
// hang lose the game and stay apart from all other losses.
package match
