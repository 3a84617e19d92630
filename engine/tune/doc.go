// Package tune fits the weights of the evaluation. It plays games of an engine against itself and keeps their quiet
// positions with the results. It fits the weights that predict these results best (Texel's method, by gradient
// descent).
//
// Everything is a function of its input and a seed. The package computes with
// floating point numbers, but writes integer weights.
package tune
