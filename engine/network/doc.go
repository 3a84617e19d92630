// Package network evaluates positions by a small neural network in integers, so that the value is the same on every
// machine and in every build.
//
// The network sees the board from each side. Each view has 768 inputs for pieces on squares and a layer of hidden
// units, updated move by move. The weights of the inputs may differ by the zone of the own king. The network has one
// output for each of a few classes of material. The form is that of efficiently updatable networks (Yu Nasu, 2018),
// with squared clipped activation.
package network
