// Package train makes the weights of networks. It minimizes the squared error of the predicted game points by Adam in
// batches. The target blends the search's score with the game's result.
//
// Weights are floating point numbers only here; Quantize makes the integers. The result depends on the data, the
// settings and the seed, not on the number of workers. Builds for different processors may round differently.
package train
