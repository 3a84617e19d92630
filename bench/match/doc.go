// Package match plays games between engines: pairs of games from one opening with the
// sides changed, many at a time. It lists them in the order of their numbers. Under exact
// limits that list depends on the engines and the Config alone, not on the number of
// workers, on interruptions or on the machine.
//
// A game ends by the rules of chess or shogi, by adjudication if that was asked for, or because an engine failed. An
// illegal move, an overstepped clock, a crash or a hang loses the game. Such a loss is counted apart from all other
// losses.
package match
