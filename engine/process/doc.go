// Package process runs a program as a tree: the program, and all processes that
// it starts in turn. It knows nothing of what they say to each other.
//
// A tree is given a small part of the environment, an empty folder, and limits: of
// what it prints and holds in memory, and of the time that it has to end. It ends
// as a whole, whatever its processes have done to get away, as far as the system
// lets them be known; what a killed runner has left, the next one ends.
package process
