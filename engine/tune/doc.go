// Package tune makes the weights of the evaluation: it plays games of an engine
// against itself, keeps the quiet positions with how their games ended, and
// moves the weights toward the values that foretell these results best
// (Texel's method, by gradient descent).
//
// Everything is a function of its input and a seed. Floating point numbers live
// in this package alone; what it writes are integers.
package tune
