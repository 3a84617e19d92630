// Package train makes the weights of networks: it goes down the squared error
// between the points that a network promises and those that a position is worth by
// the search's score and the game's result, by Adam in batches.
//
// The weights are floating point numbers here alone; Quantize gives the integers.
// Everything is a function of the data, the settings and the seed, with any number
// of workers, but builds for different processors may round differently.
package train
